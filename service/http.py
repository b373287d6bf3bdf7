"""The conventions of HTTP that every route keeps: bodies, versions, keys, languages, pages."""

import base64
import hashlib
import re
from typing import Any, Final, TypeVar

import msgspec
from litestar import Request, Response
from litestar.exceptions import ClientException
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from domain.kernel.game import Language
from service.access import Principal
from service.problems import INVALID_JSON, INVALID_REQUEST, UNFIT_TEXT, UNSUPPORTED_MEDIA_TYPE, ProblemError
from service.store.recorder import Key
from service.text import UnfitText, clean

T = TypeVar("T")

MAX_BODY: Final = 1 << 20
"""Bytes that a request's body may have."""

MAX_KEY: Final = 255
"""Characters that an ``Idempotency-Key`` may have."""

AnyRequest = Request[Any, Any, Any]


# --- bodies ---


def read_body(request: AnyRequest, body: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """The body as JSON, read strictly.

    Raises:
        ProblemError: 415 for another content type, 400 for what isn't JSON or not of the form.
    """
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json" or request.headers.get("content-encoding", "identity") != "identity":
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, "The body is sent as application/json, uncompressed.")
    return read_json(body, decoder)


def read_json(body: bytes | msgspec.Raw, decoder: "msgspec.json.Decoder[T]", at: str = "") -> T:
    """JSON read strictly; `at` is the JSON pointer to it.

    Raises:
        ProblemError: 400.
    """
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at `")
        raise ProblemError(INVALID_REQUEST, f"{message}.", pointer=at + pointer(path.rstrip("`"))) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ProblemError(INVALID_JSON, f"{error}.") from None
    except RecursionError:
        raise ProblemError(INVALID_JSON, "It is nested too deeply.") from None


def pointer(path: str) -> str:
    """A JSON pointer (RFC 6901) for a path as msgspec writes it: ``$.actions[0].jewel``."""
    parts = re.findall(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]", path)
    return "".join(f"/{name or index}" for name, index in parts if index != "...")


def fit(text: str, longest: int, at: str, *, lines: bool = False, required: bool = False) -> str:
    """`text` as :func:`service.text.clean` keeps it.

    Raises:
        ProblemError: 422 with `at` as the pointer.
    """
    try:
        return clean(text, longest, lines=lines, required=required)
    except UnfitText as error:
        raise ProblemError(UNFIT_TEXT, str(error), pointer=at) from None


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


# --- versions (RFC 9110, 13) ---


def etag(version: int) -> str:
    """The entity tag of a match at `version`."""
    return f'"{version}"'


def wanted_versions(request: AnyRequest) -> frozenset[int] | None:
    """The versions that ``If-Match`` lets a write be decided on; None is any."""
    header = request.headers.get("if-match")
    if header is None or header.strip() == "*":
        return None
    return frozenset(int(tag) for tag in re.findall(r'(?<!W/)"(\d{1,18})"', header))


def versioned(request: AnyRequest, version: int, content: Any, headers: dict[str, str] | None = None) -> Response[Any]:
    """`content` with its entity tag, or 304 when ``If-None-Match`` has it.

    Answers differ by token and language, so caches ask each time.
    """
    headers = {
        "ETag": etag(version),
        "Cache-Control": "private, no-cache",
        "Vary": "Authorization, Accept-Language",
        **(headers or {}),
    }
    seen = request.headers.get("if-none-match", "")
    if seen.strip() == "*" or etag(version) in re.findall(r'"[^"]*"', seen):
        return Response(None, status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    return Response(content, headers=headers)


# --- languages (RFC 9110, 12.5.4) ---


def language_of(request: AnyRequest) -> Language:
    """Italian for who prefers it to English in ``Accept-Language``, English for all others."""
    weights: dict[str, float] = {}
    for part in request.headers.get("accept-language", "").split(","):
        name, _, quality = part.strip().lower().partition(";q=")
        try:
            weight = float(quality or 1)
        except ValueError:
            continue
        weights.setdefault(name.partition("-")[0], weight)
    return "it" if weights.get("it", 0) > weights.get("en", weights.get("*", 0)) else "en"


# --- pages ---


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


def awaited_position(request: AnyRequest, after_position: int | None) -> int | None:
    """The position of the log that a read is to wait for: ``after_position``, or the header ``Partita-After``.

    Raises:
        ProblemError: 400.
    """
    header = request.headers.get("partita-after")
    if after_position is not None or header is None:
        return after_position
    if not re.fullmatch(r"\d{1,18}", header):
        raise ProblemError(INVALID_REQUEST, "It takes a position of the log, a number.", parameter="Partita-After")
    return int(header)


def client_error(error: ClientException) -> ProblemError:
    """What the framework found wrong with a parameter, as our problem."""
    extra: Any = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "key" in extra[0]:
        return ProblemError(INVALID_REQUEST, f"{extra[0].get('message', error.detail)}.", parameter=extra[0]["key"])
    return ProblemError(INVALID_REQUEST, str(error.detail))
