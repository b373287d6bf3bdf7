"""The extremes of every value that a request can bring, found by walking through the OpenAPI document."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.service.document import DOCUMENT

OPERATIONS: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    operation["operationId"]: (method.upper(), path, operation)
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}
"""Method, path and description of each operation."""

_POWERS: Final = (1 << 15, 1 << 31, 1 << 63, 1 << 64)
INTEGERS: Final = (-1, *_POWERS, -_POWERS[1] - 1, -_POWERS[2], _POWERS[2] - 1, 10**18 - 1, 10**30)
TEXTS: Final = (
    "",
    "\0",
    "a\0b",
    "\ud800",
    "\uffff",
    "\U0010ffff",
    "\u202e",
    "e" + "\u0301" * 200,
    "\ufdfa" * 200,  # eighteen characters each in the compatible forms
    "x" * 100_000,
)
DATES: Final = ("0000-01-01", "0001-01-01", "0099-12-31", "1799-12-31", "9999-12-31", "10000-01-01", "-0001-01-01")
MOMENTS: Final = (
    "0000-01-01T00:00:00Z",
    "0001-01-01T00:00:00+14:00",
    "1799-12-31T23:59:59Z",
    "1900-01-01T00:00:00Z",
    "2026-01-01T00:00:00.123456789Z",
    "9999-12-31T23:59:59.999999Z",
    "9999-12-31T23:59:59-14:00",
)
IDS: Final = ("00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff")
OTHERS: Final[tuple[Any, ...]] = (None, True, -0.0, 1e300, [], {}, "")

_MANY: Final = 5_000


def extremes(schema: Mapping[str, Any] | bool) -> Iterator[Any]:
    """Extreme values for what `schema` describes, also ones that it forbids."""
    schema = resolved(schema)
    for arm in (*schema.get("anyOf", ()), *schema.get("oneOf", ())):
        yield from extremes(arm)
    match schema.get("type"), schema.get("format"):
        case (("integer" | "number"), _):
            yield from INTEGERS
        case "string", "date":
            yield from DATES
        case "string", "date-time":
            yield from MOMENTS
        case "string", "uuid":
            yield from IDS
        case "string", _:
            yield from TEXTS
        case "array", _:
            yield []
            yield [next(iter(extremes(schema.get("items", {}))), 0)] * _MANY
        case "object", _:
            yield {}
            yield dict.fromkeys(TEXTS, 0)
            yield {f"field{number}": 0 for number in range(_MANY)}


def resolved(schema: Mapping[str, Any] | bool) -> Mapping[str, Any]:
    """`schema`, or what it refers to."""
    while not isinstance(schema, bool) and "$ref" in schema:
        schema = DOCUMENT["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return {} if isinstance(schema, bool) else schema


def variants(schema: Mapping[str, Any] | bool, body: Any) -> Iterator[Any]:
    """`body`, which `schema` describes, with extremes in the place of each of its parts; also parts that it hasn't."""
    schema = resolved(schema)
    yield from extremes(schema)
    yield from OTHERS
    if isinstance(body, dict):
        fields: dict[str, Any] = {}
        for arm in (schema, *map(resolved, (*schema.get("anyOf", ()), *schema.get("oneOf", ())))):
            if _describes(arm, body):
                fields |= arm.get("properties", {})
        for name in {**body, **fields}:
            for value in variants(fields.get(name, {}), body[name]) if name in body else extremes(fields[name]):
                yield {**body, name: value}
    elif isinstance(body, list) and body:
        for value in variants(_items(schema), body[0]):
            yield [value, *body[1:]]
    elif isinstance(body, int) and not isinstance(body, bool):
        yield from INTEGERS  # also where the schema only says that it's an object


def _describes(schema: Mapping[str, Any], body: Mapping[str, Any]) -> bool:
    """Whether `schema` is the arm of a union that `body` is of, as far as its tag says."""
    tags = {name: resolved(field) for name, field in schema.get("properties", {}).items() if name in _TAGS}
    return all(body.get(name) in field.get("enum", (body.get(name),)) for name, field in tags.items())


_TAGS: Final = frozenset({"type", "kind", "game"})


def _items(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    items = schema.get("items", {})
    return items if isinstance(items, dict) else {}


def parameters(name: str) -> Iterator[tuple[str, str, Any]]:
    """The place, the name and an extreme value of each parameter of an operation but those in its path."""
    for parameter in OPERATIONS[name][2].get("parameters", ()):
        for value in {str(one): one for one in (*extremes(parameter["schema"]), *TEXTS[:4], 10**30, -1, "1e3")}:
            if parameter["in"] != "path":
                yield parameter["in"], parameter["name"], value
