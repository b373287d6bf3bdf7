# What all games share.

## Lists

list_and = { $most } and { $last }
list_or = { $most } or { $last }

## An action of a game that has no sentences of its own

chance = Chance
plain_plays = { $who } plays { $what }.
plain_brings = { $who } brings { $what }.
plain_noted = Noted: { $what }.
plain_yes = yes
plain_no = no
plain_nothing = nothing

## What was done against the rules, and stood

adjusted = As it was played ({ $reason }): { $changes }
adjusted_hidden = As it was played: { $changes }

## Phases

phase_play = The game
phase_end = The end

## Options of a match

option_dealing = Where the cards come from
