# Che cosa rifiuta Dschunke. La chiave è la frase inglese, con _ fra le parole.

## La preparazione

dschunke_is_for_2_to_4_players_not_n = Dschunke si gioca in 2, 3 o 4, non in { $n }.
two_players_play_fixed_or_free_not_setup = In due la preparazione è fissa o libera.
the_set_up_fixed_is_for_two_players = La preparazione fissa è per due giocatori.
in_the_set_up_setup_the_merchants_places_arent_an_option =
    Con questa preparazione i posti dei mercanti non si possono indicare.
in_the_set_up_setup_the_cargo_isnt_an_option = Con questa preparazione il carico iniziale non si può indicare.
each_merchant_stands_on_a_different_junk = Ogni mercante sta su una giunca diversa.
seat_has_only_n_bars = { $seat } ha soltanto { $n } barre.
a_pool_is_put_together_for_chosen_opening_hands_only =
    Le risorse si mettono insieme solo quando le mani iniziali sono scelte dai giocatori.
with_open_dealing_the_hands_tell_what_was_put_together =
    Se si distribuisce scoperto, sono le mani a dire che cosa è stato messo insieme.
there_are_most_cards_of_each_good_not_n = Di ogni risorsa ci sono { $most } carte, non { $n }.
the_players_put_wanted_cards_together_not_n = I giocatori mettono insieme { $wanted } carte, non { $n }.
the_order_names_each_of_the_five_junks_once = L’ordine nomina ognuna delle cinque giunche una volta.
a_track_has_wanted_spaces_not_n = Una riga ha { $wanted } caselle, non { $n }.
the_amount_of_a_space_is_from_1_to_most_not_n = La quantità di una casella va da 1 a { $most }, non { $n }.
there_are_wanted_market_cards_not_n = Le carte mercato sono { $wanted }, non { $n }.
an_amount_is_from_1_to_most_not_n = Una somma va da 1 a { $most }, non { $n }.
a_market_card_has_exactly_one_s_not_n = Una carta mercato ha esattamente una S, non { $n }.
there_are_five_cards_with_a_pair_of_junks_not_n = Le carte con due giunche sono cinque, non { $n }.
the_two_junks_of_a_pair_are_different = Le due giunche di una carta sono diverse.
the_five_pairs_are_different = Le cinque coppie sono tutte diverse.
the_opening_hands_have_wanted_cards_not_dealt = Le mani iniziali hanno { $wanted } carte, non { $dealt }.
n_cards_of_good_are_dealt_but_there_are_only_left =
    Si distribuiscono { $n } carte di «{ $good }», ma ce ne sono soltanto { $left }.
the_piles_have_sizes_cards = I mazzi hanno { $sizes } carte.
the_piles_together_are_the_30_special_cards = I mazzi insieme sono le 30 carte speciali.
seat_has_no_bar_of_other_to_place = { $seat } non ha barre di { $other } da piazzare.
the_junk_junk_takes_no_more_bars_of_seat_now = La giunca { $junk } ora non prende altre barre di { $seat }.

## Mercato e scambi

no_such_card_is_left_in_the_market_deck = Nel mazzo mercato non resta una carta così.
one_or_two_goods_are_put_back_and_as_many_are_drawn = Si rimettono una o due risorse e se ne pescano altrettante.
seat_cant_have_goods_in_hand = { $seat } non può avere { $goods } in mano.
the_junks_piles_cant_give_goods = I mazzi delle giunche non possono dare: { $goods }.

## Azioni

worker_cant_act_on_the_junk_junk_it_stands_elsewhere =
    { $worker } non può agire sulla giunca { $junk }: sta altrove.
worker_cant_act_on_the_junk_junk_it_acts_where_no_merchant_stands =
    { $worker } non può agire sulla giunca { $junk }: agisce dove non sta nessun mercante.
worker_draws_no_goods_now = { $worker } adesso non pesca risorse.
worker_doesnt_act_in_a_match_of_n = { $worker } non agisce quando si gioca in { $n }.
worker_was_used_in_this_round = { $worker } è già stato usato in questo turno.
worker_isnt_put_on_another_junk_after_its_action = { $worker } dopo l’azione non passa su un’altra giunca.
it_has_to_be_told_where_worker_is_put = Manca la giunca su cui va { $worker }.
a_merchant_stands_on_the_junk_junk = Sulla giunca { $junk } sta un mercante.
seat_has_no_bars_left_to_load = { $seat } non ha più barre da caricare.
the_piles_dont_give_goods_for_this_draw = Per questa pescata i mazzi non danno: { $goods }.
more_than_one_draw_is_possible_the_goods_have_to_be_named =
    È possibile più di una pescata: bisogna indicare le risorse.
seat_draws_up_to_most_goods_not_n = { $seat } pesca al massimo { $most } risorse, non { $n }.
the_piles_cant_give_goods = I mazzi non possono dare: { $goods }.
no_cards_of_the_mixed_pile_are_to_be_told = Non c’è nessuna carta del mazzo misto da indicare.
wanted_cards_are_to_be_told_not_n = Le carte da indicare sono { $wanted }, non { $n }.
the_mixed_pile_didnt_hold_goods = Nel mazzo misto non c’erano: { $goods }.
the_cards_drawn_from_the_mixed_pile_have_to_be_told_first =
    Prima vanno indicate le carte pescate dal mazzo misto.

## Offerte

no_offer_of_seat_is_awaited = Non si aspetta nessuna offerta di { $seat }.

## Carte speciali

no_card_can_be_taken_from_the_pile_pile = Dal mazzo { $pile } non si può prendere nessuna carta.
the_card_has_to_be_taken_from_the_pile_pile = La carta va presa dal mazzo { $pile }.
it_has_to_be_told_which_card_is_taken = Manca la carta che si prende.
the_pile_has_to_be_looked_through_first = Prima si guarda il mazzo.
there_cant_be_a_card_card_in_the_pile_pile = Nel mazzo { $pile } non può esserci la carta «{ $card }».
only_in_the_last_round_yen_can_be_taken_instead = Solo nell’ultimo turno si possono prendere invece gli yen.
that_has_to_be_decided_before_looking_through_a_pile = Va deciso prima di guardare un mazzo.
seat_has_played_an_extra_action_in_this_round = { $seat } ha già giocato un’azione aggiuntiva in questo turno.
seat_cant_have_an_extra_action_card = { $seat } non può avere l’azione aggiuntiva «{ $card }».
seat_has_no_bar_left_to_load = { $seat } non ha più barre da caricare.
seat_has_no_bar_in_the_top_layer_of_the_junk_junk =
    { $seat } non ha barre nello strato superiore della giunca { $junk }.
a_bar_is_moved_to_another_junk = Una barra si sposta su un’altra giunca.
the_card_card_is_played_with_name =
    Per giocare la carta «{ $card }» manca { $name ->
        [from] la giunca di partenza
        [to] la giunca d’arrivo
       *[junk] la giunca
    }.
the_card_card_is_played_without_name =
    Per giocare la carta «{ $card }» non si indica { $name ->
        [from] la giunca di partenza
        [to] la giunca d’arrivo
       *[junk] la giunca
    }.
the_card_card_draws_no_goods = Con la carta «{ $card }» non si pescano risorse.
all_special_cards_of_seat_are_known = Le carte speciali di { $seat } sono tutte note.
the_n_unknown_cards_cant_be_cards = Le { $n } carte ignote non possono essere: { $cards }.

## Le carte riconosciute più tardi

the_hand_of_seat_has_cards_goods_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Nella mano di { $seat } le risorse ignote sono { $unknown }, su { $cards } in tutto: tutto questo non ci sta.
seat_cant_have_goods_in_hand_too_many_are_elsewhere =
    { $seat } non può avere { $goods } in mano. Troppe sono altrove.
seat_has_n_unknown_special_cards_they_cant_be_cards =
    { $seat } ha { $n } carte speciali ignote: non possono essere { $cards }.
seat_cant_have_n_more_of_the_special_card_card = { $seat } non può avere altre { $n } carte «{ $card }».

## Che cosa non può stare altrove

the_opening_hands_are_dealt_first = Prima si distribuiscono le mani iniziali.
the_yen_would_stay_where_they_are = Gli yen sono già lì.
seat_has_only_n_yen = Gli yen di { $seat } sono solo { $n }.
the_bars_would_stay_where_they_are = Le barre sono già lì.
seat_has_n_bars_that_arent_loaded = Barre non caricate di { $seat }: { $n }.
seat_has_n_bars_on_the_junk_junk = Barre di { $seat } sulla giunca { $junk }: { $n }.
nobody_is_used_before_the_first_round = Prima del primo turno non si usa nessuno.
worker_wasnt_used_in_this_round = In questo turno non è stato usato { $worker }.
the_merchants_arent_shown_yet = I mercanti non sono ancora scoperti.
worker_doesnt_stand_on_the_junk_junk = Sulla giunca { $junk } non c’è { $worker }.
worker_would_stay_on_the_junk_junk = Sulla giunca { $junk } c’è già { $worker }.
it_is_the_turn_of_seat_already =
    Tocca già { INITIAL($seat) ->
        [a] ad
       *[other] a
    } { $seat }.
it_cant_be_the_turn_of_seat_now =
    Adesso non può toccare { INITIAL($seat) ->
        [a] ad
       *[other] a
    } { $seat }.
seat_looks_through_a_pile = { $seat } esamina un mazzo.
seat_isnt_asked_for_anything_now = Adesso { $seat } non ha niente da fare.
the_goods_would_stay_where_they_are = Le risorse sono già lì.
all_goods_in_hands_are_known_in_this_match_they_have_to_be_named =
    In questa partita tutte le risorse in mano sono note: bisogna indicarle.
the_junks_piles_lie_open_their_goods_have_to_be_named =
    I mazzi delle giunche sono scoperti: le risorse vanno indicate.
no_goods_can_go_to_the_mixed_pile_or_come_from_it_in_this_match =
    In questa partita nessuna risorsa va al mazzo misto o ne viene.
n_cards_lie_in_the_mixed_pile_and_nobody_knows_which_until_they_are_drawn =
    Le carte nel mazzo misto sono { $n }, e nessuno sa quali prima che siano pescate.
the_offer_of_seat_lies_face_down_and_couldnt_be_what_it_is =
    L’offerta di { $seat } è coperta, e così non potrebbe essere quella che è.
the_special_card_would_stay_where_it_is = La carta speciale è già lì.
special_cards_that_were_played_lie_open_they_have_to_be_named = Le carte speciali giocate sono scoperte: vanno indicate.
seat_cant_have_the_special_card_card = { $seat } non può avere la carta speciale { $card }.
the_special_card_card_wasnt_played = Non è stata giocata la carta { $card }.
there_arent_so_many_special_cards_that_nobody_has_seen = Di carte speciali mai viste non ce ne sono così tante.
all_special_cards_are_known_in_this_match_they_have_to_be_named =
    In questa partita tutte le carte speciali sono note: bisogna indicarle.
nothing_would_be_otherwise = Niente sarebbe diverso.
