"""What a seat may choose, told to that seat itself.

Where several seats are asked at once, some have chosen in secret when another one still thinks. In a record that
doesn't know every card, their choices narrow what the last one can hold, so what that one may choose would tell of
them. It is told, and checked, on the table at which all of them were asked.
"""

from typing import Any

from domain.kernel.actions import SeatAction
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitSeats, Pending
from domain.match.match import Match


def legal_for(match: Match, seat: int) -> Legal:
    """What `seat` may do now, as far as that depends on what it can know."""
    return match.game.legal_actions(_as_asked(match, seat), seat)


def verify_choice(match: Match, action: SeatAction) -> None:
    """Refuse an action that its seat couldn't take whatever the others have chosen in secret.

    Raises:
        RuleViolation: the rules refuse it.
    """
    match.game.decide(_as_asked(match, action.seat), action)


def _as_asked(match: Match, seat: int) -> Any:
    """What `seat` knows of the table, before those asked together with it chose who have chosen."""
    step, known = match.step, match.known
    while step and _is_asked(match.game.pending(known.state), seat):
        other = match.line[step - 1].played.action.seat
        before = match.known_at(step - 1)
        pending = match.game.pending(before.state)
        if other in {None, seat} or not (_is_asked(pending, seat) and _is_asked(pending, other)):
            break
        step, known = step - 1, before
    return known.seen_by(seat)


def _is_asked(pending: Pending, seat: int | None) -> bool:
    return isinstance(pending, AwaitSeats) and seat in pending.seats
