"""What a data set says of itself: a card for people, and Croissant 1.0 for programs (https://docs.mlcommons.org/croissant/)."""

from collections.abc import Mapping, Sequence
from datetime import date
from importlib.resources import files as files_of
from typing import Any, Final

from msgspec import Struct

from service.queries.dataset.tables import DATASET_TABLES, described_columns, title_of
from service.queries.tables.columns import Kind

NAME: Final = "Partita matches"
LICENCE: Final = "https://creativecommons.org/licenses/by/4.0/"
"""What people agree to: CC BY 4.0."""

_CARD: Final = files_of("service.queries.dataset") / "card.md"

_WHAT: Final = (
    "Matches of tabletop games that were played at real tables and recorded action by action, checked by the rules: "
    "each action, what chance brought, what was legal, and the table as each seat, the public and the record know it."
)

_CONTEXT: Final[Mapping[str, Any]] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The context that Croissant 1.0 asks for."""

_TYPES: Final[Mapping[Kind, str]] = {
    "text": "sc:Text",
    "integer": "sc:Integer",
    "number": "sc:Float",
    "boolean": "sc:Boolean",
    "date": "sc:Date",
    "time": "sc:DateTime",
    "json": "sc:Text",
}


class WrittenFile(Struct, frozen=True):
    """A file of a data set: its table, its rows, its bytes and their SHA-256."""

    table: str
    rows: int
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """What the file is called."""
        return f"{self.table}.parquet"


class Summary(Struct, frozen=True):
    """What a data set holds: matches by game and edition, by split and by split of time; groups and people."""

    made_on: date
    editions: Mapping[tuple[str, str], int]
    splits: Mapping[str, int]
    splits_by_time: Mapping[str, int]
    groups: int
    people: int
    left_out: int


def croissant(files: Sequence[WrittenFile], summary: Summary) -> dict[str, Any]:
    """The metadata as JSON-LD."""
    return {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "name": NAME,
        "description": _WHAT,
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "license": LICENCE,
        "url": "./",
        "version": "1.0.0",
        "datePublished": summary.made_on.isoformat(),
        "creator": {"@type": "sc:Organization", "name": "The people who recorded these matches"},
        "citeAs": f"{NAME}, {summary.made_on.isoformat()}",
        "keywords": ["board games", "card games", "imperfect information", "decision making"],
        "distribution": [
            {
                "@type": "cr:FileObject",
                "@id": file.name,
                "name": file.name,
                "description": title_of(file.table),
                "contentUrl": file.name,
                "contentSize": f"{file.size} B",
                "encodingFormat": "application/x-parquet",
                "sha256": file.sha256,
            }
            for file in files
        ],
        "recordSet": [_record_set(file) for file in files],
    }


def _record_set(file: WrittenFile) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": file.table,
        "name": file.table,
        "description": title_of(file.table),
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{file.table}/{column.name}",
                "name": f"{file.table}/{column.name}",
                "description": column.description,
                "dataType": _TYPES[column.kind],
                "source": {"fileObject": {"@id": file.name}, "extract": {"column": column.name}},
                **(
                    {"references": {"field": {"@id": "matches/match"}}}
                    if column.name == "match" and file.table != "matches"
                    else {}
                ),
            }
            for column in described_columns(file.table)
        ],
    }


def card(files: Sequence[WrittenFile], summary: Summary) -> str:
    """The data card: what the data are, where they come from, and what they are and aren't good for."""
    return _CARD.read_text().format(
        name=NAME,
        what=_WHAT,
        licence=LICENCE,
        made_on=summary.made_on.isoformat(),
        configs="\n".join(f"- config_name: {file.table}\n  data_files: {file.name}" for file in files),
        files="\n".join(f"| `{file.name}` | {title_of(file.table)} | {file.rows} |" for file in files),
        editions="\n".join(
            f"| {game} | {edition} | {number} |" for (game, edition), number in sorted(summary.editions.items())
        ),
        splits="\n".join(
            f"| {split} | {summary.splits.get(split, 0)} | {summary.splits_by_time.get(split, 0)} |"
            for split in ("train", "validation", "test")
        ),
        groups=summary.groups,
        people=summary.people,
        left_out=summary.left_out,
        columns="\n\n".join(_columns(table) for table in DATASET_TABLES),
    )


def _columns(table: str) -> str:
    lines = [f"### {table}", "", "| column | type | meaning |", "| --- | --- | --- |"]
    lines += [
        f"| `{one.name}` | {one.kind}{', or null' if one.nullable else ''} | {one.description} |"
        for one in described_columns(table)
    ]
    return "\n".join(lines)
