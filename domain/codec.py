"""Events as bytes: the form in which they are stored.

A stored event is a topic and a MessagePack array ``[schema, id, body]``. The topic is ``match/<tag>``, or the same with
``series``, ``people``, ``subjects``, ``annotations`` or ``variations``; for actions and facts of a game, it is
``<game>/<tag of the action>`` or ``<game>/identified``. It is stable, names no module, and lets a reader pick events
without decoding them. `id` tells two events apart that say the same. The body is the event as an array, its action and
facts as maps: the same structs that stand on the wire.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, TypeAlias, TypeGuard

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from domain.annotations.events import AnnotationEvent
from domain.compression import plain
from domain.installed import RESERVED
from domain.kernel.unknowns import HasUnknowns
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    ResultEvent,
    SeatsChanged,
)
from domain.people.events import PeopleEvent
from domain.registry import GAMES, UnknownGame
from domain.series.events import SeriesEvent
from domain.subjects.events import SubjectEvent
from domain.variations.events import VariationEvent

AnyEvent: TypeAlias = MatchEvent | SeriesEvent | PeopleEvent | SubjectEvent | AnnotationEvent | VariationEvent
"""Whatever the log holds."""

SCHEMA: Final = 1
"""The version of the stored form. A newer one brings a step up from each older one."""

FINGERPRINT: Final = 12
"""Bytes of a fingerprint: a head of four, and an id of eight."""


class UnreadableEvent(ValueError):  # noqa: N818  # what it is
    """A stored event that is damaged, or of a schema that this version of the software doesn't know."""


class MissingEvent(UnreadableEvent):
    """An event that isn't there, though later ones are."""


class _Header(Struct, frozen=True, array_like=True):
    schema: int


class _Stored(_Header, frozen=True, array_like=True):
    id: bytes
    body: Any


_encoder = Encoder()
_header_decoder = Decoder(_Header)


def is_of_match(event: AnyEvent) -> TypeGuard[MatchEvent]:
    """Whether `event` is one of a match itself."""
    return _is_of_match(type(event))


@cache
def _is_of_match(kind: type) -> bool:
    return not any(issubclass(kind, events) for events in _OTHER_AGGREGATES.values())


def topic_of(event: AnyEvent, game: str) -> str:
    """The topic under which `event` is stored; `game` is that of its match."""
    if isinstance(event, ActionPlayed):
        return f"{game}/{event.action.__struct_config__.tag}"
    if isinstance(event, CardsIdentified):
        return f"{game}/{event.__struct_config__.tag}"
    family = next((name for name, events in _OTHER_AGGREGATES.items() if isinstance(event, events)), "match")
    return f"{family}/{event.__struct_config__.tag}"


def encode(event: AnyEvent, event_id: bytes) -> bytes:
    """The bytes of `event`."""
    return _encoder.encode(_Stored(SCHEMA, event_id, event))


def decode(topic: str | None, stored: bytes) -> AnyEvent:
    """The event of :func:`encode`, or of what became of it and its topic in the log.

    Raises:
        UnreadableEvent: its schema is newer than this software, or the bytes are damaged.
        UnknownGame: its game isn't known here.
    """
    return decode_plain(*plain(topic, stored))


def decode_plain(topic: str, state: bytes) -> AnyEvent:
    """The same of what is :func:`~domain.compression.plain` already."""
    body: AnyEvent = _read(topic, state).body
    return body


def decode_all(topics: Sequence[str], states: Sequence[bytes]) -> list[AnyEvent]:
    """The events of several topics and plain bytes, in two thirds of the time; raises as :func:`decode_plain` would."""
    try:
        decoders = {topic: _decoder(topic).decode for topic in set(topics)}
        read = [decoders[topic](state) for topic, state in zip(topics, states, strict=True)]
        if {one.schema for one in read} <= {SCHEMA}:
            return [one.body for one in read]
    except (ValueError, RecursionError, UnknownGame):
        pass
    # Which tells what is wrong:
    return [decode_plain(topic, state) for topic, state in zip(topics, states, strict=True)]


def decode_with_id(topic: str | None, stored: bytes) -> tuple[bytes, AnyEvent]:
    """The id and the event of :func:`encode`; raises as :func:`decode`."""
    read = _read(*plain(topic, stored))
    return read.id, read.body


def _read(topic: str, stored: bytes) -> _Stored:
    """What was stored under `topic`; raises as :func:`decode`."""
    decoder = _decoder(topic)
    try:
        read: _Stored = decoder.decode(stored)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors, and so is bad UTF-8
        if (schema := _schema_of(stored)) != SCHEMA:
            raise UnreadableEvent(_unknown(schema)) from None
        raise UnreadableEvent(f"a damaged event: {error}") from error
    if read.schema != SCHEMA:
        raise UnreadableEvent(_unknown(read.schema))
    return read


def decode_without_game(topic: str | None, stored: bytes) -> AnyEvent:
    """The same where the game isn't known: its actions and facts are maps, as on the wire.

    Raises:
        UnreadableEvent: as of :func:`decode`.
    """
    try:
        return decode(topic, stored)
    except UnknownGame:
        pass
    try:
        read: _Stored = _OF_UNKNOWN_GAME.decode(plain(topic, stored)[1])
    except (ValueError, RecursionError) as error:
        raise UnreadableEvent(f"a damaged event: {error}") from error
    body: AnyEvent = read.body
    return body


def fingerprint_of(stored: bytes) -> bytes:
    """What tells an event from all others: the start of its stored form, which holds its random id."""
    return stored[:FINGERPRINT]


def _schema_of(stored: bytes) -> int:
    """The schema of what can't be decoded, whose body may look like anything."""
    try:
        return _header_decoder.decode(stored).schema
    except ValueError:
        return SCHEMA


def _unknown(schema: int) -> str:
    return f"an event of schema {schema}; this software reads schema {SCHEMA}"


_OTHER_AGGREGATES: Final[Mapping[str, Any]] = {
    "series": SeriesEvent,
    "people": PeopleEvent,
    "subjects": SubjectEvent,
    "annotations": AnnotationEvent,
    "variations": VariationEvent,
}
"""The families of events that aren't those of a match, by the first part of their topics."""

_OF_A_MATCH = (
    MatchOpened
    | MatchDescribed
    | SeatsChanged
    | ActionsRetracted
    | MatchConcluded
    | MatchAbandoned
    | MatchReopened
    | MatchRemoved
    | ResultEvent
)


def _decoder(topic: str) -> Decoder[Any]:
    family = topic.partition("/")[0]
    if family not in _DECODERS:
        if not topic:
            raise UnreadableEvent("a damaged event: its kind is nowhere")
        raise UnknownGame(family)
    return _DECODERS[family]


def _bodies() -> Iterator[tuple[str, Any]]:
    """The type of the body, family by family."""
    yield "match", _OF_A_MATCH
    yield from _OTHER_AGGREGATES.items()
    for key, game in GAMES.items():
        if key in RESERVED:
            raise TypeError(f"a game can't be called {key}: the log has topics of that name")
        body: Any = ActionPlayed[game.action_type, game.fact_type]  # type: ignore[name-defined]
        if isinstance(game, HasUnknowns):
            body |= CardsIdentified[game.identification_type, game.fact_type]  # type: ignore[name-defined]
        yield key, body


def _stored(body: Any) -> Any:
    """`_Stored` with a typed body; built at run time, since the games are found at run time."""
    return type("_Stored", (_Stored,), {"__annotations__": {"body": body}}, frozen=True, array_like=True)


_DECODERS: Final[Mapping[str, Decoder[Any]]] = {family: Decoder(_stored(body)) for family, body in _bodies()}
"""Of every family, made when this is imported: msgspec crashes when two threads first look into a type at once."""

_OF_UNKNOWN_GAME: Final[Decoder[Any]] = Decoder(_stored(ActionPlayed[Any, Any] | CardsIdentified[Any, Any]))
