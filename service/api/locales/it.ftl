# Parole nelle risposte dell’API.

## Di chi si parla

the_table = Il tavolo
you = tu
somebody = Commentatore

## Primati

record_highest_score = Punteggio più alto
record_lowest_score = Punteggio più basso
record_highest_winning_score = Punteggio vincente più alto
record_lowest_winning_score = Punteggio vincente più basso
record_biggest_margin = Distacco più grande di chi ha vinto
record_smallest_margin = Distacco più piccolo di chi ha vinto
record_most_steps = Partita con più passi
record_fewest_steps = Partita con meno passi
record_longest = Partita più lunga
record_shortest = Partita più breve
record_most_of_figure = { $figure }: il massimo in una partita
