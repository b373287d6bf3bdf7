othello_is_played_by_two = A Othello si gioca in due.
neither_player_can_place_a_disc_the_game_has_ended = Nessuno può mettere pedine: la partita è finita.
it_is_the_turn_of_seat = È il turno di { $seat }.
the_board_has_no_square_square = Il tavoliere non ha la casella { $square }.
on_square_no_row_is_outflanked = Da { $square } non si chiude nessuna fila.
