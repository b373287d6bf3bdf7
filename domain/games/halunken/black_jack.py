"""Black Jack's own move, and every robbery, his and the captains' (H3.7, H5.6 to H5.9, H6.6 to H6.8)."""

from domain.games.halunken.actions import HalunkenMode, HalunkenSteal, HalunkenSurrender, HalunkenTurnBlackJack
from domain.games.halunken.decision import HalunkenDecision, verify_phase, verify_turn
from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenBlackJackTurned,
    HalunkenPhase,
    HalunkenSpared,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTurn,
)
from domain.games.halunken.meta import HARBOUR, TAVERNS, Place
from domain.games.halunken.movement import crew_of, make_room
from domain.games.halunken.state import HalunkenState
from domain.kernel.errors import RuleViolation

# --- H5.7, H6.8: his movement card -----------------------------------------------------------------------------------


def verify_turn_black_jack(state: HalunkenState, action: HalunkenTurnBlackJack) -> None:
    """Refuse a card that he hasn't got any more (H5.10), or that isn't one of his."""
    two_players = state.mode is HalunkenMode.TWO_PLAYERS
    verify_phase(state, HalunkenPhase.TURN_BLACK_JACK, "H6.8" if two_players else "H5.7")
    if action.card not in state.deck:
        raise RuleViolation(
            "H6.1" if two_players else "H5.10", "Black Jack's cards left are {cards}.", cards=tuple(state.deck)
        )


def turn_black_jack(builder: HalunkenDecision, action: HalunkenTurnBlackJack) -> None:
    """Turn it up; for three and four players he moves at once, for two it is compared with the others (H6.8)."""
    verify_turn_black_jack(builder.state, action)
    builder.add(HalunkenBlackJackTurned(card=action.card))
    if isinstance(action.card, int):
        walk(builder, action.card)


def walk(builder: HalunkenDecision, steps: int) -> None:
    """Go that far, and on to the first empty space (H5.7), past the captains in between (H5.8)."""
    state = builder.state
    start = state.black_jack or 0
    captains = {player.captain: seat for seat, player in enumerate(state.seats)}
    space, passed = start, []
    for gone in range(1, TAVERNS + 1):
        space = (start + gone) % TAVERNS
        met = captains.get(space) if gone < TAVERNS else None
        if met is not None:
            passed.append(met)
        elif gone >= steps:
            break
    victims = tuple([seat for seat in passed if seat != state.controller])
    builder.add(HalunkenBlackJackMoved(to=space, passed=victims))


# --- H5.8, H5.9: whom he passed over ---------------------------------------------------------------------------------


def rob_next_passed(builder: HalunkenDecision) -> None:
    """The next captain passed over is robbed for the controller (H5.8), or surrenders a rogue (H5.9), or is spared."""
    state = builder.state
    victim = state.passed[0]
    crew = len(state.seats[victim].crew)
    if state.controller is None and crew:
        builder.add(HalunkenTurn(phase=HalunkenPhase.SURRENDER, seat=victim))
    elif state.controller is not None and crew and crew >= len(state.seats[state.controller].crew):
        builder.add(HalunkenTurn(phase=HalunkenPhase.STEAL, seat=state.controller))
    else:
        builder.add(HalunkenSpared(seat=victim))


# --- H3.7, H5.6, H6.6 to H6.8: whom a piece meets --------------------------------------------------------------------


def rob_who_was_met(builder: HalunkenDecision) -> None:
    """A piece that has met another one robs it, where it may and can; then the other one has to go."""
    state = builder.state
    if isinstance(state.mover, int) or state.controller is not None:
        if sources(state):
            robber = state.mover if isinstance(state.mover, int) else state.controller
            builder.add(HalunkenTurn(phase=HalunkenPhase.STEAL, seat=robber))
            return
    elif isinstance(state.met, int) and _may_rob(state, HARBOUR, state.met):
        builder.add(HalunkenTurn(phase=HalunkenPhase.SURRENDER, seat=state.met))
        return
    make_room(builder)


def sources(state: HalunkenState) -> tuple[Place, ...]:
    """From where whoever robs now may take a rogue."""
    if state.passed:
        return state.passed[:1]
    if state.mover is None or state.met is None:
        return ()
    newcomer, met = crew_of(state, state.mover), crew_of(state, state.met)
    if isinstance(state.met, int):
        return (met,) if _may_rob(state, newcomer, met) else ()
    harbour: tuple[Place, ...] = (HARBOUR,) if state.harbour else ()
    if state.mode is HalunkenMode.TWO_PLAYERS and isinstance(met, int) and _may_rob(state, newcomer, met):
        return (*harbour, met)
    return harbour


def _may_rob(state: HalunkenState, newcomer: Place, met: Place) -> bool:
    """Whether there is something to take, and the newcomer has as many rogues or fewer (H3.7)."""
    return newcomer != met and 0 < len(state.rogues_at(met)) >= len(state.rogues_at(newcomer))


def clause_of_robbery(state: HalunkenState) -> str:
    """Which clause the robbery going on follows."""
    if state.passed:
        return "H5.9" if state.controller is None else "H5.8"
    if not isinstance(state.mover, int):
        return "H6.8" if state.controller is None else "H6.6"
    if isinstance(state.met, int):
        return "H3.7"
    alone = state.mode is not HalunkenMode.TWO_PLAYERS or state.controller in {None, state.mover}
    return "H5.6" if alone else "H6.7"


def verify_steal(state: HalunkenState, action: HalunkenSteal) -> None:
    """Refuse to rob somebody else than whom one may rob, and a rogue that isn't there."""
    clause = clause_of_robbery(state) if state.phase is HalunkenPhase.STEAL else "H3.7"
    verify_turn(state, HalunkenPhase.STEAL, action.seat, clause)
    if action.from_ not in sources(state):
        if isinstance(action.from_, int):
            raise RuleViolation(
                clause, "{seat} can't take a rogue from the crew of {other}.", seat=action.seat, other=action.from_
            )
        raise RuleViolation(clause, "{seat} can't take a rogue from the harbour.", seat=action.seat)
    if action.rogue not in state.rogues_at(action.from_):
        if isinstance(action.from_, int):
            raise RuleViolation(clause, "{rogue} isn't in the crew of {seat}.", rogue=action.rogue, seat=action.from_)
        raise RuleViolation(clause, "{rogue} isn't in the harbour.", rogue=action.rogue)


def steal(builder: HalunkenDecision, action: HalunkenSteal) -> None:
    """Take the rogue."""
    verify_steal(builder.state, action)
    builder.add(HalunkenStolen(seat=action.seat, rogue=action.rogue, from_=action.from_))


def verify_surrender(state: HalunkenState, action: HalunkenSurrender) -> None:
    """Refuse a rogue of another crew."""
    clause = clause_of_robbery(state) if state.phase is HalunkenPhase.SURRENDER else "H5.9"
    verify_turn(state, HalunkenPhase.SURRENDER, action.seat, clause)
    if action.rogue not in state.seats[action.seat].crew:
        raise RuleViolation(clause, "{rogue} isn't in the crew of {seat}.", rogue=action.rogue, seat=action.seat)


def surrender(builder: HalunkenDecision, action: HalunkenSurrender) -> None:
    """Lose the rogue to the harbour."""
    verify_surrender(builder.state, action)
    builder.add(HalunkenSurrendered(seat=action.seat, rogue=action.rogue))
