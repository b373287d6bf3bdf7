"""The rules of Halunken und Spelunken: set-up, rounds, and what the table waits for; RULES.md has the clauses.

The auction (H5.3 to H5.5) is in :mod:`.auction`, the movement of a round (H3, H6.3 to H6.6) in :mod:`.movement`,
Black Jack's move and all robberies (H3.7, H5.6 to H5.9, H6.6 to H6.8) in :mod:`.black_jack`. Each of them adds the
facts of one step, which lead to a phase; :func:`go_on` takes the steps that need nobody's decision.
"""

from collections.abc import Callable, Mapping
from typing import Final

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenMode,
    HalunkenOptions,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenReveal,
    HalunkenTops,
    HalunkenTurnBlackJack,
)
from domain.games.halunken.adjusting import adjust
from domain.games.halunken.auction import (
    bid,
    by_first_rogue,
    drop_out,
    go_on_bidding,
    next_opener,
)
from domain.games.halunken.black_jack import (
    rob_next_passed,
    rob_who_was_met,
    steal,
    surrender,
    turn_black_jack,
)
from domain.games.halunken.decision import HalunkenDecision, verify_turn, waiting_clause
from domain.games.halunken.events import (
    HalunkenBlackJackPlaced,
    HalunkenCaptainPlaced,
    HalunkenDrawn,
    HalunkenEnded,
    HalunkenFact,
    HalunkenPhase,
    HalunkenRevealed,
    HalunkenRoundBegan,
    HalunkenTurn,
)
from domain.games.halunken.folding import evolve
from domain.games.halunken.meta import BLACK_JACK_NUMBERS, META, PILE, ROUNDS, TAVERNS, MovementCard, Rogue
from domain.games.halunken.movement import (
    choose,
    compare,
    displace,
    go,
    make_room,
    name_rum,
    still_choosing,
)
from domain.games.halunken.state import HalunkenSeat, HalunkenState
from domain.kernel.by_type import by_type
from domain.kernel.chance import Chance, Pile
from domain.kernel.decision_builder import Decided, DecisionBuilder
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending
from domain.kernel.places import left_of

# --- H1, H2: the set-up ----------------------------------------------------------------------------------------------

DECKS: Final[dict[HalunkenMode, tuple[int | MovementCard, ...]]] = {
    HalunkenMode.INTRODUCTORY: (),
    HalunkenMode.STANDARD: BLACK_JACK_NUMBERS,
    HalunkenMode.TWO_PLAYERS: tuple(MovementCard),
}
"""Black Jack's movement cards (H1.3, H6.1)."""


def initial(setup: Setup[HalunkenOptions]) -> HalunkenState:
    """Three rogues face down on each tavern, before the first captain is placed (H2.1)."""
    options, seats = setup.options, setup.seats
    if seats not in META.seats:
        raise InvalidSetup("/seats", "Halunken und Spelunken is for 2 to 4 players, not {n}.", "H1.2", n=seats)
    for_two = options.mode is HalunkenMode.TWO_PLAYERS
    if for_two != (seats == 2):
        raise InvalidSetup(
            "/options/mode", "The mode '{mode}' isn't for {n} players.", "H6.1", mode=options.mode, n=seats
        )
    if options.start_seat >= seats:
        raise InvalidSetup("/options/start_seat", "There is no seat {n}.", "H2.2", n=options.start_seat)
    return HalunkenState(
        mode=options.mode,
        phase=HalunkenPhase.PLACE_CAPTAIN,
        round=0,
        turn=options.start_seat,
        start_seat=options.start_seat,
        open=(None,) * TAVERNS,
        face_down=(PILE,) * TAVERNS,
        uncovered=tuple(range(TAVERNS)),
        seats=(HalunkenSeat(captain=None, crew=(), cards=tuple(MovementCard)),) * seats,
        deck=DECKS[options.mode],
    )


def place_captain(builder: HalunkenDecision, action: HalunkenPlaceCaptain) -> None:
    """Place the own captain; refuse a space that isn't free."""
    verify_turn(builder.state, HalunkenPhase.PLACE_CAPTAIN, action.seat, "H2.2")
    _verify_free(builder.state, action.tavern, "H2.2")
    builder.add(HalunkenCaptainPlaced(seat=action.seat, tavern=action.tavern))


def place_black_jack(builder: HalunkenDecision, action: HalunkenPlaceBlackJack) -> None:
    """Place Black Jack; refuse a space that isn't free."""
    verify_turn(builder.state, HalunkenPhase.PLACE_BLACK_JACK, action.seat, "H5.2")
    _verify_free(builder.state, action.tavern, "H5.2")
    builder.add(HalunkenBlackJackPlaced(tavern=action.tavern))


def _verify_free(state: HalunkenState, tavern: int, clause: str) -> None:
    if not state.is_free(tavern):
        raise RuleViolation(clause, "There is no free space before a tavern {tavern}.", tavern=tavern)


def next_captain(builder: HalunkenDecision) -> None:
    """The next seat places its captain (H2.2); after the last, the top rogues are turned up (H2.3)."""
    state = builder.state
    following = left_of(state.turn or 0, len(state.seats))
    for _ in state.seats:
        if state.seats[following].captain is None:
            builder.add(HalunkenTurn(phase=HalunkenPhase.PLACE_CAPTAIN, seat=following))
            return
        following = left_of(following, len(state.seats))
    builder.add(HalunkenTurn(phase=HalunkenPhase.OPEN))


def begin_play(builder: HalunkenDecision) -> None:
    """The lowest first rogue places Black Jack (H5.2); without him the first round begins."""
    if builder.state.mode is HalunkenMode.INTRODUCTORY:
        next_round(builder)
    else:
        builder.add(HalunkenTurn(phase=HalunkenPhase.PLACE_BLACK_JACK, seat=by_first_rogue(builder.state)[0]))


# --- H2.2, H2.3, H3.6: cards turned up -------------------------------------------------------------------------------


def verify_reveal(state: HalunkenState, action: HalunkenReveal) -> dict[int, Rogue]:
    """Refuse a tavern where nothing waits, and a rogue that lies elsewhere; give the rogues by tavern."""
    waiting, rogues = state.waiting, action.rogues.by_tavern
    if not waiting:
        raise RuleViolation(waiting_clause(state), "No rogue waits to be looked at.")
    if not rogues:
        raise RuleViolation(waiting_clause(state), "At least one rogue has to be named.")
    for tavern in rogues:
        if tavern not in waiting:
            raise RuleViolation(
                waiting_clause(state), "No rogue of tavern {tavern} waits to be looked at.", tavern=tavern
            )
    named = [*rogues.values()]
    for place, rogue in enumerate(named):
        if rogue in named[:place] or state.spot_of(rogue) is not None:
            raise RuleViolation("H1.1", "{rogue} lies elsewhere already.", rogue=rogue)
    return rogues


def reveal(builder: HalunkenDecision, action: HalunkenReveal) -> None:
    """Turn the rogues up; a captain's first one goes to the crew (H2.2)."""
    state = builder.state
    for tavern, rogue in verify_reveal(state, action).items():
        if state.phase is HalunkenPhase.DRAW:
            builder.add(HalunkenDrawn(seat=state.turn or 0, tavern=tavern, rogue=rogue))
        else:
            builder.add(HalunkenRevealed(tavern=tavern, rogue=rogue))


def draw(state: HalunkenState, chance: Chance) -> HalunkenReveal | HalunkenTurnBlackJack:
    """A fair draw: any unseen rogue, any unused card of Black Jack is as likely as any other to be on top.

    Each rogue lies at its place in a tavern from the beginning. Black Jack's cards are turned up in one order, in a new
    one after one was put back; where a player has chosen one of them (H6.3), that was the card of its round.
    """
    if waiting := state.waiting:
        tops = [PILE * tavern + PILE - state.face_down[tavern] for tavern in waiting]
        places = [PILE * (tavern + 1) - n for tavern, below in enumerate(state.face_down) for n in range(below, 0, -1)]
        rogues = chance.draw(Pile("taverns", tuple(Rogue), places, state.unseen), tops)
        return HalunkenReveal(rogues=HalunkenTops.of(dict(zip(waiting, rogues, strict=True))))
    cards = state.packs[-1] if state.packs else DECKS[state.mode]
    used = len(cards) - len(state.deck)
    name = f"black_jack {len(state.packs)}" if state.packs else "black_jack"
    pile = Pile(name, cards, range(used, len(cards)), state.deck)
    return HalunkenTurnBlackJack(card=chance.draw(pile, [used])[0])


# --- whose turn it is ------------------------------------------------------------------------------------------------


def pending(state: HalunkenState) -> Pending:
    """What the match waits for."""
    if waiting := state.waiting:
        return AwaitChance({"type": "reveal", "taverns": list(waiting)})
    match state.phase:
        case HalunkenPhase.FINISHED:
            return Finished("H4.1")
        case HalunkenPhase.TURN_BLACK_JACK:
            return AwaitChance({"type": "turn_black_jack", "cards": list(state.deck)})
        case HalunkenPhase.CHOOSE:
            return AwaitSeats(still_choosing(state))
        case _:
            return AwaitSeats(() if state.turn is None else (state.turn,))


def decide(state: HalunkenState, action: HalunkenAction) -> tuple[HalunkenFact, ...]:
    """The facts that follow from `action`, or a :class:`RuleViolation`."""
    return decided(state, action).facts


def decided(state: HalunkenState, action: HalunkenAction) -> Decided[HalunkenState, HalunkenFact]:
    """These facts, and the state that they lead to."""
    builder = DecisionBuilder(state, evolve)
    _act(builder, action)
    go_on(builder)
    return builder.decided


_act: Final[Callable[[HalunkenDecision, HalunkenAction], None]] = by_type(
    HalunkenAction,
    reveal,
    place_captain,
    place_black_jack,
    bid,
    drop_out,
    choose,
    name_rum,
    displace,
    steal,
    surrender,
    turn_black_jack,
    adjust,
)
"""What an action itself does, or a :class:`RuleViolation`."""


# --- H3.5, H4.1, H5.8: rounds ----------------------------------------------------------------------------------------


def next_piece(builder: HalunkenDecision) -> None:
    """The next piece goes (H3.5); after the last Black Jack's card is turned up (H5.7), or the round is over."""
    state = builder.state
    if state.order:
        go(builder)
    elif state.mode is HalunkenMode.STANDARD:
        builder.add(HalunkenTurn(phase=HalunkenPhase.TURN_BLACK_JACK))
    else:
        next_round(builder)


def next_victim(builder: HalunkenDecision) -> None:
    """The next captain passed over is dealt with (H5.8); after the last the round is over."""
    if builder.state.passed:
        rob_next_passed(builder)
    else:
        next_round(builder)


def next_round(builder: HalunkenDecision) -> None:
    """Begin a round, with an auction where Black Jack plays (H5.3); after the eighth the game ends (H4.1)."""
    state = builder.state
    if state.round == ROUNDS:
        builder.add(HalunkenEnded())
    else:
        builder.add(HalunkenRoundBegan(round=state.round + 1, opener=next_opener(state)))


STEPS: Final[Mapping[HalunkenPhase, Callable[[HalunkenDecision], None]]] = {
    HalunkenPhase.DRAW: next_captain,
    HalunkenPhase.OPEN: begin_play,
    HalunkenPhase.BETWEEN_ROUNDS: next_round,
    HalunkenPhase.BIDDING: go_on_bidding,
    HalunkenPhase.SHOWN: compare,
    HalunkenPhase.MOVE: next_piece,
    HalunkenPhase.ARRIVE: rob_who_was_met,
    HalunkenPhase.OVERTAKE: next_victim,
    HalunkenPhase.MAKE_ROOM: make_room,
}
"""What comes next in each phase in which nobody is asked."""


def go_on(builder: HalunkenDecision) -> None:
    """Take the steps that need nobody's decision, until somebody is asked or rogues wait to be turned up."""
    while (step := STEPS.get(builder.state.phase)) is not None and not builder.state.waiting:
        step(builder)
