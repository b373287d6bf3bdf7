# Wörter in den Antworten der API.

## Von wem die Rede ist

the_table = Der Tisch
you = du
somebody = Kommentator

## Rekorde

record_highest_score = Höchste Punktzahl
record_lowest_score = Niedrigste Punktzahl
record_highest_winning_score = Höchste Punktzahl bei einem Sieg
record_lowest_winning_score = Niedrigste Punktzahl bei einem Sieg
record_biggest_margin = Größter Vorsprung bei einem Sieg
record_smallest_margin = Kleinster Vorsprung bei einem Sieg
record_most_steps = Partie mit den meisten Schritten
record_fewest_steps = Partie mit den wenigsten Schritten
record_longest = Längste Partie
record_shortest = Kürzeste Partie
record_most_of_figure = { $figure }: Höchstwert in einer Partie
