"""JSON, read strictly: what one reader might take for this and another for that is refused."""

import json
import re
from collections.abc import Iterator
from json import JSONDecoder
from typing import Any, Final, TypeVar

import msgspec

from domain.expected import expected, loose
from domain.pointers import located

T = TypeVar("T")

MAX_NESTING: Final = 32
"""Levels of lists and objects in a JSON text; what is of a form that is read here has a dozen at the most."""


class JsonError(Exception):
    """A text that can't be read as JSON, or isn't of the form that is wanted; `detail` tells why, for people.

    Attributes:
        pointer: the JSON pointer (RFC 6901) to the place; None where there is none.
    """

    def __init__(self, detail: str, pointer: str | None = None) -> None:
        super().__init__(detail if pointer is None else f"{pointer}: {detail}")
        self.detail = detail
        self.pointer = pointer


class MalformedJson(JsonError):  # noqa: N818  # what it is
    """It isn't JSON in UTF-8 (RFC 8259), or nested too deeply."""


class SchemaMismatch(JsonError):  # noqa: N818  # what it is
    """It is JSON, but not of the form that is wanted."""


def short(text: str) -> str:
    """`text`, which may quote what was sent, so that an answer can hold it."""
    text = text if len(text) <= 200 else f"{text[:200]}…"
    return text.encode(errors="replace").decode()


def read_strictly(body: bytes, decoder: "msgspec.json.Decoder[T]") -> T:
    """A whole JSON text; no object in it may have a field twice.

    Raises:
        MalformedJson, SchemaMismatch: as the names say.
    """
    wanted = read_json(body, decoder)
    _verify_unique_fields(body)
    return wanted


def _unique_fields(pairs: list[tuple[str, Any]]) -> None:
    """Refuse an object with two values for one field: which one was meant, nobody can tell."""
    if len(dict(pairs)) == len(pairs):
        return
    names = set()
    for name, _ in pairs:
        if name in names:
            raise SchemaMismatch(f"The field '{short(name)}' stands twice in one object.")
        names.add(name)


# Numbers are left as they stand: the strict decoder has read them.
_structure = JSONDecoder(object_pairs_hook=_unique_fields, parse_int=str, parse_float=str, parse_constant=str)

_anything: Final = msgspec.json.Decoder()
_encoder: Final = msgspec.json.Encoder()

_TO_SQUARE: Final = bytes.maketrans(b"{}", b"[]")

_NO_STRUCTURE: Final = bytes(set(range(256)) - set(b'[]{}"'))


def _verify_nesting(body: bytes) -> None:
    """Refuse what is nested too deeply before it is read: how deep decoders get depends on the Python they run on."""
    if body.count(b"[") + body.count(b"{") <= MAX_NESTING:
        return
    unescaped = body.replace(b"\\\\", b"").replace(b'\\"', b"") if b"\\" in body else body
    structure = unescaped.translate(_TO_SQUARE, _NO_STRUCTURE).replace(b'""', b"")  # leaves strings with brackets
    brackets = b"".join(structure.split(b'"')[::2])
    for _ in range(MAX_NESTING):
        if not brackets or b"[" * (MAX_NESTING + 1) in brackets:
            break
        brackets = brackets.replace(b"[]", b"")  # the innermost level
    if b"[]" in brackets or brackets.count(b"[") > MAX_NESTING:
        raise MalformedJson(f"It is nested more than {MAX_NESTING} levels deep.")


def _verify_unique_fields(body: bytes) -> None:
    if _written_again(body) == body.rstrip(b"\n"):  # so most programs write it, and none of its objects lost a field
        return
    try:
        _structure.decode(body.decode())
    except ValueError as error:  # in a part that is decoded later
        raise MalformedJson(f"{error}.") from None


def _written_again(body: bytes) -> bytes | None:
    """What `body` holds, without white space; of fields with the same name in one object, the last one."""
    try:
        return _encoder.encode(_anything.decode(body))
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def read_json(body: bytes | msgspec.Raw, decoder: "msgspec.json.Decoder[T]", at: str = "") -> T:
    """JSON read strictly; `at` is the JSON pointer to it. A part was looked through with the whole.

    Raises:
        MalformedJson, SchemaMismatch: as the names say.
    """
    if isinstance(body, bytes):
        _verify_nesting(body)
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        message, place = located(str(error))
        known = expected(message, decoder.type, place, loose(body))
        raise SchemaMismatch(f"{short(message)}. {known}".rstrip(), at + place) from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        if (broken := _lone_surrogate(body)) is not None:
            detail = "It holds half of a surrogate pair, which is no character (RFC 8259, 8.2)."
            raise MalformedJson(detail, at + broken) from None
        raise MalformedJson(f"{error}.") from None


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
