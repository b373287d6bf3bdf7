# Der Punktezettel

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

verb_score = Punkte eintragen
verb_end = Den Zettel abschließen
verb_lost = Abschließen: Alle haben verloren
verb_ranks = Abschließen: der Platz von jedem
verb_unfinished = Abschließen: abgebrochen
question_round = Welcher Durchgang?
question_row = Wofür?
question_value = Wie viel?
question_winners = Wer hat gewonnen?
question_place = Welchen Platz hat { $name }?
named_by_the_table = von den Spielern genannt

## Optionen

option_title = Welches Spiel ist es?
option_winning = Wer gewinnt
option_winning_highest = Die meisten Punkte gewinnen.
option_winning_lowest = Die wenigsten Punkte gewinnen.
option_winning_told = Punkte entscheiden nicht: Die Spieler sagen, wer gewonnen hat.
option_winning_cooperative = Alle spielen zusammen und gewinnen oder verlieren.

## Statistik

figure_entries = Einträge
figure_unreadable = Einträge, die keine Zahlen sind
