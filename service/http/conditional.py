"""Headers of requests: versions and conditions (RFC 9110, 13), and the keys of writes that may come again."""

import hashlib
import re
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

import msgspec
from litestar import Response
from litestar.response import Stream
from litestar.status_codes import HTTP_304_NOT_MODIFIED

from service.auth.access import Principal
from service.eventstore.recorder import IdempotencyKey
from service.http.negotiation import NDJSON, csv_asked
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST


def header_of(request: AnyRequest, name: bytes) -> str | None:
    """The first header of that name, in small letters; to make a mapping of all takes longer than to look for a few."""
    return next((value.decode("latin-1") for known, value in request.scope["headers"] if known == name), None)


async def ask_each_time(response: Response[Any]) -> Response[Any]:
    """Tell caches to ask each time: answers differ by token, language and form, and change with every write."""
    for name, value in ASKED_EACH_TIME.items():
        response.headers.setdefault(name, value)
    return response


ASKED_EACH_TIME: Final[Mapping[str, str]] = {
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization, Cookie, Accept, Accept-Language",
}
"""The headers by which caches are told so."""


def bearer_of(request: AnyRequest) -> str | None:
    """The token of a request that was let in by it: what it creates can be returned again to nobody else.

    None where it was let in by the session of a browser.
    """
    header = request.headers.get("authorization")
    return None if header is None else str(header).partition(" ")[2].strip()


def etag(version: int | str) -> str:
    """The entity tag of a match at `version`, or of a response with another revision."""
    return f'"{version}"'


def wanted_versions(request: AnyRequest) -> frozenset[int] | None:
    """The versions that ``If-Match`` lets a write be decided on; None is any.

    Raises:
        ProblemError: 400 for what isn't a list of entity tags, such as a bare number.
    """
    header = header_of(request, b"if-match")
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
    """Whether ``If-None-Match`` says that who asks has the answer at `version`, in the form that is asked for."""
    candidates = request.headers.get("if-none-match", "")
    if not candidates:
        return False
    tag = etag(version) if csv_asked(request) is None else csv_etag(etag(version))
    return candidates.strip() == "*" or tag in (one.removeprefix("W/") for one in re.findall(_TAG, candidates))


def csv_etag(tag: str) -> str:
    """The entity tag of an answer as CSV whose tag as JSON is `tag`: each form has its own (RFC 9110, 8.8.3)."""
    version, dash, digest = tag.strip('"').partition("-")
    return f'"{version}-{digest}c5"' if dash else f'"{version}-c5"'


def versioned(
    request: AnyRequest,
    version: int | str | None,
    content: Any,
    headers: Mapping[str, str] | None = None,
    media_type: str | None = None,
) -> Response[Any]:
    """`content` with its entity tag, or 304 when ``If-None-Match`` has it; what comes bit by bit, as a stream.

    It is JSON, if no other `media_type` is given. Without a `version`, it is `content` as it is.
    """
    headers = {**({} if version is None else {"ETag": etag(version)}), **(headers or {})}
    if version is not None and has_version(request, version):
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    if isinstance(content, AsyncIterator):
        return Stream(content, media_type=NDJSON, headers=headers)
    return Response(content, headers=headers, media_type=media_type)


MAX_KEY: Final = 255
"""Characters that an ``Idempotency-Key`` may have."""


def idempotency_key(request: AnyRequest, principal: Principal, body: bytes) -> IdempotencyKey | None:
    """The ``Idempotency-Key`` of a write, bound to its method, address and body.

    Raises:
        ProblemError: 400 for a key that isn't 1 to 255 visible ASCII characters.
    """
    key = header_of(request, b"idempotency-key")
    if key is None:
        return None
    if not re.fullmatch(rf"[\x21-\x7e]{{1,{MAX_KEY}}}", key):
        raise ProblemError(
            INVALID_REQUEST, f"A key is 1 to {MAX_KEY} visible ASCII characters.", parameter="Idempotency-Key"
        )
    way = " by session" if principal.session else ""  # such a request is told no tokens
    digest = hashlib.sha256(f"{request.method} {request.url.path}{way}\n".encode() + body).digest()
    return IdempotencyKey(principal.token_id, key, digest)
