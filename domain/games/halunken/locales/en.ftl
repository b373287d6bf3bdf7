# Halunken und Spelunken

## Cards

colour =
    { $colour ->
        [red] red
        [violet] violet
        [green] green
       *[yellow] yellow
    }
rogue = the { colour } { $worth }
rogue_short = { colour } { $worth }
card =
    { $card ->
        [rum] Rum
       *[other] { $card }
    }
picked_card =
    { $card ->
        [rum] Rum
       *[other] card { $card }
    }

## What happens

place_captain = { $name } puts the captain before tavern { $tavern }.
drawn = { $name } takes { rogue } as first rogue.
revealed =
    { $n ->
        [one] Turned up: { $cards }.
       *[other] Turned up: { $cards }.
    }
revealed_at = { rogue } at tavern { $tavern }
place_black_jack = { $name } puts Black Jack before tavern { $tavern }.
bid = { $name } bids { rogue }.
pass = { $name } passes.
auto_pass = { $name } has no rogues to bid.
paid = { $name } pays { rogue } to the harbour and controls Black Jack.
unbribed = Nobody has bribed Black Jack.
choose = { $name } picks { picked_card }.
choose_two = { $name } picks { picked_card }, and { $black_jack } for Black Jack.
choose_hidden = { $name } has picked a card.
choose_two_hidden = { $name } has picked a card, and one for Black Jack.
shown = The cards are shown: { $cards }.
shown_card = { $name } { card }
stay =
    { $n ->
        [one] Equal cards cancel: { $names } stays.
       *[other] Equal cards cancel: { $names } stay.
    }
name_rum = { $name } names { $value } for the Rum.
name_black_jacks_rum = { $name } names { $value } for Black Jack’s Rum.
took = { $name } takes { rogue }.
took_for = Black Jack takes { rogue } for { $name }.
took_for_harbour = Black Jack takes { rogue } to the harbour.
moved = { $name } goes to tavern { $to }.
met = { $name } goes to tavern { $to }, where { $met } stands.
steal = { $name } steals { rogue } from { $victim }.
steal_harbour = { $name } takes { rogue } from the harbour.
pushed = { $name }’s captain is pushed on to tavern { $to }.
displace = { $name } moves Black Jack to tavern { $to }.
turn_black_jack =
    { $card ->
        [rum] Black Jack’s card is Rum.
       *[other] Black Jack’s card is { $card }.
    }
black_jack = Black Jack goes to tavern { $to }.
black_jack_past = Black Jack goes to tavern { $to }, past { $names }.
surrender = { $name } loses { rogue } to the harbour.
spared = Black Jack leaves { $name } alone.
round_begins = Round { $n } begins.
round_auction = Round { $n } begins; { $name } opens the auction.
ended = The eighth round is over, and with it the match.

## What was played against the rules, and stood

spot =
    { $spot ->
        [harbour] the harbour
        [tavern] tavern { $tavern }
       *[crew] { $name }
    }
from_spot = from { spot }
to_spot = to { spot }
adjusted_rogue = { rogue } goes { $origin } { $to }.
adjusted_piece =
    { $piece ->
        [black_jack] Black Jack stands before tavern { $to }, not { $origin }.
       *[captain] { $name }’s captain stands before tavern { $to }, not { $origin }.
    }
adjusted_used = { $name }’s { picked_card } counts as used.
adjusted_unused = { $name }’s { picked_card } counts as not used.
adjusted_turn = It is { $name }’s turn.

## What can be put otherwise

piece =
    { $piece ->
        [black_jack] Black Jack
       *[captain] { $name }
    }
adjust_turn = Change whose turn it is
adjust_rogue = Move a rogue
adjust_piece = Move a captain or Black Jack
adjust_used = Mark a movement card as used
adjust_unused = Mark a movement card as not used
question_turn = Whose turn is it?
question_whence = Where is it taken from?
question_piece = Whose piece?
question_whose_card = Whose card?
question_spot = Where to?

## What can be chosen

verb_place_captain = Place the captain
verb_place_black_jack = Place Black Jack
verb_bid = Bid a rogue
verb_pass = Pass
verb_choose = Pick a movement card
verb_name_rum = Name a value for the Rum
verb_steal = Steal a rogue
verb_displace = Move Black Jack
verb_surrender = Lose a rogue
verb_reveal =
    { $n ->
        [one] Turn up the rogue
       *[other] Turn up the rogues
    }
verb_turn_black_jack = Turn up Black Jack’s card
question_tavern = Before which tavern?
question_rogue = Which rogue?
question_from = From whom?
question_card = Which card?
question_black_jack = Which card for Black Jack?
question_value = How many spaces?
question_direction = Which way?
question_reveal = Which rogue lies at tavern { $tavern }?
at_tavern = tavern { $tavern }
from_harbour = the harbour
way_clockwise = clockwise
way_counterclockwise = counterclockwise

## Phases

phase_set_up = The set-up
phase_auction = The auction for Black Jack
phase_choose = Choosing movement cards
phase_move = Moving

## Options

option_mode = Variant
option_mode_standard = With Black Jack
option_mode_two_players = For two
option_mode_introductory = Introductory
option_dealing_table = Your own cards: each card that is turned up is recorded.
option_dealing_server = No cards needed: the service shuffles and turns them up.

## Statistics

figure_rogues_collected = Rogues collected
figure_thefts = Thefts
figure_thefts_suffered = Thefts suffered
figure_harbour_rogues = Rogues from the harbour
figure_rogues_surrendered = Rogues surrendered
figure_cards_cancelled = Cards cancelled
figure_pushes_suffered = Pushed on
figure_bids = Bids
figure_auctions_won = Auctions won
figure_value_paid = Value paid for Black Jack
