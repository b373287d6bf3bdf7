"""Bytes that should be a record: parsed strictly, and checked by the rules and the limits of texts."""

from codecs import BOM_UTF8
from datetime import UTC, datetime
from typing import Final
from uuid import UUID

import msgspec
from msgspec import Struct

from replays.records.checking import Checked, checked
from replays.records.form import FORMAT, VERSION, Record
from replays.records.mistakes import Mistake, RecordRefused
from service.commands.record_evidence import verify_evidence
from service.validation.strict_json import JsonError, read_json, read_strictly
from service.validation.text import (
    COMMENT_LENGTH,
    NAME_LENGTH,
    NOTE_LENGTH,
    PLACE_LENGTH,
    TAG_LENGTH,
    InvalidText,
    clean,
)


class _Preamble(Struct):
    """What every version of the format has."""

    format: str
    version: int


class _Named(Struct):
    id: UUID


class _Identity(Struct):
    match: _Named


_identity: Final = msgspec.json.Decoder(_Identity)
_preamble: Final = msgspec.json.Decoder(_Preamble)
_record: Final = msgspec.json.Decoder(Record)


def read_record(body: bytes, now: datetime | None = None, *, trust: bool = False) -> Checked:
    """The record in `body`, if it may be imported. A byte order mark, as editors put it, is ignored.

    Where it has evidence, that is verified, too: it has to be about the very events of the record.

    `trust` is as of :func:`checked`.

    Raises:
        JsonError: it isn't JSON, or not of the form of a record.
        RecordRefused: it can't be so.
    """
    record = checked(_read(body.removeprefix(BOM_UTF8)), now or datetime.now(UTC), _invalid, trust=trust)
    verify_evidence(record)
    return record


def _read(body: bytes) -> Record:
    try:
        return read_strictly(body, _record)
    except JsonError:
        _verify_format(body)
        raise


def match_id_of(body: bytes) -> UUID | None:
    """The id of the match that a record is of, whatever else may be wrong with it; None without one."""
    try:
        return _identity.decode(body.removeprefix(BOM_UTF8)).match.id
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None


def _verify_format(body: bytes) -> None:
    """Refuse another format, or another version, by its name: what else stands there isn't looked at."""
    preamble = read_json(body, _preamble)
    mistakes = []
    if preamble.format != FORMAT:
        mistakes.append(Mistake("/format", f"It has to be '{FORMAT}'."))
    if preamble.version != VERSION:
        mistakes.append(Mistake("/version", f"The format is known here in the version {VERSION} only."))
    if mistakes:
        raise RecordRefused(tuple(mistakes))


_LONGEST: Final = {
    "name": NAME_LENGTH,
    "place": PLACE_LENGTH,
    "title": PLACE_LENGTH,
    "note": NOTE_LENGTH,
    "reason": NOTE_LENGTH,
    "comment": NOTE_LENGTH,
    "text": COMMENT_LENGTH,
    "tags": TAG_LENGTH,
}
_REQUIRED: Final = frozenset({"name", "comment", "text", "tags"})
_OF_LINES: Final = frozenset({"note", "reason", "comment", "text"})


def _invalid(name: str, text: str) -> str | None:
    """Why a text wouldn't be stored as it is."""
    try:
        cleaned = clean(text, _LONGEST[name], lines=name in _OF_LINES, required=name in _REQUIRED)
    except InvalidText as error:
        return str(error)
    return None if cleaned == text else "It has white space around it, or isn't in the normal form C of Unicode."
