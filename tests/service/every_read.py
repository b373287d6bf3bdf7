"""Every `GET` of the OpenAPI document, and what to ask each so that it tells all it has."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from tests.service.document import DOCUMENT

_OF_ONE_GAME: Final = {"getMatch": "application/x-chess-pgn"}
"""A form that only matches of chess have: `tests/service/api/test_pgn.py` asks for it."""


def _of_any_game(operation: dict[str, Any]) -> dict[str, Any]:
    """The description of an operation with the forms that it has whatever the game is."""
    form = _OF_ONE_GAME.get(operation["operationId"])
    if form is None:
        return operation
    responses = {
        status: {**response, "content": {name: one for name, one in response["content"].items() if name != form}}
        if "content" in response
        else response
        for status, response in operation["responses"].items()
    }
    return {**operation, "responses": responses}


READS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    methods["get"]["operationId"]: (path, _of_any_game(methods["get"]))
    for path, methods in DOCUMENT["paths"].items()
    if "get" in methods
}
"""Address and description of each, by its operation id."""


class Asked(NamedTuple):
    """A request to be sent."""

    address: str
    query: dict[str, Any]
    headers: dict[str, str]


def requests(name: str, stands_for: Mapping[str, Sequence[Any]], asked: Mapping[str, Sequence[Any]]) -> Iterator[Asked]:
    """What to send to an operation: as it stands, in other languages and forms, and with one query parameter at a time.

    `stands_for` has the values of each name in its address, `asked` those of query parameters. Tables are asked for the
    one match that `stands_for` has.
    """
    path, operation = READS[name]
    known = parameters(name)
    ways: list[dict[str, str]] = [{}]
    if any(parameter["name"] == "Accept-Language" for parameter in operation.get("parameters", [])):
        ways.append({"Accept-Language": "it"})
    good = next(iter(operation["responses"].values()))
    ways += [{"Accept": form} for form in good["content"] if form != "application/json"]
    narrowed = "/exports/" in path and {"first", "last"} <= known
    only = dict.fromkeys(("first", "last"), stands_for["match_id"][0]) if narrowed else {}
    for address in _addresses(path, stands_for):
        for headers in ways:
            yield Asked(address, only, headers)
        for parameter in sorted(known & asked.keys()):
            if parameter != "viewer" or "{step}" not in path:
                for value in asked[parameter]:
                    yield Asked(address, {**only, parameter: value}, {})


def parameters(name: str) -> set[str]:
    """The query parameters that an operation has."""
    return {parameter["name"] for parameter in READS[name][1].get("parameters", []) if parameter["in"] == "query"}


def _addresses(path: str, stands_for: Mapping[str, Sequence[Any]]) -> Iterator[str]:
    """`path` with everything that its names stand for."""
    name = path.partition("{")[2].partition("}")[0]
    if not name:
        yield path
        return
    assert name in stands_for, f"it has to be said what {{{name}}} stands for"
    for value in stands_for[name]:
        yield from _addresses(path.replace(f"{{{name}}}", str(value)), stands_for)
