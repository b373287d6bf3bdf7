"""Answers as flat tables: a list with a row an item, or figures with a row each.

Columns are called by the way to their values, as in ``pandas.json_normalize``: ``player.name``.
"""

from collections.abc import Iterator, Sequence
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Protocol, TypeAlias, Union, get_args, get_origin

import msgspec
from msgspec import Struct, UnsetType

from domain.subjects.subject import subject_of_game
from service.http.contract import FIGURES, answer_of, contract_of
from service.queries.tables.columns import json_text

Cell: TypeAlias = str | int | float | None

NAMES: Final = ("key", "bucket", "game", "seat", "turn", "rank", "score", "value", "seats", "player")
"""The fields by one of which an item in a list of figures is called."""

_COUNTS: Final = frozenset({"count", "value", "length"})
"""The fields that are figures beside a link to what is behind them."""


class FlatTable(Protocol):
    """The flat form of one answer."""

    @property
    def header(self) -> Sequence[str]:
        """The names of the columns."""

    def rows(self, answer: Any) -> Iterator[Sequence[Cell]]:
        """The rows of an answer, as JSON has it."""


class FlatList(Struct, frozen=True):
    """A row for each item in the `field` of an answer; the fields of a struct in it are columns, lists JSON as text."""

    field: str
    paths: Sequence[Sequence[str]]

    @property
    def header(self) -> Sequence[str]:
        """The ways to the values of an item."""
        return [".".join(path) for path in self.paths]

    def rows(self, answer: Any) -> Iterator[Sequence[Cell]]:
        """A row an item."""
        for item in answer[self.field]:
            yield [_cell(_found(item, path)) for path in self.paths]


class FlatFigures(Struct, frozen=True):
    """A row for each figure of an answer, however deep it lies.

    `section` is the list that it is in, if it is in one, `item` what the item there is called; of lists within lists
    both name all of them. `link` leads to the matches behind it, where it has one.
    """

    @property
    def header(self) -> Sequence[str]:
        """The same for all answers."""
        return ("section", "item", "figure", "value", "link")

    def rows(self, answer: Any) -> Iterator[Sequence[Cell]]:
        """A row a figure, in the order of the answer."""
        yield from _figures(answer, (), (), ())


def flat_table_of(handler: Any) -> FlatTable | None:
    """The flat form of what a handler answers, if that is a list or figures."""
    if "flat" not in handler.opt:
        handler.opt["flat"] = _flat_table_of(handler)
    table: FlatTable | None = handler.opt["flat"]
    return table


def _flat_table_of(handler: Any) -> FlatTable | None:
    contract, answer = contract_of(handler), answer_of(handler)
    if contract.rows == FIGURES:
        return FlatFigures()
    if contract.streamed or contract.table or not _is_struct(answer):
        return None
    lists = {field.encode_name: get_args(field.type) for field in msgspec.structs.fields(answer)}
    if contract.rows not in lists:
        return None
    return FlatList(contract.rows, tuple(_paths(lists[contract.rows][0])))


def _paths(row: type[Struct]) -> Iterator[Sequence[str]]:
    for field in msgspec.structs.fields(row):
        arms = [arm for arm in _arms(field.type) if arm not in {NoneType, UnsetType}]
        if len(arms) == 1 and _is_struct(arms[0]):
            yield from ((field.encode_name, *path) for path in _paths(arms[0]))
        else:
            yield (field.encode_name,)


def _arms(annotation: Any) -> Iterator[Any]:
    """What a value may be, without what is said about it."""
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _arms(get_args(annotation)[0])
    elif origin in {UnionType, Union}:
        for arm in get_args(annotation):
            yield from _arms(arm)
    else:
        yield annotation


def _is_struct(of: Any) -> bool:
    return isinstance(of, type) and issubclass(of, Struct)


def _found(item: Any, path: Sequence[str]) -> Any:
    for name in path:
        item = None if item is None else item.get(name)
    return item


def _figures(
    value: Any, section: tuple[str, ...], item: tuple[str, ...], figure: tuple[str, ...]
) -> Iterator[Sequence[Cell]]:
    match value:
        case {"link": link, **figures} | {"match": link, **figures} if len(figures) == 1 and figures.keys() <= _COUNTS:
            (number,) = figures.values()
            yield _row(section, item, figure, number, link)
        case dict():
            for name, inner in value.items():
                yield from _figures(inner, section, item, (*figure, name))
        case [dict(), *_]:
            for inner in value:
                name = _name_field(inner)
                rest = {key: part for key, part in inner.items() if key != name}
                yield from _figures(rest, (*section, *figure), (*item, _called(inner[name])), ())
        case []:
            return
        case _:
            yield _row(section, item, figure, value, None)


def _name_field(inner: dict[str, Any]) -> str:
    """The field by which an item is called: of a title, which shares its game with others, the subject."""
    if "subject" in inner and inner["subject"]["id"] != str(subject_of_game(inner["game"]).id):
        return "subject"
    return next(name for name in NAMES if name in inner)


def _called(name: Any) -> str:
    """A key or a number, or the id of a player or a subject."""
    return str(name["id"] if isinstance(name, dict) else name)


def _row(
    section: Sequence[str], item: Sequence[str], figure: Sequence[str], value: Any, link: str | None
) -> Sequence[Cell]:
    return (".".join(section), "/".join(item), ".".join(figure), _cell(value), link)


def _cell(value: Any) -> Cell:
    """A value of JSON in a cell; none where there is none."""
    cell: Cell = json_text(value) if isinstance(value, bool | dict | list) else value
    return cell
