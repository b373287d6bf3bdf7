"""What is to become of each play of a file."""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from datetime import UTC, datetime
from enum import StrEnum
from itertools import islice
from typing import Final
from uuid import UUID, uuid5

from msgspec import Struct

from domain.match.events import Visibility
from service.commands.imports.chess_games import BrokenGame, content_of
from service.commands.imports.matches import digest_of, facts_of, match_id_of, opened, verify_date
from service.commands.imports.people import stored_name
from service.commands.imports.reasons import InvalidPlay, StoredWhy, Why, reason_of_text
from service.commands.imports.table import ImportTable, KnownPlay
from service.eventstore.errors import NotFound, UnreadableLog
from service.eventstore.event_store import EventStore
from service.readers.play import BadPlay, Loss, Play
from service.readers.reading import Item
from service.readers.reason import Reason
from service.validation.text import InvalidText, clean

BATCH: Final = 100
"""Plays that are looked at, and stored, together: whoever records meanwhile waits for so many."""

_MOST_TEXT: Final = 1 << 20
"""Characters of games whose moves are told that are looked at together, or about so many."""

_NOBODY: Final = UUID(int=0)

_ID_LENGTH: Final = 500
"""Characters of an id at the source: more don't fit into an index."""


class Fate(StrEnum):
    """What becomes of a play."""

    NEW = "new"
    """A match is made of it."""
    KNOWN = "known"
    """It was imported before, and the source says the same; or it is a match of ours that was exported."""
    CHANGED = "changed"
    """It was imported before, and the source says something else now: its match is corrected."""
    REMOVED = "removed"
    """It was imported before, and somebody removed its match here: it stays removed."""
    REFUSED = "refused"
    """No match can be made of it."""


class Judged(Struct, frozen=True):
    """A play, and what becomes of it.

    Attributes:
        match_id: of its match, or of the one that is made of it.
        reason: why it is refused; empty if it isn't.
        broken: where it can't be read on, and why, if only the beginning of it can be.
        losses: what of it can't be kept.
    """

    play: Play
    fate: Fate
    match_id: UUID = _NOBODY
    incarnation: int = 1
    digest: bytes = b""
    reason: StoredWhy = ""
    broken: BrokenGame | None = None
    losses: tuple[str, ...] = ()


class Judge:
    """Judges the plays of one file, in batches."""

    def __init__(self, store: EventStore, source: str) -> None:
        self._store = store
        self._table = ImportTable(store.pool)
        self._source = source
        self._play_ids: set[int] = set()

    async def judged(self, items: Iterator[Item]) -> AsyncIterator[list[Judged | BadPlay | Loss]]:
        """All of `items`, in order, some at a time.

        Raises:
            UnreadableFile: the file can't be read on.
        """
        while batch := await self._store.blocking(_some, items):
            yield await self._judged(batch)

    async def _judged(self, batch: list[Item]) -> list[Judged | BadPlay | Loss]:
        batch = [_unless_nameless(one) if isinstance(one, Play) else one for one in batch]
        plays = [one for one in batch if isinstance(one, Play)]
        known = await self._table.plays(self._source, [play.id for play in plays])
        judged = iter(await self._store.blocking(self._by_table, plays, known))
        return [await self._if_removed(next(judged)) if isinstance(one, Play) else one for one in batch]

    def _by_table(self, plays: list[Play], known: Mapping[str, KnownPlay]) -> list[Judged]:
        ids = {play.id: self._match_of(play, known.get(play.id)) for play in plays}
        begun = self._store.log.begun([*(match_id for match_id, _ in ids.values()), *filter(None, map(own_id, plays))])
        return [self._judge(play, known.get(play.id), *ids[play.id], begun) for play in plays]

    def _match_of(self, play: Play, known: KnownPlay | None) -> tuple[UUID, int]:
        incarnation = 1 if known is None else known.incarnation
        there = None if known is None else known.match_id
        return there or match_id_of(self._source, play.id, incarnation), incarnation

    def _judge(self, play: Play, known: KnownPlay | None, match_id: UUID, incarnation: int, begun: set[UUID]) -> Judged:
        if hash(play.id) in self._play_ids:
            return Judged(play, Fate.REFUSED, reason=Reason.of("same_id"))
        self._play_ids.add(hash(play.id))
        digest = digest_of(play)
        own = own_id(play)
        if known is None and own is not None and own in begun:
            return Judged(play, Fate.KNOWN, own, incarnation, digest)
        if known is not None and known.digest == digest:
            return Judged(play, Fate.KNOWN, match_id, incarnation, digest)
        if reason := why_invalid(play):
            return Judged(play, Fate.REFUSED, match_id, incarnation, digest, reason)
        fate = Fate.CHANGED if match_id in begun else Fate.NEW
        if play.game is None:
            return Judged(play, fate, match_id, incarnation, digest)
        content = content_of(play.game)
        return Judged(play, fate, match_id, incarnation, digest, broken=content.broken, losses=content.losses)

    async def _if_removed(self, judged: Judged) -> Judged:
        if judged.fate is not Fate.CHANGED:
            return judged
        try:
            await self._store.matches.load(judged.match_id)
        except (NotFound, UnreadableLog):
            return Judged(judged.play, Fate.REMOVED, judged.match_id, judged.incarnation, judged.digest)
        return judged


def _some(items: Iterator[Item]) -> list[Item]:
    """The next items: fewer where they are long."""
    batch: list[Item] = []
    length = 0
    for one in islice(items, BATCH):
        batch.append(one)
        if isinstance(one, Play) and one.game is not None:
            length += one.game.end - one.game.movetext.lines[0].start
            if length >= _MOST_TEXT:
                break
    return batch


def own_id(play: Play) -> UUID | None:
    """The id of a match that a play may be, since it was exported from here; None where it has no such id."""
    try:
        return UUID(play.id)
    except ValueError:
        return None


def _unless_nameless(play: Play) -> Play | BadPlay:
    """The play, if it and its people can be known again by their ids."""
    for what, text in (("play_id", play.id), *(("player_id", one.id) for one in play.players)):
        try:
            clean(text, _ID_LENGTH)
        except InvalidText as error:
            return BadPlay(play.at, reason_of_text(error, what))
    return play


def why_invalid(play: Play) -> Why | None:
    """Why no match can be made of a play, whoever its people are; None where one can."""
    if not play.id.strip():
        return Reason.of("no_id")
    if not play.players:
        return Reason.of("no_players")
    for player in play.players:
        if not player.anonymous and not (player.id and stored_name(player.name)):
            return Reason.of("no_name", name=player.name[:40])
    try:
        if play.game is not None:
            verify_date(play)
            facts_of(play)
            content_of(play.game)
            return None
        seats = _stand_ins(play)
        opened(play, seats, visibility=Visibility.PUBLIC, at=datetime.now(UTC), by="import")
    except InvalidPlay as unfit:
        return unfit.why
    return None


def _stand_ins(play: Play) -> list[UUID]:
    return seats_of(play, _NOBODY, lambda person: uuid5(_NOBODY, person))


def seats_of(play: Play, match_id: UUID, player_of: Callable[[str], UUID]) -> list[UUID]:
    """Who sits in each seat; nobody knows who the anonymous are, so each is somebody else."""
    return [
        uuid5(match_id, f"seat {seat}") if player.anonymous else player_of(player.id)
        for seat, player in enumerate(play.players)
    ]
