"""The rules of Klunker, in the order of the rulebook; RULES.md has the clauses."""

from collections.abc import Callable
from typing import Final

from domain.games.klunker.actions import (
    KlunkerAction,
    KlunkerBuy,
    KlunkerDealing,
    KlunkerDecline,
    KlunkerOptions,
    KlunkerPass,
    KlunkerSell,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.adjusting import adjust
from domain.games.klunker.adjustments import KlunkerAdjust
from domain.games.klunker.deals import deal
from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerFilled,
    KlunkerPassed,
    KlunkerPhase,
    KlunkerRoundEnded,
    KlunkerSold,
    KlunkerStocked,
    KlunkerStored,
    KlunkerTurn,
)
from domain.games.klunker.folding import evolve
from domain.games.klunker.meta import ALL_CARDS, JEWELS, META, SET_SIZE, Jewel
from domain.games.klunker.state import KlunkerSeat, KlunkerState
from domain.games.klunker.turns import KlunkerDecision, verify_turn
from domain.kernel.by_type import by_type
from domain.kernel.counts import Counts, Hand
from domain.kernel.decision_builder import Decided, DecisionBuilder
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending
from domain.kernel.places import left_of

# --- K1, K2: the set-up ----------------------------------------------------------------------------------------------


def initial(setup: Setup[KlunkerOptions]) -> KlunkerState:
    """The table before the first deal; with secret hands, after it (K2)."""
    options, seats = setup.options, setup.seats
    if seats not in META.seats:
        raise InvalidSetup("/seats", "Klunker is for 3 to 5 players, not {n}.", "K1.3", n=seats)
    if options.start_seat >= seats:
        raise InvalidSetup("/options/start_seat", "There is no seat {n}.", "K2.1", n=options.start_seat)
    player = KlunkerSeat(Hand(JEWELS.none), showcase=JEWELS.none, safe=JEWELS.none, banknotes=1)
    state = KlunkerState(
        dealing=options.dealing,
        round=0,
        phase=KlunkerPhase.DEAL,
        start_seat=options.start_seat,
        turn=options.start_seat,
        deck=sum(ALL_CARDS) - seats,
        unseen=ALL_CARDS,
        out_of_game=JEWELS.none,
        seats=(player,) * seats,
    )
    builder = DecisionBuilder(state, evolve)
    begin_round(builder)
    return builder.state


# --- what is asked, and what comes of it -----------------------------------------------------------------------------


def pending(state: KlunkerState) -> Pending:
    """What the match waits for."""
    if state.phase is KlunkerPhase.FINISHED:
        return Finished("K7.3")
    if state.phase is KlunkerPhase.DEAL:
        return AwaitChance({"type": "deal", "cards": [player.wants for player in state.seats]})
    return AwaitSeats((state.turn,))


def decide(state: KlunkerState, action: KlunkerAction) -> tuple[KlunkerFact, ...]:
    """The facts that follow from `action`, or a :class:`RuleViolation`."""
    return decided(state, action).facts


def decided(state: KlunkerState, action: KlunkerAction) -> Decided[KlunkerState, KlunkerFact]:
    """These facts, and the state that they lead to."""
    builder = DecisionBuilder(state, evolve)
    _act(builder, action)
    return builder.decided


def put_otherwise(builder: KlunkerDecision, action: KlunkerAdjust) -> None:
    """Put the table as it was played (K9.1), then do what the rules do for whoever is asked now and can't act."""
    adjust(builder, action)
    state = builder.state
    match state.phase:
        case KlunkerPhase.DEAL:
            end_if_deck_is_short(builder)
        case KlunkerPhase.STORE if not len(state.seats[state.turn].hand):
            take_buying_card(builder, state.turn)
            go_on_storing(builder)
        case KlunkerPhase.BUY if not can_buy(state, state.turn):
            decline(builder, state.turn)
        case KlunkerPhase.SELL if len(set(complete_sets(state.seats[state.turn].safe))) <= 1:
            sell_what_is_complete(builder)


# --- K3: fill the showcases ------------------------------------------------------------------------------------------


def verify_stock(state: KlunkerState, action: KlunkerStock) -> None:
    """Refuse cards that aren't in the hand (K3.1) and a showcase left empty (K3.2)."""
    verify_turn(state, KlunkerPhase.STOCK, action.seat, "K3.1")
    verify_in_hand(state, action.seat, JEWELS.count(action.jewels), "K3.1")
    if not action.jewels and must_place(state.seats[action.seat]):
        raise RuleViolation(
            "K3.2", "The showcase of {seat} is empty: at least one card must be placed.", seat=action.seat
        )


def must_place(player: KlunkerSeat) -> bool:
    """Whether at least one card must be placed (K3.2); who has none, as only irregular play can lead to, can't."""
    return not player.has_goods and len(player.hand) > 0


def stock(builder: KlunkerDecision, action: KlunkerStock) -> None:
    """Place the cards; after the last player the storing begins."""
    verify_stock(builder.state, action)
    builder.add(KlunkerStocked(seat=action.seat, jewels=action.jewels))
    following = left_of(action.seat, len(builder.state.seats))
    if following == builder.state.start_seat:
        begin_storing(builder)
    else:
        builder.add(KlunkerTurn(phase=KlunkerPhase.STOCK, seat=following))


def verify_in_hand(state: KlunkerState, seat: int, shown: Counts, clause: str) -> None:
    """Refuse cards that the hand can't hold, whatever its unknown cards are."""
    if not state.seats[seat].hand.may_hold(shown, state.unseen):
        raise RuleViolation(clause, "{seat} can't have {jewels} in hand.", seat=seat, jewels=JEWELS.spread(shown))


# --- K4: store in the safes ------------------------------------------------------------------------------------------


def begin_storing(builder: KlunkerDecision) -> None:
    """The start player is the first to store or pass (K4.1)."""
    builder.add(KlunkerTurn(phase=KlunkerPhase.STORE, seat=builder.state.start_seat))
    if not len(builder.state.seats[builder.state.turn].hand):
        take_buying_card(builder, builder.state.turn)
        go_on_storing(builder)


def verify_store(state: KlunkerState, action: KlunkerStore) -> None:
    """Refuse a card that isn't in the hand."""
    verify_turn(state, KlunkerPhase.STORE, action.seat, "K4.1")
    verify_in_hand(state, action.seat, JEWELS.count((action.jewel,)), "K4.1")


def store(builder: KlunkerDecision, action: KlunkerStore) -> None:
    """Store the card, sell the set that it completes (K5.1), and go on."""
    verify_store(builder.state, action)
    builder.add(KlunkerStored(seat=action.seat, jewel=action.jewel))
    for jewel in complete_sets(builder.state.seats[action.seat].safe):
        sell(builder, action.seat, jewel)
    go_on_storing(builder)


def stop_storing(builder: KlunkerDecision, action: KlunkerPass) -> None:
    """Pass, and go on."""
    verify_turn(builder.state, KlunkerPhase.STORE, action.seat, "K4.1")
    take_buying_card(builder, action.seat)
    go_on_storing(builder)


def take_buying_card(builder: KlunkerDecision, seat: int) -> None:
    """Pass (K4.2)."""
    builder.add(KlunkerPassed(seat=seat, buying_card=len(builder.state.order) + 1))


def go_on_storing(builder: KlunkerDecision) -> None:
    """Ask the next player who hasn't passed; one with an empty hand passes (K4.3); after the last, buying begins."""
    state = builder.state
    seat = state.turn
    for _ in state.seats:
        seat = left_of(seat, len(state.seats))
        if seat in builder.state.order:
            continue
        if len(state.seats[seat].hand):
            builder.add(KlunkerTurn(phase=KlunkerPhase.STORE, seat=seat))
            return
        take_buying_card(builder, seat)
    go_on_buying(builder)


# --- K5: selling -----------------------------------------------------------------------------------------------------


def complete_sets(safe: Counts) -> tuple[Jewel, ...]:
    """One entry for each complete set of four (K5.1)."""
    if max(safe) < SET_SIZE:
        return ()
    return JEWELS.spread(tuple([n // SET_SIZE for n in safe]))


def types_in(safe: Counts) -> int:
    """The types that count against a sale: all cards of one type beyond four are one further type (K5.3)."""
    return sum([(n > 0) + (n > SET_SIZE) for n in safe])


def banknotes_for(jewel: Jewel, safe: Counts) -> int:
    """The banknotes that a set brings, with the sold cards still in `safe` (K5.2); necklaces always four (K5.4)."""
    return SET_SIZE if jewel is Jewel.NECKLACE else max(1, 5 - types_in(safe))


def sell(builder: KlunkerDecision, seat: int, jewel: Jewel) -> None:
    """Sell exactly four cards (K5.1)."""
    builder.add(KlunkerSold(seat=seat, jewel=jewel, notes=banknotes_for(jewel, builder.state.seats[seat].safe)))


def sell_what_is_complete(builder: KlunkerDecision) -> None:
    """After a purchase: sell sets of one type at once, let the buyer choose among types (K5.5), then go on."""
    seat = builder.state.turn
    sets = complete_sets(builder.state.seats[seat].safe)
    if len(set(sets)) > 1:
        builder.add(KlunkerTurn(phase=KlunkerPhase.SELL, seat=seat))
        return
    for jewel in sets:
        sell(builder, seat, jewel)
    go_on_buying(builder)


def verify_sell(state: KlunkerState, action: KlunkerSell) -> None:
    """Refuse a set that isn't complete."""
    verify_turn(state, KlunkerPhase.SELL, action.seat, "K5.5")
    if action.jewel not in complete_sets(state.seats[action.seat].safe):
        raise RuleViolation(
            "K5.1", "The safe of {seat} doesn't hold four cards of {jewel}.", seat=action.seat, jewel=action.jewel
        )


def sell_chosen(builder: KlunkerDecision, action: KlunkerSell) -> None:
    """Sell the set that the buyer chose (K5.5), then what is complete."""
    verify_sell(builder.state, action)
    sell(builder, action.seat, action.jewel)
    sell_what_is_complete(builder)


# --- K6: buy from the showcases --------------------------------------------------------------------------------------


def can_buy_from(state: KlunkerState, seat: int, owner: int) -> bool:
    """Whether `seat` can take the showcase of `owner` (K6.1, K6.5)."""
    return state.seats[owner].has_goods and (owner == seat or state.seats[seat].banknotes >= 1)


def can_buy(state: KlunkerState, seat: int) -> bool:
    """Whether `seat` can take any showcase."""
    return any(can_buy_from(state, seat, owner) for owner in range(len(state.seats)))


def go_on_buying(builder: KlunkerDecision) -> None:
    """Ask the holder of the next buying card; one who can't buy declines (K6.5); after the last the round ends."""
    state = builder.state
    if state.bought == len(state.seats):
        end_round(builder, state.start_seat)
        return
    seat = state.order[state.bought]
    if can_buy(state, seat):
        builder.add(KlunkerTurn(phase=KlunkerPhase.BUY, seat=seat))
    else:
        decline(builder, seat)


def verify_buy(state: KlunkerState, action: KlunkerBuy) -> None:
    """Refuse an empty showcase (K6.1) and a purchase without money (K6.5)."""
    verify_turn(state, KlunkerPhase.BUY, action.seat, "K6.1")
    if action.from_ >= len(state.seats):
        raise RuleViolation("K6.1", "There is no seat {n}.", n=action.from_)
    if not state.seats[action.from_].has_goods:
        raise RuleViolation("K6.1", "The showcase of {seat} is empty.", seat=action.from_)
    if not can_buy_from(state, action.seat, action.from_):
        raise RuleViolation("K6.5", "{seat} has no banknote to pay with.", seat=action.seat)


def buy(builder: KlunkerDecision, action: KlunkerBuy) -> None:
    """Pay, take all to the safe (K6.1, K6.2), sell what is complete."""
    verify_buy(builder.state, action)
    goods = JEWELS.spread(builder.state.seats[action.from_].showcase)
    price = 0 if action.from_ == action.seat else 1
    builder.add(KlunkerBought(seat=action.seat, from_=action.from_, jewels=goods, price=price))
    sell_what_is_complete(builder)


def verify_decline(state: KlunkerState, action: KlunkerDecline) -> None:
    """Refuse to decline with cards in the own showcase (K6.3)."""
    verify_turn(state, KlunkerPhase.BUY, action.seat, "K6.4")
    if state.seats[action.seat].has_goods:
        raise RuleViolation("K6.3", "{seat} has cards in their own showcase and must buy.", seat=action.seat)


def buy_nothing(builder: KlunkerDecision, action: KlunkerDecline) -> None:
    """Decline, where that is allowed."""
    verify_decline(builder.state, action)
    decline(builder, action.seat)


def decline(builder: KlunkerDecision, seat: int) -> None:
    """End the purchases of the round for all (K6.4)."""
    builder.add(KlunkerDeclined(seat=seat))
    end_round(builder, seat)


# --- K7: the end of the round ----------------------------------------------------------------------------------------


def end_round(builder: KlunkerDecision, start_seat: int) -> None:
    """Hand on the start card (K7.1); end the game when the deck can't fill all hands (K7.3)."""
    builder.add(KlunkerRoundEnded(start_seat=start_seat))
    if not end_if_deck_is_short(builder):
        begin_round(builder)


def end_if_deck_is_short(builder: KlunkerDecision) -> bool:
    """End the game if the deck can't fill all hands (K7.3); tells whether it did."""
    short = builder.state.deck < sum(player.wants for player in builder.state.seats)
    if short:
        builder.add(KlunkerEnded())
    return short


def begin_round(builder: KlunkerDecision) -> None:
    """With secret hands, fill them at once (K7.2); otherwise a deal is awaited."""
    if builder.state.dealing is KlunkerDealing.SECRET:
        builder.add(KlunkerFilled(cards=tuple(player.wants for player in builder.state.seats)))
        builder.add(KlunkerTurn(phase=KlunkerPhase.STOCK, seat=builder.state.start_seat))


# --- which of these an action is -------------------------------------------------------------------------------------

_act: Final[Callable[[KlunkerDecision, KlunkerAction], None]] = by_type(
    KlunkerAction, deal, stock, store, stop_storing, sell_chosen, buy, buy_nothing, put_otherwise
)
"""What follows from an action, or a :class:`RuleViolation`."""
