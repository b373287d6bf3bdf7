# Was alle Spiele ablehnen. Der Schlüssel ist der englische Satz, mit _ zwischen den Wörtern.

seat_n = Platz { $n }
that_belongs_to_the_phase_wanted_but_the_table_is_in_now = Das geht jetzt nicht: Der Tisch ist in einer anderen Phase.
it_is_the_turn_of_other_not_of_seat = Am Zug ist { $other }, nicht { $seat }.
the_game_has_ended = Die Partie ist zu Ende.
there_is_no_seat_n = Es gibt keinen Platz { $n }.
the_match_has_wanted_seats_not_n = Die Partie hat { $wanted } Plätze, nicht { $n }.
the_same_player_sits_in_two_seats = Dieselbe Person sitzt auf zwei Plätzen.
what_happened_at_step_n_would_have_come_out_otherwise = Was bei Schritt { $n } geschah, wäre anders ausgegangen.
