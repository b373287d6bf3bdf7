# Bilder: Klunker

## Was gerade geschieht

now_deal = Karten werden ausgeteilt
now_stock = Phase 1, die Schaufenster werden gefüllt
now_store = Phase 2, Schmuck kommt in die Tresore
now_buy = Phase 3, aus Schaufenstern wird gekauft
now_sell = Phase 3, erst ist ein ganzer Satz zu verkaufen
now_finished = das Ende

## Auf dem Tisch

set_up = Vorbereitung: { $phase }
situation = Runde { $n }: { $phase }
hand = Hand
showcase = Schaufenster
safe = Tresor
banknotes = Geldscheine
nothing = leer
start = beginnt
notes =
    { $n ->
        [one] { $n } Geldschein
       *[other] { $n } Geldscheine
    }
middle = In der Mitte
deck = Stapel
buying = Kaufkarten
gone = Aus dem Spiel
legend = Schmuck
deck_told =
    { $n ->
        [one] Im Stapel ist noch { $n } Karte.
       *[other] Im Stapel sind noch { $n } Karten.
    }
gone_told = Aus dem Spiel: { $jewels }.
seat_told = { $name }: { $notes }; Hand: { $hand }; Schaufenster: { $showcase }; Tresor: { $safe }.
start_told = { $name } hat die Startspielerkarte.
buys_told = { $name } hat Kaufkarte { $n }.
buys_nth = kauft als { $n }.
