"""The forms in which matches go to other programs, and what each of them has no place for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal, Protocol, TypeAlias

from msgspec import Struct

from service.queries.interchange.bgg import BggWriter
from service.queries.interchange.bgstats import BgStatsWriter
from service.queries.interchange.table import PlaysTableWriter
from service.readers.play import Kind, Play

ProgramName: TypeAlias = Literal["bgstats", "bgg", "csv"]


class PlayWriter(Protocol):
    """Writes plays in the order in which they were played."""

    def begin(self) -> bytes:
        """What stands before all plays."""

    def rows(self, plays: Sequence[Play]) -> bytes:
        """Some more plays."""

    def end(self) -> bytes:
        """What stands behind all plays."""


class ProgramForm(Struct, frozen=True):
    """A form.

    Attributes:
        file_name: of a download.
        media_type: of the answer.
        title: what it is, for people.
        source: the import by whose ids plays are called that came with it; None where all have those of matches.
        losses: what matches have and it has no place for; docs/imports.md explains each.
        writer: makes what writes one file.
    """

    file_name: str
    media_type: str
    title: str
    source: Kind | None
    losses: tuple[str, ...]
    writer: Callable[[], PlayWriter]


_ALWAYS: Final = (
    "steps",
    "corrections",
    "annotations",
    "variations",
    "options",
    "visibility",
    "seals",
    "matches-still-played",
    "second-seats",
    "nobody-won",
)
"""What no form has a place for."""

PROGRAM_FORMS: Final[Mapping[ProgramName, ProgramForm]] = {
    "bgstats": ProgramForm(
        "partita-bgstats.json",
        "application/json",
        "A file of BG Stats",
        Kind.BGSTATS,
        (*_ALWAYS, "team-shares", "rounds", "row-keys", "many-rows", "unfinished"),
        BgStatsWriter,
    ),
    "bgg": ProgramForm(
        "partita-bgg.xml",
        "application/xml",
        "Plays as the XML API 2 of BoardGameGeek sends them",
        None,
        (*_ALWAYS, "rows", "winning", "ranks", "teams", "tags", "variant", "expansions", "namesakes"),
        BggWriter,
    ),
    "csv": ProgramForm(
        "partita-plays.csv",
        "text/csv",
        "Plays as CSV, with a row a player",
        None,
        (
            *_ALWAYS,
            "team-shares",
            "rows",
            "winning",
            "variant",
            "expansions",
            "unfinished",
            "uncounted",
            "newcomers",
            "start-seat",
            "bgg-id",
            "namesakes",
            "formula-guards",
        ),
        PlaysTableWriter,
    ),
}
