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

## Che cosa non può stare altrove

rogue_doesnt_lie_open_at_tavern_tavern = { $rogue } non è scoperto alla taverna { $tavern }.
rogue_would_stay_where_it_is = { $rogue } è già lì.
rogue_is_the_standing_bid_of_seat = { $rogue } è l’offerta in corso di { $seat }.
rogue_lies_open_at_tavern_tavern_already = Alla taverna { $tavern } è già scoperto { $rogue }.
before_the_first_round_seat_has_n_rogues = Prima del primo turno i furfanti di { $seat } sono { $n }.
the_captain_of_seat_doesnt_stand_before_tavern_tavern =
    Il capitano di { $seat } non sta davanti alla taverna { $tavern }.
black_jack_doesnt_stand_before_tavern_tavern = Black Jack non sta davanti alla taverna { $tavern }.
the_piece_would_stay_before_tavern_tavern = La pedina sta già davanti alla taverna { $tavern }.
a_space_holds_one_piece_only_and_these_havent_just_met =
    In uno spazio sta una sola pedina, e queste non si sono appena incontrate.
black_jack_goes_on_to_a_space_where_nobody_stands = Black Jack prosegue fino a uno spazio libero.
seat_has_picked_a_card_which_is_shown_first = { $seat } ha scelto una carta: prima la si scopre.
seat_hasnt_played_the_card_card = { $seat } non ha giocato la carta { $card }.
a_card_was_picked_for_black_jack_which_is_shown_first = Per Black Jack si è scelta una carta: prima la si scopre.
black_jacks_card_card_hasnt_been_used = La carta { $card } di Black Jack non è stata usata.
the_card_card_was_shown_in_this_round_and_counts = La carta { $card } è scoperta in questo turno, e conta.
seat_needs_n_more_cards_to_play =
    { INITIAL($seat) ->
        [a] Ad
       *[other] A
    } { $seat } servono ancora queste carte: { $n }.
black_jack_needs_n_more_cards = A Black Jack servono ancora queste carte: { $n }.
it_is_the_turn_of_seat_already =
    Tocca già { INITIAL($seat) ->
        [a] ad
       *[other] a
    } { $seat }.
it_cant_be_the_turn_of_that_piece_now = Adesso non può toccare a quella pedina.
nothing_would_be_otherwise = Niente sarebbe diverso.
