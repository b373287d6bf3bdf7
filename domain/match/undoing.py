"""What a seat may take back by itself."""

from domain.kernel.actions import AnyAction, ChanceAction
from domain.match.asking import claimed_after
from domain.match.commands import NotPossible
from domain.match.events import Undo
from domain.match.match import Match


def verify_undo(match: Match, seat: int, to_step: int) -> None:
    """Refuse a retraction to `to_step` that `seat` may not make by itself; a recorder isn't asked this.

    With `free` undo a seat may take back everything. With `guarded` undo it is its own last action, as long as nobody
    else has acted, no chance has spoken, nothing was identified, and the action showed nothing that was hidden. What
    people ended stays ended, and so does what named unknown cards: who could take it back might try one card after the
    other, to find out where they aren't.

    Raises:
        NotPossible: with the pointer ``/to_step``.
    """
    if match.early_end is not None:
        raise NotPossible("/to_step", "The match was ended; reopening it is for a recorder.")
    if match.undo is Undo.FREE:
        _verify_no_claim(match, seat, to_step)
        return
    last = match.line[-1].played if match.line else None
    if last is None or last.action.seat != seat:
        who = "Nobody" if last is None else _who(last.action)
        raise NotPossible("/to_step", f"{who} has acted last: seat {seat} has nothing to take back by itself.")
    if to_step != match.step - 1:
        raise NotPossible("/to_step", f"Seat {seat} may take back its last action only, to step {match.step - 1}.")
    if match.identified_at(match.step):
        raise NotPossible("/to_step", "Cards were identified there; taking it back is for a recorder.")
    if match.game.reveals(last.outcome) or (match.finished and not match.options.keep_secrets):
        raise NotPossible("/to_step", "Something hidden was revealed by it; taking it back is for a recorder.")
    _verify_no_claim(match, seat, to_step)


def _who(action: AnyAction) -> str:
    if isinstance(action, ChanceAction):
        return "Chance"
    return "Whoever records" if action.seat is None else f"Seat {action.seat}"


def _verify_no_claim(match: Match, seat: int, to_step: int) -> None:
    if claimed_after(match, to_step, seat):
        raise NotPossible("/to_step", "Unknown cards were named by it; taking it back is for a recorder.")
