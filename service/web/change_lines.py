"""What arbiters have changed, in lines for people."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from msgspec import UNSET, Struct

from domain.kernel.languages import Language
from domain.kernel.words import Words
from service.api.schemas.results import ChangeAnswer, MatchFacts
from service.web.words import WORDS, day, points_or_dash


class FactLine(Struct, frozen=True):
    """A fact that was changed: what it is, and what it was and is now."""

    label: str
    before: str
    after: str


class ChangeLine(Struct, frozen=True):
    """A change: when, why if who looks may know, and the facts; `open` while the match goes on after it."""

    at: datetime
    reason: str
    facts: tuple[FactLine, ...]
    open: bool


def change_lines(changes: Sequence[ChangeAnswer], names: Sequence[str], language: Language) -> list[ChangeLine]:
    """Each of `changes` in a `language`; `names` are those of the seats."""
    words = WORDS[language]
    return [
        ChangeLine(
            one.at,
            "" if one.reason is UNSET else one.reason,
            tuple(
                FactLine(
                    words[f"change_{name}"],
                    _described(one.before, name, names, words, language),
                    _described(one.after, name, names, words, language),
                )
                for name in MatchFacts.__struct_fields__
                if getattr(one.before, name) is not UNSET
            ),
            one.last_version is None,
        )
        for one in changes
    ]


def _described(facts: MatchFacts, name: str, names: Sequence[str], words: Words, language: Language) -> str:
    value: Any = getattr(facts, name)
    match name:
        case "status":
            return words[f"status_{value}"]
        case "seats":
            return ", ".join(player.name for player in value)
        case "actions" | "identifications":
            return ", ".join(f"{words['step']} {step}" for step in _ranges([one.step for one in value]))
        case "standings":
            return ", ".join(f"{names[one.seat]} {points_or_dash(one.score, language)}" for one in value)
        case "tags":
            return ", ".join(value)
        case "counted":
            return words["yes"] if value else words["no"]
        case "visibility":
            return words[f"visibility_{value}"]
        case "ordinal":
            return str(value)
        case "undo":
            return words[f"undo_{value}"]
        case _:
            return day(value, language) if isinstance(value, date) else value or ""


def _ranges(steps: Sequence[int]) -> list[str]:
    """Steps that follow one another as a range each."""
    found: list[list[int]] = []
    for step in steps:
        if found and step == found[-1][-1] + 1:
            found[-1].append(step)
        else:
            found.append([step])
    return [str(one[0]) if len(one) == 1 else f"{one[0]}–{one[-1]}" for one in found]
