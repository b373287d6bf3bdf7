# Klunker

## Jewels

jewel =
    { $jewel ->
        [tongue_piercing] tongue piercing
        [earrings] earrings
        [gold_teeth] gold teeth
        [shoes] shoes
        [tiara] tiara
        [monocle] monocle
        [necklace] necklace
        [hidden] face down
       *[unknown] unknown
    }
one_jewel =
    { $jewel ->
        [tongue_piercing] a tongue piercing
        [earrings] earrings
        [gold_teeth] gold teeth
        [shoes] shoes
        [tiara] a tiara
        [monocle] a monocle
        [necklace] a necklace
        [hidden] a hidden card
       *[unknown] an unknown card
    }
many_jewels =
    { $jewel ->
        [tongue_piercing] tongue piercings
        [earrings] earrings
        [gold_teeth] gold teeth
        [shoes] shoes
        [tiara] tiaras
        [monocle] monocles
        [necklace] necklaces
        [hidden] hidden cards
       *[unknown] unknown cards
    }
several_jewels =
    { $jewel ->
        [hidden] { $n } { many_jewels }
        [unknown] { $n } { many_jewels }
       *[other] { $n }× { jewel }
    }
jewels =
    { $n ->
        [1] { one_jewel }
       *[other] { several_jewels }
    }

## What happens

deals = Cards are dealt.
gets = { $name } gets { $jewels }.
gets_hidden =
    { $n ->
        [one] { $name } gets { $n } card.
       *[other] { $name } gets { $n } cards.
    }
stocks = { $name } puts into the showcase: { $jewels }.
stocks_nothing = { $name } leaves the showcase as it is.
stores = { $name } stores { one_jewel } in the safe.
passes = { $name } passes.
takes_own = { $name } takes back their own showcase.
buys = { $name } buys { $owner }’s showcase for 1 banknote.
declines = { $name } buys nothing.
chooses_set = { $name } chooses what to sell.
sells =
    { $n ->
        [one] { $name } sells four { many_jewels } for { $n } banknote.
       *[other] { $name } sells four { many_jewels } for { $n } banknotes.
    }
has_card = { $name } has buying card { $n }.
takes_card = { $name } has no cards left and takes buying card { $n }.
cant_buy = { $name } can’t buy anything.
round_ends = The round ends; { $name } has the start card.
deck_ends = The deck can’t fill the hands: the match is over.

## What can be chosen

verb_stock = Fill the showcase
verb_store = Store a card
verb_pass = Pass
verb_buy = Buy a showcase
verb_decline = Buy nothing
verb_sell = Sell a set
verb_deal = Deal the cards
question_stock = Which cards go to the showcase?
question_store = Which card goes to the safe?
question_buy = Whose showcase?
question_sell = Which set is sold next?
question_hand = What does { $name } get?
fewer_cards = fewer cards in safe and showcase

## What was done against the rules, and stood

from_place =
    { $place ->
        [hand] From { $name }’s hand
        [showcase] From { $name }’s showcase
        [safe] From { $name }’s safe
        [bank] From { $name }’s bank
        [deck] From the deck
       *[out_of_game] From out of the game
    }
to_place =
    { $place ->
        [hand] to { $name }’s hand
        [showcase] to { $name }’s showcase
        [safe] to { $name }’s safe
        [bank] to { $name }’s bank
        [deck] to the deck
       *[out_of_game] out of the game
    }
cards_moved = { $from } { $to }: { $what }.
cards_face_down =
    { $n ->
        [one] { $n } card face down
       *[other] { $n } cards face down
    }
turn_changed = It is { $name }’s turn.
start_card_moved = { $name } has the start card.
adjust_cards = Move cards
adjust_face_down = Move cards face down, such as banknotes
adjust_turn = Change whose turn it is
adjust_start_card = Move the start card
question_from = Where do the cards come from?
question_to = Where do they go?
question_cards = Which cards?
question_how_many = How many cards?
question_turn = Whose turn is it?
question_start_card = Who has the start card?

## Phases

phase_deal = The deal
phase_stock = Filling the showcases
phase_store = Storing in the safes
phase_buy = Buying from the showcases

## Options

option_dealing_secret = Your own cards, hands secret: a card is recorded when it is shown.
option_dealing_open = Your own cards, all recorded: whoever records enters every hand that is dealt.
option_dealing_server = No cards needed: the service shuffles and deals, and everybody holds a phone.

## Statistics

figure_sets_sold = Sets sold
figure_notes_from_sets = Banknotes from sets
figure_showcases_bought = Showcases bought
figure_notes_paid = Banknotes paid for showcases
figure_notes_received = Banknotes for one’s own showcase
figure_own_showcases = Own showcases taken
figure_showcases_taken = Showcases taken
figure_cards_taken = Cards from showcases
figure_cards_stored = Cards stored
figure_first_choices = First choices
figure_declines = Purchases declined

## Identifying unknown cards

question_unknown =
    { $n ->
        [one] Which was { $name }’s unknown card?
       *[other] Which were among { $name }’s { $n } unknown cards?
    }
