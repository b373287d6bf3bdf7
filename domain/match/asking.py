"""What a seat may do, as far as that follows from what it knows itself.

The record often knows more than a seat does: cards of other hands that were reported or identified, and what others
have chosen in secret. So what a seat may do is listed and checked on the state as that seat knows it, in which all else
is unknown, and there everything is legal that is possible for some cards. An action that is legal so, and that the
record refuses all the same, contradicts what only others know: it names cards that lie elsewhere.
"""

from collections.abc import Iterator
from typing import Any

from domain.kernel.actions import SeatAction
from domain.kernel.errors import RuleViolation
from domain.kernel.legal import Legal
from domain.kernel.unknowns import HasUnknowns
from domain.match.match import Match


class ContradictsRecord(Exception):  # noqa: N818  # like RuleViolation
    """An action that its seat could take by all that it knows, but not by what the record knows of others.

    Attributes:
        violation: why the record refuses it. It tells secrets of others.
    """

    def __init__(self, violation: RuleViolation) -> None:
        super().__init__(str(violation))
        self.violation = violation


def rules_of_unknowns(match: Match) -> HasUnknowns | None:
    """The rules by which seats know less than the record; None where each seat knows all that its actions depend on.

    So it is where the server deals: the record knows every card of the hand, and what else can be drawn lies open.
    """
    return match.game if isinstance(match.game, HasUnknowns) and not match.server_deals else None


def known_to(match: Match, seat: int) -> Any:
    """The state at the newest step as `seat` knows it."""
    rules = rules_of_unknowns(match)
    return match.state if rules is None else _information(rules, match, seat, match.step)


def information_sets(match: Match, seat: int) -> Iterator[Any]:
    """The states as `seat` knows them at each step, from 0: what its actions can depend on."""
    rules = rules_of_unknowns(match)
    if rules is None:
        yield from (then.state for then in match.steps(0))
        return
    state = _identified(rules, match, match.initial_state(), seat, 0)
    yield state
    for step in range(1, match.step + 1):
        state = _observed(rules, match, state, seat, step)
        yield state


def legal_for(match: Match, seat: int) -> Legal:
    """What `seat` may do now by what it knows."""
    return match.game.legal_actions(known_to(match, seat), seat)


def verify_choice(match: Match, action: SeatAction) -> None:
    """Refuse an action that its seat can't take by what it knows, and one that contradicts what others know.

    Raises:
        RuleViolation: the rules refuse it whatever the others hold and have chosen.
        ContradictsRecord: they refuse it because of what the others hold.
    """
    known = known_to(match, action.seat)
    match.game.decide(known, action)
    if known is not match.state:
        try:
            match.game.decide(match.state, action)
        except RuleViolation as violation:
            raise ContradictsRecord(violation) from None


def is_claim(match: Match, action: SeatAction) -> bool:
    """Whether `action` is legal by what its seat knows, and may contradict what others know, or does."""
    rules = rules_of_unknowns(match)
    if rules is None:
        return False
    state = known_to(match, action.seat)
    if not _is_legal(match, state, action):
        return False
    claims = rules.claims(state, action, identified=_tells_of_hands(match))
    return claims or not _is_legal(match, match.state, action)


def _tells_of_hands(match: Match) -> bool:
    """Whether the record may know of cards in hands what those who hold others don't: what was identified, or moved."""
    return bool(match.identified or match.line.irregular_steps)


def _is_legal(match: Match, state: Any, action: SeatAction) -> bool:
    try:
        match.game.decide(state, action)
    except RuleViolation:
        return False
    return True


def claimed_after(match: Match, to_step: int, seat: int) -> bool:
    """Whether an action after `to_step` named unknown cards, as far as `seat` can tell.

    Who could take it back and try another one would find out by and by where all cards are.
    """
    rules = rules_of_unknowns(match)
    if rules is None:
        return False
    state = _information(rules, match, seat, to_step)
    for ply in match.line[to_step:]:
        played = ply.played
        action, _ = match.game.redact(played.action, played.outcome, seat)
        if isinstance(played.action, SeatAction) and rules.claims(state, action, identified=_tells_of_hands(match)):
            return True
        state = _observed(rules, match, state, seat, played.step)
    return False


def _information(rules: HasUnknowns, match: Match, seat: int, step: int) -> Any:
    """What `seat` knows at `step`."""
    state = _identified(rules, match, match.initial_state(), seat, 0)
    for number in range(1, step + 1):
        state = _observed(rules, match, state, seat, number)
    return state


def _observed(rules: HasUnknowns, match: Match, state: Any, seat: int, step: int) -> Any:
    """What `seat` knows at `step`, where it knew `state` one step before."""
    for fact in match.line[step - 1].played.outcome:
        state = rules.observe(state, fact, seat)
    return _identified(rules, match, state, seat, step)


def _identified(rules: HasUnknowns, match: Match, state: Any, seat: int, step: int) -> Any:
    for one in match.identified_at(step):
        for fact in one.event.outcome:
            state = rules.observe(state, fact, seat)
    return state
