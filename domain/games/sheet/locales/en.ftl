# The score sheet

## What happens

points_row = points
row_of_round = { $row } of round { $round }
writes = { $name } has { $value } for { $where }.
writes_instead = { $name } has { $value } for { $where }, in place of { $before }.
clears = { $name } has nothing for { $where }.
broken_off = The game is broken off.
all_lost = The game is over: everybody has lost.
winners_named =
    { $n ->
        [one] The game is over: { $winners } has won.
       *[other] The game is over: { $winners } have won.
    }
places_named = The game is over: { $places }.
closed = The game is over.

## What can be chosen

verb_score = Write points
verb_end = Close the sheet
verb_lost = Close it: everybody has lost
verb_ranks = Close it: each player’s place
verb_unfinished = Close it: broken off
question_round = Which round?
question_row = What for?
question_value = How many?
question_winners = Who has won?
question_place = Which place has { $name }?
named_by_the_table = named by the players

## Options

option_title = Which game is it?
option_winning = Who wins
option_winning_highest = The most points win.
option_winning_lowest = The fewest points win.
option_winning_told = Points don’t decide: the players say who has won.
option_winning_cooperative = All play together, and win or lose.

## Statistics

figure_entries = Entries
figure_unreadable = Entries that aren’t numbers
