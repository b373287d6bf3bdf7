"""Tricks: a tiny trick-taking game with hidden hands, dealt by the server or at the table."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Any, Final, TypeAlias, assert_never

from msgspec import Meta as Limits
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.actions import ChanceAction, Fact, SeatAction
from domain.kernel.base import HiddenInformationGame
from domain.kernel.cards import hands_known_to
from domain.kernel.chance import Chance, whole
from domain.kernel.decision_builder import DecisionBuilder
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import ChanceOptions, Dealing, Game, Meta, Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending
from domain.kernel.places import left_of, put
from domain.kernel.standing import Standing, ranked
from domain.kernel.viewer import Viewer

SEATS: Final = 3
HAND: Final = 4


class TricksCard(StrEnum):
    """The twelve cards (T1.1)."""

    CLUBS_1 = "clubs_1"
    CLUBS_2 = "clubs_2"
    CLUBS_3 = "clubs_3"
    CLUBS_4 = "clubs_4"
    HEARTS_1 = "hearts_1"
    HEARTS_2 = "hearts_2"
    HEARTS_3 = "hearts_3"
    HEARTS_4 = "hearts_4"
    SPADES_1 = "spades_1"
    SPADES_2 = "spades_2"
    SPADES_3 = "spades_3"
    SPADES_4 = "spades_4"


Hand: TypeAlias = tuple[TricksCard, ...]


class TricksDealing(Dealing):
    """Who deals."""

    SERVER = "server"
    OPEN = "open"


class TricksOptions(ChanceOptions, frozen=True, kw_only=True):
    """What is chosen when a match is opened."""

    dealing: Annotated[
        TricksDealing, Limits(description="`server`: the service deals; `open`: the recorder tells.")
    ] = TricksDealing.OPEN


class TricksDeal(ChanceAction, frozen=True, kw_only=True, tag="deal"):
    """All cards are dealt (T1.2)."""

    hands: Annotated[tuple[Hand, ...], Limits(description="The cards, a list a seat.")]


class TricksPlay(SeatAction, frozen=True, kw_only=True, tag="play"):
    """A card is played (T2.1)."""

    card: TricksCard


class TricksDealt(Fact, frozen=True, kw_only=True, tag="dealt"):
    """The hands as they were dealt."""

    hands: tuple[Hand, ...]


class TricksPlayed(Fact, frozen=True, kw_only=True, tag="played"):
    """A card went from a hand to the table."""

    seat: int
    card: TricksCard


class TricksTaken(Fact, frozen=True, kw_only=True, tag="taken"):
    """The trick went to a player (T2.3)."""

    seat: int


TricksAction: TypeAlias = TricksDeal | TricksPlay
TricksFact: TypeAlias = TricksDealt | TricksPlayed | TricksTaken


class TricksState(Struct, frozen=True):
    """A position: the hands, the cards of the trick in order, who acts, and how many tricks each has taken."""

    hands: tuple[Hand, ...]
    trick: Hand = ()
    turn: int = 0
    taken: tuple[int, ...] = (0,) * SEATS
    dealt: bool = False


class TricksView(Struct, frozen=True, tag="tricks", tag_field="game"):
    """What a viewer sees: hidden cards in the hands of others."""

    hands: tuple[tuple[str, ...], ...]
    trick: Hand
    turn: int
    taken: tuple[int, ...]


def suit_of(card: TricksCard) -> str:
    """The suit of a card."""
    return card.partition("_")[0]


def playable(state: TricksState, seat: int) -> Hand:
    """The cards that `seat` may play now (T2.2)."""
    hand = state.hands[seat]
    following = tuple(card for card in hand if state.trick and suit_of(card) == suit_of(state.trick[0]))
    return following or hand


class Tricks(HiddenInformationGame[TricksOptions, TricksAction, TricksFact, TricksState]):
    """The rules of Tricks."""

    meta = Meta(key="tricks", title="Tricks", seats=(SEATS,), edition="first", credits="nobody")
    options_type = TricksOptions
    action_type = TricksAction
    fact_type = TricksFact
    view_type = TricksView

    def starting_seat(self, options: TricksOptions) -> int:
        """Seat 0 leads (T1.3)."""
        return 0

    def initial(self, setup: Setup[TricksOptions]) -> TricksState:
        """Nothing is dealt yet."""
        if setup.seats != SEATS:
            raise InvalidSetup("/seats", "Tricks is played by three.", "T1.1")
        return TricksState(hands=((),) * SEATS)

    def decide(self, state: TricksState, action: TricksAction) -> tuple[TricksFact, ...]:
        """Deal, or play a card; the last card of a trick says who takes it."""
        if isinstance(action, TricksDeal):
            self._verify_deal(state, action)
            return (TricksDealt(hands=action.hands),)
        if not state.dealt or action.seat != state.turn or not state.hands[action.seat]:
            raise RuleViolation("T2.1", "It isn't the turn of this seat.")
        if action.card not in playable(state, action.seat):
            raise RuleViolation("T2.2", "This card isn't in the hand, or doesn't follow suit.")
        course: DecisionBuilder[TricksState, TricksFact] = DecisionBuilder(state, self.evolve)
        course.add(TricksPlayed(seat=action.seat, card=action.card))
        trick = course.state.trick
        if len(trick) == SEATS:
            best = max(trick, key=lambda card: (suit_of(card) == suit_of(trick[0]), card))
            course.add(TricksTaken(seat=(course.state.turn + trick.index(best)) % SEATS))
        return course.facts

    def _verify_deal(self, state: TricksState, action: TricksDeal) -> None:
        if state.dealt:
            raise RuleViolation("T1.2", "The cards are dealt.")
        if [len(hand) for hand in action.hands] != [HAND] * SEATS:
            raise RuleViolation("T1.2", "Each of the three hands has four cards.")
        if len({card for hand in action.hands for card in hand}) != SEATS * HAND:
            raise RuleViolation("T1.1", "Each card is there once.")

    def evolve(self, state: TricksState, fact: TricksFact) -> TricksState:
        """A card moves, or a trick."""
        match fact:
            case TricksDealt():
                return replace(state, hands=fact.hands, dealt=True)
            case TricksPlayed():
                hand = tuple(card for card in state.hands[fact.seat] if card != fact.card)
                hands = put(state.hands, fact.seat, hand)
                return replace(state, hands=hands, trick=(*state.trick, fact.card), turn=left_of(fact.seat, SEATS))
            case TricksTaken():
                taken = put(state.taken, fact.seat, state.taken[fact.seat] + 1)
                return replace(state, trick=(), turn=fact.seat, taken=taken)
            case _:
                assert_never(fact)

    def pending(self, state: TricksState) -> Pending:
        """The deal, then one player after the other, until the hands are empty (T3.1)."""
        if not state.dealt:
            return AwaitChance({"type": "deal", "cards": [HAND] * SEATS})
        return Finished("T3.1") if sum(state.taken) == HAND else AwaitSeats((state.turn,))

    def legal_actions(self, state: TricksState, seat: int) -> Legal:
        """The cards that follow suit (T2.2)."""
        if seat != state.turn:
            return Legal()
        return Legal(tuple(TricksPlay(seat=seat, card=card) for card in playable(state, seat)))

    def draw(self, state: TricksState, chance: Chance) -> TricksDeal:
        """Card number k of seat s is the one at place 3k + s."""
        cards = chance.draw(whole("deck", tuple(TricksCard)), range(SEATS * HAND))
        return TricksDeal(hands=tuple(tuple(cards[seat::SEATS]) for seat in range(SEATS)))

    def view(self, state: TricksState, viewer: Viewer) -> TricksView:
        """Other hands are hidden (T1.2)."""
        hands = hands_known_to(viewer, state.hands)
        return TricksView(hands=hands, trick=state.trick, turn=state.turn, taken=state.taken)

    def redact(self, action: TricksAction, facts: Sequence[TricksFact], viewer: Viewer) -> tuple[Any, tuple[Any, ...]]:
        """Cards dealt to others are hidden."""
        return _redacted(action, viewer), tuple(_redacted(fact, viewer) for fact in facts)

    def reveals(self, facts: Sequence[TricksFact]) -> bool:
        """The deal turns cards up; what is played comes from the own hand."""
        return any(isinstance(fact, TricksDealt) for fact in facts)

    def standings(self, state: TricksState, viewer: Viewer) -> tuple[Standing, ...]:
        """A point a trick (T3.1)."""
        ended = sum(state.taken) == HAND
        return ranked(state.taken, [()] * SEATS, lambda score, _: score, ended=ended)


def _redacted(value: Any, viewer: Viewer) -> Any:
    if isinstance(value, TricksDeal | TricksDealt):
        return replace(value, hands=hands_known_to(viewer, value.hands))
    return value


GAME: Game[TricksOptions, TricksAction, TricksFact, TricksState] = Tricks()
