"""What a form has where msgspec found a value, or a field, that it doesn't have."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from msgspec import inspect

_UNKNOWN_FIELD: Final = "Object contains unknown field"
_UNKNOWN_VALUE: Final = ("Invalid enum value", "Invalid value")


def expected(message: str, form: Any, pointer: str = "", document: Any = None) -> str:
    """What there is in place of what `message` of msgspec says isn't known, as a sentence for people; else nothing.

    `pointer` leads to it (RFC 6901) in a `document` that was to be of `form`, a type.
    """
    parts = pointer.split("/")[1:]
    if message.startswith(_UNKNOWN_FIELD):
        names = _fields(_at(_type(form), parts, document))
    elif message.startswith(_UNKNOWN_VALUE):
        names = _values(_type(form), parts, document)
    else:
        return ""
    known = list(dict.fromkeys(names))
    return f"There are: {', '.join(known)}." if known else ""


@cache
def _type(form: Any) -> inspect.Type:
    return inspect.type_info(form)


def _fields(arms: Iterable[inspect.Type]) -> Iterator[str]:
    """The fields of the structs among `arms`, and the names of their tags."""
    for arm in arms:
        if isinstance(arm, inspect.StructType):
            if arm.tag_field is not None:
                yield arm.tag_field
            yield from (field.encode_name for field in arm.fields)


def _values(form: inspect.Type, parts: Sequence[str], document: Any) -> Iterator[str]:
    """The values that an enumeration, a literal type or a tag has there."""
    for arm in _at(form, parts, document):
        if isinstance(arm, inspect.EnumType):
            yield from (str(member.value) for member in arm.cls)
        elif isinstance(arm, inspect.LiteralType):
            yield from map(str, arm.values)
    if parts:
        for arm in _arms_at(form, parts[:-1], document):
            if isinstance(arm, inspect.StructType) and arm.tag_field == parts[-1]:
                yield str(arm.tag)


def _at(form: inspect.Type, parts: Sequence[str], document: Any) -> list[inspect.Type]:
    """What may stand at `parts`; of several structs, the one whose tag is there."""
    arms = _arms_at(form, parts, document)
    value = _value_at(document, parts)
    tagged: list[inspect.Type] = [
        arm
        for arm in arms
        if isinstance(arm, inspect.StructType) and isinstance(value, dict) and value.get(arm.tag_field) == arm.tag
    ]
    return tagged or arms


def _arms_at(form: inspect.Type, parts: Sequence[str], document: Any) -> list[inspect.Type]:
    if not parts:
        return _arms(form)
    parents = _at(form, parts[:-1], document)
    return [arm for parent in parents for child in _children(parent, parts[-1]) for arm in _arms(child)]


def _arms(form: inspect.Type) -> list[inspect.Type]:
    if isinstance(form, inspect.Metadata):
        return _arms(form.type)
    if isinstance(form, inspect.UnionType):
        return [arm for part in form.types for arm in _arms(part)]
    return [form]


def _children(parent: inspect.Type, part: str) -> Iterator[inspect.Type]:
    match parent:
        case inspect.StructType():
            yield from (field.type for field in parent.fields if field.encode_name == part)
        case inspect.ListType() | inspect.VarTupleType() | inspect.SetType() | inspect.FrozenSetType():
            yield parent.item_type
        case inspect.TupleType():
            if part.isdecimal() and int(part) < len(parent.item_types):
                yield parent.item_types[int(part)]
        case inspect.DictType():
            yield parent.value_type
        case _:
            return


def _value_at(document: Any, parts: Sequence[str]) -> Any:
    for part in parts:
        if isinstance(document, dict):
            document = document.get(part)
        elif isinstance(document, list) and part.isdecimal() and int(part) < len(document):
            document = document[int(part)]
        else:
            return None
    return document


def loose(body: bytes | msgspec.Raw) -> Any:
    """What JSON says, of whatever form; None where it can't be read."""
    try:
        return msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
