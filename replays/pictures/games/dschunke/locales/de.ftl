# Bilder: Dschunke

## Was gerade geschieht

now_shuffle = die Sonderkarten werden gemischt
now_deal = die Starthände werden ausgeteilt
now_place = Balken werden gesetzt
now_show = die Händler werden aufgedeckt
now_market = Phase 1, Markt: Die Karte wird aufgedeckt
now_swap = Phase 1, Markt: Waren können getauscht werden
now_event = Phase 1, Markt: Sonderkarten werden genommen
now_act = Phase 2, Aktionen
now_extra = Phase 2, Aktionen: Eine Zusatzaktion kann folgen
now_supply = Phase 3, Nachschub
now_offer = Phase 4, Verkauf: Waren werden angeboten
now_prize = Phase 4, Verkauf: Wer gewinnt, nimmt die Sonderkarte
now_show_specials = die letzten Sonderkarten werden gezeigt
now_finished = das Ende

## Auf dem Tisch

set_up = Vorbereitung: { $phase }
round = Runde { $n } von { $rounds }: { $phase }
market = Markt
market_none = Die Marktkarte ist noch nicht aufgedeckt.
cards_left =
    { $n ->
        [one] noch { $n } Karte
       *[other] noch { $n } Karten
    }
sold = verkauft
amount_told = { $good }: { $amount }
special = eine Sonderkarte
special_short = Sonderkarte
yen = { $n } Yen
market_told =
    { $n ->
        [one] Markt: { $amounts }; noch { $n } Marktkarte.
       *[other] Markt: { $amounts }; noch { $n } Marktkarten.
    }
junks = Die Dschunken, im Uhrzeigersinn von oben nach unten und wieder nach oben
junk_told = { on_junk } Dschunke: { $parts }.
crates = sichtbare Kisten { $crates }
no_crates = keine Kisten
between = { $least } bis { $most }
stands = { $worker } ({ $task })
stands_used = { $worker }, eingesetzt
layers_short =
    { $n ->
        [one] Ladung: { $n } Lage
       *[other] Ladung: { $n } Lagen
    }
layers_few =
    { $n ->
        [one] { $n } Lage
       *[other] { $n } Lagen
    }
first_few = Start
specials_few = { $n } Sonder
used = eingesetzt
task_load = lädt
amount_load =
    { $n ->
        [one] { $n } Balken
       *[other] { $n } Balken
    }
task_sell = verkauft
amount_sell = ab { $n }
task_draw = zieht
amount_draw = ab { $n }
assistants = Gehilfen
assistant_told = Gehilfe { $track }: { $parts }.
counts = zählt Runden
track = Leiste { $n }
event = Ereignis { $event }
merchants_hidden = Die Händler sind noch nicht aufgedeckt.
specials = Sonderkarten
pile_place = Stapel
cargo_place = Ladung
merchant_place = Händler
specials_told = Übrige Sonderkarten: { $piles }.
out_told = Gespielt und aus dem Spiel: { $cards }.
out = gespielt: { $n }
face_down = liegt verdeckt
nothing = nichts
none = keine
secret = { $n } geheim
unknown_cards = { $n } unbekannt
first = Startspieler
yen_secret = Yen geheim
yen_told = { $n } Yen bei der letzten Zählung
bars = { $n } Balken
supply = zieht je Runde { $n }
to_place = zu setzen
bonus = { $yen } Yen, Karten { $cards }, Dschunken { $junks }: { $score }
as_now = { $score }, wenn jetzt gezählt würde
event_S = Sonderkarten
event_Y = Yen offen
special_lines = Sonder-|karte
yen_word = Yen
seat_told = { $name }: { $yen }; Waren: { $goods }; Sonderkarten: { $cards }; noch { $bars }; { $supply } Nachschub.
yen_secret_told = Yen geheim
first_told = { $name } ist der Startspieler.
offer_told = { $name } hat ein Angebot bereit: { $goods }.
offer_secret = verdeckt
place_told = { $name } hat noch Balken von { $owners } zu setzen.
wins = siegt
bonus_told = { $name }: { $score } mit { $cards } für Sonderkarten und { $junks } für Dschunken.
eight = { $n } Yen: 4 auf { junk }
twelve = { $n } Yen: 5 auf { junk }, 2 auf { other_junk_short }
other_junk_short =
    { $other ->
        [grey] grau
        [orange] orange
        [violet] violett
        [brown] braun
       *[white] weiß
    }
legend = Neben jedem Laderaum: die sichtbaren Kisten aller.
hidden_goods = { $n } verdeckt
pile_told =
    { $n ->
        [one] { $n } Karte { good }
       *[other] { $n } Karten { good }
    }
mixed_told =
    { $n ->
        [one] { $n } Karte im gemischten Stapel
       *[other] { $n } Karten im gemischten Stapel
    }
looks_at = Darin: { $cards }.
goods_row = Waren
cards_row = Karten
stock_row = Vorrat
offer_row = Angebot
offers_few = bietet { $n }
