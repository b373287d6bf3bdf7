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
