# The score sheet

title = Score sheet
credits = any game

## What happens

points_row = Points
row_of_round = { $row } of round { $round }
writes = { $name }: { $value } under { $where }.
writes_instead = { $name }: { $value } under { $where }, in place of { $before }.
clears = { $name }: nothing under { $where }.
broken_off = The match is broken off.
all_lost = The match is over: everybody has lost.
winners_named =
    { $n ->
        [one] The match is over: { $winners } has won.
       *[other] The match is over: { $winners } have won.
    }
places_named = The match is over: { $places }.
closed = The match is over.

## What can be chosen

verb_score = Write points
group_end = Close the sheet
verb_end = The match is over
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
option_rows = Rows of the sheet
option_rows_help = One row per line; nothing for a single row of points. A line that begins with a minus is subtracted, one in brackets doesn’t count.
option_rounds = Number of rounds
option_rounds_help = Each row is there once a round; empty for one round.
option_variant = Variant or map
option_expansions = Expansions
option_expansions_help = One per line.
option_minutes = How many minutes it took
option_teams = Team
option_roles = Role or colour
option_new = Plays it for the first time

## Statistics

figure_entries = Entries
figure_unreadable = Entries that aren’t numbers
