# Pictures: Klunker

## What is going on

now_deal = cards are dealt
now_stock = phase 1, showcases are filled
now_store = phase 2, jewels are stored in the safes
now_buy = phase 3, showcases are bought
now_sell = phase 3, a complete set has to be sold first
now_finished = the end

## On the table

set_up = Set-up: { $phase }
situation = Round { $n }: { $phase }
hand = Hand
showcase = Showcase
safe = Safe
banknotes = banknotes
nothing = empty
start = starts
notes =
    { $n ->
        [one] { $n } banknote
       *[other] { $n } banknotes
    }
middle = In the middle
deck = Deck
buying = Buying cards
gone = Out of the game
legend = Jewels
deck_told =
    { $n ->
        [one] { $n } card is left in the deck.
       *[other] { $n } cards are left in the deck.
    }
gone_told = Out of the game: { $jewels }.
seat_told = { $name }: { $notes }; hand: { $hand }; showcase: { $showcase }; safe: { $safe }.
start_told = { $name } has the start card.
buys_told = { $name } has buying card { $n }.
buys_nth =
    { $n ->
        [1] buys 1st
        [2] buys 2nd
        [3] buys 3rd
       *[other] buys { $n }th
    }
