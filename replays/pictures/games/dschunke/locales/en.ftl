# Pictures: Dschunke

## What is going on

now_shuffle = the special cards are shuffled
now_deal = opening hands are dealt
now_place = bars are placed
now_show = merchants are shown
now_market = phase 1, market: the card is turned up
now_swap = phase 1, market: goods may be swapped
now_event = phase 1, market: special cards are taken
now_act = phase 2, actions
now_extra = phase 2, actions: an extra one may follow
now_supply = phase 3, supplies
now_offer = phase 4, sale: goods are offered
now_prize = phase 4, sale: the winner takes the special card
now_show_specials = the last special cards are shown
now_finished = the end

## On the table

set_up = Set-up: { $phase }
round = Round { $n } of { $rounds }: { $phase }
market = Market
market_none = The market card isn’t turned up yet.
cards_left =
    { $n ->
        [one] { $n } card left
       *[other] { $n } cards left
    }
sold = sold
amount_told = { $good }: { $amount }
special = a special card
special_short = special card
yen = { $n } yen
market_told =
    { $n ->
        [one] Market: { $amounts }; { $n } market card left.
       *[other] Market: { $amounts }; { $n } market cards left.
    }
junks = The junks, clockwise from top to bottom and back to the top
junk_told = { junk } junk: { $parts }.
crates = visible crates { $crates }
no_crates = no crates
between = { $least } to { $most }
stands = { $worker }, who { $task }
stands_used = { $worker }, used
layers_short =
    { $n ->
        [one] cargo: { $n } layer
       *[other] cargo: { $n } layers
    }
layers_few =
    { $n ->
        [one] { $n } layer
       *[other] { $n } layers
    }
first_few = first
specials_few = { $n } special
used = used
task_load = loads
amount_load =
    { $n ->
        [one] { $n } bar
       *[other] { $n } bars
    }
task_sell = sells
amount_sell = { $n } or more
task_draw = draws
amount_draw = { $n } or more
assistants = Assistants
assistant_told = Assistant { $track }: { $parts }.
counts = counts rounds
track = track { $n }
event = event { $event }
merchants_hidden = The merchants aren’t shown yet.
specials = Special cards
pile_place = pile
cargo_place = cargo
merchant_place = merchant
specials_told = Special cards left: { $piles }.
out_told = Played and out: { $cards }.
out = { $n } played
face_down = lies face down
nothing = nothing
none = none
secret = { $n } secret
unknown_cards = { $n } unknown
first = first player
yen_secret = yen secret
yen_told = { $n } yen at the last count
bars =
    { $n ->
        [one] { $n } bar
       *[other] { $n } bars
    }
supply = draws { $n } a round
to_place = to place
bonus = { $yen } yen, { $cards } for cards, { $junks } for junks: { $score }
as_now = { $score } if scored now
event_S = special cards
event_Y = yen shown
special_lines = special|card
yen_word = yen
seat_told = { $name }: { $yen }; goods: { $goods }; special cards: { $cards }; { $bars } left; { $supply } of supply.
yen_secret_told = yen secret
first_told = { $name } is the first player.
offer_told = { $name } has an offer ready: { $goods }.
offer_secret = face down
place_told = { $name } has still to place bars of { $owners }.
wins = wins
bonus_told = { $name }: { $score } with { $cards } for special cards and { $junks } for junks.
eight = { $n } yen: 4 on { junk }
twelve = { $n } yen: 5 on { junk }, 2 on { other_junk }
legend = Beside each hold: everybody’s visible crates.
hidden_goods = { $n } hidden
pile_told =
    { $n ->
        [one] { $n } card of { good }
       *[other] { $n } cards of { good }
    }
mixed_told =
    { $n ->
        [one] { $n } card in the mixed pile
       *[other] { $n } cards in the mixed pile
    }
looks_at = In it: { $cards }.
goods_row = Goods
cards_row = Cards
stock_row = Stock
offer_row = Offer
offers_few = offers { $n }
