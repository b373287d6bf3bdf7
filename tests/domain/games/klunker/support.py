"""Klunker for tests: positions and actions in few words, and what the tests of all games ask of it."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.klunker import GAME
from domain.games.klunker.actions import (
    KlunkerAction,
    KlunkerBuy,
    KlunkerDeal,
    KlunkerDealing,
    KlunkerDecline,
    KlunkerIdentification,
    KlunkerOptions,
    KlunkerPass,
    KlunkerSell,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.adjustments import (
    KlunkerAdjust,
    KlunkerAdjustment,
    KlunkerChangeTurn,
    KlunkerMoveCards,
    KlunkerMoveFaceDown,
    KlunkerMoveStartCard,
    KlunkerPlace,
    KlunkerSpot,
)
from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDealt,
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFilled,
    KlunkerIdentified,
    KlunkerMoved,
    KlunkerMovedFaceDown,
    KlunkerPassed,
    KlunkerPhase,
    KlunkerReordered,
    KlunkerRoundEnded,
    KlunkerSold,
    KlunkerStartCardMoved,
    KlunkerStocked,
    KlunkerStored,
    KlunkerTurn,
)
from domain.games.klunker.meta import ALL_CARDS, HAND_SIZE, JEWELS, SET_SIZE, Jewel
from domain.games.klunker.moving import is_open_to
from domain.games.klunker.state import KlunkerSeat, KlunkerState
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.game import Setup
from domain.kernel.viewer import Viewer
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import Retold, Table

# --- cards and actions in few words ----------------------------------------------------------------------------------


def cards(words: str) -> tuple[Jewel, ...]:
    """``cards("2 tiara, shoes")`` is two tiaras and a pair of shoes, in the game's order."""
    return JEWELS.spread(counts(words))


def counts(words: str) -> Counts:
    """The same as counts."""
    total = JEWELS.none
    for part in filter(None, (part.strip() for part in words.split(","))):
        number, _, name = part.rpartition(" ")
        total = changed(total, JEWELS.index[Jewel(name)], int(number or 1))
    return total


def deal(*hands: str) -> KlunkerDeal:
    return KlunkerDeal(hands=tuple(map(cards, hands)))


def stock(seat: int, words: str = "") -> KlunkerStock:
    return KlunkerStock(seat=seat, jewels=cards(words))


def store(seat: int, jewel: str) -> KlunkerStore:
    return KlunkerStore(seat=seat, jewel=Jewel(jewel))


def passes(seat: int) -> KlunkerPass:
    return KlunkerPass(seat=seat)


def buy(seat: int, owner: int) -> KlunkerBuy:
    return KlunkerBuy(seat=seat, from_=owner)


def decline(seat: int) -> KlunkerDecline:
    return KlunkerDecline(seat=seat)


def sell(seat: int, jewel: str) -> KlunkerSell:
    return KlunkerSell(seat=seat, jewel=Jewel(jewel))


def spot(place: str, seat: int | None = None) -> KlunkerSpot:
    return KlunkerSpot(place=KlunkerPlace(place), seat=seat)


def adjust(*changes: KlunkerAdjustment) -> KlunkerAdjust:
    return KlunkerAdjust(reason="Nobody noticed.", changes=changes)


def move(words: str, from_: KlunkerSpot, to: KlunkerSpot) -> KlunkerMoveCards:
    return KlunkerMoveCards(jewels=cards(words), from_=from_, to=to)


def move_face_down(number: int, from_: KlunkerSpot, to: KlunkerSpot) -> KlunkerMoveFaceDown:
    return KlunkerMoveFaceDown(cards=number, from_=from_, to=to)


# --- positions -------------------------------------------------------------------------------------------------------


def player(hand: str = "", showcase: str = "", safe: str = "", *, notes: int = 1, unknown: int = 0) -> KlunkerSeat:
    """One player's four places."""
    return KlunkerSeat(Hand(counts(hand), unknown), counts(showcase), counts(safe), notes)


def given(
    *players: KlunkerSeat,
    phase: KlunkerPhase,
    turn: int = 0,
    start: int = 0,
    order: tuple[int, ...] | None = None,
    deck: int | None = None,
    dealing: KlunkerDealing = KlunkerDealing.OPEN,
) -> Table:
    """A position in which no card is lost.

    Banknotes beyond the starting capital, and cards out of the game where the `deck` is to be that small, are the
    commonest jewels not seen. While jewels are bought, the players hold the buying cards in the `order` given, or
    clockwise from the start.
    """
    n = len(players)
    if order is None:
        buying = phase in {KlunkerPhase.BUY, KlunkerPhase.SELL}
        order = tuple((start + i) % n for i in range(n)) if buying else ()
    bought = {KlunkerPhase.BUY: 0, KlunkerPhase.SELL: 1}
    unseen = ALL_CARDS
    for place in (place for p in players for place in (p.hand.known, p.showcase, p.safe)):
        unseen = minus(unseen, place)
    unseen, _ = _without_commonest(unseen, sum(p.banknotes for p in players) - n)
    left = sum(unseen) - n - sum(p.hand.unknown for p in players)
    unseen, gone = _without_commonest(unseen, 0 if deck is None else left - deck)
    state = KlunkerState(
        dealing=dealing,
        round=1,
        phase=phase,
        start_seat=start,
        turn=turn,
        deck=left if deck is None else deck,
        unseen=unseen,
        out_of_game=gone,
        seats=players,
        order=order,
        bought=order.index(turn) + bought[phase] if phase in bought else 0,
    )
    check_conservation(state)
    return Table(GAME, state)


def _without_commonest(unseen: Counts, number: int) -> tuple[Counts, Counts]:
    taken = JEWELS.none
    assert number >= 0, "no such position: fewer banknotes than the starting capital, or a deck that large"
    for _ in range(number):
        place = unseen.index(max(unseen))
        unseen, taken = changed(unseen, place, -1), changed(taken, place, 1)
    return unseen, taken


# --- what the tests of all games ask ---------------------------------------------------------------------------------

SETUPS = {
    f"{seats}-{dealing}": Setup(seats, KlunkerOptions(start_seat=start, dealing=dealing))
    for dealing in KlunkerDealing
    for seats, start in ((3, 0), (4, 2), (5, 4))
}
PLAYTHROUGHS = ("3-server", "4-open", "5-secret")
MOST_STEPS = 600
REVEALING = ()
RARE = (
    KlunkerIdentified,
    KlunkerAdjust,
    KlunkerMoved,
    KlunkerMovedFaceDown,
    KlunkerStartCardMoved,
    KlunkerReordered,
)
GAPS: dict[str, str] = {}

EXAMPLES = (
    KlunkerDeal(hands=((Jewel.TIARA, Jewel.SHOES), (), (Jewel.NECKLACE,))),
    KlunkerStock(seat=0, jewels=(Jewel.TIARA, Jewel.TONGUE_PIERCING, Jewel.TIARA)),
    KlunkerStock(seat=4, jewels=()),
    KlunkerStore(seat=1, jewel=Jewel.GOLD_TEETH),
    KlunkerPass(seat=2),
    KlunkerBuy(seat=3, from_=1),
    KlunkerDecline(seat=0),
    KlunkerSell(seat=2, jewel=Jewel.MONOCLE),
    KlunkerDealt(hands=((Jewel.EARRINGS,), (Jewel.GOLD_TEETH, Jewel.MONOCLE), ())),
    KlunkerFilled(cards=(6, 0, 3)),
    KlunkerStocked(seat=0, jewels=(Jewel.SHOES, Jewel.SHOES)),
    KlunkerStored(seat=1, jewel=Jewel.NECKLACE),
    KlunkerPassed(seat=2, buying_card=3),
    KlunkerBought(seat=0, from_=2, jewels=(Jewel.TONGUE_PIERCING, Jewel.EARRINGS), price=1),
    KlunkerSold(seat=0, jewel=Jewel.TIARA, notes=2),
    KlunkerDeclined(seat=1),
    KlunkerRoundEnded(start_seat=1),
    KlunkerTurn(phase=KlunkerPhase.STORE, seat=1),
    KlunkerEnded(),
    KlunkerIdentified(seat=1, jewels=(Jewel.TIARA, Jewel.SHOES)),
    KlunkerAdjust(
        reason="The shoes came from the showcase, and Bea went first.",
        changes=(
            KlunkerMoveCards(jewels=(Jewel.SHOES,), from_=spot("showcase", 0), to=spot("safe", 2)),
            KlunkerMoveFaceDown(cards=2, from_=spot("deck"), to=spot("bank", 1)),
            KlunkerChangeTurn(seat=1),
            KlunkerMoveStartCard(seat=2),
        ),
    ),
    KlunkerMoved(jewels=(Jewel.TIARA, Jewel.TIARA), from_=spot("out_of_game"), to=spot("hand", 0)),
    KlunkerMovedFaceDown(cards=1, from_=spot("bank", 0), to=spot("bank", 2)),
    KlunkerStartCardMoved(seat=1),
    KlunkerReordered(order=(2, 0, 1)),
)


def check_conservation(state: KlunkerState) -> None:
    """K9.1."""
    hands = [p.hand for p in state.seats]
    open_cards = [place for p in state.seats for place in (p.hand.known, p.showcase, p.safe)]
    banknotes = sum(p.banknotes for p in state.seats)
    assert min(state.deck, *(p.banknotes for p in state.seats), *(hand.unknown for hand in hands)) >= 0
    assert min(map(min, (*open_cards, state.unseen, state.out_of_game))) >= 0

    assert state.deck + sum(h.unknown for h in hands) + sum(map(sum, open_cards)) + banknotes + sum(
        state.out_of_game
    ) == sum(ALL_CARDS)
    never_seen = sum(state.unseen) - state.deck - sum(h.unknown for h in hands)
    assert 0 <= never_seen <= banknotes
    turned_over = minus(ALL_CARDS, state.unseen)
    for place in (*open_cards, state.out_of_game):
        turned_over = minus(turned_over, place)
    assert min(turned_over) >= 0
    assert sum(turned_over) == banknotes - never_seen


def check_regular(state: KlunkerState) -> None:
    """The starting capital lies in the banks, no hand is more than full, and complete sets are sold."""
    hands = [p.hand for p in state.seats]
    assert sum(state.unseen) == state.deck + sum(h.unknown for h in hands) + len(state.seats)
    assert max(map(len, hands)) <= HAND_SIZE
    assert state.phase is KlunkerPhase.SELL or max(max(p.safe) for p in state.seats) < SET_SIZE


def scrambled(state: KlunkerState, viewer: Viewer, random: Random) -> KlunkerState:
    """The known cards of the other hands and the unseen cards, dealt anew."""
    closed = [seat for seat in range(len(state.seats)) if seat != viewer]
    unseen = state.unseen
    for seat in closed:
        unseen = plus(unseen, state.seats[seat].hand.known)
    seats = list(state.seats)
    for seat in closed:
        hand = seats[seat].hand
        drawn = _drawn(unseen, sum(hand.known), random)
        unseen = minus(unseen, drawn)
        seats[seat] = KlunkerSeat(Hand(drawn, hand.unknown), *_open_places(seats[seat]))
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    return KlunkerState(**{**fields, "unseen": unseen, "seats": tuple(seats)})


def disguised(state: KlunkerState, action: KlunkerAction, viewer: Viewer, random: Random) -> KlunkerAction:
    """Other cards dealt to the other hands."""
    if isinstance(action, KlunkerAdjust):
        return replace(action, changes=_disguised_changes(state, action.changes, viewer, random))
    if not isinstance(action, KlunkerDeal):
        return action
    hands = list(action.hands)
    unseen = state.unseen
    if isinstance(viewer, int):
        unseen = minus(unseen, JEWELS.count(hands[viewer]))
    for seat in (seat for seat in range(len(hands)) if seat != viewer):
        drawn = _drawn(unseen, len(hands[seat]), random)
        unseen = minus(unseen, drawn)
        hands[seat] = JEWELS.spread(drawn)
    return KlunkerDeal(hands=tuple(hands))


def _disguised_changes(
    state: KlunkerState, changes: Sequence[KlunkerAdjustment], viewer: Viewer, random: Random
) -> tuple[KlunkerAdjustment, ...]:
    """Other cards that go from the same place; of several changes, the first."""
    first, *others = changes
    if not isinstance(first, KlunkerMoveCards) or is_open_to(viewer, first.from_, first.to) or others:
        return tuple(changes)
    pool = state.unseen
    if first.from_.place is KlunkerPlace.HAND and first.from_.seat is not None:
        hand = state.seats[first.from_.seat].hand
        pool = hand.known if sum(hand.known) >= len(first.jewels) else hand.most(state.unseen)
    return (replace(first, jewels=JEWELS.spread(_drawn(pool, len(first.jewels), random))),)


def _drawn(pool: Counts, number: int, random: Random) -> Counts:
    return JEWELS.count(random.sample(JEWELS.spread(pool), number))


def _open_places(seat: KlunkerSeat) -> tuple[Counts, Counts, int]:
    return seat.showcase, seat.safe, seat.banknotes


def check_end(state: KlunkerState, end: dict[str, Any]) -> None:
    """The end of a sample match, key by key."""
    found = {
        "rounds": state.round,
        "banknotes": [p.banknotes for p in state.seats],
        "left_in_safe_and_showcase": [sum(p.safe) + sum(p.showcase) for p in state.seats],
        "winners": Table(GAME, state).winners,
        "hands": [sorted(JEWELS.spread(p.hand.known)) for p in state.seats],
        "deck": state.deck,
        "out_of_game": sum(state.out_of_game),
        "safes": [dict(JEWELS.table(p.safe)) for p in state.seats],
        "showcases": [sorted(JEWELS.spread(p.showcase)) for p in state.seats],
    }
    assert {key: found[key] for key in end} == end


# --- unknown cards ---------------------------------------------------------------------------------------------------


def retold(random: Random) -> Retold:
    """A match that the server dealt, told without the hands."""
    seats = random.choice(GAME.meta.seats)
    actions: list[KlunkerAction] = []
    truth = [GAME.initial(Setup(seats, KlunkerOptions(dealing=KlunkerDealing.SERVER)))]
    for step in play(
        GAME, Setup(seats, KlunkerOptions(dealing=KlunkerDealing.SERVER)), RandomChoices(random), MOST_STEPS
    ):
        if isinstance(step.action, KlunkerDeal):
            truth.pop()
        else:
            actions.append(step.action)
        truth.append(step.after)
    return Retold(Setup(seats, KlunkerOptions(dealing=KlunkerDealing.SECRET)), tuple(actions), tuple(truth))


def missing(state: KlunkerState, truth: KlunkerState, seat: int) -> tuple[Jewel, ...]:
    return JEWELS.spread(minus(truth.seats[seat].hand.known, state.seats[seat].hand.known))


def possible(state: KlunkerState, seat: int) -> tuple[Jewel, ...]:
    return JEWELS.spread(ALL_CARDS) if state.seats[seat].hand.unknown else ()


def identification(state: KlunkerState, seat: int, jewels: Sequence[Jewel]) -> KlunkerIdentification:
    return KlunkerIdentification(seat=seat, jewels=(*JEWELS.spread(state.seats[seat].hand.known), *jewels))
