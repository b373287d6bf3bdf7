# Dschunke

## Was in der Schachtel ist

good =
    { $good ->
        [spices] Gewürze
        [vegetables] Gemüse
        [fish] Fisch
        [rice] Reis
       *[mixed] gemischter Stapel
    }
of_good =
    { $good ->
        [spices] Gewürzen
        [vegetables] Gemüse
        [fish] Fisch
       *[rice] Reis
    }
goods = { $n }× { good }
from_mixed = { $n } vom gemischten Stapel
junk =
    { $junk ->
        [grey] grau
        [orange] orange
        [violet] violett
        [brown] braun
       *[white] weiß
    }
# auf die …
on_junk =
    { $junk ->
        [grey] graue
        [orange] orange
        [violet] violette
        [brown] braune
       *[white] weiße
    }
# auf der …
at_junk =
    { $junk ->
        [grey] grauen
        [orange] orangen
        [violet] violetten
        [brown] braunen
       *[white] weißen
    }
other_junk =
    { $other ->
        [grey] graue
        [orange] orange
        [violet] violette
        [brown] braune
       *[white] weiße
    }
at_other_junk =
    { $other ->
        [grey] grauen
        [orange] orangen
        [violet] violetten
        [brown] braunen
       *[white] weißen
    }
worker =
    { $worker ->
        [green] der grüne Händler
        [yellow] der gelbe Händler
        [violet] der violette Händler
        [assistant-3-4] der Gehilfe der Leiste 3/4
       *[assistant-4] der Gehilfe der Leiste 4
    }
# Wen?
used_worker =
    { $worker ->
        [green] den grünen Händler
        [yellow] den gelben Händler
        [violet] den violetten Händler
        [assistant-3-4] den Gehilfen der Leiste 3/4
       *[assistant-4] den Gehilfen der Leiste 4
    }
with_worker =
    { $worker ->
        [green] mit dem grünen Händler
        [yellow] mit dem gelben Händler
        [violet] mit dem violetten Händler
        [assistant-3-4] mit dem Gehilfen der Leiste 3/4
       *[assistant-4] mit dem Gehilfen der Leiste 4
    }
pile =
    { $pile ->
        [square] Quadrat
        [circle] Kreis
        [triangle] Dreieck
       *[star] Stern
    }
special_card =
    { $card ->
        [extra_supply] eine Warenkarte mehr
        [wins_ties] gewinnt bei Gleichstand
        [two_goods] zwei Waren tauschen
        [load] einen Balken laden
        [draw] Waren ziehen
        [move] einen Balken versetzen
        [sale] Verkauf auf der { at_junk } Dschunke
        [eight] 8 Yen für die { on_junk } Dschunke
        [twelve] 12 Yen für die { on_junk } und die { other_junk } Dschunke
       *[hidden] eine Sonderkarte
    }

## Was geschieht

shuffles = Die Sonderkarten werden zu vier Stapeln gemischt.
deals = Die Starthände werden ausgeteilt.
gets = { $name } bekommt { $goods }.
shows_merchants = Die Händler werden aufgedeckt: { $places }.
stands_on = { worker } auf der { at_junk } Dschunke
market_card = Die Marktkarte: { $amounts }.
pays_yen = { $n } Yen für { good }
pays_special = eine Sonderkarte für { good }
looks_mixed =
    { $n ->
        [one] { $name } sieht { $n } Karte vom gemischten Stapel an.
       *[other] { $name } sieht { $n } Karten vom gemischten Stapel an.
    }
draws_mixed = { $name } hat vom gemischten Stapel gezogen: { $goods }.
places_bar = { $name } setzt einen Balken von { $owner } auf die { on_junk } Dschunke.
swaps = { $name } legt { $give } zurück und zieht { $take }.
passes = { $name } tauscht keine Waren.
looks = { $name } sieht den Stapel mit dem { pile } durch.
takes = { $name } nimmt vom Stapel mit dem { pile }: { $card }.
uses = { $name } setzt { used_worker } auf der { at_junk } Dschunke ein
plays = { $name } spielt die Zusatzaktion „{ $card }“
plays_on = { $name } spielt die Zusatzaktion „{ $card }“ auf der { at_junk } Dschunke
and_loads =
    { $n ->
        [1] { $action } und lädt einen Balken.
       *[other] { $action } und lädt { $n } Balken.
    }
and_earns = { $action } und nimmt { $n } Yen ein.
and_draws = { $action } und zieht { $goods }.
and_moves = { $action } und versetzt einen Balken von der { at_junk } auf die { other_junk } Dschunke.
and_nothing = { $action } und bekommt nichts.
plays_nothing = { $name } spielt keine Zusatzaktion.
supplies = { $name } zieht Nachschub: { $goods }.
supplies_nothing = { $name } zieht keinen Nachschub.
offers = { $name } hat ein Angebot bereit.
offers_own = { $name } hat ein Angebot bereit: { $goods }.
offers_nothing = { $name } hat ein Angebot bereit: nichts.
takes_yen = { $name } nimmt 3 Yen statt einer Sonderkarte.
shows_specials = { $name } zeigt die letzten Sonderkarten: { $cards }.
earns = { $name } nimmt { $n } Yen ein.
moves_on = { worker } zieht auf die { on_junk } Dschunke.
bar_returned = Für einen Balken ist kein Platz mehr, er geht zurück an { $name }.
ran_out = Der Stapel { good } ist aufgebraucht.
new_mixed = Der gemischte Stapel ist aufgebraucht; ein neuer wird gemischt.
forfeits = { $name } kann niemanden einsetzen und verliert die Aktion.
revealed = Die Angebote: { $offers }.
offered = { $name }: { $goods }
offered_nothing = { $name }: nichts
sells = { $name } verkauft { good } für { $n } Yen.
shares = { $names } teilen sich den Verkauf von { of_good }: je { $n } Yen.
sells_for_special = { $name } verkauft { good } für eine Sonderkarte.
tied = Gleichstand bei { of_good }: { $names } bekommen keine Sonderkarte.
event_specials = Ereignis: Alle nehmen eine Sonderkarte.
event_yen = Ereignis: Die Yen werden gezeigt. { $money }.
has_yen = { $name } hat { $n } Yen
round_ends = Die Runde endet; { $name } ist der nächste Startspieler.
last_round_ends = Die letzte Runde endet.
game_ends = Die Partie ist zu Ende. Boni: { $bonuses }.
bonus_of = { $name }: { $cards } Yen für Sonderkarten und { $junks } für Dschunken

## Was gegen die Regeln gespielt wurde und gilt

goods_cards =
    { $n ->
        [one] eine Warenkarte
       *[other] { $n } Warenkarten
    }
place =
    { $place ->
        [junk] die { on_junk } Dschunke
        [pile] Stapel { pile }
        [piles] die Dschunken
        [mixed] der gemischte Stapel
        [bank] die Kasse
        [stock] die Balken, die nicht geladen sind
        [played] die gespielten Karten
       *[player] { $name }
    }
from_place =
    { $place ->
        [junk] von der { at_junk } Dschunke
        [pile] vom Stapel { pile }
        [piles] von den Dschunken
        [mixed] vom gemischten Stapel
        [bank] aus der Kasse
        [stock] aus dem eigenen Vorrat
        [played] von den gespielten Karten
       *[player] von { $name }
    }
to_place =
    { $place ->
        [junk] auf die { on_junk } Dschunke
        [pile] auf den Stapel { pile }
        [piles] auf die Dschunken
        [mixed] auf den gemischten Stapel
        [bank] in die Kasse
        [stock] in den eigenen Vorrat
        [played] zu den gespielten Karten
       *[player] zu { $name }
    }
put_yen = { $n } Yen kommen { $origin } { $to }.
put_goods = Waren kommen { $origin } { $to }: { $goods }.
put_bars =
    { $n ->
        [one] Ein Balken von { $name } kommt { $origin } { $to }.
       *[other] { $n } Balken von { $name } kommen { $origin } { $to }.
    }
put_used = { worker } gilt als eingesetzt.
put_unused = { worker } gilt als nicht eingesetzt.
put_merchant = { worker } steht auf der { at_junk } Dschunke, nicht auf der { at_other_junk }.
put_special = Eine Sonderkarte kommt { $origin } { $to }: { $card }.
put_turn = { $name } ist an der Reihe.
put_done = Der Zug von { $name } ist vorbei.

## Was anders liegen kann

adjust_turn = Ändere, wer am Zug ist
adjust_done = Der Zug von { $name } ist vorbei
adjust_goods = Lege Waren um
adjust_unknown_goods = Lege Waren um, die niemand gezeigt hat
adjust_yen = Gib Yen weiter
adjust_bars = Lege Balken um
adjust_special = Lege eine Sonderkarte um
adjust_used = Ein Händler oder Gehilfe gilt als eingesetzt
adjust_unused = Ein Händler oder Gehilfe gilt als nicht eingesetzt
adjust_merchant = Versetze einen Händler
question_turn = Wer ist am Zug?
question_whose_bars = Wessen Balken?
question_worker = Welcher?
question_which_goods = Welche Waren?
question_whence = Woher?
question_whither = Wohin?
question_number = Wie viele?

## Was man wählen kann

verb_place_bar = Setze einen Balken
verb_swap = Tausche Waren
verb_pass = Tausche nicht
verb_take_special = Nimm eine Sonderkarte
verb_look = Sieh einen Stapel durch
verb_done = Keine Zusatzaktion
verb_supply = Ziehe Nachschub
verb_supply_nothing = Weiter, nichts zu ziehen
verb_offer = Biete Waren an
verb_take_yen = Nimm stattdessen 3 Yen
verb_show_specials = Zeige die Sonderkarten
verb_deal = Teile die Starthände aus
verb_show_merchants = Decke die Händler auf
verb_turn_market = Decke die Marktkarte auf
use_load = Lade { with_worker }
use_sell = Verkaufe { with_worker }
use_draw = Ziehe { with_worker }
group_use = Spiele eine eigene Aktion
group_play_special = Spiele eine Zusatzaktion
question_junk = Auf welcher Dschunke?
question_bar = Wessen Balken?
question_give = Welche Waren gehen zurück?
question_take = Welche Waren werden gezogen?
question_pile = Von welchem Stapel?
question_card = Welche Karte?
question_goods = Welche Waren werden gezogen?
question_offer = Welche Waren werden angeboten?
question_from = Von welcher Dschunke?
question_to = Auf welche Dschunke?
question_cards = Welche Karten sind es?
question_hand = Was bekommt { $name }?
question_merchant = Wo steht { worker }?
question_market = Welche Marktkarte?
question_amount = Wie viel für { good }?
more_goods = mehr Warenkarten auf der Hand

## Phasen

phase_set_up = Die Vorbereitung
phase_market = Der Markt
phase_act = Die Aktionen
phase_supply = Der Nachschub
phase_offer = Der Verkauf

## Optionen

option_setup = Erste Balken auf den Dschunken
option_setup_standard = Keine, wie üblich
option_setup_fixed = Auf festen Plätzen
option_setup_left_neighbour = Vom linken Nachbarn gesetzt
option_setup_free = Von allen anderen gesetzt
option_opening_hands = Erste Karten auf der Hand
option_opening_hands_chosen = Gewählt, gemischt und ausgeteilt
option_opening_hands_by_kind = Von jeder Ware gleich viele
option_wandering_merchants = Händler
option_wandering_merchants_false = Bleiben, wo sie sind
option_wandering_merchants_true = Wandern, wie zu zweit
option_dealing_secret = Eure eigenen Karten, Hände geheim: Eine Karte wird aufgezeichnet, wenn sie gezeigt wird.
option_dealing_open = Eure eigenen Karten, erste Hände aufgezeichnet: Wer aufzeichnet, gibt sie ein.
option_dealing_server = Ohne Karten: Der Server mischt und teilt aus, und alle haben ein Telefon.

## Statistik

figure_yen_from_goods = Yen aus Waren
figure_yen_from_crates = Yen aus Kisten
figure_yen_for_prizes = Yen statt Karten
figure_yen_from_cards = Yen aus Sonderkarten
figure_yen_from_junks = Yen aus Dschunken
figure_kinds_offered = Angebotene Warensorten
figure_offers_won = Gewonnene Angebote
figure_bluffs = Bluffs
figure_special_cards = Genommene Sonderkarten
figure_crates_loaded = Geladene Kisten
figure_goods_drawn = Gezogene Waren

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Welche war die unbekannte Karte von { $name }?
       *[other] Welche waren unter den { $n } unbekannten Karten von { $name }?
    }
unknown_goods = { $name }: Warenkarten
unknown_specials = { $name }: Sonderkarten
