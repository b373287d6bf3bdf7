"""The form of a record: one JSON object a match. docs/record.md describes it for people.

Its bytes are the same for the same content: one line, without white space, fields in the order of the structs, keys of
maps in alphabetical order, and a field of an event left out where it has its default. So a field that an event gets
later changes no record of before.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from typing import Annotated, Any, Final, Literal, cast, get_args
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import asdict, replace

from domain.annotations.events import AnnotationEvent
from domain.kernel.game import AnyGame
from domain.kernel.standing import Standing
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import RECORDER
from domain.match.events import ActionPlayed, CardsIdentified, Event, MatchEvent, MatchOpened, Visibility
from domain.match.match import Match
from domain.match.parts import Status
from domain.registry import game_of
from domain.variations.events import VariationEvent

FORMAT: Final = "partita-record"
VERSION: Final = 1
"""The version of the form. A newer one is refused by software that doesn't know it."""

MAX_RECORD: Final = 16 << 20
"""Bytes that a record may have."""

MAX_EVENTS: Final = 20_000
"""Events that a match in a record may have, and as many of its annotations and of its variations."""

_Entry = Annotated[msgspec.Raw, Meta(extra_json_schema={"type": "object"})]
Entries = Annotated[
    tuple[_Entry, ...], Meta(max_length=MAX_EVENTS, description="Events with their versions, in order.")
]


class Header(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a reader wants to know first. It follows from the events, and is checked against them.

    Attributes:
        edition: the edition of the rules that it was played by.
        seats: the ids of the players, in seat order.
    """

    id: UUID
    game: str
    edition: str
    options: Annotated[dict[str, Any], Meta(description="The options of the game, defaults included.")]
    seats: tuple[UUID, ...]
    played_on: date
    place: str
    note: str
    tags: tuple[str, ...]
    visibility: Visibility


class RecordPlayer(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody who has, or had, a seat.

    Attributes:
        name: null for somebody whose name was erased.
        simulated: whether a demonstration made the player.
    """

    id: UUID
    name: str | None
    simulated: bool = False


class Results(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How it stands in the end. It follows from the events, and is checked against them.

    Attributes:
        status: `playing`, `finished` or `abandoned`.
        step: the number of actions that stand.
        standings: as the recorder knows them, in seat order.
        irregular_steps: those at which something was put otherwise than the rules would have it; absent without any.
    """

    status: Status
    step: int
    standings: tuple[Standing, ...]
    irregular_steps: Annotated[tuple[int, ...], Meta(min_length=1)] | UnsetType = UNSET


Seed = Annotated[
    str, Meta(pattern="^[0-9a-f]{64}$", description="32 bytes in hexadecimal; docs/fairness.md tells what follows.")
]


_Base64 = Annotated[str, Meta(pattern="^[A-Za-z0-9+/]*={0,2}$")]


class StoredForm(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as the service stored it.

    Attributes:
        topic: what kind of event it is.
        state: its bytes, in Base64.
    """

    topic: str
    state: _Base64


class Evidence(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What shows that the events of a match are in a log of which there is a signed head: see docs/evidence.md.

    Attributes:
        events: all of them, as they were stored.
        position: that of the last one in the log.
        path: the inclusion proof of its leaf (RFC 6962), from the leaf up, in Base64.
        head: the signed head, a checkpoint.
        key: that of the log, with which the signature can be verified; who relies on it compares it with the one that
            the log publishes.
    """

    events: Annotated[tuple[StoredForm, ...], Meta(min_length=1, max_length=MAX_EVENTS)]
    position: Annotated[int, Meta(ge=1)]
    path: Annotated[tuple[_Base64, ...], Meta(max_length=64)]
    head: Annotated[str, Meta(max_length=10_000)]
    key: Annotated[str, Meta(max_length=300)]


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that was recorded of a match, and written beside it.

    Attributes:
        format: names the format.
        version: that of the format.
        match: what a reader wants to know first.
        players: everybody who has, or had, a seat, in the order in which the events name them.
        events: what happened to the match, that which was taken back included.
        annotations: what happened to its annotations.
        variations: what happened to its variations.
        results: how it stands in the end.
        seeds: once the match is open to all, the seeds from which the server's draws follow, in the order in which the
            events commit to them; absent before, and where there are none.
        evidence: what shows that the events are in a log, where it was asked for.
    """

    format: Literal["partita-record"]
    version: Literal[1]
    match: Header
    players: Annotated[tuple[RecordPlayer, ...], Meta(max_length=1000)]
    events: Annotated[Entries, Meta(min_length=1)]
    annotations: Entries = ()
    variations: Entries = ()
    results: Results
    seeds: Annotated[tuple[Seed, ...], Meta(min_length=1)] | UnsetType = UNSET
    evidence: Evidence | UnsetType = UNSET


Numbered = tuple[int, Any]
"""An event and its version."""


class Wire(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="type"):
    """An event in a record: a map with its type, its version, and its own fields."""

    version: int


class EventForm:
    """One family of events as JSON, such as those of a match of one game."""

    def __init__(self, kinds: Iterable[Any]) -> None:
        self._wires: dict[type, type[Wire]] = {}
        self._events: dict[type, type] = {}
        for kind in kinds:
            event = getattr(kind, "__origin__", kind)
            wire = _wire(kind, event)
            self._wires[event], self._events[wire] = wire, event
        union: Any = Wire
        for index, wire in enumerate(self._events):
            union = wire if index == 0 else union | wire
        self._decoder = msgspec.json.Decoder(union)

    def written(self, log: Iterable[Numbered]) -> tuple[msgspec.Raw, ...]:
        """The events of `log`, each as it stands in a record."""
        return tuple(msgspec.Raw(_encoder.encode(self._with_format(version, event))) for version, event in log)

    def _with_format(self, version: int, event: Event) -> Wire:
        return self._wires[type(event)](version=version, **asdict(event))

    def read(self, entry: msgspec.Raw) -> Numbered:
        """The version and the event of one entry.

        Raises:
            msgspec.ValidationError: it isn't of the form.
        """
        entry_struct = self._decoder.decode(entry)
        fields = asdict(entry_struct)
        return fields.pop("version"), self._events[type(entry_struct)](**fields)


def _wire(kind: Any, event: type[Event]) -> type[Wire]:
    """The struct that stands in a record for an event; `kind` is its class, with what is a game's own put in."""
    fields: list[Any] = []
    for field in msgspec.structs.fields(kind):
        of = Annotated[datetime, Meta(tz=True)] if field.type is datetime else field.type
        of = Annotated[datetime, Meta(tz=True)] | None if field.type == datetime | None else of
        fields.append((field.name, of) if field.required else (field.name, of, field.default))
    tag = event.__struct_config__.tag
    wire: Any = msgspec.defstruct(
        event.__name__, fields, bases=(Wire,), frozen=True, kw_only=True, tag=tag, forbid_unknown_fields=True
    )
    made: type[Wire] = wire
    return made


def form_of(game: AnyGame) -> EventForm:
    """The events of a match of `game`."""
    return _match_form(game.meta.key)


@cache
def _match_form(key: str) -> EventForm:
    game = game_of(key)  # all editions have the same
    kinds: list[Any] = []
    for kind in get_args(MatchEvent):
        event = getattr(kind, "__origin__", kind)
        if event is ActionPlayed:
            kinds.append(ActionPlayed[game.action_type, game.fact_type])  # type: ignore[name-defined]
        elif event is CardsIdentified:
            if isinstance(game, HasUnknowns):
                kinds.append(CardsIdentified[game.identification_type, game.fact_type])  # type: ignore[name-defined]
        else:
            kinds.append(event)
    return EventForm(kinds)


@cache
def form_without_game() -> EventForm:
    """The events of a match whose game isn't known: its actions and facts are maps."""
    of_game = {ActionPlayed: ActionPlayed[Any, Any], CardsIdentified: CardsIdentified[Any, Any]}
    kinds = [getattr(kind, "__origin__", kind) for kind in get_args(MatchEvent)]
    return EventForm(of_game.get(kind, kind) for kind in kinds)


ANNOTATIONS: Final = EventForm(get_args(AnnotationEvent))
VARIATIONS: Final = EventForm(get_args(VariationEvent))

_encoder: Final = msgspec.json.Encoder(order="deterministic")


def header_of(match_id: UUID, match: Match, options: Mapping[str, Any]) -> Header:
    """The header of a match that was opened with `options`."""
    return Header(
        id=match_id,
        game=match.game.meta.key,
        edition=match.game.meta.edition,
        options=dict(options),
        seats=match.seats,
        played_on=match.played_on,
        place=match.place,
        note=match.note,
        tags=match.tags,
        visibility=match.visibility,
    )


def results_of(match: Match) -> Results:
    """The results of a match."""
    return Results(
        status=match.status,
        step=match.step,
        standings=match.standings(RECORDER),
        irregular_steps=match.line.irregular_steps or UNSET,
    )


def seated(events: Iterable[MatchEvent]) -> list[UUID]:
    """Everybody who has or had a seat, in the order in which the events name them."""
    seats = (player for event in events for player in getattr(event, "seats", ()))
    return list(dict.fromkeys(seats))


def written(record: Record) -> bytes:
    """The bytes of a record, with the end of their line."""
    return _encoder.encode(record) + b"\n"


def record_of(
    match_id: UUID,
    match: Match,
    log: Sequence[tuple[int, MatchEvent]],
    players: Mapping[UUID, RecordPlayer],
    annotations: Iterable[Numbered] = (),
    variations: Iterable[Numbered] = (),
    seeds: Sequence[bytes] = (),
) -> Record:
    """The record of a match with all its events, `log`; `players` are those that somebody knows, `seeds` are revealed.

    The result is equal for equal arguments. It is the same wherever it is kept: it doesn't say that it was imported.
    """
    first, opened = log[0][0], cast("MatchOpened", log[0][1])
    return Record(
        format=FORMAT,
        version=VERSION,
        match=header_of(match_id, match, opened.options),
        players=tuple(
            players.get(player, RecordPlayer(id=player, name=None)) for player in seated(event for _, event in log)
        ),
        events=form_of(match.game).written([(first, replace(opened, imported=0)), *log[1:]]),
        annotations=ANNOTATIONS.written(annotations),
        variations=VARIATIONS.written(variations),
        results=results_of(match),
        seeds=tuple(seed.hex() for seed in seeds) or UNSET,
    )
