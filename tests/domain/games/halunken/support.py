"""Halunken und Spelunken for tests: positions and actions in few words, and what the tests of all games ask of it."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from msgspec.structs import replace

from domain.games.halunken import GAME
from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenAdjust,
    HalunkenBid,
    HalunkenCardAdjustment,
    HalunkenChoose,
    HalunkenDealing,
    HalunkenDirection,
    HalunkenDisplace,
    HalunkenMode,
    HalunkenNameRum,
    HalunkenOptions,
    HalunkenPass,
    HalunkenPieceAdjustment,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenReveal,
    HalunkenRogueAdjustment,
    HalunkenSteal,
    HalunkenSurrender,
    HalunkenTops,
    HalunkenTurnAdjustment,
    HalunkenTurnBlackJack,
)
from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenBlackJackPlaced,
    HalunkenBlackJackTurned,
    HalunkenCaptainPlaced,
    HalunkenCardMarked,
    HalunkenChosen,
    HalunkenDisplaced,
    HalunkenDrawn,
    HalunkenEnded,
    HalunkenMet,
    HalunkenMove,
    HalunkenMoved,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPhase,
    HalunkenPiecePut,
    HalunkenPushed,
    HalunkenRejoined,
    HalunkenRevealed,
    HalunkenRoguePut,
    HalunkenRoundBegan,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenSpared,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
    HalunkenTurn,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import BLACK_JACK_NUMBERS, TAVERNS, HalunkenAtTavern, MovementCard, Rogue
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.game import Setup
from domain.kernel.viewer import PUBLIC, Viewer
from tests.domain.games.support import Table

HARBOUR: Literal["harbour"] = "harbour"

# --- rogues and actions in few words ---------------------------------------------------------------------------------


def rogues(words: str) -> tuple[Rogue, ...]:
    """``rogues("red 4 7, green 5")`` is two red rogues and a green one."""
    crew: list[Rogue] = []
    for part in filter(None, (part.split() for part in words.split(","))):
        crew += [Rogue(f"{part[0]}-{worth}") for worth in part[1:]]
    return tuple(crew)


def rogue(words: str) -> Rogue:
    (only,) = rogues(words)
    return only


def cards(words: str) -> tuple[MovementCard, ...]:
    return tuple(map(MovementCard, words.split()))


def place(seat: int, tavern: int) -> HalunkenPlaceCaptain:
    return HalunkenPlaceCaptain(seat=seat, tavern=tavern)


def place_black_jack(seat: int, tavern: int) -> HalunkenPlaceBlackJack:
    return HalunkenPlaceBlackJack(seat=seat, tavern=tavern)


def reveal(tops: Mapping[int, str]) -> HalunkenReveal:
    return HalunkenReveal(rogues=HalunkenTops.of({tavern: rogue(top) for tavern, top in tops.items()}))


def bid(seat: int, words: str) -> HalunkenBid:
    return HalunkenBid(seat=seat, rogue=rogue(words))


def passes(seat: int) -> HalunkenPass:
    return HalunkenPass(seat=seat)


def choose(seat: int, card: str, black_jack: str | None = None) -> HalunkenChoose:
    for_him = None if black_jack is None else MovementCard(black_jack)
    return HalunkenChoose(seat=seat, card=MovementCard(card), black_jack=for_him)


def choices(words: str, *, black_jack: str | None = None, controller: int = 0) -> list[HalunkenChoose]:
    """A card from each seat, in seat order; Black Jack's from the controller."""
    return [choose(seat, card, black_jack if seat == controller else None) for seat, card in enumerate(words.split())]


def name_rum(seat: int, value: int) -> HalunkenNameRum:
    return HalunkenNameRum(seat=seat, value=value)


def steal(seat: int, words: str, from_: int | Literal["harbour"]) -> HalunkenSteal:
    return HalunkenSteal(seat=seat, rogue=rogue(words), from_=from_)


def displace(seat: int, direction: str = "clockwise") -> HalunkenDisplace:
    return HalunkenDisplace(seat=seat, direction=HalunkenDirection(direction))


def turn(card: int | str) -> HalunkenTurnBlackJack:
    return HalunkenTurnBlackJack(card=card if isinstance(card, int) else MovementCard(card))


def surrender(seat: int, words: str) -> HalunkenSurrender:
    return HalunkenSurrender(seat=seat, rogue=rogue(words))


# --- positions -------------------------------------------------------------------------------------------------------


def player(captain: int, crew: str = "", *, played: str = "") -> HalunkenSeat:
    """One player; the movement cards not `played` are left."""
    gone = cards(played)
    left = tuple(card for card in MovementCard if card not in gone)
    return HalunkenSeat(captain=captain, crew=rogues(crew), cards=left, played=gone)


def given(
    *players: HalunkenSeat,
    black_jack: int | None = None,
    harbour: str = "",
    tops: Mapping[int, str] | None = None,
    below: Mapping[int, int] | None = None,
    rest: int = 13,
    controller: int | None = None,
    opener: int = 0,
    phase: HalunkenPhase = HalunkenPhase.CHOOSE,
    turned: tuple[int | MovementCard, ...] = (),
) -> Table:
    """A round in which cards are picked next, or that is about to begin.

    Each tavern has the open rogue of `tops` and as many face down as `below` says, the others are empty, and all
    that is left over lies on the tavern `rest`. With two players it is the game for two, else the introductory one,
    or the standard one if Black Jack stands somewhere.
    """
    mode = HalunkenMode.INTRODUCTORY if black_jack is None else HalunkenMode.STANDARD
    if len(players) == 2:
        mode = HalunkenMode.TWO_PLAYERS
    deck: dict[HalunkenMode, tuple[int | MovementCard, ...]] = {
        HalunkenMode.INTRODUCTORY: (),
        HalunkenMode.STANDARD: BLACK_JACK_NUMBERS,
        HalunkenMode.TWO_PLAYERS: tuple(MovementCard),
    }
    faces = {tavern: rogue(top) for tavern, top in (tops or {}).items()}
    piles = dict(below or {})
    crews = [one for each in players for one in each.crew]
    unseen = [one for one in Rogue if one not in {*crews, *rogues(harbour), *faces.values()}]
    if rest not in faces:
        faces[rest] = unseen.pop()
    piles[rest] = len(unseen) - sum(number for tavern, number in piles.items() if tavern != rest)
    round_ = len(players[0].played) + (phase is not HalunkenPhase.BETWEEN_ROUNDS)
    lying = tuple(faces.get(tavern) for tavern in range(TAVERNS))
    below_them = tuple(piles.get(tavern, 0) for tavern in range(TAVERNS))
    state = HalunkenState(
        mode=mode,
        phase=phase,
        round=round_,
        turn=None,
        start_seat=0,
        open=lying,
        face_down=below_them,
        uncovered=uncovered(lying, below_them),
        seats=players,
        harbour=rogues(harbour),
        black_jack=black_jack,
        deck=tuple(card for card in deck[mode] if card not in turned),
        turned=turned,
        opener=None if black_jack is None else opener,
        controller=controller,
    )
    check_conservation(state)
    return Table(GAME, state)


def uncovered(lying: Sequence[Rogue | None], below: Sequence[int]) -> tuple[int, ...]:
    """The taverns where rogues lie face down and none open."""
    return tuple(tavern for tavern in range(TAVERNS) if lying[tavern] is None and below[tavern])


def auction(*players: HalunkenSeat, black_jack: int = 12, opener: int = 0, harbour: str = "") -> Table:
    """The first auction: `opener` is asked, if that player has a rogue."""
    table = given(*players, black_jack=black_jack, opener=opener, harbour=harbour)
    began = HalunkenRoundBegan(round=1, opener=opener)
    asked = HalunkenTurn(phase=HalunkenPhase.AUCTION, seat=opener)
    return Table(GAME, GAME.evolve(GAME.evolve(table.state, began), asked))


def crew(table: Table, seat: int) -> set[Rogue]:
    return set(table.state.seats[seat].crew)


def captains(table: Table) -> list[int | None]:
    return [each.captain for each in table.state.seats]


# --- what the tests of all games ask ---------------------------------------------------------------------------------

SETUPS = {
    f"{mode}-{seats}-{dealing}": Setup(seats, HalunkenOptions(mode=mode, start_seat=start, dealing=dealing))
    for dealing in HalunkenDealing
    for mode, seats, start in (
        (HalunkenMode.INTRODUCTORY, 3, 0),
        (HalunkenMode.INTRODUCTORY, 4, 3),
        (HalunkenMode.STANDARD, 3, 2),
        (HalunkenMode.STANDARD, 4, 1),
        (HalunkenMode.TWO_PLAYERS, 2, 1),
    )
}
PLAYTHROUGHS = ("introductory-4-table", "standard-3-server", "two_players-2-table")
MOST_STEPS = 300
REVEALING = (HalunkenShown,)
RARE = (HalunkenAdjust, HalunkenRoguePut, HalunkenPiecePut, HalunkenMet, HalunkenCardMarked, HalunkenRejoined)
GAPS = {"H4.4": "A series counts matches together; no match knows of it."}

EXAMPLES = (
    HalunkenPlaceCaptain(seat=2, tavern=12),
    HalunkenReveal(rogues=HalunkenTops.of({0: Rogue.RED_9, 13: Rogue.YELLOW_12})),
    HalunkenPlaceBlackJack(seat=1, tavern=0),
    HalunkenBid(seat=3, rogue=Rogue.VIOLET_14),
    HalunkenPass(seat=0),
    HalunkenChoose(seat=0, card=MovementCard.RUM),
    HalunkenChoose(seat=1, card=MovementCard.SIX, black_jack=MovementCard.RUM),
    HalunkenNameRum(seat=1, value=7),
    HalunkenSteal(seat=0, rogue=Rogue.GREEN_13, from_=1),
    HalunkenSteal(seat=2, rogue=Rogue.RED_15, from_=HARBOUR),
    HalunkenDisplace(seat=0, direction=HalunkenDirection.COUNTERCLOCKWISE),
    HalunkenTurnBlackJack(card=12),
    HalunkenTurnBlackJack(card=MovementCard.SEVEN),
    HalunkenSurrender(seat=3, rogue=Rogue.YELLOW_1),
    HalunkenTurn(phase=HalunkenPhase.STEAL, seat=1),
    HalunkenTurn(phase=HalunkenPhase.TURN_BLACK_JACK),
    HalunkenTook(piece=2, tavern=4, rogue=Rogue.GREEN_2, to=2),
    HalunkenTook(piece="black_jack", tavern=13, rogue=Rogue.VIOLET_3, to=HARBOUR),
    HalunkenRevealed(tavern=4, rogue=Rogue.YELLOW_8),
    HalunkenMoved(piece=0, to=9),
    HalunkenMoved(piece="black_jack", to=3, met=1),
    HalunkenMoved(piece=1, to=3, met="black_jack"),
    HalunkenChosen(seat=0, card=MovementCard.ONE),
    HalunkenChosen(seat=1, card=MovementCard.TWO, black_jack=MovementCard.THREE),
    HalunkenShown(cards=(MovementCard.FOUR, MovementCard.RUM, MovementCard.FOUR)),
    HalunkenShown(cards=(MovementCard.FIVE, MovementCard.SIX), black_jack=MovementCard.SEVEN),
    HalunkenRumNamed(seat=0, piece="black_jack", value=2),
    HalunkenOrdered(stay=(0, "black_jack"), moves=(HalunkenMove(1, 5),)),
    HalunkenStolen(seat=0, rogue=Rogue.RED_4, from_=2),
    HalunkenStolen(seat=0, rogue=Rogue.RED_4, from_=HARBOUR),
    HalunkenSurrendered(seat=1, rogue=Rogue.RED_5),
    HalunkenPushed(seat=1, to=0),
    HalunkenDisplaced(to=11),
    HalunkenPassed(seat=2),
    HalunkenOffered(seat=2, rogue=Rogue.GREEN_9),
    HalunkenPaid(seat=2, rogue=Rogue.GREEN_9),
    HalunkenUnbribed(),
    HalunkenBlackJackTurned(card=11),
    HalunkenBlackJackTurned(card=MovementCard.RUM),
    HalunkenBlackJackMoved(to=8, passed=(2, 0)),
    HalunkenSpared(seat=2),
    HalunkenRoundBegan(round=1),
    HalunkenRoundBegan(round=8, opener=3),
    HalunkenCaptainPlaced(seat=0, tavern=5),
    HalunkenDrawn(seat=0, tavern=5, rogue=Rogue.VIOLET_11),
    HalunkenBlackJackPlaced(tavern=7),
    HalunkenEnded(),
    HalunkenAdjust(
        reason="Ada's captain went one too far.",
        changes=(
            HalunkenPieceAdjustment(piece=0, from_=4, to=5),
            HalunkenPieceAdjustment(piece="black_jack", from_=13, to=0),
            HalunkenRogueAdjustment(rogue=Rogue.RED_4, from_=0, to=HalunkenAtTavern(4)),
            HalunkenRogueAdjustment(rogue=Rogue.RED_5, from_=HalunkenAtTavern(5), to=HARBOUR),
            HalunkenRogueAdjustment(rogue=Rogue.RED_6, from_=HARBOUR, to=3),
            HalunkenCardAdjustment(piece=2, card=MovementCard.RUM, used=True),
            HalunkenCardAdjustment(piece="black_jack", card=12, used=False),
            HalunkenTurnAdjustment(piece=1),
            HalunkenTurnAdjustment(piece="black_jack"),
        ),
    ),
    HalunkenRoguePut(rogue=Rogue.RED_4, from_=0, to=HalunkenAtTavern(4)),
    HalunkenRoguePut(rogue=Rogue.RED_6, from_=HARBOUR, to=3),
    HalunkenPiecePut(piece=0, to=5),
    HalunkenPiecePut(piece="black_jack", to=0),
    HalunkenMet(piece=0, met="black_jack"),
    HalunkenMet(piece="black_jack", met=1),
    HalunkenCardMarked(piece=2, card=MovementCard.RUM, used=True),
    HalunkenCardMarked(piece="black_jack", card=12, used=False),
    HalunkenRejoined(seat=3),
)


def check_conservation(state: HalunkenState) -> None:
    """H9.1, and that no piece and no movement card has got lost."""
    crews = [one for each in state.seats for one in each.crew]
    seen = [*crews, *state.harbour, *(top for top in state.open if top is not None)]
    assert len(seen) == len(set(seen))
    assert len(seen) + sum(state.face_down) == 42
    assert {*seen, *state.unseen} == set(Rogue)
    assert min(state.face_down) >= 0
    assert state.uncovered == uncovered(state.open, state.face_down)

    for each in state.seats:
        assert sorted((*each.cards, *each.played)) == sorted(MovementCard)
        assert each.chosen is None or each.chosen in each.cards
    decks = {HalunkenMode.INTRODUCTORY: 0, HalunkenMode.STANDARD: 12, HalunkenMode.TWO_PLAYERS: 8}
    assert len({*state.deck, *state.turned}) == len(state.deck) + len(state.turned) == decks[state.mode]
    assert state.black_jack_chosen is None or state.black_jack_chosen in state.deck
    assert state.bid is None or (state.bidder is not None and state.bid in state.seats[state.bidder].crew)

    spaces = [each.captain for each in state.seats if each.captain is not None]
    spaces += [] if state.black_jack is None else [state.black_jack]
    shared = len(spaces) - len(set(spaces))
    assert shared == 0 or (shared == 1 and state.met is not None)


def scrambled(state: HalunkenState, viewer: Viewer, random: Random) -> HalunkenState:
    """Other cards picked by the other seats, and for Black Jack."""
    seats = tuple(
        replace(each, chosen=random.choice(each.cards)) if each.chosen is not None and seat != viewer else each
        for seat, each in enumerate(state.seats)
    )
    for_him = state.black_jack_chosen
    if for_him is not None and state.controller != viewer:
        for_him = MovementCard(str(random.choice(state.deck)))
    return replace(state, seats=seats, black_jack_chosen=for_him)


def disguised(state: HalunkenState, action: HalunkenAction, viewer: Viewer, random: Random) -> HalunkenAction:
    """Other cards picked."""
    if not isinstance(action, HalunkenChoose) or action.seat == viewer:
        return action
    for_him = None if action.black_jack is None else MovementCard(str(random.choice(state.deck)))
    return replace(action, card=random.choice(state.seats[action.seat].cards), black_jack=for_him)


def check_end(state: HalunkenState, end: dict[str, Any]) -> None:
    """The end of a sample match, key by key."""
    table = Table(GAME, state)
    view = table.view(PUBLIC)
    him = view.black_jack
    found = {
        "rounds": view.round,
        "crews": [sorted(each.crew) for each in view.seats],
        "harbour": sorted(view.harbour),
        "scores": [standing.score for standing in table.standings],
        "doubled": [each.doubled for each in view.seats],
        "winners": table.winners,
        "captains": [each.captain for each in view.seats],
        "black_jack": him and him.tavern,
        "unplayed": {
            "open": [tavern.open for tavern in view.taverns],
            "face_down": [tavern.face_down for tavern in view.taverns],
            "movement_cards": [list(each.cards) for each in view.seats],
            "black_jack_cards": list(him.cards) if him else [],
        },
    }
    assert {key: found[key] for key in end} == end
