# Was Halunken und Spelunken ablehnt. Der Schlüssel ist der englische Satz, mit _ zwischen den Wörtern.

halunken_und_spelunken_is_for_2_to_4_players_not_n = Halunken und Spelunken spielt man zu zweit bis zu viert, nicht zu { $n }.
the_mode_mode_isnt_for_n_players = Zu { $n } spielt man nicht auf diese Weise.

## Aufzudeckende Halunken

the_top_rogue_has_to_be_looked_at_first_at_tavern_taverns =
    Zuerst wird der oberste Halunke aufgedeckt: Spelunke { $taverns }.
no_rogue_waits_to_be_looked_at = Kein Halunke ist aufzudecken.
at_least_one_rogue_has_to_be_named = Mindestens ein Halunke ist anzugeben.
no_rogue_of_tavern_tavern_waits_to_be_looked_at = Bei Spelunke { $tavern } ist kein Halunke aufzudecken.
rogue_lies_elsewhere_already = Schon anderswo liegt: { $rogue }.
there_is_no_free_space_before_a_tavern_tavern = Vor Spelunke { $tavern } ist kein Feld frei.

## Versteigerung

rogue_isnt_in_the_crew_of_seat = Nicht in der Mannschaft von { $seat }: { $rogue }.
rogue_isnt_worth_more_than_bid_which_stands = Das Gebot steht ({ $bid }), und nicht mehr wert ist: { $rogue }.

## Bewegungskarten

seat_has_no_card_to_choose = { $seat } hat keine Karte zu wählen.
seat_has_already_played_the_card_card = { $seat } hat die Karte { $card } schon gespielt.
seat_picks_no_card_for_black_jack = { $seat } wählt keine Karte für Black Jack.
seat_controls_black_jack_and_picks_a_card_for_him_too =
    { $seat } führt Black Jack und wählt auch für ihn eine Karte.
black_jacks_card_card_has_already_been_used = Die Karte { $card } von Black Jack ist schon gespielt.
black_jacks_cards_left_are_cards = Black Jack hat noch die Karten { $cards }.
a_card_of_this_round_shows_n_or_no_card_can = Die { $n } zeigt in dieser Runde schon eine Karte, oder es gibt sie nicht.

## Rauben

seat_cant_take_a_rogue_from_the_crew_of_other =
    { $seat } darf keinen Halunken aus der Mannschaft von { $other } nehmen.
seat_cant_take_a_rogue_from_the_harbour = { $seat } darf keinen Halunken aus dem Hafen nehmen.
rogue_isnt_in_the_harbour = Nicht im Hafen: { $rogue }.

## Was nicht anders liegen kann

rogue_doesnt_lie_open_at_tavern_tavern = Nicht offen an Spelunke { $tavern }: { $rogue }.
rogue_would_stay_where_it_is = Schon dort liegt: { $rogue }.
rogue_is_the_standing_bid_of_seat = Als Gebot von { $seat } steht: { $rogue }.
rogue_lies_open_at_tavern_tavern_already = Offen an Spelunke { $tavern } liegt schon: { $rogue }.
before_the_first_round_seat_has_n_rogues = Vor der ersten Runde hat { $seat } so viele Halunken: { $n }.
the_captain_of_seat_doesnt_stand_before_tavern_tavern =
    Der Kapitän von { $seat } steht nicht vor Spelunke { $tavern }.
black_jack_doesnt_stand_before_tavern_tavern = Black Jack steht nicht vor Spelunke { $tavern }.
the_piece_would_stay_before_tavern_tavern = Die Figur steht schon vor Spelunke { $tavern }.
a_space_holds_one_piece_only_and_these_havent_just_met =
    Auf einem Feld steht nur eine Figur, und diese sind sich nicht gerade begegnet.
black_jack_goes_on_to_a_space_where_nobody_stands = Black Jack geht weiter bis zu einem Feld, wo niemand steht.
seat_has_picked_a_card_which_is_shown_first = { $seat } hat eine Karte gewählt; zuerst wird sie aufgedeckt.
seat_hasnt_played_the_card_card = { $seat } hat die Karte { $card } nicht gespielt.
a_card_was_picked_for_black_jack_which_is_shown_first =
    Für Black Jack ist eine Karte gewählt; zuerst wird sie aufgedeckt.
black_jacks_card_card_hasnt_been_used = Die Karte { $card } von Black Jack ist nicht gespielt.
the_card_card_was_shown_in_this_round_and_counts = Die Karte { $card } liegt in dieser Runde offen und zählt.
seat_needs_n_more_cards_to_play = { $seat } braucht noch so viele Karten: { $n }.
black_jack_needs_n_more_cards = Black Jack braucht noch so viele Karten: { $n }.
it_is_the_turn_of_seat_already = { $seat } ist schon an der Reihe.
it_cant_be_the_turn_of_that_piece_now = Diese Figur kann jetzt nicht an der Reihe sein.
nothing_would_be_otherwise = Nichts wäre anders.
