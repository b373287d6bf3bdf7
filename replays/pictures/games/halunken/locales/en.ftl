# Pictures: Halunken

## What is going on

now_place_captain = captains are placed
now_draw = the first rogue is looked at
now_open = the top rogues are turned up
now_place_black_jack = Black Jack is placed
now_between_rounds = the next round is about to begin
now_bidding = the auction for Black Jack
now_auction = the auction for Black Jack
now_choose = movement cards are picked
now_shown = movement cards lie open
now_turn_black_jack = Black Jack’s card is turned up
now_name_rum = a value is named for Rum
now_move = pieces move
now_arrive = a piece has met another one
now_overtake = Black Jack robs whom he passed
now_steal = a rogue is stolen
now_surrender = a rogue is lost to the harbour
now_make_room = who was met makes room
now_turn_up =
    { $n ->
        [one] a rogue is turned up at tavern { $taverns }
       *[other] rogues are turned up at taverns { $taverns }
    }
now_displace = Black Jack is moved
now_finished = the end

## On the table

set_up = Set-up: { $phase }
round = Round { $n } of { $rounds }: { $phase }
board = The taverns, clockwise, and the harbour
harbour = Harbour
nothing = empty
tavern = tavern { $n }
space = space of tavern { $n }
tavern_told = Tavern { $n }: { $open }; { $below }.
open_none = no open rogue
crew = Crew
cards = Cards
picked = picked
rum_is = Rum is { $n }
to_move = To move:
spaces = { $name } { $n }
to_move_told = Still to move: { $moves }.
rum_told = Rum counts as { $n }.
harbour_told = In the harbour: { $rogues }.
seat_told = { $name }: { $score }; captain: { $where }; crew: { $crew }; movement cards left: { $cards }; played: { $played }.
picked_told = { $name } has picked a movement card.
picked_card_told = { $name } has picked the movement card { $card }.
doubled_told = For { $name } { $colour } counts double.
off_board = not on the board
none = none
doubled = { $colour } counts double
double = double
black_jack = Black Jack
controlled = { $name } controls him
uncontrolled = nobody controls him
opened = { $name } opened the auction
bids = { $name } bids { $rogue }
passed = out: { $names }
bj_told = Black Jack: { $where }; cards left: { $cards }; used: { $turned }.
bj_picked = a card is picked for him
legend = Colours of the rogues, from the highest in a tie to the lowest
face_down = { $n } face down
tavern_met =
    { $pieces ->
        [one] Tavern { $n }: { $open }; { $below }; { $name } stands there.
       *[other] Tavern { $n }: { $open }; { $below }; { $name } stand there.
    }
double_told = ×2: rogues of this colour count double.
