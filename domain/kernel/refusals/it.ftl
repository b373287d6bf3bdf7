# Che cosa rifiutano tutti i giochi. La chiave è la frase inglese, con _ fra le parole.

seat_n = posto { $n }
that_belongs_to_the_phase_wanted_but_the_table_is_in_now = Adesso non si può: il tavolo è in un’altra fase.
it_is_the_turn_of_other_not_of_seat =
    Tocca { INITIAL($other) ->
        [a] ad
       *[other] a
    } { $other }, non { INITIAL($seat) ->
        [a] ad
       *[other] a
    } { $seat }.
the_game_has_ended = La partita è finita.
there_is_no_seat_n = Non c’è nessun posto { $n }.
the_match_has_wanted_seats_not_n = La partita ha { $wanted } posti, non { $n }.
the_same_player_sits_in_two_seats = La stessa persona siede in due posti.
what_happened_at_step_n_would_have_come_out_otherwise = Ciò che è successo al passo { $n } sarebbe andato in un altro modo.
