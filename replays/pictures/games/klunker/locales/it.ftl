# Figure: Klunker

## Che cosa succede

now_deal = si distribuiscono le carte
now_stock = fase 1, si allestiscono le vetrine
now_store = fase 2, si mettono gioielli in cassaforte
now_buy = fase 3, si compra dalle vetrine
now_sell = fase 3, prima va venduta una serie completa
now_finished = la fine

## Sul tavolo

set_up = Preparazione: { $phase }
situation = Turno { $n }: { $phase }
hand = Mano
showcase = Vetrina
safe = Cassaforte
banknotes = banconote
nothing = vuota
start = inizia
notes =
    { $n ->
        [one] { $n } banconota
       *[other] { $n } banconote
    }
middle = Al centro del tavolo
deck = Mazzo
buying = Carte acquisto
gone = Fuori gioco
legend = Gioielli
deck_told =
    { $n ->
        [one] Nel mazzo resta { $n } carta.
       *[other] Nel mazzo restano { $n } carte.
    }
gone_told = Fuori gioco: { $jewels }.
seat_told = { $name }: { $notes }; mano: { $hand }; vetrina: { $showcase }; cassaforte: { $safe }.
start_told = { $name } ha la carta di giocatore iniziale.
buys_told = { $name } ha la carta acquisto { $n }.
buys_nth = compra { $n }°
