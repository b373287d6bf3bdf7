# Was Dschunke ablehnt. Der Schlüssel ist der englische Satz, mit _ zwischen den Wörtern.

## Vorbereitung

dschunke_is_for_2_to_4_players_not_n = Dschunke spielt man zu zweit bis zu viert, nicht zu { $n }.
two_players_play_fixed_or_free_not_setup = Zu zweit ist die Aufstellung fest oder frei.
the_set_up_fixed_is_for_two_players = Die feste Aufstellung ist für zwei.
in_the_set_up_setup_the_merchants_places_arent_an_option =
    Bei dieser Aufstellung werden die Plätze der Händler nicht angegeben.
in_the_set_up_setup_the_cargo_isnt_an_option = Bei dieser Aufstellung wird keine Ladung angegeben.
each_merchant_stands_on_a_different_junk = Jeder Händler steht auf einer anderen Dschunke.
seat_has_only_n_bars = { $seat } hat nur { $n } Balken.
a_pool_is_put_together_for_chosen_opening_hands_only =
    Waren werden nur zusammengelegt, wenn die Starthände gewählt werden.
with_open_dealing_the_hands_tell_what_was_put_together =
    Wird offen ausgeteilt, sagen die Hände, was zusammengelegt wurde.
there_are_most_cards_of_each_good_not_n = Von jeder Ware gibt es { $most } Karten, nicht { $n }.
the_players_put_wanted_cards_together_not_n = Zusammengelegt werden { $wanted } Karten, nicht { $n }.
the_order_names_each_of_the_five_junks_once = Die Reihenfolge nennt jede der fünf Dschunken einmal.
a_track_has_wanted_spaces_not_n = Eine Leiste hat { $wanted } Felder, nicht { $n }.
the_amount_of_a_space_is_from_1_to_most_not_n = Die Menge eines Felds ist 1 bis { $most }, nicht { $n }.
there_are_wanted_market_cards_not_n = Es gibt { $wanted } Marktkarten, nicht { $n }.
an_amount_is_from_1_to_most_not_n = Ein Betrag ist 1 bis { $most }, nicht { $n }.
a_market_card_has_exactly_one_s_not_n = Eine Marktkarte hat genau ein S, nicht { $n }.
there_are_five_cards_with_a_pair_of_junks_not_n = Es gibt fünf Karten mit zwei Dschunken, nicht { $n }.
the_two_junks_of_a_pair_are_different = Die zwei Dschunken einer Karte sind verschieden.
the_five_pairs_are_different = Die fünf Paare sind verschieden.
the_opening_hands_have_wanted_cards_not_dealt = Die Starthände haben { $wanted } Karten, nicht { $dealt }.
n_cards_of_good_are_dealt_but_there_are_only_left =
    Ausgeteilt werden { $n } Karten „{ $good }“, es gibt aber nur { $left }.
the_piles_have_sizes_cards = Die Stapel haben { $sizes } Karten.
the_piles_together_are_the_30_special_cards = Die Stapel zusammen sind die 30 Sonderkarten.
seat_has_no_bar_of_other_to_place = { $seat } hat keinen Balken von { $other } zu setzen.
the_junk_junk_takes_no_more_bars_of_seat_now = Auf diese Dschunke ({ $junk }) kommt jetzt kein Balken von { $seat } mehr.

## Markt und Tausch

no_such_card_is_left_in_the_market_deck = So eine Karte ist nicht mehr im Marktstapel.
one_or_two_goods_are_put_back_and_as_many_are_drawn = Zurück kommen eine oder zwei Waren, gezogen werden ebenso viele.
seat_cant_have_goods_in_hand = { $seat } kann das nicht auf der Hand haben: { $goods }.
the_junks_piles_cant_give_goods = Die Stapel der Dschunken geben das nicht her: { $goods }.

## Aktionen

worker_cant_act_on_the_junk_junk_it_stands_elsewhere =
    { $worker } kann dort ({ $junk }) nichts tun: Er steht anderswo.
worker_cant_act_on_the_junk_junk_it_acts_where_no_merchant_stands =
    { $worker } kann dort ({ $junk }) nichts tun, sondern nur, wo kein Händler steht.
worker_draws_no_goods_now = { $worker } zieht jetzt keine Waren.
worker_doesnt_act_in_a_match_of_n = { $worker } spielt zu { $n } nicht mit.
worker_was_used_in_this_round = { $worker } ist in dieser Runde schon eingesetzt.
worker_isnt_put_on_another_junk_after_its_action = { $worker } bleibt nach der Aktion, wo er ist.
it_has_to_be_told_where_worker_is_put = Es fehlt die Dschunke, auf die er kommt: { $worker }.
a_merchant_stands_on_the_junk_junk = Auf dieser Dschunke ({ $junk }) steht ein Händler.
seat_has_no_bars_left_to_load = { $seat } hat keine Balken mehr zu laden.
the_piles_dont_give_goods_for_this_draw = Für diese Ziehung geben die Stapel das nicht her: { $goods }.
more_than_one_draw_is_possible_the_goods_have_to_be_named =
    Mehr als eine Ziehung ist möglich: Die Waren sind anzugeben.
seat_draws_up_to_most_goods_not_n = { $seat } zieht höchstens { $most } Waren, nicht { $n }.
the_piles_cant_give_goods = Die Stapel geben das nicht her: { $goods }.
no_cards_of_the_mixed_pile_are_to_be_told = Vom gemischten Stapel ist keine Karte anzugeben.
wanted_cards_are_to_be_told_not_n = Anzugeben sind { $wanted } Karten, nicht { $n }.
the_mixed_pile_didnt_hold_goods = Das lag nicht im gemischten Stapel: { $goods }.
the_cards_drawn_from_the_mixed_pile_have_to_be_told_first =
    Zuerst sind die Karten vom gemischten Stapel anzugeben.

## Angebote

no_offer_of_seat_is_awaited = Von { $seat } wird kein Angebot erwartet.

## Sonderkarten

no_card_can_be_taken_from_the_pile_pile = Von diesem Stapel ({ $pile }) kann keine Karte genommen werden.
the_card_has_to_be_taken_from_the_pile_pile = Die Karte ist von diesem Stapel zu nehmen: { $pile }.
it_has_to_be_told_which_card_is_taken = Es fehlt, welche Karte genommen wird.
the_pile_has_to_be_looked_through_first = Zuerst wird der Stapel durchgesehen.
there_cant_be_a_card_card_in_the_pile_pile = In diesem Stapel ({ $pile }) kann die Karte „{ $card }“ nicht sein.
only_in_the_last_round_yen_can_be_taken_instead = Nur in der letzten Runde darf man stattdessen Yen nehmen.
that_has_to_be_decided_before_looking_through_a_pile = Das ist zu entscheiden, bevor man einen Stapel durchsieht.
seat_has_played_an_extra_action_in_this_round = { $seat } hat in dieser Runde schon eine Zusatzaktion gespielt.
seat_cant_have_an_extra_action_card = { $seat } kann die Zusatzaktion „{ $card }“ nicht haben.
seat_has_no_bar_left_to_load = { $seat } hat keinen Balken mehr zu laden.
seat_has_no_bar_in_the_top_layer_of_the_junk_junk =
    { $seat } hat in der obersten Lage dieser Dschunke ({ $junk }) keinen Balken.
a_bar_is_moved_to_another_junk = Ein Balken kommt auf eine andere Dschunke.
the_card_card_is_played_with_name =
    Für die Karte „{ $card }“ fehlt { $name ->
        [from] die Dschunke, von der
        [to] die Dschunke, auf die
       *[junk] die Dschunke
    }.
the_card_card_is_played_without_name =
    Für die Karte „{ $card }“ gibt man nicht an: { $name ->
        [from] die Dschunke, von der
        [to] die Dschunke, auf die
       *[junk] die Dschunke
    }.
the_card_card_draws_no_goods = Mit der Karte „{ $card }“ zieht man keine Waren.
all_special_cards_of_seat_are_known = Alle Sonderkarten von { $seat } sind bekannt.
the_n_unknown_cards_cant_be_cards = Die { $n } unbekannten Karten können das nicht sein: { $cards }.

## Später bestimmte Karten

the_hand_of_seat_has_cards_goods_of_which_unknown_are_unknown_it_cant_hold_all_that =
    Von { $cards } Waren auf der Hand von { $seat } sind { $unknown } unbekannt: Das passt nicht alles hinein.
seat_cant_have_goods_in_hand_too_many_are_elsewhere =
    { $seat } kann das nicht auf der Hand haben: { $goods }. Zu viele sind anderswo.
seat_has_n_unknown_special_cards_they_cant_be_cards =
    { $seat } hat { $n } unbekannte Sonderkarten, die das nicht sein können: { $cards }.
seat_cant_have_n_more_of_the_special_card_card = { $seat } kann nicht noch { $n } Karten „{ $card }“ haben.

## Was nicht anders liegen kann

the_opening_hands_are_dealt_first = Zuerst werden die Starthände ausgeteilt.
the_yen_would_stay_where_they_are = Die Yen sind schon dort.
seat_has_only_n_yen = { $seat } hat nur so viele Yen: { $n }.
the_bars_would_stay_where_they_are = Die Balken sind schon dort.
seat_has_n_bars_that_arent_loaded = Nicht geladene Balken von { $seat }: { $n }.
seat_has_n_bars_on_the_junk_junk = Balken von { $seat } auf dieser Dschunke ({ $junk }): { $n }.
nobody_is_used_before_the_first_round = Vor der ersten Runde wird niemand eingesetzt.
worker_wasnt_used_in_this_round = In dieser Runde nicht eingesetzt: { $worker }.
the_merchants_arent_shown_yet = Die Händler sind noch nicht aufgedeckt.
worker_doesnt_stand_on_the_junk_junk = Nicht auf dieser Dschunke ({ $junk }): { $worker }.
worker_would_stay_on_the_junk_junk = Schon auf dieser Dschunke ({ $junk }): { $worker }.
it_is_the_turn_of_seat_already = { $seat } ist schon an der Reihe.
it_cant_be_the_turn_of_seat_now = { $seat } kann jetzt nicht an der Reihe sein.
seat_looks_through_a_pile = { $seat } sieht einen Stapel durch.
seat_isnt_asked_for_anything_now = { $seat } hat jetzt nichts zu tun.
the_goods_would_stay_where_they_are = Die Waren sind schon dort.
all_goods_in_hands_are_known_in_this_match_they_have_to_be_named =
    In dieser Partie sind alle Waren auf den Händen bekannt: Sie sind anzugeben.
the_junks_piles_lie_open_their_goods_have_to_be_named =
    Die Stapel der Dschunken liegen offen: Ihre Waren sind anzugeben.
no_goods_can_go_to_the_mixed_pile_or_come_from_it_in_this_match =
    In dieser Partie kommen keine Waren zum gemischten Stapel oder von ihm.
n_cards_lie_in_the_mixed_pile_and_nobody_knows_which_until_they_are_drawn =
    Im gemischten Stapel liegen so viele Karten: { $n }. Welche, weiß niemand, bevor sie gezogen sind.
the_offer_of_seat_lies_face_down_and_couldnt_be_what_it_is =
    Das Angebot von { $seat } liegt verdeckt, und so könnte es nicht sein, was es ist.
the_special_card_would_stay_where_it_is = Die Sonderkarte ist schon dort.
special_cards_that_were_played_lie_open_they_have_to_be_named =
    Gespielte Sonderkarten liegen offen: Sie sind anzugeben.
seat_cant_have_the_special_card_card = { $seat } kann diese Sonderkarte nicht haben: { $card }.
the_special_card_card_wasnt_played = Nicht gespielt wurde: { $card }.
there_arent_so_many_special_cards_that_nobody_has_seen = So viele Sonderkarten, die niemand gesehen hat, gibt es nicht.
all_special_cards_are_known_in_this_match_they_have_to_be_named =
    In dieser Partie sind alle Sonderkarten bekannt: Sie sind anzugeben.
nothing_would_be_otherwise = Nichts wäre anders.
