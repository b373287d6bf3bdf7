"""Records of matches: made of the log, and taken into it, each as a whole or not at all."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from time import sleep
from typing import Any, Final
from uuid import UUID

import msgspec
import psycopg
from msgspec import Struct
from msgspec.structs import replace

import domain.variations.variations
from domain.annotations.annotations import annotations_id
from domain.annotations.audience import Reader
from domain.match.events import MatchOpened
from domain.match.match import Match, fold
from domain.variations.events import VariationAdded
from domain.variations.variations import Variations, variations_id
from replays.records.checking import Checked, checked
from replays.records.form import FORMAT, VERSION, Record, RecordPlayer, form_of, record_of, seated, written
from replays.records.mistakes import Mistake, RecordRefused
from replays.records.shown import shown_annotations, shown_variations
from service.http import read_strictly
from service.problems import INVALID_RECORD, ProblemError
from service.store.course import ATTEMPTS
from service.store.errors import KeyReused, NotThere, TooBusy, VersionConflict
from service.store.log import Beginning, EventLog, Written
from service.store.recorder import Key, NewPlayer
from service.text import COMMENT_LENGTH, NAME_LENGTH, NOTE_LENGTH, PLACE_LENGTH, TAG_LENGTH, UnfitText, clean

_RETRY_SECONDS: Final = 0.01

Admit = Callable[[Match], Reader | None]
"""Who is given the record of a match: a reader, or None for who is given all; raises for who is given none."""


class RecordConflict(Exception):  # noqa: N818  # what it is
    """Another match has the id of a record, or more or other things were written beside it.

    Attributes:
        match: what is here; None for something removed, or that is no match.
    """

    def __init__(self, match: Match | None) -> None:
        super().__init__("it is another match" if match is None else f"it is at version {match.version}")
        self.match = match


class TakenIn(Struct, frozen=True):
    """What has come of a record.

    Attributes:
        version: that of the match.
        position: the place of its last event in the log; 0 where it was only checked.
        known: whether it was there already.
        other_names: who is known here by another name than in the record, by the name here.
    """

    version: int
    position: int
    known: bool
    other_names: tuple[tuple[RecordPlayer, str | None], ...]


class _Preamble(Struct):
    format: str
    version: int


_preamble: Final = msgspec.json.Decoder(_Preamble)
_record: Final = msgspec.json.Decoder(Record)


# --- out ---


class Records:
    """The records of the matches of a log. Calls block; they may come from several threads."""

    def __init__(self, log: EventLog) -> None:
        self._log = log

    def bytes_of(self, match_id: UUID, admit: Admit = lambda _: None) -> bytes:
        """The record of a match, as far as who is admitted may see what was written beside it.

        Raises:
            NotThere: there is no such match; and what `admit` raises.
        """
        # What was written beside a match belongs to events that were there before it, so the match is read last.
        annotations = list(self._log.events(annotations_id(match_id)))
        variations = list(self._log.events(variations_id(match_id)))
        log = list(self._log.events(match_id))
        match = _folded(log)
        if match is None or match.removed:
            raise NotThere(match_id)
        reader = admit(match)
        if reader is not None:
            now = domain.variations.variations.fold(None, [event for _, event in variations])
            variations = shown_variations(variations, now or Variations(match_id), reader)
            held = [event.id for _, event in variations if isinstance(event, VariationAdded)]
            annotations = shown_annotations(annotations, held, reader)
        known = self._log.known_players(seated(event for _, event in log))
        players = {one.id: RecordPlayer(id=one.id, name=one.name, simulated=one.simulated) for one in known.values()}
        return written(record_of(match_id, match, log, players, annotations, variations))

    # --- in ---

    def take_in(self, told: Checked, *, dry_run: bool = False, key: Key | None = None) -> TakenIn:
        """Store what a record tells, if it isn't here already: match, players, and what was written beside, at once.

        Raises:
            RecordConflict, KeyReused, TooBusy: as the names say.
        """
        for _ in range(ATTEMPTS):
            if (made := self._made_by(key)) is not None:
                return self._taken_in(told, made.last_version, made.position, known=False)
            if self._is_here(told):
                version = len(told.events)
                return self._taken_in(told, version, self._log.position_of(told.match_id, version), known=True)
            if dry_run:
                return self._taken_in(told, len(told.events), 0, known=False)
            known = self._log.known_players([player.id for player in told.players])
            new = [NewPlayer(one.id, one.name, simulated=one.simulated) for one in told.players if one.id not in known]
            try:
                stored = store_record(self._log, told, new, key)
            except VersionConflict:  # somebody else stored the same, or one of the players
                sleep(_RETRY_SECONDS)
                continue
            return self._taken_in(told, stored.last_version, stored.position, known=False)
        raise TooBusy("Others were faster, many times in a row.")

    def _made_by(self, key: Key | None) -> Written | None:
        made = self._log.made_by(key) if key else None
        if made is None or key is None:
            return None
        if made.digest != key.digest:
            raise KeyReused(key.key)
        return made.written

    def _taken_in(self, told: Checked, version: int, position: int, *, known: bool) -> TakenIn:
        here = self._log.known_players([player.id for player in told.players])
        others = tuple(
            (player, here[player.id].name)
            for player in told.players
            if player.id in here and player.name is not None and player.name != here[player.id].name
        )
        return TakenIn(version, position, known, others)

    def _is_here(self, told: Checked) -> bool:
        """Whether all that a record tells was stored before; more may have been written beside the match since.

        Raises:
            RecordConflict: there is another match with its id.
        """
        log = list(self._log.events(told.match_id))
        if not log:
            return False
        match = _folded(log)
        same = (
            match is not None
            and match.game is told.match.game
            and _wire(match, log) == _wire(told.match, enumerate(told.events, start=1))
            and _goes_on(self._log.events(annotations_id(told.match_id)), told.annotations)
            and _goes_on(self._log.events(variations_id(told.match_id)), told.variations)
        )
        if not same:
            raise RecordConflict(None if match is None or match.removed else match)
        return True


def store_record(log: EventLog, told: Checked, players: Sequence[NewPlayer], key: Key | None) -> Written:
    """Store a match that there isn't yet, with what was written beside it and its new players, in one transaction.

    Raises:
        VersionConflict: one of them is there meanwhile.
    """
    beside = (
        Beginning(annotations_id(told.match_id), told.annotations),
        Beginning(variations_id(told.match_id), told.variations),
    )
    match = Beginning(told.match_id, told.events, told.match.game.meta.key)
    return log.begin_together([*(one for one in beside if one.events), match], key=key, players=players)


def read_record(body: bytes, now: datetime | None = None) -> Checked:
    """What `body` tells, if it is a record that may be taken in.

    Raises:
        ProblemError: 400 for what isn't a record, 422 for one that can't be so; its `errors` tell why.
    """
    preamble = read_strictly(body, _preamble)
    mistakes = []
    if preamble.format != FORMAT:
        mistakes.append(Mistake("/format", f"It has to be '{FORMAT}'."))
    if preamble.version != VERSION:
        mistakes.append(Mistake("/version", f"The format is known here in the version {VERSION} only."))
    if mistakes:
        raise _refusal(mistakes)
    record = read_strictly(body, _record)
    try:
        return checked(record, now or datetime.now(UTC), _unfit)
    except RecordRefused as refused:
        raise _refusal(refused.mistakes) from None


def match_ids(conninfo: str) -> Iterator[UUID]:
    """All matches of a database, removed ones included, in the order in which they were opened."""
    with psycopg.connect(conninfo) as connection, connection.cursor("matches") as cursor:
        cursor.execute("SELECT originator_id FROM match_events WHERE topic = 'match/opened' ORDER BY notification_id")
        for (match_id,) in cursor:
            yield match_id


def game_of_match(log: EventLog, match_id: UUID) -> str:
    """The key of the game of a match.

    Raises:
        NotThere: there is no such match.
    """
    for _, event in log.events(match_id, limit=1):
        if isinstance(event, MatchOpened):
            return event.game
    raise NotThere(match_id)


# --- parts ---

_LONGEST: Final = {
    "name": NAME_LENGTH,
    "place": PLACE_LENGTH,
    "title": PLACE_LENGTH,
    "note": NOTE_LENGTH,
    "reason": NOTE_LENGTH,
    "text": COMMENT_LENGTH,
    "tags": TAG_LENGTH,
}
_REQUIRED: Final = frozenset({"name", "text", "tags"})
_OF_LINES: Final = frozenset({"note", "reason", "text"})


def _unfit(name: str, text: str) -> str | None:
    """Why a text wouldn't be kept as it is."""
    try:
        kept = clean(text, _LONGEST[name], lines=name in _OF_LINES, required=name in _REQUIRED)
    except UnfitText as error:
        return str(error)
    return None if kept == text else "It has white space around it, or isn't in the normal form C of Unicode."


def _refusal(mistakes: Sequence[Mistake]) -> ProblemError:
    first = mistakes[0]
    more = "" if len(mistakes) == 1 else f" That, and {len(mistakes) - 1} more."
    return ProblemError(INVALID_RECORD, first.detail + more, pointer=first.pointer, errors=tuple(mistakes))


def _folded(log: Sequence[tuple[int, Any]]) -> Match | None:
    """The match of a log; None where it isn't one of a match."""
    if not log or not isinstance(log[0][1], MatchOpened):
        return None
    return fold(None, (event for _, event in log))


def _wire(match: Match, log: Iterable[tuple[int, Any]]) -> list[bytes]:
    return [bytes(entry) for entry in form_of(match.game).written(log)]


def _goes_on(stored: Iterable[tuple[int, Any]], told: Iterable[Any]) -> bool:
    """Whether everything that was `told` is stored with all its changes, perhaps with later ones."""
    here = _by_id(event for _, event in stored)
    return all(here.get(one, [])[: len(events)] == events for one, events in _by_id(told).items())


def _by_id(events: Iterable[Any]) -> dict[UUID, list[Any]]:
    """The changes of each annotation or variation, without the numbers by which they name each other."""
    found: dict[UUID, list[Any]] = defaultdict(list)
    for event in events:
        if hasattr(event, "id"):
            found[event.id].append(replace(event, undoes=0) if getattr(event, "undoes", None) else event)
    return found
