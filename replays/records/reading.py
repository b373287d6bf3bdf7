"""The lists of a record read one by one: forms, versions, times and texts, before the rules are asked."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec

from domain.annotations.content import Comment, Tags
from domain.match.dates import AHEAD, implausible
from domain.match.events import ActionPlayed, Event, MatchDescribed, MatchOpened
from domain.pointers import located
from replays.records.form import EventForm, RecordPlayer
from replays.records.mistakes import Mistakes

VerifyText: TypeAlias = Callable[[str, str], str | None]
"""Why a text can't be kept as it stands in a field, given the field's name and the text; None if it can."""

EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Nothing was recorded before this."""

_BY: Final = re.compile(r"[\x20-\x7e]{1,80}")

_TEXTS: Final = ("place", "note", "reason", "comment", "title")

_WRITTEN: Final = frozenset({*_TEXTS, "tags", "content"})
"""What people write, in events that have it."""


@cache
def _is_written(kind: type[Event]) -> bool:
    """Whether events of a kind have anything that people write: most, which are actions, have nothing."""
    return not _WRITTEN.isdisjoint(kind.__struct_fields__)


class RecordReader:
    """Reads what stands in lists, one by one."""

    def __init__(self, now: datetime, verify_text: VerifyText, mistakes: Mistakes) -> None:
        self._now = now
        self._latest = now + AHEAD
        self._verify_text = verify_text
        self._mistakes = mistakes

    def all(self, at: str, form: EventForm, entries: Sequence[msgspec.Raw]) -> list[Any]:
        """The events, as far as they are of the form."""
        events: list[Any] = []
        for index, entry in enumerate(entries):
            here = f"{at}/{index}"
            try:
                version, event = form.read(entry)
            except (msgspec.ValidationError, msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
                message, place = located(str(error))
                self._mistakes.add(here + place, f"{message[:200]}.")
                continue
            if version != index + 1:
                self._mistakes.add(f"{here}/version", f"The version {index + 1} has to come here.")
            self._reported(here, event)
            events.append(event)
        return events

    def players(self, players: Iterable[RecordPlayer]) -> None:
        """Names have to be such as can be kept."""
        for index, player in enumerate(players):
            if player.name is not None:
                self._text(f"/players/{index}/name", "name", player.name)

    def _reported(self, here: str, event: Event) -> None:
        if not _BY.fullmatch(event.by):
            self._mistakes.add(f"{here}/by", "It is the id of a token: 1 to 80 characters of ASCII.")
        self._times(here, event)
        if _is_written(type(event)):
            self._texts(here, event)

    def _texts(self, here: str, event: Event) -> None:
        for name in _TEXTS:
            if isinstance(text := getattr(event, name, None), str):
                self._text(f"{here}/{name}", name, text)
        for index, tag in enumerate(getattr(event, "tags", ())):
            self._text(f"{here}/tags/{index}", "tags", tag)
        content = getattr(event, "content", None)
        if isinstance(content, Comment):
            self._text(f"{here}/content/text", "text", content.text)
        if isinstance(content, Tags):
            for index, tag in enumerate(content.tags):
                self._text(f"{here}/content/tags/{index}", "tags", tag)

    def _times(self, here: str, event: Event) -> None:
        self._moment(f"{here}/at", event.at)
        if not EARLIEST <= event.at <= self._latest:
            self._mistakes.add(f"{here}/at", "Nothing can have been recorded then.")
        if isinstance(event, ActionPlayed):
            if event.played_at is not None:
                self._moment(f"{here}/played_at", event.played_at)
                self._played(f"{here}/played_at", event.played_at.date())
        elif isinstance(event, MatchOpened | MatchDescribed):
            self._played(f"{here}/played_on", event.played_on)

    def _moment(self, at: str, moment: datetime) -> None:
        if moment.utcoffset():
            self._mistakes.add(at, "Times are told in UTC.")

    def _played(self, at: str, day: date) -> None:
        if reason := implausible(day, self._now):
            self._mistakes.add(at, reason)

    def _text(self, at: str, name: str, text: str) -> None:
        if reason := self._verify_text(name, text):
            self._mistakes.add(at, reason)
