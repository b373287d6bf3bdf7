"""A record checked by the rules: every event has to be what they make of the match before it."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.content import Comment, Tags
from domain.annotations.events import AnnotationEvent
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.match import commands
from domain.match.commands import NotPossible
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    Event,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    SeatsChanged,
)
from domain.match.identification import Contradiction, verify_later
from domain.match.known import folded
from domain.match.match import Match, Status, evolve
from domain.pointers import located
from domain.registry import UnknownGame, game_of
from domain.variations.events import VariationEvent
from replays.records.annotations import check_annotations
from replays.records.form import (
    ANNOTATIONS,
    VARIATIONS,
    EventForm,
    Record,
    RecordPlayer,
    form_of,
    header_of,
    results_of,
    seated,
)
from replays.records.mistakes import Mistakes
from replays.records.places import Places
from replays.records.variations import check_variations

VerifyText: TypeAlias = Callable[[str, str], str | None]
"""Why a text can't be kept as it stands in a field, given the field's name and the text; None if it can."""

EARLIEST: Final = datetime(1970, 1, 1, tzinfo=UTC)
"""Nothing was recorded before this."""

_AHEAD: Final = timedelta(days=1)
"""How far the clock of who recorded may be ahead of ours."""

_BY: Final = re.compile(r"[\x20-\x7e]{1,80}")

_TEXTS: Final = ("place", "note", "reason", "title")


class Checked(Struct, frozen=True, kw_only=True):
    """A record that may be taken in.

    Attributes:
        step: the number of actions that stand after all its `events`.
    """

    match_id: UUID
    game: AnyGame
    step: int
    status: Status
    events: tuple[MatchEvent, ...]
    annotations: tuple[AnnotationEvent, ...]
    variations: tuple[VariationEvent, ...]
    players: tuple[RecordPlayer, ...]


def checked(record: Record, now: datetime, verify_text: VerifyText) -> Checked:
    """`record`, if all of it is so as it can have been recorded until `now`.

    Raises:
        RecordRefused: with the mistakes that were found.
    """
    mistakes = Mistakes()
    game = _game(record, mistakes)
    mistakes.end()
    assert game is not None  # noqa: S101  # else there was a mistake
    read = _Reader(now, verify_text, mistakes)
    events = read.all("/events", form_of(game), record.events)
    annotations = read.all("/annotations", ANNOTATIONS, record.annotations)
    variations = read.all("/variations", VARIATIONS, record.variations)
    read.players(record.players)
    mistakes.end()
    match, log = _match(events, mistakes)
    mistakes.end()
    assert match is not None  # noqa: S101  # a record without events is none
    _check_told(record, match, log, mistakes)
    places = Places(log)
    tried, tries = check_variations(record.match.id, match, variations, places, mistakes)
    written = check_annotations(record.match.id, match, annotations, places, tries, mistakes)
    mistakes.end()
    return Checked(
        match_id=record.match.id,
        game=game,
        step=match.step,
        status=match.status,
        events=tuple(log),
        annotations=tuple(written),
        variations=tuple(tried),
        players=record.players,
    )


def _game(record: Record, mistakes: Mistakes) -> AnyGame | None:
    try:
        game = game_of(record.match.game)
    except UnknownGame:
        mistakes.add("/match/game", "There is no such game here.")
        return None
    if record.match.edition != game.meta.edition:
        mistakes.add("/match/edition", f"The rules are known here in the edition '{game.meta.edition}' only.")
    return game


class _Reader:
    """Reads what stands in lists, one by one."""

    def __init__(self, now: datetime, verify_text: VerifyText, mistakes: Mistakes) -> None:
        self._latest = now + _AHEAD
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
            self._told(here, event)
            events.append(event)
        return events

    def players(self, players: Iterable[RecordPlayer]) -> None:
        """Names have to be such as can be kept."""
        for index, player in enumerate(players):
            if player.name is not None:
                self._text(f"/players/{index}/name", "name", player.name)

    def _told(self, here: str, event: Event) -> None:
        if not _BY.fullmatch(event.by):
            self._mistakes.add(f"{here}/by", "It is the id of a token: 1 to 80 characters of ASCII.")
        self._moment(f"{here}/at", event.at)
        if not EARLIEST <= event.at <= self._latest:
            self._mistakes.add(f"{here}/at", "Nothing can have been recorded then.")
        if isinstance(event, ActionPlayed) and event.played_at is not None:
            self._moment(f"{here}/played_at", event.played_at)
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

    def _moment(self, at: str, moment: datetime) -> None:
        if moment.utcoffset():
            self._mistakes.add(at, "Times are told in UTC.")

    def _text(self, at: str, name: str, text: str) -> None:
        if reason := self._verify_text(name, text):
            self._mistakes.add(at, reason)


# --- what happened ---


def _match(events: Sequence[MatchEvent], mistakes: Mistakes) -> tuple[Match | None, list[MatchEvent]]:
    """The match that comes of `events`, and these as they are kept.

    An outcome that isn't what the rules say is told, and that of the rules folded in its place. What can't follow at
    all ends it: what comes behind it would be judged on a match that there never was.
    """
    match: Match | None = None
    kept: list[MatchEvent] = []
    for index, event in enumerate(events):
        at = f"/events/{index}"
        try:
            happened = _opened(at, event, mistakes) if match is None else _followed(at, match, event, mistakes)
        except _Impossible as error:
            mistakes.add(at + error.pointer, error.message, error.clause)
            return match, kept
        match = evolve(match, happened)
        kept.append(happened)
    return match, kept


class _Impossible(Exception):  # noqa: N818  # what it is
    """An event that can't stand where it does; `pointer` is below that of the event."""

    def __init__(self, pointer: str, message: str, clause: str | None = None) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message
        self.clause = clause


def _opened(at: str, event: MatchEvent, mistakes: Mistakes) -> MatchOpened:
    """The first event, its options with their defaults, in the order of the game."""
    if not isinstance(event, MatchOpened):
        raise _Impossible("/type", "The first event of a match opens it.")
    try:
        game = game_of(event.game, event.edition)
    except UnknownGame:
        raise _Impossible("/edition", "There is no such game, or edition of its rules, here.") from None
    try:
        options = msgspec.convert(event.options, game.options_type)
        game.initial(Setup(len(event.seats), options))
    except msgspec.ValidationError as error:
        message, place = located(str(error))
        raise _Impossible(f"/options{place}", f"{message[:200]}.") from None
    except InvalidSetup as error:
        raise _Impossible(error.pointer, error.message, error.clause) from None
    if len(set(event.seats)) != len(event.seats):
        raise _Impossible("/seats", "The same player sits in two seats.")
    told = msgspec.json.decode(msgspec.json.encode(options))
    if told != event.options:
        mistakes.add(f"{at}/options", "All options of the game are told, with their defaults.")
    return replace(event, options=told)


def _followed(at: str, match: Match, event: MatchEvent, mistakes: Mistakes) -> MatchEvent:  # noqa: C901, PLR0912
    """`event`, if it can follow on `match`."""
    now: dict[str, Any] = {"at": event.at, "by": event.by}
    try:
        match event:
            case ActionPlayed():
                return _played(at, match, event, mistakes)
            case CardsIdentified():
                return _identified(at, match, event, mistakes)
            case ActionsRetracted(to_step=to_step):
                if to_step < 0 or to_step > match.step:
                    raise _Impossible("/to_step", f"The match has got to step {match.step}.")
                if not event.amended and commands.retract(match, to_step, event.reason, **now).to_step != to_step:
                    raise _Impossible("/to_step", "What the server drew there stands.")
            case MatchConcluded():
                commands.conclude(match, event.reason, **now)
            case MatchAbandoned():
                commands.abandon(match, event.reason, **now)
            case MatchReopened():
                commands.reopen(match, event.reason, **now)
            case SeatsChanged():
                commands.change_seats(match, event.seats, **now)
            case MatchDescribed():
                pass
            case MatchOpened():
                raise _Impossible("/type", "A match is opened once.")
            case MatchRemoved():
                raise _Impossible("/type", "What was removed is not to be shown.")
    except NotPossible as refused:
        raise _Impossible(refused.pointer, refused.message) from None
    except InvalidSetup as refused:
        raise _Impossible(refused.pointer, refused.message, refused.clause) from None
    return event


def _played(at: str, match: Match, event: ActionPlayed[Any, Any], mistakes: Mistakes) -> MatchEvent:
    if event.step != match.step + 1:
        raise _Impossible("/step", f"The step {match.step + 1} has to come here.")
    try:
        decided = commands.play(
            match, event.action, at=event.at, by=event.by, played_at=event.played_at, repeats=event.repeats
        )
    except RuleViolation as violation:
        raise _Impossible("/action", violation.message, violation.clause) from None
    if event.repeats is not None and not 1 < event.repeats <= match.version:
        raise _Impossible("/repeats", "It is the version of an event before.")
    return _as_decided(at, match, match.state, event, decided, mistakes)


def _identified(at: str, match: Match, event: CardsIdentified[Any, Any], mistakes: Mistakes) -> MatchEvent:
    if not 0 <= event.step <= match.step:
        raise _Impossible("/step", f"The match has got to step {match.step}.")
    if event.identification.seat >= len(match.seats):
        raise _Impossible("/identification/seat", f"There is no seat {event.identification.seat}.")
    before = match.state_at(event.step)
    try:
        decided = commands.identified(match, event.step, event.identification, event.reason, at=event.at, by=event.by)
        verify_later(match, event.step, folded(match.game, before, decided.outcome))
    except RuleViolation as violation:
        raise _Impossible("/identification", violation.message, violation.clause) from None
    except Contradiction as contradiction:
        raise _Impossible("/identification", contradiction.message, contradiction.clause) from None
    return _as_decided(at, match, before, event, decided, mistakes)


def _as_decided(at: str, match: Match, before: Any, event: Any, decided: Any, mistakes: Mistakes) -> MatchEvent:
    """`event`, if the rules say the same of it on the state `before`; else what they `decided`.

    Where cards were identified, facts that were decided without knowing them may say less, and come to the same.
    """
    if event.outcome == decided.outcome or (match.identified and _come_to_the_same(match, before, event, decided)):
        kept: MatchEvent = event
        return kept
    mistakes.add(f"{at}/outcome", "By the rules, something else follows from it.")
    told: MatchEvent = decided
    return told


def _come_to_the_same(match: Match, before: Any, event: Any, decided: Any) -> bool:
    try:
        after = folded(match.game, before, event.outcome)
    except Exception:  # noqa: BLE001  # facts that nobody decided may say anything
        return False
    return bool(after == folded(match.game, before, decided.outcome))


# --- what is told beside ---


def _check_told(record: Record, match: Match, log: Sequence[MatchEvent], mistakes: Mistakes) -> None:
    """The header, the players and the results have to be what the events say."""
    opened: Any = log[0]
    for name in _differing(record.match, header_of(record.match.id, match, opened.options)):
        mistakes.add(f"/match/{name}", "The events say otherwise.")
    for name in _differing(record.results, results_of(match)):
        mistakes.add(f"/results/{name}", "The events say otherwise.")
    if [player.id for player in record.players] != seated(log):
        mistakes.add("/players", "They are those who have or had a seat, in the order in which the events name them.")
    _check_repeats(log, mistakes)


def _differing(told: Struct, known: Struct) -> Iterator[str]:
    return (name for name in told.__struct_fields__ if getattr(told, name) != getattr(known, name))


def _check_repeats(log: Sequence[MatchEvent], mistakes: Mistakes) -> None:
    """An action played again is one that was taken back, and stands once."""
    first: dict[int, Any] = {}
    line: list[int] = []
    for index, event in enumerate(log):
        if isinstance(event, ActionsRetracted):
            del line[event.to_step :]
        elif isinstance(event, ActionPlayed):
            version = index + 1
            if event.repeats is None:
                first[version] = event.action
            elif first.get(event.repeats) != event.action or event.repeats in line:
                mistakes.add(f"/events/{index}/repeats", "It is the version that first recorded this action.")
            line.append(version if event.repeats is None else event.repeats)
