# Il foglio segnapunti

title = Foglio segnapunti
credits = qualsiasi gioco

## Che cosa succede

points_row = Punti
row_of_round = { $row } nel turno { $round }
writes = { $name }: { $value } alla voce { $where }.
writes_instead = { $name }: { $value } alla voce { $where }, invece di { $before }.
clears = { $name }: niente alla voce { $where }.
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

verb_score = Scrivi i punti
group_end = Chiudi il foglio
verb_end = La partita è finita
verb_lost = Hanno perso tutti
verb_ranks = Indica tutte le posizioni
verb_unfinished = Partita interrotta
question_round = Quale turno?
question_row = Per quale riga?
question_value = Quanti?
question_winners = Chi ha vinto?
question_place = In quale posizione è { $name }?
named_by_the_table = chi è indicato dai giocatori

## Opzioni

option_title = Che gioco è?
option_winning = Chi vince
option_winning_highest = Vince chi ha più punti.
option_winning_lowest = Vince chi ha meno punti.
option_winning_told = I punti non decidono: i giocatori dicono chi ha vinto.
option_winning_cooperative = Si gioca insieme, e si vince o si perde tutti.
option_rows = Righe del foglio
option_rows_help = Una voce per riga; niente se ci sono solo punti. Ciò che comincia con un meno si sottrae, ciò che sta tra parentesi non conta.
option_rounds = Numero di turni
option_rounds_help = Ogni riga c’è una volta per turno; vuoto se il turno è uno solo.
option_variant = Variante o mappa
option_expansions = Espansioni
option_expansions_help = Una per riga.
option_minutes = Quanti minuti è durata
option_teams = Squadra
option_roles = Ruolo o colore
option_new = Gioca per la prima volta

## Statistiche

figure_entries = Punteggi scritti
figure_unreadable = Punteggi che non sono numeri
