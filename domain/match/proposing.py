"""What may have happened at the table where the rules refuse an action: adjusts that the recorder may make of it."""

from typing import Any

from msgspec import Struct

from domain.kernel.adjusting import HasAdjustments
from domain.kernel.errors import RuleViolation
from domain.match.match import Match


class Proposal(Struct, frozen=True):
    """An adjust after which the table is as it was played, or on which the refused action can follow.

    Attributes:
        adjust: it, with its reason.
        followed: whether the rules allow the refused action after it; else there is nothing more to record.
    """

    adjust: Any
    followed: bool


def proposals_at(match: Match, action: Any, reason: str) -> tuple[Proposal, ...]:
    """What a game proposes where it refuses `action` at the newest step, the likeliest first."""
    game, state = match.game, match.state
    if not isinstance(game, HasAdjustments) or match.finished:
        return ()
    found = []
    for changes in game.proposals(state, action):
        adjust = game.adjust_type(reason=reason, changes=tuple(changes))
        after = game.decided(state, adjust).state
        found.append(Proposal(adjust, followed=_is_allowed(match, after, action)))
    return tuple(found)


def _is_allowed(match: Match, state: Any, action: Any) -> bool:
    try:
        match.game.decide(state, action)
    except RuleViolation:
        return False
    return True
