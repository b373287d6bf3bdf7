"""Events as bytes: the form in which they are stored.

A stored event is a topic and a MessagePack array ``[schema, id, body]``. The topic is ``match/<tag>``,
``series/<tag>``, ``people/<tag>`` or, for what is told in a game's own words, ``<game>/<tag of the action>`` or
``<game>/identified``; it is stable, names no module, and lets a reader pick events without decoding them. `id` tells
two events apart that say the same. The body is the event as an array, its action and facts as maps: the same structs
that stand on the wire.
"""

from functools import cache
from typing import Any, Final, TypeAlias

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

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
    SeatsChanged,
)
from domain.people.events import PeopleEvent
from domain.registry import game_of
from domain.series.events import SeriesEvent

AnyEvent: TypeAlias = MatchEvent | SeriesEvent | PeopleEvent
"""Whatever the log holds."""

SCHEMA: Final = 1
"""The version of the stored form. A newer one brings a step up from each older one."""


class UnreadableEvent(ValueError):  # noqa: N818  # what it is
    """A stored event that is damaged, or of a schema that this version of the software doesn't know."""


class _Header(Struct, frozen=True, array_like=True):
    schema: int


class _Stored(_Header, frozen=True, array_like=True):
    id: bytes
    body: Any


_encoder = Encoder()
_header_decoder = Decoder(_Header)


def topic_of(event: AnyEvent, game: str) -> str:
    """The topic under which `event` is stored; `game` is that of its match."""
    if isinstance(event, ActionPlayed):
        return f"{game}/{event.action.__struct_config__.tag}"
    family = game if isinstance(event, CardsIdentified) else _family(event)
    return f"{family}/{event.__struct_config__.tag}"


def _family(event: AnyEvent) -> str:
    if isinstance(event, SeriesEvent):
        return "series"
    return "people" if isinstance(event, PeopleEvent) else "match"


def encode(event: AnyEvent, event_id: bytes) -> bytes:
    """The bytes of `event`."""
    return _encoder.encode(_Stored(SCHEMA, event_id, event))


def decode(topic: str, stored: bytes) -> AnyEvent:
    """The event of :func:`encode`.

    Raises:
        UnreadableEvent: its schema is newer than this software, or the bytes are damaged.
        UnknownGame: its game isn't known here.
    """
    return decode_with_id(topic, stored)[1]


def decode_with_id(topic: str, stored: bytes) -> tuple[bytes, AnyEvent]:
    """The id and the event of :func:`encode`; raises as :func:`decode`."""
    decoder = _decoder(topic.partition("/")[0])
    try:
        read: _Stored = decoder.decode(stored)
    except (ValueError, RecursionError) as error:  # msgspec's own errors are ValueErrors, and so is bad UTF-8
        if (schema := _schema_of(stored)) != SCHEMA:
            raise UnreadableEvent(_unknown(schema)) from None
        raise UnreadableEvent(f"a damaged event: {error}") from error
    if read.schema != SCHEMA:
        raise UnreadableEvent(_unknown(read.schema))
    return read.id, read.body


def _schema_of(stored: bytes) -> int:
    """The schema of what can't be decoded, whose body may look like anything."""
    try:
        return _header_decoder.decode(stored).schema
    except ValueError:
        return SCHEMA


def _unknown(schema: int) -> str:
    return f"an event of schema {schema}; this software reads schema {SCHEMA}"


_OF_A_MATCH = (
    MatchOpened
    | MatchDescribed
    | SeatsChanged
    | ActionsRetracted
    | MatchConcluded
    | MatchAbandoned
    | MatchReopened
    | MatchRemoved
)


@cache
def _decoder(family: str) -> Decoder[Any]:
    if family == "match":
        body: Any = _OF_A_MATCH
    elif family == "series":
        body = SeriesEvent
    elif family == "people":
        body = PeopleEvent
    else:
        game = game_of(family)
        body = ActionPlayed[game.action_type, game.fact_type]  # type: ignore[name-defined]
        if isinstance(game, HasUnknowns):
            body |= CardsIdentified[game.identification_type, game.fact_type]  # type: ignore[name-defined]
    return Decoder(_stored(body))


def _stored(body: Any) -> Any:
    """`_Stored` with a typed body; built at run time, since the games are found at run time."""
    return type("_Stored", (_Stored,), {"__annotations__": {"body": body}}, frozen=True, array_like=True)
