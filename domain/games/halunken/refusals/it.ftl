# Che cosa rifiuta Halunken und Spelunken. La chiave è la frase inglese, con _ fra le parole.

halunken_und_spelunken_is_for_2_to_4_players_not_n = Halunken und Spelunken si gioca in 2, 3 o 4, non in { $n }.
the_mode_mode_isnt_for_n_players = In { $n } non si gioca in questo modo.

## I furfanti da scoprire

the_top_rogue_has_to_be_looked_at_first_at_tavern_taverns = Prima si scopre il furfante in cima: taverna { $taverns }.
no_rogue_waits_to_be_looked_at = Non c’è nessun furfante da scoprire.
at_least_one_rogue_has_to_be_named = Bisogna indicare almeno un furfante.
no_rogue_of_tavern_tavern_waits_to_be_looked_at = Alla taverna { $tavern } non c’è nessun furfante da scoprire.
rogue_lies_elsewhere_already = { $rogue } è già altrove.
there_is_no_free_space_before_a_tavern_tavern = Davanti alla taverna { $tavern } non c’è uno spazio libero.

## L’asta

rogue_isnt_in_the_crew_of_seat = { $rogue } non è nell’equipaggio di { $seat }.
rogue_isnt_worth_more_than_bid_which_stands = L’offerta in corso è { $bid }: { $rogue } non vale di più.

## Le carte movimento

seat_has_no_card_to_choose = { $seat } non deve scegliere nessuna carta.
seat_has_already_played_the_card_card = { $seat } ha già giocato la carta { $card }.
seat_picks_no_card_for_black_jack = { $seat } non sceglie nessuna carta per Black Jack.
seat_controls_black_jack_and_picks_a_card_for_him_too =
    { $seat } controlla Black Jack e sceglie una carta anche per lui.
black_jacks_card_card_has_already_been_used = La carta { $card } di Black Jack è già stata usata.
black_jacks_cards_left_are_cards = Le carte rimaste di Black Jack: { $cards }.
a_card_of_this_round_shows_n_or_no_card_can = Il { $n } è già su un’altra carta di questo turno, oppure non esiste.

## I furti

seat_cant_take_a_rogue_from_the_crew_of_other =
    { $seat } non può prendere un furfante dall’equipaggio di { $other }.
seat_cant_take_a_rogue_from_the_harbour = { $seat } non può prendere un furfante dal porto.
rogue_isnt_in_the_harbour = { $rogue } non è nel porto.
