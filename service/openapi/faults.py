"""Examples of the problems that no request can provoke by itself."""

from collections.abc import Mapping
from functools import cache

from service.problems.details import Problem, ProblemError
from service.problems.kinds import (
    BEHIND,
    BUSY,
    DAMAGED_LOG,
    DATABASE_UNAVAILABLE,
    DEAD_LETTERS,
    EVIDENCE_BEHIND,
    GAME_MISSING,
    INTERNAL,
    TOO_MANY_FAILURES,
    TOO_MANY_IMPORTS,
    TOO_MANY_NOTES,
)


@cache
def faults() -> Mapping[str, Problem]:
    """One of each, by its name."""
    return {
        kind.name: ProblemError(kind, detail).problem
        for kind, detail in (
            (INTERNAL, "The fault was logged."),
            (DAMAGED_LOG, "Its events can't all be read."),
            (GAME_MISSING, "The game `othello` isn't installed here."),
            (TOO_MANY_FAILURES, "Too many tokens that are no good came from this address."),
            (TOO_MANY_NOTES, "This token has written as many notes as it may for now."),
            (BEHIND, "The position 42 wasn't reached."),
            (EVIDENCE_BEHIND, "The tree of the log is still being made, from the first events on."),
            (DEAD_LETTERS, "The read model `scoreboard` has set aside what that write belongs to."),
            (BUSY, "Others were faster, many times in a row."),
            (TOO_MANY_IMPORTS, "There is no room for another one."),
            (DATABASE_UNAVAILABLE, "The database can't be reached."),
        )
    }
