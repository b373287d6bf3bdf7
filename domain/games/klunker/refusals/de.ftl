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
seat_has_cards_in_their_own_showcase_and_must_buy = { $seat } hat Karten im eigenen Schaufenster und muss kaufen.

## Später bestimmte Karten

the_hand_of_seat_has_cards_cards_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Von { $cards } Karten auf der Hand von { $seat } sind { $unknown } unbekannt: Das passt nicht alles hinein.
seat_cant_hold_n_more_of_jewel_left_were_not_seen_elsewhere =
    { $seat } kann nicht noch { $n } Karten „{ $jewel }“ haben: Anderswo nicht gesehen sind { $left }.

## Unregelmäßiges Spiel

nothing_would_be_otherwise = Damit wäre nichts anders.
what_goes_from_the_deck_to_a_bank_is_face_down_its_jewels_cant_be_named =
    Was vom Stapel in eine Bank geht, liegt verdeckt: Niemand weiß, welche Klunker es sind.
that_cant_lie_there_jewels = Das kann dort nicht liegen: { $jewels }.
cards_that_go_there_cant_stay_face_down_they_have_to_be_named =
    Auf diesem Weg bleiben Karten nicht verdeckt: Sie müssen genannt werden.
so_many_cards_that_nobody_has_looked_at_dont_lie_there_n =
    So viele Karten, die niemand angesehen hat, liegen dort nicht: { $n }.
the_deck_and_what_is_out_of_the_game_are_nobodys_all_other_places_somebodys =
    Der Stapel und was aus dem Spiel ist, gehören niemandem, alle anderen Plätze jemandem.
the_cards_already_lie_there = Die Karten liegen schon dort.
in_this_match_the_service_deals_no_card_leaves_the_deck_or_joins_it_otherwise =
    In dieser Partie teilt der Server aus: Keine Karte verlässt den Stapel anders oder kommt dazu.
now_it_cant_become_the_turn_of_seat = Jetzt kann { $seat } nicht an den Zug kommen.
