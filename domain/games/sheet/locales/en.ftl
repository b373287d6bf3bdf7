# The score sheet

title = Score sheet
credits = any game

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
group_end = Close the sheet
verb_end = The game is over
verb_lost = Everybody has lost
verb_ranks = Say everybody’s place
verb_unfinished = Broken off
question_round = Which round?
question_row = What for?
question_value = How many?
question_winners = Who has won?
question_place = Which place has { $name }?
named_by_the_table = the players’ word

## Options

option_title = Which game is it?
option_winning = Who wins
option_winning_highest = The most points win.
option_winning_lowest = The fewest points win.
option_winning_told = Points don’t decide: the players say who has won.
option_winning_cooperative = All play together, and win or lose.
option_rows = What points are noted for
option_rows_help = One row a line; nothing for a single row of points. A line that begins with a minus is subtracted, one in brackets doesn’t count.
option_rounds = How often each row is there
option_rounds_help = Rounds; empty for one.
option_variant = Variant or map
option_expansions = Expansions
option_expansions_help = One a line.
option_minutes = How many minutes it took
option_teams = Team
option_roles = Role or colour
option_new = Plays it for the first time

## Statistics

figure_entries = Entries
figure_unreadable = Entries that aren’t numbers
