"""Bodies of requests, read strictly."""

import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from json import JSONDecoder
from typing import Any, Final, TypeVar

import msgspec

from domain.expected import expected, loose
from domain.match.dates import implausible
from domain.pointers import located
from service.http.requests import AnyRequest, short
from service.http.text import TAG_LENGTH, InvalidText, clean
from service.problems import (
    INVALID_JSON,
    INVALID_REQUEST,
    UNFIT_DATE,
    UNFIT_TEXT,
    UNSUPPORTED_MEDIA_TYPE,
    ProblemError,
)

T = TypeVar("T")


MAX_BODY: Final = 1 << 20
"""Bytes that a request's body may have."""


MAX_NESTING: Final = 32
"""Levels of lists and objects in a JSON text; what is of a form that is read here has a dozen at the most."""


def read_body(request: AnyRequest, body: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """The body as JSON, read strictly.

    Raises:
        ProblemError: 415 for another content type, 400 for what isn't JSON or not of the form.
    """
    verify_json(request)
    return read_strictly(body, decoder)


def verify_json(request: AnyRequest) -> None:
    """Refuse a body that isn't sent as JSON.

    Raises:
        ProblemError: 415.
    """
    encoding = request.headers.get("content-encoding", "identity").lower()
    if not _is_json(request.headers.get("content-type", "")) or encoding != "identity":
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, "The body is sent as application/json in UTF-8, uncompressed.")


def read_strictly(body: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """A whole JSON text; no object in it may have a field twice.

    Raises:
        ProblemError: 400.
    """
    wanted = read_json(body, decoder)
    _verify_fields_once(body)
    return wanted


def _is_json(content_type: str) -> bool:
    media_type, *parameters = (part.strip().lower() for part in content_type.split(";"))
    charsets = {part.partition("=")[2].strip('"') for part in parameters if part.startswith("charset")}
    return media_type == "application/json" and charsets <= {"utf-8"}


def _fields_once(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object with two values for one field: which one was meant, nobody can tell."""
    if len(dict(pairs)) == len(pairs):
        return
    seen = set()
    for name, _ in pairs:
        if name in seen:
            raise ProblemError(INVALID_REQUEST, f"The field '{short(name)}' stands twice in one object.")
        seen.add(name)


# Numbers are left as they stand: the strict decoder has read them.
_structure = JSONDecoder(object_pairs_hook=_fields_once, parse_int=str, parse_float=str, parse_constant=str)


_STRING: Final = re.compile(rb'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)


_TO_SQUARE: Final = bytes.maketrans(b"{}", b"[]")


_NO_BRACKETS: Final = bytes(set(range(256)) - set(b"[]{}"))


def _verify_nesting(body: bytes) -> None:
    """Refuse what is nested too deeply before it is read: how deep decoders get depends on the Python they run on."""
    if body.count(b"[") + body.count(b"{") <= MAX_NESTING:
        return
    brackets = _STRING.sub(b"", body).translate(_TO_SQUARE, _NO_BRACKETS)
    for _ in range(MAX_NESTING):
        if not brackets or b"[" * (MAX_NESTING + 1) in brackets:
            break
        brackets = brackets.replace(b"[]", b"")  # the innermost level
    if b"[]" in brackets or brackets.count(b"[") > MAX_NESTING:
        raise ProblemError(INVALID_JSON, f"It is nested more than {MAX_NESTING} levels deep.")


def _verify_fields_once(body: bytes) -> None:
    try:
        _structure.decode(body.decode())
    except ValueError as error:  # in a part that is decoded later
        raise ProblemError(INVALID_JSON, f"{error}.") from None


def read_json(body: bytes | msgspec.Raw, decoder: "msgspec.json.Decoder[T]", at: str = "") -> T:
    """JSON read strictly; `at` is the JSON pointer to it. A part was looked through with the whole.

    Raises:
        ProblemError: 400.
    """
    if isinstance(body, bytes):
        _verify_nesting(body)
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        message, place = located(str(error))
        known = expected(message, decoder.type, place, loose(body))
        raise ProblemError(INVALID_REQUEST, f"{short(message)}. {known}".rstrip(), pointer=at + place) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if (broken := _lone_surrogate(body)) is not None:
            detail = "It holds half of a surrogate pair, which is no character (RFC 8259, 8.2)."
            raise ProblemError(INVALID_JSON, detail, pointer=at + broken) from None
        raise ProblemError(INVALID_JSON, f"{error}.") from None


def _lone_surrogate(body: bytes | msgspec.Raw) -> str | None:
    """The pointer to a text in which an escape such as ``\\ud800`` stands for half a character, if there is one."""
    if not _SURROGATE.search(body):
        return None
    try:
        return next(_surrogates(json.loads(bytes(body)), ""), None)
    except (ValueError, RecursionError):
        return None


_SURROGATE: Final = re.compile(rb"\\u[dD][89a-fA-F]")


def _surrogates(value: Any, place: str) -> Iterator[str]:
    match value:
        case str():
            if any("\ud800" <= character <= "\udfff" for character in value):
                yield place
        case dict():
            for name, item in value.items():
                yield from _surrogates(name, place)
                yield from _surrogates(item, f"{place}/{name}")
        case list():
            for index, item in enumerate(value):
                yield from _surrogates(item, f"{place}/{index}")


def fit(text: str, longest: int, at: str, *, lines: bool = False, required: bool = False) -> str:
    """`text` as :func:`service.http.text.clean` keeps it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    try:
        return clean(text, longest, lines=lines, required=required)
    except InvalidText as error:
        raise ProblemError(UNFIT_TEXT, str(error), pointer=at) from None


def fit_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """Tags as they are kept; where case alone differs, they are the same.

    Raises:
        ProblemError: 422 for one that can't be kept, or that stands there before.
    """
    fitting: list[str] = []
    for index, tag in enumerate(tags):
        at = f"/tags/{index}"
        kept = fit(tag, TAG_LENGTH, at, required=True)
        if kept.casefold() in {other.casefold() for other in fitting}:
            raise ProblemError(UNFIT_TEXT, "This tag stands there twice.", pointer=at)
        fitting.append(kept)
    return tuple(fitting)


def fit_date(day: date, at: str) -> date:
    """`day`, if something can have been played on it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    if (reason := implausible(day, datetime.now(UTC))) is not None:
        raise ProblemError(UNFIT_DATE, reason, pointer=at)
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
