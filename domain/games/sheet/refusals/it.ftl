# Che cosa il foglio rifiuta. La chiave è la frase inglese, con _ tra le parole.

a_sheet_is_for_1_to_16_players_not_n = Un foglio è per 1–16 giocatori, non per { $n }.
two_rows_have_the_same_key = Due righe hanno la stessa chiave.
a_sheet_has_one_row_at_least_and_2000_cells_at_most = Un foglio ha almeno una riga e al massimo 2000 caselle.
there_has_to_be_one_for_each_player_or_none_at_all = Ne serve uno per ogni giocatore, o nessuno.
nobody_sits_in_one_of_these_seats = In uno di questi posti non siede nessuno.
nobody_sits_in_this_seat = In questo posto non siede nessuno.
the_sheet_is_closed = Il foglio è chiuso.
the_sheet_has_no_such_row = Il foglio non ha questa riga.
the_sheet_has_no_rounds = Il foglio non ha turni.
say_which_of_the_n_rounds_it_is = Bisogna dire quale dei { $n } turni è.
who_sits_in_the_first_seat_closes_the_sheet = Chi siede al primo posto chiude il foglio.
only_one_of_these_can_be_winners_places_lost_or_unfinished =
    Può valere una cosa sola: vincitori, posizioni, sconfitta o partita interrotta.
who_plays_together_has_won_or_lost_say_which = Chi gioca insieme ha vinto o perso: bisogna dirlo.
there_is_a_place_for_each_player = Serve una posizione per ogni giocatore.
there_are_no_more_places_than_players = Non ci sono più posizioni che giocatori.
winners_sit_at_the_table_and_each_is_named_once = Chi vince siede al tavolo ed è indicato una volta sola.
