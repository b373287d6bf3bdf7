# Il foglio dei punti

## Che cosa succede

points_row = punti
row_of_round = { $row } nel giro { $round }
writes = { $name }: { $value } per { $where }.
writes_instead = { $name }: { $value } per { $where }, invece di { $before }.
clears = { $name }: niente per { $where }.
broken_off = La partita è interrotta.
all_lost = La partita è finita: hanno perso tutti.
winners_named =
    { $n ->
        [one] La partita è finita: vince { $winners }.
       *[other] La partita è finita: vincono { $winners }.
    }
places_named = La partita è finita: { $places }.
closed = La partita è finita.

## Che cosa si può scegliere

verb_score = Scrivere punti
verb_end = Chiudere il foglio
verb_lost = Chiuderlo: hanno perso tutti
verb_ranks = Chiuderlo: il posto di ognuno
verb_unfinished = Chiuderlo: partita interrotta
question_round = Quale giro?
question_row = Per che cosa?
question_value = Quanti?
question_winners = Chi ha vinto?
question_place = Che posto ha { $name }?
named_by_the_table = indicato dai giocatori

## Opzioni

option_title = Che gioco è?
option_winning = Chi vince
option_winning_highest = Vince chi ha più punti.
option_winning_lowest = Vince chi ha meno punti.
option_winning_told = I punti non decidono: i giocatori dicono chi ha vinto.
option_winning_cooperative = Si gioca insieme, e si vince o si perde tutti.

## Statistiche

figure_entries = Punteggi scritti
figure_unreadable = Punteggi che non sono numeri
