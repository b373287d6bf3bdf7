# Che cosa rifiuta Klunker. La chiave è la frase inglese, con _ fra le parole.

klunker_is_for_3_to_5_players_not_n = Klunker si gioca in 3, 4 o 5, non in { $n }.

## La distribuzione

the_hands_take_wanted_cards_but_dealt_are_dealt = Alle mani servono { $wanted } carte, ma ne sono state date { $dealt }.
n_cards_of_jewel_are_dealt_but_only_left_are_not_yet_accounted_for =
    Si distribuiscono { $n } carte «{ $jewel }», ma non ne restano che { $left }.

## Le mosse

the_showcase_of_seat_is_empty_at_least_one_card_must_be_placed =
    La vetrina di { $seat } è vuota: bisogna metterci almeno una carta.
seat_cant_have_jewels_in_hand = { $seat } non può avere { $jewels } in mano.
the_safe_of_seat_doesnt_hold_four_cards_of_jewel =
    Nella cassaforte di { $seat } non ci sono quattro carte «{ $jewel }».
the_showcase_of_seat_is_empty = La vetrina di { $seat } è vuota.
seat_has_no_banknote_to_pay_with = { $seat } non ha banconote con cui pagare.
seat_has_cards_in_their_own_showcase_and_must_buy = { $seat } ha carte nella propria vetrina e deve acquistare.

## Le carte riconosciute più tardi

the_hand_of_seat_has_cards_cards_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Nella mano di { $seat } le carte ignote sono { $unknown }, su { $cards } in tutto: tutto questo non ci sta.
seat_cant_hold_n_more_of_jewel_left_were_not_seen_elsewhere =
    { $seat } non può avere altre { $n } carte «{ $jewel }»: quelle non viste altrove sono { $left }.

## Il gioco irregolare

nothing_would_be_otherwise = Così non cambierebbe niente.
what_goes_from_the_deck_to_a_bank_is_face_down_its_jewels_cant_be_named =
    Ciò che va dal mazzo a una banca è coperto: nessuno sa quali gioielli sono.
that_cant_lie_there_jewels = Lì non può esserci: { $jewels }.
cards_that_go_there_cant_stay_face_down_they_have_to_be_named =
    Per questa via le carte non restano coperte: bisogna dire quali sono.
so_many_cards_that_nobody_has_looked_at_dont_lie_there_n =
    Lì non ci sono tante carte che nessuno ha guardato: { $n }.
the_deck_and_what_is_out_of_the_game_are_nobodys_all_other_places_somebodys =
    Il mazzo e ciò che è fuori gioco non sono di nessuno, tutti gli altri posti sono di qualcuno.
the_cards_already_lie_there = Le carte sono già lì.
in_this_match_the_service_deals_no_card_leaves_the_deck_or_joins_it_otherwise =
    In questa partita distribuisce il server: nessuna carta lascia il mazzo o vi torna in altro modo.
now_it_cant_become_the_turn_of_seat =
    Adesso non può toccare { INITIAL($seat) ->
        [a] ad
       *[other] a
    } { $seat }.
