othello_is_played_by_two = Othello spielt man zu zweit.
neither_player_can_place_a_disc_the_game_has_ended = Niemand kann mehr setzen: Das Spiel ist zu Ende.
it_is_the_turn_of_seat = { $seat } ist an der Reihe.
the_board_has_no_square_square = Das Brett hat kein Feld { $square }.
on_square_no_row_is_outflanked = Auf { $square } wird keine Reihe eingeschlossen.
