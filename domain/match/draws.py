"""What the server has drawn and was taken back, so that nobody draws twice."""

from typing import Any

from domain.kernel.actions import ChanceAction
from domain.match.events import ActionPlayed
from domain.match.line import Ply


def draws_after(draws: tuple[Ply, ...], played: ActionPlayed[Any, Any], *, seeded: bool) -> tuple[Ply, ...]:
    """What was drawn and is still taken back, after an action.

    Without a seed, what was taken back is dealt again in order, and forgotten where something else was due. With one,
    the same is drawn at the same place, and what is drawn elsewhere makes nothing forgotten.
    """
    if not isinstance(played.action, ChanceAction):
        return draws
    if not seeded:
        return draws[1:]
    return tuple(ply for ply in draws if ply.first_version != played.repeats)
