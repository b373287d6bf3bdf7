# Che cosa rifiuta Klunker. La chiave è la frase inglese, con _ fra le parole.

klunker_is_for_3_to_5_players_not_n = Klunker si gioca in 3, 4 o 5, non in { $n }.

## La distribuzione

the_hands_take_wanted_cards_but_dealt_are_dealt = Alle mani servono { $wanted } carte, ma ne sono state date { $dealt }.
n_cards_of_jewel_are_dealt_but_only_left_are_not_yet_accounted_for =
    Si distribuiscono { $n } carte «{ $jewel }», ma non ne restano che { $left }.

## Le mosse

the_showcase_of_seat_is_empty_at_least_one_card_must_be_placed =
    La vetrina di { $seat } è vuota: bisogna metterci almeno una carta.
seat_cant_have_jewels_in_hand = { $seat } non può avere in mano: { $jewels }.
the_safe_of_seat_doesnt_hold_four_cards_of_jewel =
    Nella cassaforte di { $seat } non ci sono quattro carte «{ $jewel }».
the_showcase_of_seat_is_empty = La vetrina di { $seat } è vuota.
seat_has_no_banknote_to_pay_with = { $seat } non ha banconote con cui pagare.
seat_has_cards_in_the_own_showcase_and_must_buy = { $seat } ha carte nella propria vetrina e deve acquistare.

## Le carte riconosciute più tardi

the_hand_of_seat_has_cards_cards_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Nella mano di { $seat } le carte ignote sono { $unknown }, su { $cards } in tutto: tutto questo non ci sta.
seat_cant_hold_n_more_of_jewel_left_were_not_seen_elsewhere =
    { $seat } non può avere altre { $n } carte «{ $jewel }»: quelle non viste altrove sono { $left }.
