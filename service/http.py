"""The conventions of HTTP that every route keeps: bodies, versions, keys, languages, pages."""

import base64
import hashlib
import json
import re
from collections.abc import AsyncIterator, Collection, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime
from json import JSONDecoder
from typing import Annotated, Any, Final, TypeVar
from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar import Request, Response
from litestar.exceptions import ClientException
from litestar.params import QueryParameter
from litestar.response import Stream
from litestar.status_codes import HTTP_304_NOT_MODIFIED
from msgspec import Struct

from domain.expected import expected, loose
from domain.kernel.game import Language
from domain.match.dates import implausible
from domain.pointers import located
from service.access import Principal
from service.problems import (
    INVALID_JSON,
    INVALID_REQUEST,
    NOT_ACCEPTABLE,
    NOT_FOUND,
    UNFIT_DATE,
    UNFIT_TEXT,
    UNSUPPORTED_MEDIA_TYPE,
    ProblemError,
)
from service.store.recorder import Key
from service.text import TAG_LENGTH, UnfitText, clean, normalized

T = TypeVar("T")

MAX_BODY: Final = 1 << 20
"""Bytes that a request's body may have."""

MAX_NESTING: Final = 32
"""Levels of lists and objects in a JSON text; what is of a form that is read here has a dozen at the most."""

MAX_KEY: Final = 255
"""Characters that an ``Idempotency-Key`` may have."""

JSON: Final = "application/json"

NDJSON: Final = "application/x-ndjson"
"""JSON, one value a line."""

SVG: Final = "image/svg+xml"
"""A picture."""

AnyRequest = Request[Any, Any, Any]


# --- bodies ---


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
            raise ProblemError(INVALID_REQUEST, f"The field '{_short(name)}' stands twice in one object.")
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
        raise ProblemError(INVALID_REQUEST, f"{_short(message)}. {known}".rstrip(), pointer=at + place) from None
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
    """`text` as :func:`service.text.clean` keeps it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    try:
        return clean(text, longest, lines=lines, required=required)
    except UnfitText as error:
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


# --- queries ---


async def verify_request(request: AnyRequest) -> None:  # async, or the framework gives it a thread each time
    """Refuse what can be refused before a route is asked.

    Raises:
        ProblemError: 406, or 400 for the query.
    """
    verify_acceptable(request)
    verify_query(request)


def verify_query(request: AnyRequest) -> None:
    """Refuse a query that would be misread: a slip must not pass unnoticed.

    Texts in it get the form in which they are stored.

    Raises:
        ProblemError: 400 for a parameter that is unknown, given twice, or not written as it has to be; 404 for an
            address with a character that no text has.
    """
    if "\0" in request.scope["path"]:
        raise ProblemError(NOT_FOUND, "There is nothing at this address.")
    query = request.scope["query_string"]
    if not query:
        return
    known = _query_parameters(request.route_handler)
    try:
        pairs = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "The query isn't UTF-8, percent-encoded.") from None
    seen = set()
    for name, _ in pairs:
        if name not in known:
            detail = f"There is no parameter '{_short(name)}' here. {_there_are(known)}"
            raise ProblemError(INVALID_REQUEST, detail, parameter=_short(name))
        if name in seen:
            raise ProblemError(INVALID_REQUEST, "It is given twice.", parameter=name)
        seen.add(name)
    for name, value in pairs:
        if reason := _misread(known[name], value):
            raise ProblemError(INVALID_REQUEST, reason, parameter=name)
    composed = [(name, normalized(value)) for name, value in pairs]
    if composed != pairs:  # read anew from here by the framework
        request.scope["query_string"] = urlencode(composed).encode()


def _there_are(known: Collection[str]) -> str:
    return f"There are: {', '.join(sorted(known))}." if known else "It takes none."


_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_MOMENT: Final = re.compile(r"[0-9-]{10}[Tt][0-9:]{8}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})")


def _misread(form: Any, value: str) -> str | None:
    """Why the framework, which is lenient, would take `value` for something else."""
    if "\0" in value:
        return "It holds a character that no text has, U+0000."
    if form in {int, int | None} and not _NUMBER.fullmatch(value):
        return "It takes a whole number, in digits."
    if form in {datetime, datetime | None} and not _MOMENT.fullmatch(value):
        return "It takes a moment as in RFC 3339, with its offset from UTC: 2026-01-17T19:30:00Z."
    if form in {bool, bool | None} and value not in {"true", "false"}:
        return "It takes true or false."
    if form not in {str, str | None} and value.lower() == "null":
        return "Leave it out instead."
    return None


def _query_parameters(handler: Any) -> Mapping[str, Any]:
    """The query parameters of a handler with their types."""
    known: dict[str, Any] | None = handler.opt.get("parameters")
    if known is None:
        fields = handler.parsed_fn_signature.parameters.values()
        known = {
            field.kwarg_definition.name or field.name: field.annotation
            for field in fields
            if isinstance(field.kwarg_definition, QueryParameter)
        }
        handler.opt["parameters"] = known
    return known


def _short(text: str) -> str:
    """`text`, which may quote the request, so that an answer can hold it."""
    text = text if len(text) <= 200 else f"{text[:200]}…"
    return text.encode(errors="replace").decode()


# --- retries ---


def idempotency_key(request: AnyRequest, principal: Principal, body: bytes) -> Key | None:
    """The ``Idempotency-Key`` of a write, bound to its method, address and body.

    Raises:
        ProblemError: 400 for a key that isn't 1 to 255 visible ASCII characters.
    """
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not re.fullmatch(rf"[\x21-\x7e]{{1,{MAX_KEY}}}", key):
        raise ProblemError(
            INVALID_REQUEST, f"A key is 1 to {MAX_KEY} visible ASCII characters.", parameter="Idempotency-Key"
        )
    digest = hashlib.sha256(f"{request.method} {request.url.path}\n".encode() + body).digest()
    return Key(principal.token_id, key, digest)


# --- tokens (RFC 6750) ---


def bearer_of(request: AnyRequest) -> str:
    """The token of a request that was let in by it: what it makes can be told again to nobody else."""
    return str(request.headers["authorization"]).partition(" ")[2].strip()


# --- versions (RFC 9110, 13) ---


def etag(version: int | str) -> str:
    """The entity tag of a match at `version`, or of an answer that is told apart in another way."""
    return f'"{version}"'


def wanted_versions(request: AnyRequest) -> frozenset[int] | None:
    """The versions that ``If-Match`` lets a write be decided on; None is any.

    Raises:
        ProblemError: 400 for what isn't a list of entity tags, such as a bare number.
    """
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    if not _TAGS.fullmatch(header.strip()):
        raise ProblemError(INVALID_REQUEST, 'It takes `*`, or entity tags such as "3".', parameter="If-Match")
    # A weak tag never matches here (13.1.1), nor does one that isn't written as ours are.
    return frozenset(int(found[1]) for tag in re.findall(_TAG, header) if (found := _OWN_TAG.fullmatch(tag)))


_TAG: Final = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_TAGS: Final = re.compile(rf"{_TAG}(?:[ \t]*,[ \t]*{_TAG})*")
_OWN_TAG: Final = re.compile(r'"([1-9][0-9]{0,17})(?:-[0-9a-f]+)?"')


def tag_of(version: int, *more: Any) -> str:
    """What tells an answer apart that depends on `more` than a version: on names, a language, a form, who asks."""
    return f"{version}-{digest_of(more):x}"


def digest_of(content: Any) -> int:
    """A number for the entity tag of an answer that has no version of its own: another content, another number."""
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(content)).digest()[:7])


def has_version(request: AnyRequest, version: int | str) -> bool:
    """Whether ``If-None-Match`` says that who asks has the answer at `version`."""
    seen = request.headers.get("if-none-match", "")
    return seen.strip() == "*" or etag(version) in (tag.removeprefix("W/") for tag in re.findall(_TAG, seen))


def versioned(
    request: AnyRequest,
    version: int | str,
    content: Any,
    headers: Mapping[str, str] | None = None,
    media_type: str | None = None,
) -> Response[Any]:
    """`content` with its entity tag, or 304 when ``If-None-Match`` has it; what comes bit by bit, as a stream.

    It is JSON, if no other `media_type` is given.
    """
    headers = {"ETag": etag(version), **(headers or {})}
    if has_version(request, version):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    if isinstance(content, AsyncIterator):
        return Stream(content, media_type=NDJSON, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


def wants_lines(request: AnyRequest) -> bool:
    """Whether the answer is to be JSON lines rather than a page: ``Accept`` names them, and prefers no page."""
    accepted = _accepted(request)
    return accepted.get(NDJSON, 0) > 0 and accepted[NDJSON] >= accepted.get(JSON, 0)


def preferred(request: AnyRequest, offered: Sequence[str]) -> str:
    """The media type of those `offered` that ``Accept`` prefers (RFC 9110, 12.5.1); the first where all are alike."""
    accepted = _accepted(request)
    return max(offered, key=lambda media_type: _weight(accepted, media_type))


def verify_acceptable(request: AnyRequest) -> None:
    """Refuse to read in a form that there isn't; to name none is to take any.

    Raises:
        ProblemError: 406 with those that there are.
    """
    handler = request.route_handler
    if request.method != "GET" or not request.url.path.startswith("/api/") or "streamed" in handler.opt:
        return
    if (accepted := _accepted(request)) and not any(_weight(accepted, form) for form in offered_by(handler)):
        detail = f"The media types here are: {', '.join(offered_by(handler))}."
        raise ProblemError(NOT_ACCEPTABLE, detail, parameter="Accept")


def offered_by(handler: Any) -> tuple[str, ...]:
    """The media types that a handler has, the usual one first."""
    if handler.media_type == SVG:
        return (SVG,)
    lines = (NDJSON,) if handler.opt.get("ndjson") else ()
    return (JSON, *lines, *handler.opt.get("forms", ()))


def _accepted(request: AnyRequest) -> dict[str, float]:
    """How much each media range of ``Accept`` is wanted; nothing where it isn't sent, or can't be read."""
    weights: dict[str, float] = {}
    for part in request.headers.get("accept", "").lower().split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        if _MEDIA_RANGE.fullmatch(media_range):
            weight = next((found[1] for piece in parameters if (found := _WEIGHT.fullmatch(piece))), "1")
            weights[media_range] = float(weight)
    return weights


def _weight(accepted: Mapping[str, float], media_type: str) -> float:
    if not accepted:
        return 1.0
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    return next((accepted[name] for name in ranges if name in accepted), 0.0)


_MEDIA_RANGE: Final = re.compile(r"[^\s/;,]+/[^\s/;,]+")


_WEIGHT: Final = re.compile(r"q=([01](?:\.[0-9]{0,3})?)")


async def ask_each_time(response: Response[Any]) -> Response[Any]:
    """Tell caches to ask each time: answers differ by token, language and form, and change with every write."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.setdefault("Vary", "Authorization, Cookie, Accept, Accept-Language")
    return response


# --- languages (RFC 9110, 12.5.4) ---


def language_of(request: AnyRequest) -> Language:
    """Italian for who prefers it to English in ``Accept-Language``, English for all others."""
    weights: dict[str, float] = {}
    for part in request.headers.get("accept-language", "").lower().split(","):
        if found := _LANGUAGE.fullmatch(part.strip()):
            name, weight = found[1], float(found[2] or 1)
            weights[name] = max(weight, weights.get(name, 0))
    return "it" if weights.get("it", 0) > weights.get("en", weights.get("*", 0)) else "en"


_LANGUAGE: Final = re.compile(r"([a-z]{1,8}|\*)(?:-[a-z0-9-]+)?(?:[ \t]*;[ \t]*q=([01](?:\.[0-9]{0,3})?))?")


# --- pages ---

Place = Annotated[int, msgspec.Meta(ge=0, le=1 << 62)]
"""A number in a cursor: a step, a version, a position."""


def make_cursor(*values: Any) -> str:
    """An opaque cursor for a row with these sort values."""
    return base64.urlsafe_b64encode(msgspec.json.encode(values)).decode().rstrip("=")


def read_cursor(cursor: str | None, form: type[T]) -> T | None:
    """The values of :func:`make_cursor`, of the tuple type `form`.

    Raises:
        ProblemError: 400.
    """
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        return msgspec.json.decode(text, type=form)
    except (ValueError, msgspec.MsgspecError) as error:
        raise ProblemError(INVALID_REQUEST, "That cursor isn't one of ours.", parameter="cursor") from error


class Awaited(Struct, frozen=True):
    """A position of the log that a read is to wait for, and the parameter or header that names it."""

    position: int
    parameter: str


def awaited_position(request: AnyRequest, after_position: int | None) -> Awaited | None:
    """What a read is to wait for: ``after_position`` or the header ``Partita-After``, the later one of both.

    Raises:
        ProblemError: 400.
    """
    asked = [] if after_position is None else [Awaited(after_position, "after_position")]
    header = request.headers.get("partita-after")
    if header is not None:
        if not re.fullmatch(r"[0-9]{1,18}", header):
            raise ProblemError(INVALID_REQUEST, "It takes a position of the log, a number.", parameter="Partita-After")
        asked.append(Awaited(int(header), "Partita-After"))
    return max(asked, key=lambda one: one.position, default=None)


def client_error(request: AnyRequest, error: ClientException) -> ProblemError:
    """What the framework found wrong with a parameter, as our problem."""
    extra: Any = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "key" in extra[0]:
        # The framework tells the name in the code, which isn't that in the query where Python has the word itself.
        key = extra[0]["key"]
        field = request.scope["route_handler"].parsed_fn_signature.parameters.get(key)
        name = getattr(field and field.kwarg_definition, "name", None) or key
        message = str(extra[0].get("message", error.detail))
        known = expected(message, field.annotation) if field else ""
        return ProblemError(INVALID_REQUEST, f"{_short(message)}. {known}".rstrip(), parameter=name)
    return ProblemError(INVALID_REQUEST, str(error.detail))
