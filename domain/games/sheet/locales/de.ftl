# Der Punktezettel

title = Punktezettel
credits = jedes Spiel

## Was geschieht

points_row = Punkte
row_of_round = { $row } in Durchgang { $round }
writes = { $name } hat { $value } für { $where }.
writes_instead = { $name } hat { $value } für { $where }, anstelle von { $before }.
clears = { $name } hat nichts für { $where }.
broken_off = Das Spiel ist abgebrochen.
all_lost = Das Spiel ist aus: Alle haben verloren.
winners_named =
    { $n ->
        [one] Das Spiel ist aus: { $winners } hat gewonnen.
       *[other] Das Spiel ist aus: { $winners } haben gewonnen.
    }
places_named = Das Spiel ist aus: { $places }.
closed = Das Spiel ist aus.

## Was man wählen kann

verb_score = Trage Punkte ein
group_end = Schließe den Zettel ab
verb_end = Das Spiel ist aus
verb_lost = Alle haben verloren
verb_ranks = Gib alle Plätze an
verb_unfinished = Abgebrochen
question_round = Welcher Durchgang?
question_row = Wofür?
question_value = Wie viel?
question_winners = Wer hat gewonnen?
question_place = Welchen Platz hat { $name }?
named_by_the_table = das Wort der Spieler

## Optionen

option_title = Welches Spiel ist es?
option_winning = Wer gewinnt
option_winning_highest = Die meisten Punkte gewinnen.
option_winning_lowest = Die wenigsten Punkte gewinnen.
option_winning_told = Punkte entscheiden nicht: Die Spieler sagen, wer gewonnen hat.
option_winning_cooperative = Alle spielen zusammen und gewinnen oder verlieren.
option_rows = Wofür Punkte notiert werden
option_rows_help = Jede für sich in einer Zeile; leer, wenn es nur Punkte gibt. Was mit einem Minus beginnt, wird abgezogen; was in Klammern steht, zählt nicht.
option_rounds = Wie oft es jede Zeile gibt
option_rounds_help = Durchgänge; leer für einen.
option_variant = Variante oder Spielplan
option_expansions = Erweiterungen
option_expansions_help = Je Zeile eine.
option_minutes = Wie viele Minuten es gedauert hat
option_teams = Team
option_roles = Rolle oder Farbe
option_new = spielt es zum ersten Mal

## Statistik

figure_entries = Einträge
figure_unreadable = Einträge, die keine Zahlen sind
