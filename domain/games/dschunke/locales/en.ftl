# Dschunke

## What is in the box

good =
    { $good ->
        [spices] spices
        [vegetables] vegetables
        [fish] fish
        [rice] rice
       *[mixed] mixed pile
    }
goods = { $n }× { good }
from_mixed = { $n } from the mixed pile
junk =
    { $junk ->
        [grey] grey
        [orange] orange
        [violet] violet
        [brown] brown
       *[white] white
    }
other_junk =
    { $other ->
        [grey] grey
        [orange] orange
        [violet] violet
        [brown] brown
       *[white] white
    }
worker =
    { $worker ->
        [green] the green merchant
        [yellow] the yellow merchant
        [violet] the violet merchant
        [assistant-3-4] the assistant of track 3/4
       *[assistant-4] the assistant of track 4
    }
pile =
    { $pile ->
        [square] square
        [circle] circle
        [triangle] triangle
       *[star] star
    }
special_card =
    { $card ->
        [extra_supply] one more goods card
        [wins_ties] wins ties
        [two_goods] two goods
        [load] load a bar
        [draw] draw goods
        [move] move a bar
        [sale] sell on the { junk } junk
        [eight] 8 yen for the { junk } junk
        [twelve] 12 yen for the { junk } and the { other_junk } junk
       *[hidden] a special card
    }

## What happens

shuffles = The special cards are shuffled into four piles.
deals = Opening hands are dealt.
gets = { $name } gets { $goods }.
shows_merchants = The merchants are shown: { $places }.
stands_on = { worker } on the { junk } junk
market_card = The market card: { $amounts }.
pays_yen = { $n } yen for { good }
pays_special = a special card for { good }
looks_mixed =
    { $n ->
        [one] { $name } looks at { $n } card of the mixed pile.
       *[other] { $name } looks at { $n } cards of the mixed pile.
    }
draws_mixed = { $name } has drawn from the mixed pile: { $goods }.
places_bar = { $name } places a bar of { $owner } on the { junk } junk.
swaps = { $name } puts back { $give } and draws { $take }.
passes = { $name } swaps no goods.
looks = { $name } looks through the { pile } pile.
takes = { $name } takes from the { pile } pile: { $card }.
uses = { $name } uses { worker } on the { junk } junk
plays = { $name } plays the extra action “{ $card }”
plays_on = { $name } plays the extra action “{ $card }” on the { junk } junk
and_loads =
    { $n ->
        [1] { $action } and loads a bar.
       *[other] { $action } and loads { $n } bars.
    }
and_earns = { $action } and earns { $n } yen.
and_draws = { $action } and draws { $goods }.
and_moves = { $action } and moves a bar from the { junk } junk to the { other_junk } junk.
and_nothing = { $action } and gets nothing.
plays_nothing = { $name } plays no extra action.
supplies = { $name } takes supplies: { $goods }.
supplies_nothing = { $name } takes no supplies.
offers = { $name } has an offer ready.
offers_own = { $name } has an offer ready: { $goods }.
offers_nothing = { $name } has an offer ready: nothing.
takes_yen = { $name } takes 3 yen instead of a special card.
shows_specials = { $name } shows the last special cards: { $cards }.
earns = { $name } earns { $n } yen.
moves_on = { worker } goes to the { junk } junk.
bar_returned = A bar has no place left and goes back to { $name }.
ran_out = The pile of { good } has run out.
new_mixed = The mixed pile has run out; a new one is shuffled.
forfeits = { $name } can’t use anybody and forfeits the action.
revealed = The offers: { $offers }.
offered = { $name }: { $goods }
offered_nothing = { $name }: nothing
sells = { $name } sells { good } for { $n } yen.
shares = { $names } share the sale of { good }: { $n } yen each.
sells_for_special = { $name } sells { good } for a special card.
tied = A tie for { good }: { $names } get no special card.
event_specials = Event: everybody takes a special card.
event_yen = Event: yen are shown. { $money }.
has_yen = { $name } has { $n } yen
round_ends = The round ends; { $name } is the next first player.
last_round_ends = The last round ends.
game_ends = The match is over. Bonuses: { $bonuses }.
bonus_of = { $name }: { $cards } yen for special cards and { $junks } for junks

## What was played against the rules, and stood

goods_cards =
    { $n ->
        [one] a goods card
       *[other] { $n } goods cards
    }
place =
    { $place ->
        [junk] the { junk } junk
        [pile] the { pile } pile
        [piles] the junks
        [mixed] the mixed pile
        [bank] the bank
        [stock] the bars that aren’t loaded
        [played] the cards played
       *[player] { $name }
    }
from_place = from { place }
to_place = to { place }
put_yen = { $n } yen go { $origin } { $to }.
put_goods = Goods go { $origin } { $to }: { $goods }.
put_bars =
    { $n ->
        [one] A bar of { $name } goes { $origin } { $to }.
       *[other] { $n } bars of { $name } go { $origin } { $to }.
    }
put_used = { worker } counts as used.
put_unused = { worker } counts as not used.
put_merchant = { worker } stands on the { junk } junk, not on the { other_junk } one.
put_special = A special card goes { $origin } { $to }: { $card }.
put_turn = It is { $name }’s turn.
put_done = { $name }’s turn is over.

## What can be put otherwise

adjust_turn = Change whose turn it is
adjust_done = { $name }’s turn is over
adjust_goods = Move goods
adjust_unknown_goods = Move goods that nobody has shown
adjust_yen = Move yen
adjust_bars = Move bars
adjust_special = Move a special card
adjust_used = Mark a merchant or assistant as used
adjust_unused = Mark a merchant or assistant as not used
adjust_merchant = Move a merchant
question_turn = Whose turn is it?
question_whose_bars = Whose bars?
question_worker = Which one?
question_which_goods = Which goods?
question_whence = Where from?
question_whither = Where to?
question_number = How many?

## What can be chosen

verb_place_bar = Place a bar
verb_swap = Swap goods
verb_pass = Don’t swap
verb_take_special = Take a special card
verb_look = Look through a pile
verb_done = No extra action
verb_supply = Take supplies
verb_supply_nothing = Go on, nothing to draw
verb_offer = Offer goods
verb_take_yen = Take 3 yen instead
verb_show_specials = Show the special cards
verb_deal = Deal the opening hands
verb_show_merchants = Show the merchants
verb_turn_market = Turn up the market card
use_load = Load with { worker }
use_sell = Sell with { worker }
use_draw = Draw with { worker }
group_use = Own action
group_play_special = Extra action
question_junk = On which junk?
question_bar = Whose bar?
question_give = Which goods go back?
question_take = Which goods are drawn?
question_pile = From which pile?
question_card = Which card?
question_goods = Which goods are drawn?
question_offer = Which goods are offered?
question_from = From which junk?
question_to = To which junk?
question_cards = Which cards are they?
question_hand = What does { $name } get?
question_merchant = Where does { worker } stand?
question_market = Which market card?
question_amount = How much for { good }?
more_goods = more goods cards in hand

## Phases

phase_set_up = The set-up
phase_market = The market
phase_act = Actions
phase_supply = Supplies
phase_offer = The sale

## Options

option_setup = First bars on the junks
option_setup_standard = None, the usual way
option_setup_fixed = In fixed places
option_setup_left_neighbour = Placed by the left neighbour
option_setup_free = Placed by all others
option_opening_hands = First cards in hand
option_opening_hands_chosen = Chosen, shuffled and dealt
option_opening_hands_by_kind = The same number of each good
option_wandering_merchants = Merchants
option_wandering_merchants_false = Stay where they are
option_wandering_merchants_true = Wander, as with two players
option_dealing_secret = Your own cards, hands secret: a card is recorded when it is shown.
option_dealing_open = Your own cards, the first hands recorded: whoever records enters them.
option_dealing_server = No cards needed: the service shuffles and deals, and everybody holds a phone.

## Statistics

figure_yen_from_goods = Yen from goods
figure_yen_from_crates = Yen from crates
figure_yen_for_prizes = Yen instead of cards
figure_yen_from_cards = Yen from special cards
figure_yen_from_junks = Yen from junks
figure_kinds_offered = Kinds offered
figure_offers_won = Offers won
figure_bluffs = Bluffs
figure_special_cards = Special cards taken
figure_crates_loaded = Crates loaded
figure_goods_drawn = Goods drawn

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Which was { $name }’s unknown card?
       *[other] Which were among { $name }’s { $n } unknown cards?
    }
unknown_goods = { $name }: goods cards
unknown_specials = { $name }: special cards
