"""The columns of a table, as the struct of its rows tells them."""

from collections.abc import Sequence
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin
from uuid import UUID

import msgspec
from msgspec import Struct

Kind: TypeAlias = Literal["text", "integer", "number", "boolean", "date", "time", "json"]


class TableColumn(Struct, frozen=True):
    """A column: values of one kind, or none where it is `nullable`. In `json`, each is a value of JSON."""

    name: str
    kind: Kind
    nullable: bool


@cache
def columns_of(row: type[Struct]) -> Sequence[TableColumn]:
    """The columns of a table with such rows, in order."""
    return tuple(_column(field.encode_name, field.type) for field in msgspec.structs.fields(row))


def _column(name: str, annotation: Any) -> TableColumn:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    arms = get_args(annotation) if get_origin(annotation) is UnionType else (annotation,)
    kinds = {_kind(arm) for arm in arms if arm is not NoneType}
    (kind,) = kinds if len(kinds) == 1 else kinds - {"integer"}  # a decimal, or a whole number
    return TableColumn(name, kind, NoneType in arms)


def _kind(of: Any) -> Kind:
    if of in _KINDS:
        return _KINDS[of]
    is_text = get_origin(of) is Literal or (isinstance(of, type) and issubclass(of, Enum))
    return "text" if is_text else "json"


_KINDS: dict[Any, Kind] = {
    str: "text",
    UUID: "text",
    int: "integer",
    float: "number",
    Decimal: "number",
    bool: "boolean",
    date: "date",
    datetime: "time",
}


def json_text(value: Any) -> str:
    """A value of JSON as text, for a form that has no such values."""
    return msgspec.json.encode(value).decode()
