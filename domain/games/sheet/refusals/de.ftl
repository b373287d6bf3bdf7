# Was der Zettel ablehnt. Der Schlüssel ist der englische Satz, mit _ zwischen den Wörtern.

a_sheet_is_for_1_to_16_players_not_n = Ein Zettel ist für 1 bis 16 Spieler, nicht für { $n }.
two_rows_have_the_same_key = Zwei Zeilen haben denselben Schlüssel.
a_sheet_has_one_row_at_least_and_2000_cells_at_most = Ein Zettel hat mindestens eine Zeile und höchstens 2000 Felder.
there_has_to_be_one_for_each_player_or_none_at_all = Es muss für jeden Spieler eine Angabe geben oder gar keine.
nobody_sits_in_one_of_these_seats = Auf einem dieser Plätze sitzt niemand.
nobody_sits_in_this_seat = Auf diesem Platz sitzt niemand.
the_sheet_is_closed = Der Zettel ist abgeschlossen.
the_sheet_has_no_such_row = Der Zettel hat keine solche Zeile.
the_sheet_has_no_rounds = Der Zettel hat keine Runden.
say_which_of_the_n_rounds_it_is = Es fehlt, welche der { $n } Runden es ist.
who_sits_in_the_first_seat_closes_the_sheet = Den Zettel schließt ab, wer auf dem ersten Platz sitzt.
only_one_of_these_can_be_winners_places_lost_or_unfinished =
    Nur eines davon ist möglich: Sieger, Plätze, Niederlage oder Abbruch.
who_plays_together_has_won_or_lost_say_which = Wer zusammen spielt, hat gewonnen oder verloren: Das ist zu sagen.
there_is_a_place_for_each_player = Es braucht einen Platz für jeden Spieler.
there_are_no_more_places_than_players = Es gibt nicht mehr Plätze als Spieler.
winners_sit_at_the_table_and_each_is_named_once = Sieger sitzen am Tisch, und jeder wird einmal genannt.
