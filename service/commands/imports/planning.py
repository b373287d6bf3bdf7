"""The plan of an import: what would become of each play and person of a file. Nothing is written."""

import hashlib
from collections import Counter
from collections.abc import Callable
from datetime import date
from typing import IO, Final

from msgspec import Struct

from service.commands.imports.judging import Fate, Judge, Judged, own_id
from service.commands.imports.people import Answers, Gathered, Identity, Person, identified
from service.commands.imports.reasons import StoredWhy
from service.commands.imports.sheets import unreadable_scores
from service.commands.imports.table import ImportTable
from service.eventstore.event_store import EventStore
from service.readers.mapping import TableMapping
from service.readers.play import BadPlay, Kind, Loss, Play
from service.readers.reading import read

MOST_LISTED: Final = 100
"""Refusals, and corrections, that a plan lists one by one; the others are counted."""

_CHUNK: Final = 1 << 20


class SourceFile(Struct, frozen=True):
    """A file and how it is read.

    Attributes:
        file: can be sought in.
        source: the name under which ids of plays and people are known again; that of the kind, or a person's own.
    """

    file: IO[bytes]
    kind: Kind
    source: str
    name: str = ""
    mapping: TableMapping | None = None

    def digest(self) -> bytes:
        """That of its bytes."""
        self.file.seek(0)
        found = hashlib.sha256()
        while chunk := self.file.read(_CHUNK):
            found.update(chunk)
        return found.digest()


class ListedPlay(Struct, frozen=True):
    """A play that is worth a word: one that is refused, or corrected."""

    at: str
    title: str
    played_on: date | None
    reason: StoredWhy = ""


class Plan(Struct, frozen=True):
    """What would become of a file.

    Attributes:
        plays: how many plays there are of each :class:`Fate`.
        refused, changed: the first of these, one by one.
        broken: the first of those of which only the beginning can be read, with where that ends.
        people: everybody in the plays that aren't refused.
        losses: what the file has and can't be taken, and how many of it.
        unreadable_scores: scores that aren't numbers; they are kept as written, and don't count.
        first, last: the dates between which the plays lie; None without any.
    """

    plays: dict[Fate, int]
    refused: tuple[ListedPlay, ...]
    changed: tuple[ListedPlay, ...]
    people: tuple[Person, ...]
    losses: dict[str, int]
    unreadable_scores: int
    first: date | None
    last: date | None
    broken: tuple[ListedPlay, ...] = ()

    @property
    def unsure(self) -> tuple[Person, ...]:
        """Those of whom it takes an answer who they are."""
        return tuple(person for person in self.people if person.identity is Identity.UNSURE)


class _PlanTally:
    """What was found so far."""

    def __init__(self) -> None:
        self.plays: Counter[Fate] = Counter()
        self.losses: Counter[str] = Counter()
        self.refused: list[ListedPlay] = []
        self.changed: list[ListedPlay] = []
        self.broken: list[ListedPlay] = []
        self.gathered = Gathered()
        self.unreadable = 0
        self.days: list[date] = []

    def add(self, one: Judged | BadPlay | Loss) -> None:
        if isinstance(one, Loss):
            self.losses[one.what] += one.number
        elif isinstance(one, BadPlay):
            self.plays[Fate.REFUSED] += 1
            self._tell(self.refused, ListedPlay(one.at, "", None, one.reason))
        else:
            self._judged(one)

    def _judged(self, one: Judged) -> None:
        play = one.play
        self.plays[one.fate] += 1
        if one.fate is Fate.REFUSED:
            self._tell(self.refused, ListedPlay(play.at, play.title, play.played_on, one.reason))
            return
        self._met(play, already=own_id(play) == one.match_id)
        self.losses.update(one.losses)
        if one.broken is not None:
            self._tell(self.broken, ListedPlay(one.broken.at, play.title, play.played_on, one.broken.reason))
        if one.fate is Fate.CHANGED:
            self._tell(self.changed, ListedPlay(play.at, play.title, play.played_on))

    def _met(self, play: Play, *, already: bool) -> None:
        """A play that isn't refused; of one that is here `already`, since it was exported, nobody is asked for."""
        if not already:
            self.gathered.add(play)
        self.losses.update(play.losses)
        self.unreadable += unreadable_scores(play)
        self.days = [min([play.played_on, *self.days]), max([play.played_on, *self.days])]

    @staticmethod
    def _tell(listed: list[ListedPlay], one: ListedPlay) -> None:
        if len(listed) < MOST_LISTED:
            listed.append(one)


async def plan(
    store: EventStore, asked: SourceFile, answers: Answers, progress: Callable[[int], None] = lambda _: None
) -> Plan:
    """The plan for a file; `progress` is called with the number of plays that were looked at since.

    Raises:
        UnreadableFile: it can't be read on.
        UnknownAnswer: an answer names nobody who is known.
    """
    tally = _PlanTally()
    async for batch in Judge(store, asked.source).judged(read(asked.file, asked.kind, asked.mapping)):
        for one in batch:
            tally.add(one)
        progress(len(batch))
    people = await identified(ImportTable(store.pool), asked.source, tally.gathered, answers)
    return Plan(
        plays={fate: tally.plays[fate] for fate in Fate},
        refused=tuple(tally.refused),
        changed=tuple(tally.changed),
        people=tuple(people),
        losses=dict(sorted(tally.losses.items())),
        unreadable_scores=tally.unreadable,
        first=min(tally.days, default=None),
        last=max(tally.days, default=None),
        broken=tuple(tally.broken),
    )
