"""What a check has found."""

from enum import StrEnum

from msgspec import Struct


class Level(StrEnum):
    """How bad it is: a warning is for later, with a failure something doesn't work or isn't safe."""

    OK = "ok"
    WARNING = "warning"
    FAILURE = "failure"


class Finding(Struct, frozen=True):
    """One thing that was looked at.

    Attributes:
        check: what was looked at, in a word or two; always the same.
        found: how it is.
        advice: what to do, unless all is well.
    """

    check: str
    level: Level
    found: str
    advice: str = ""


def ok(check: str, found: str) -> Finding:
    """All is well."""
    return Finding(check, Level.OK, found)


def warning(check: str, found: str, advice: str) -> Finding:
    """For later."""
    return Finding(check, Level.WARNING, found, advice)


def failure(check: str, found: str, advice: str) -> Finding:
    """For now."""
    return Finding(check, Level.FAILURE, found, advice)
