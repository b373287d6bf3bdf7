# Der Punktezettel

title = Punktezettel
credits = jedes Spiel

## Was geschieht

points_row = Punkte
row_of_round = { $row } in Runde { $round }
writes = { $name }: { $value } unter { $where }.
writes_instead = { $name }: { $value } unter { $where }, anstelle von { $before }.
clears = { $name }: nichts unter { $where }.
broken_off = Die Partie ist abgebrochen.
all_lost = Die Partie ist zu Ende: Alle haben verloren.
winners_named =
    { $n ->
        [one] Die Partie ist zu Ende: { $winners } hat gewonnen.
       *[other] Die Partie ist zu Ende: { $winners } haben gewonnen.
    }
places_named = Die Partie ist zu Ende: { $places }.
closed = Die Partie ist zu Ende.

## Was man wählen kann

verb_score = Trage Punkte ein
group_end = Schließe den Zettel ab
verb_end = Die Partie ist zu Ende
verb_lost = Alle haben verloren
verb_ranks = Gib alle Plätze an
verb_unfinished = Abgebrochen
question_round = Welche Runde?
question_row = Für welche Zeile?
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
option_rows = Zeilen des Zettels
option_rows_help = Je Zeile eine Angabe; leer, wenn es nur Punkte gibt. Was mit einem Minus beginnt, wird abgezogen; was in Klammern steht, zählt nicht.
option_rounds = Zahl der Runden
option_rounds_help = Jede Zeile gibt es einmal je Runde; leer für eine Runde.
option_variant = Variante oder Spielplan
option_expansions = Erweiterungen
option_expansions_help = Je Zeile eine.
option_minutes = Wie viele Minuten es gedauert hat
option_teams = Team
option_roles = Rolle oder Farbe
option_new = Spielt es zum ersten Mal

## Statistik

figure_entries = Einträge
figure_unreadable = Einträge, die keine Zahlen sind
