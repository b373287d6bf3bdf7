"""Who the people of a file are: by what was answered before, by what is answered now, by their names; or unsure."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Final, TypeAlias
from uuid import UUID

from msgspec import Struct

from service.commands.imports.table import ImportTable, KnownPerson
from service.readers.bounded import MAX_ENTRIES
from service.readers.play import Play, UnreadableFile
from service.validation.text import NAME_LENGTH, InvalidText, clean

NEW: Final = "new"

_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.ASCII)

Answers: TypeAlias = Mapping[str, UUID | None]
"""Who somebody is, by the id or the name at the source; None for somebody new."""


class Identity(StrEnum):
    """How it is known who somebody is."""

    REMEMBERED = "remembered"
    """From an import before, or since the file came from here: the id is that of a player."""
    ANSWERED = "answered"
    NAMESAKE = "namesake"
    """The only one who has this name."""
    NEW = "new"
    """Nobody has this name, or so it was answered."""
    UNSURE = "unsure"
    """Several have this name: it takes an answer."""


class Person(Struct, frozen=True):
    """Somebody in a file.

    Attributes:
        id: at the source.
        name: as it is stored if the person is new.
        plays: of the file, but for refused ones.
        player: who it is, if that is somebody known.
        candidates: who it may be, if unsure.
    """

    id: str
    name: str
    plays: int
    identity: Identity
    player: KnownPerson | None = None
    candidates: tuple[KnownPerson, ...] = ()


class UnknownAnswer(Exception):  # noqa: N818  # what it is
    """An answer names nobody who is known: `key` says which answer."""

    def __init__(self, key: str) -> None:
        super().__init__(f"Nobody is known who “{key}” is said to be.")
        self.key = key


class Gathered:
    """The people of plays, as they are met."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.plays: Counter[str] = Counter()

    def add(self, play: Play) -> None:
        """Meet the people of a play, whose names can be stored.

        Raises:
            UnreadableFile: they are too many.
        """
        for player in play.players:
            if not player.anonymous:
                self.names.setdefault(player.id, stored_name(player.name) or "")
                self.plays[player.id] += 1
        if len(self.names) > MAX_ENTRIES:
            raise UnreadableFile("too_many_people", most=MAX_ENTRIES)


async def identified(table: ImportTable, source: str, gathered: Gathered, answers: Answers) -> list[Person]:
    """Who everybody is, those with most plays first.

    Raises:
        UnknownAnswer: an answer names nobody who is known.
    """
    names = gathered.names
    remembered = await _exported(table, names) | await table.people(source, list(names))
    answered = _answered(names, remembered, answers)
    known = await table.known([player for player in answered.values() if player is not None])
    open_names = {names[one] for one in names if one not in remembered and one not in answered}
    namesakes = await table.namesakes(open_names)
    alike = Counter(name.casefold() for one, name in names.items() if one not in remembered and one not in answered)

    def person(one: str) -> Person:
        name, plays = names[one], gathered.plays[one]
        if one in remembered:
            return Person(one, name, plays, Identity.REMEMBERED, remembered[one])
        if one in answered:
            return _as_answered(one, name, plays, answered[one], known)
        found = tuple(namesakes.get(name, ()))
        if not found:
            return Person(one, name, plays, Identity.NEW)
        if len(found) == 1 and alike[name.casefold()] == 1:
            return Person(one, name, plays, Identity.NAMESAKE, found[0])
        return Person(one, name, plays, Identity.UNSURE, candidates=found)

    return [person(one) for one, _ in gathered.plays.most_common()]


async def _exported(table: ImportTable, names: Mapping[str, str]) -> dict[str, KnownPerson]:
    """Those who are called by the ids that they have here, as in a file that was exported."""
    ids = {one: UUID(one) for one in names if _UUID.fullmatch(one)}
    known = await table.known(list(ids.values()))
    return {one: KnownPerson(known[player], names[one]) for one, player in ids.items() if player in known}


def _answered(names: Mapping[str, str], remembered: Iterable[str], answers: Answers) -> dict[str, UUID | None]:
    """The answers for those who aren't remembered, by their ids at the source."""
    found: dict[str, UUID | None] = {}
    for one in names.keys() - set(remembered):
        for key in (one, names[one]):
            if key in answers:
                found[one] = answers[key]
                break
    return found


def _as_answered(one: str, name: str, plays: int, answer: UUID | None, known: Mapping[UUID, UUID]) -> Person:
    if answer is None:
        return Person(one, name, plays, Identity.NEW)
    if answer not in known:
        raise UnknownAnswer(name)
    return Person(one, name, plays, Identity.ANSWERED, KnownPerson(known[answer], name))


@lru_cache(maxsize=4096)  # the same people play again and again
def stored_name(name: str) -> str | None:
    """The name as it is stored; None where it can't be."""
    try:
        return clean(name, NAME_LENGTH, required=True)
    except InvalidText:
        return None
