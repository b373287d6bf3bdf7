"""Bodies of requests, read strictly."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from functools import cache, lru_cache
from typing import Any, Final, TypeVar

import msgspec

from domain.match.dates import implausible
from domain.match.match import Match
from domain.registry import game_of
from service.http.conditional import header_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_DATE, INVALID_REQUEST, INVALID_TEXT, UNSUPPORTED_MEDIA_TYPE
from service.validation.strict_json import read_json, read_strictly
from service.validation.text import TAG_LENGTH, InvalidText, clean

T = TypeVar("T")

MAX_BODY: Final = 1 << 20
"""Bytes that a request's body may have."""


def read_body(request: AnyRequest, body: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """The body as JSON, read strictly.

    Raises:
        ProblemError: 415 for another content type.
        JsonError: it isn't JSON, or not of the form.
    """
    verify_json(request)
    return read_strictly(body, decoder)


def verify_json(request: AnyRequest) -> None:
    """Refuse a body that isn't sent as JSON.

    Raises:
        ProblemError: 415.
    """
    encoding = header_of(request, b"content-encoding")
    is_plain = encoding is None or encoding.lower() == "identity"
    if not is_plain or not _is_json(header_of(request, b"content-type") or ""):
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, "The body is sent as application/json in UTF-8, uncompressed.")


@lru_cache(maxsize=64)
def _is_json(content_type: str) -> bool:
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = {part.partition("=")[2].strip('"') for part in parameters if part.startswith("charset")}
    return media_type == "application/json" and charsets <= {"utf-8"}


def fit(text: str, longest: int, at: str, *, lines: bool = False, required: bool = False) -> str:
    """`text` as :func:`service.validation.text.clean` keeps it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    try:
        return clean(text, longest, lines=lines, required=required)
    except InvalidText as error:
        raise ProblemError(INVALID_TEXT, str(error), pointer=at) from None


def fit_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """Tags as they are kept; where case alone differs, they are the same.

    Raises:
        ProblemError: 422 for one that can't be kept, or that stands there before.
    """
    fitting: list[str] = []
    for index, tag in enumerate(tags):
        at = f"/tags/{index}"
        cleaned = fit(tag, TAG_LENGTH, at, required=True)
        if cleaned.casefold() in {other.casefold() for other in fitting}:
            raise ProblemError(INVALID_TEXT, "This tag stands there twice.", pointer=at)
        fitting.append(cleaned)
    return tuple(fitting)


def fit_date(day: date, at: str) -> date:
    """`day`, if something can have been played on it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    if (reason := implausible(day, datetime.now(UTC))) is not None:
        raise ProblemError(INVALID_DATE, reason, pointer=at)
    return day


def fit_moment(moment: datetime, at: str) -> datetime:
    """The same moment in UTC, if something can have been played then.

    Raises:
        ProblemError: 400 or 422 with `at` as the pointer.
    """
    moment = in_utc(moment, at)
    fit_date(moment.date(), at)
    return moment


def in_utc(moment: datetime, at: str) -> datetime:
    """The same moment in UTC.

    Raises:
        ProblemError: 400 with `at` as the pointer, when there it is before the year 1 or after 9999.
    """
    try:
        return moment.astimezone(UTC)
    except OverflowError:
        raise ProblemError(INVALID_REQUEST, "In UTC, that is out of the range of dates.", pointer=at) from None


def read_actions(match: Match, raw_actions: Sequence[msgspec.Raw]) -> list[Any]:
    """The actions of a request, as the match's game has them.

    Raises:
        JsonError: with the place.
    """
    return [read_action(match, raw, f"/actions/{index}") for index, raw in enumerate(raw_actions)]


def read_action(match: Match, raw: msgspec.Raw, at: str) -> Any:
    """An action that stands in a request at the pointer `at`, as the match's game has it.

    Raises:
        JsonError: with the place.
    """
    return read_json(raw, _action_decoder(match.game.meta.key), at=at)


@cache
def _action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game_of(game).action_type)
