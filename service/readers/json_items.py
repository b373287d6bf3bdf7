"""The elements of lists in a JSON object, one at a time."""

import re
from codecs import BOM_UTF8
from collections.abc import Iterator
from typing import IO, Any, Final

import ijson
from ijson.common import ObjectBuilder

from service.readers.bounded import MAX_DEPTH, BoundedFile
from service.readers.play import UnreadableFile

_OPENING: Final = frozenset({"start_map", "start_array"})
_CLOSING: Final = frozenset({"end_map", "end_array"})

_LONG_NUMBER: Final = re.compile(rb"[0-9]{1000}")
"""Python makes no number of 4,301 digits, and the parser can't cope with its refusal."""


def items(file: IO[bytes], *wanted: str) -> Iterator[tuple[str, int, Any]]:
    """The elements of those lists of the object in `file` that are `wanted`, with the list's name and their index.

    They come in the order in which they stand. Of other lists, the elements are None.

    Raises:
        UnreadableFile: it isn't JSON in UTF-8, no object, too deep, or has too long an element.
    """
    if file.read(len(BOM_UTF8)) != BOM_UTF8:
        file.seek(0)
    bounded = BoundedFile(file, forbidden=_LONG_NUMBER)
    try:
        yield from _elements(bounded, frozenset(wanted))
    except (ijson.JSONError, UnicodeDecodeError) as error:
        raise _no_json(error) from None


def _no_json(error: Exception) -> UnreadableFile:
    """What is wrong with it; the parser shows what stands around that in its second line."""
    lines = str(error).splitlines() if isinstance(error, ijson.JSONError) else []
    around = " ".join(lines[1].split())[:100] if len(lines) > 1 else ""
    return UnreadableFile("not_json_around", around=around) if around else UnreadableFile("not_json")


def _elements(bounded: BoundedFile, wanted: frozenset[str]) -> Iterator[tuple[str, int, Any]]:
    name, index = "", 0
    element: ObjectBuilder | _Skipped = _Skipped()
    for depth, event, value in _nested(bounded):
        if depth == 1 and event == "map_key":
            name, index, element = value, 0, _begun(value in wanted)
        elif depth > 2 or (depth == 2 and event != "map_key"):
            element.event(event, value)
            if depth == 2 and event not in _OPENING:
                yield name, index, element.value
                index, element = index + 1, _begun(name in wanted)
        if depth <= 2:
            bounded.advance()


def _nested(bounded: BoundedFile) -> Iterator[tuple[int, str, Any]]:
    """The events of the parser, each with the number of lists and objects around it."""
    depth = 0
    for event, value in ijson.basic_parse(bounded):
        if depth == 0 and event != "start_map":
            raise UnreadableFile("no_json_object")
        depth -= event in _CLOSING
        yield depth, event, value
        depth += event in _OPENING
        if depth > MAX_DEPTH:
            raise UnreadableFile("too_deep", most=MAX_DEPTH)


class _Skipped:
    """An element that nobody wants."""

    value: None = None

    def event(self, event: str, value: Any) -> None:
        """Nothing is made of it."""


def _begun(wanted: bool) -> ObjectBuilder | _Skipped:
    return ObjectBuilder() if wanted else _Skipped()
