# Was Klunker ablehnt. Der Schlüssel ist der englische Satz, mit _ zwischen den Wörtern.

klunker_is_for_3_to_5_players_not_n = Klunker spielt man zu dritt, zu viert oder zu fünft, nicht zu { $n }.

## Austeilen

the_hands_take_wanted_cards_but_dealt_are_dealt = Die Hände brauchen { $wanted } Karten, ausgeteilt sind { $dealt }.
n_cards_of_jewel_are_dealt_but_only_left_are_not_yet_accounted_for =
    Ausgeteilt werden { $n } Karten „{ $jewel }“, übrig sind nur { $left }.

## Züge

the_showcase_of_seat_is_empty_at_least_one_card_must_be_placed =
    Das Schaufenster von { $seat } ist leer: Mindestens eine Karte muss hinein.
seat_cant_have_jewels_in_hand = { $seat } kann das nicht auf der Hand haben: { $jewels }.
the_safe_of_seat_doesnt_hold_four_cards_of_jewel =
    Im Tresor von { $seat } liegen keine vier Karten „{ $jewel }“.
the_showcase_of_seat_is_empty = Das Schaufenster von { $seat } ist leer.
seat_has_no_banknote_to_pay_with = { $seat } hat keinen Geldschein zum Bezahlen.
seat_has_cards_in_the_own_showcase_and_must_buy = { $seat } hat Karten im eigenen Schaufenster und muss kaufen.

## Später bestimmte Karten

the_hand_of_seat_has_cards_cards_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Von { $cards } Karten auf der Hand von { $seat } sind { $unknown } unbekannt: Das passt nicht alles hinein.
seat_cant_hold_n_more_of_jewel_left_were_not_seen_elsewhere =
    { $seat } kann nicht noch { $n } Karten „{ $jewel }“ haben: Anderswo nicht gesehen sind { $left }.
