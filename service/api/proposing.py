"""What a recorder may make of an action that the rules refuse: that it was done all the same, and stood."""

from typing import Any, Final

from domain.kernel.errors import RuleViolation
from domain.kernel.refusals import refusal_sentence
from domain.match.match import Match
from domain.match.proposing import Proposal, proposals_at
from replays.frames import Narrator
from service.auth.access import Principal
from service.problems.details import ProblemError, ProposedAdjust

MOST_OF_REASON: Final = 500
"""Characters of a reason, as the actions of all games have it."""


def proposed(match: Match, action: Any, violation: RuleViolation, narrator: Narrator) -> tuple[Proposal, ...]:
    """What may have happened where the rules refuse `action` at the newest step of `match`.

    The reason is what they refuse, in the reader's language; it goes to the log, so nobody is named in it.
    """
    reason = refusal_sentence(match.game, violation, (), narrator.language)
    return proposals_at(match, action, reason[:MOST_OF_REASON])


def adjust_sentence(match: Match, adjust: Any, narrator: Narrator) -> str:
    """What the history would say of `adjust`."""
    facts = match.game.decide(match.state, adjust)
    return match.game.sentence(adjust, facts, narrator.names, narrator.language)


def with_proposals(error: Exception, principal: Principal, match: Match, action: Any, narrator: Narrator) -> Exception:
    """`error`, and if it refuses `action` of a recorder for a rule, what may have happened."""
    if not (isinstance(error, ProblemError) and isinstance(error.refusal, RuleViolation) and principal.may("record")):
        return error
    found = proposed(match, action, error.refusal, narrator)
    if found:
        error.members["proposals"] = tuple(
            ProposedAdjust(
                adjust=one.adjust, followed=one.followed, sentence=adjust_sentence(match, one.adjust, narrator)
            )
            for one in found
        )
    return error
