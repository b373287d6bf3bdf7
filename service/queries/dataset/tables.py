"""The files of a data set, and what their columns mean."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec import Struct

from service.queries.dataset.rows import DatasetMatch, DatasetStep, DatasetView
from service.queries.tables.columns import Kind, columns_of

DATASET_TABLES: Final[Mapping[str, type[Struct]]] = {
    "matches": DatasetMatch,
    "steps": DatasetStep,
    "views": DatasetView,
}
"""The struct of a row by the name of its table, whose file is ``NAME.parquet``."""


class DescribedColumn(Struct, frozen=True):
    """A column and what it means."""

    name: str
    kind: Kind
    nullable: bool
    description: str


def title_of(table: str) -> str:
    """What a row is."""
    return str(DATASET_TABLES[table].__doc__).partition("\n")[0]


def described_columns(table: str) -> Iterator[DescribedColumn]:
    """The columns of a table, in order, as the docstring of its row describes them."""
    row = DATASET_TABLES[table]
    described: dict[str, str] = {}
    name = ""
    for line in str(row.__doc__).partition("Attributes:")[2].strip().splitlines():
        first, colon, text = line.strip().partition(": ")
        if colon and first in row.__struct_fields__:
            name = first
            described[name] = text
        else:
            described[name] += f" {line.strip()}"
    for column in columns_of(row):
        yield DescribedColumn(column.name, column.kind, column.nullable, described[column.name])
