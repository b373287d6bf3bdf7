"""Unknown cards of hands (K1.4): what is seen later of them, and what a seat knows."""

from msgspec.structs import replace

from domain.games.klunker.actions import (
    KlunkerAction,
    KlunkerDealing,
    KlunkerIdentification,
    KlunkerStock,
    KlunkerStore,
)
from domain.games.klunker.events import (
    KlunkerDealt,
    KlunkerFact,
    KlunkerFilled,
    KlunkerIdentified,
    KlunkerMoved,
    KlunkerMovedFaceDown,
)
from domain.games.klunker.folding import evolve
from domain.games.klunker.meta import JEWELS
from domain.games.klunker.moving import forgotten, is_open_to
from domain.games.klunker.state import KlunkerState
from domain.kernel.errors import RuleViolation


def identify(state: KlunkerState, identification: KlunkerIdentification) -> tuple[KlunkerIdentified, ...]:
    """Refuse more than the unknown cards of the hand can be (K1.4), and jewels that were all seen elsewhere (K9.1)."""
    seat, hand = identification.seat, state.seats[identification.seat].hand
    revealed = hand.revealed_by(JEWELS.count(identification.jewels))
    if sum(revealed) > hand.unknown:
        raise RuleViolation(
            "K1.4",
            "The hand of {seat} has {cards} cards, of which {unknown} are unknown: it can't hold all that.",
            seat=seat,
            cards=len(hand),
            unknown=hand.unknown,
        )
    for jewel, left, n in zip(JEWELS, state.unseen, revealed, strict=True):
        if n > left:
            raise RuleViolation(
                "K9.1",
                "{seat} can't hold {n} more of {jewel}: {left} were not seen elsewhere.",
                seat=seat,
                n=n,
                jewel=jewel,
                left=left,
            )
    return (KlunkerIdentified(seat=seat, jewels=identification.jewels),)


def observe(state: KlunkerState, fact: KlunkerFact, seat: int) -> KlunkerState:
    """`state`, as `seat` knows it, after `fact`: other hands stay unknown until their cards are shown."""
    match fact:
        case KlunkerDealt():
            numbers = tuple(0 if at == seat else len(hand) for at, hand in enumerate(fact.hands))
            own = tuple(hand if at == seat else () for at, hand in enumerate(fact.hands))
            filled = evolve(state, KlunkerFilled(cards=numbers))
            return replace(evolve(filled, KlunkerDealt(hands=own)), round=state.round + 1)
        case KlunkerIdentified() if fact.seat != seat:
            return state
        case KlunkerMoved() if not is_open_to(seat, fact.from_, fact.to):
            cards = KlunkerMovedFaceDown(cards=len(fact.jewels), from_=fact.from_, to=fact.to)
            return evolve(forgotten(state, fact.from_), cards)
        case _:
            return evolve(state, fact)


def claims(state: KlunkerState, action: KlunkerAction, *, identified: bool) -> bool:
    """Whether `action` shows cards of an unknown hand, while some of another one were identified."""
    if state.dealing is not KlunkerDealing.SECRET or not identified:
        return False
    match action:
        case KlunkerStock():
            return any(state.seats[action.seat].hand.revealed_by(JEWELS.count(action.jewels)))
        case KlunkerStore():
            return any(state.seats[action.seat].hand.revealed_by(JEWELS.count((action.jewel,))))
        case _:
            return False
