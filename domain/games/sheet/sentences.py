"""Sentences for what happens to a sheet."""

from collections.abc import Sequence

from domain.games.sheet.actions import SheetAction, SheetEnd, SheetScore
from domain.games.sheet.events import SheetFact, SheetWritten
from domain.games.sheet.meta import TEXTS
from domain.kernel.languages import Language
from domain.kernel.words import Words, listed


def sentence(action: SheetAction, facts: Sequence[SheetFact], names: Sequence[str], language: Language) -> str:
    """Who writes what, and how the sheet is closed."""
    words = TEXTS[language]
    if isinstance(action, SheetEnd):
        return _end(action, names, words, language)
    written = next((fact for fact in facts if isinstance(fact, SheetWritten)), None)
    return _written(action, written, names[action.seat], words)


def row_name(key: str, words: Words) -> str:
    """What a row is called by its key alone."""
    return words["points_row"] if key == "points" else key.replace("_", " ")


def row_title(key: str, words: Words) -> str:
    """The same where it stands alone."""
    name = row_name(key, words)
    return f"{name[:1].upper()}{name[1:]}"


def _written(action: SheetScore, written: SheetWritten | None, name: str, words: Words) -> str:
    value, before, label = action.value.strip(), "", ""
    if written is not None:
        before, label = written.before, written.label
    row = label or row_name(action.row, words)
    where = row if action.round is None else words("row_of_round", row=row, round=action.round)
    if not value:
        return words("clears", name=name, where=where)
    if before and before != value:
        return words("writes_instead", name=name, where=where, value=value, before=before)
    return words("writes", name=name, where=where, value=value)


def _end(action: SheetEnd, names: Sequence[str], words: Words, language: Language) -> str:
    if action.unfinished:
        return words["broken_off"]
    if action.lost:
        return words["all_lost"]
    if action.winners:
        winners = listed((names[seat] for seat in sorted(action.winners)), language)
        return words("winners_named", winners=winners, n=len(action.winners))
    if action.ranks:
        places = sorted(zip(action.ranks, names, strict=True), key=lambda place: place[0])
        return words("places_named", places=", ".join(f"{place}. {name}" for place, name in places))
    return words["closed"]
