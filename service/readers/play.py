"""A play as another program recorded it, before anybody here has judged it."""

from datetime import date
from enum import StrEnum

from msgspec import Struct

from domain.kernel.languages import ENGLISH, Language
from service.readers.movetext import Movetext
from service.readers.reason import Fact, Reason


class Kind(StrEnum):
    """What a file is."""

    BGSTATS = "bgstats"
    """The export of BG Stats, as JSON."""
    BGG = "bgg"
    """Plays of BoardGameGeek, as its XML API 2 sends them."""
    CSV = "csv"
    """A table."""
    PGN = "pgn"
    """Games of chess in Portable Game Notation."""
    RECORD = "record"
    """Partita's own records, one a line."""


class Winning(StrEnum):
    """Who wins, as the source says."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    NAMED = "told"
    COOPERATIVE = "cooperative"


class SourcePlayer(Struct, frozen=True, omit_defaults=True):
    """Somebody in a play, in the order of seats.

    Attributes:
        id: of the person at the source; the same person has the same one in all plays. Empty if `anonymous`.
        anonymous: whether nobody knows who it was: somebody else in each seat.
        score: as written; it may be no number.
        rank: the place, from 1; None where the source has none.
    """

    id: str
    name: str
    anonymous: bool = False
    team: str = ""
    role: str = ""
    score: str = ""
    won: bool = False
    rank: int | None = None
    new: bool = False
    start: bool = False


class SourceRow(Struct, frozen=True, omit_defaults=True):
    """A row of a score sheet.

    Attributes:
        cells: what is written, by seat; empty for nothing.
        minus: whether it is subtracted.
        extra: whether it may not count.
    """

    label: str
    cells: tuple[str, ...]
    minus: bool = False
    extra: bool = False


class PgnGame(Struct, frozen=True):
    """A game of chess as PGN tells it.

    Attributes:
        headers: all of them, by name.
        text: in which it stands, with others behind it if they have no headers.
        end: where it ends there.
        first_line: the number of the first line of `text` in the file.
        movetext: what was read of it.
        digest: of all that the file says of it, however its lines are broken.
    """

    headers: tuple[tuple[str, str], ...]
    text: str
    end: int
    first_line: int
    movetext: Movetext
    digest: bytes


class Play(Struct, frozen=True, omit_defaults=True):
    """One play.

    Attributes:
        id: at the source; no other play has it.
        at: where in the file it stands: a JSON pointer, an XML path or a line.
        played_on: the local calendar date at the table.
        unfinished: whether it was broken off.
        counted: whether it counts in statistics.
        ordinal: orders the plays of one date, as far as the source tells; it means nothing else.
        game: its moves, where the source tells these; it is then a match of chess, else one of the score sheet.
        losses: what the source has and can't be taken, such as ``pictures``.
    """

    id: str
    at: str
    title: str
    played_on: date
    players: tuple[SourcePlayer, ...]
    bgg_id: int | None = None
    winning: Winning = Winning.HIGHEST
    place: str = ""
    minutes: int | None = None
    note: str = ""
    tags: tuple[str, ...] = ()
    variant: str = ""
    expansions: tuple[str, ...] = ()
    rows: tuple[SourceRow, ...] = ()
    unfinished: bool = False
    counted: bool = True
    losses: tuple[str, ...] = ()
    ordinal: int = 0
    game: PgnGame | None = None


class BadPlay(Struct, frozen=True):
    """A play that can't be read: where it stands, and why not."""

    at: str
    reason: Reason


class Loss(Struct, frozen=True):
    """What a file has beside its plays and can't be taken, and how many of it."""

    what: str
    number: int


class UnreadablePlay(Exception):  # noqa: N818  # what it is
    """A play of which something can't be read."""

    def __init__(self, key: str, /, **facts: Fact) -> None:
        self.reason = Reason.of(key, **facts)
        super().__init__(str(self.reason))


class UnreadableFile(Exception):  # noqa: N818  # what it is
    """A file that can't be read on: `at` is where that was found, empty for the whole of it."""

    def __init__(self, key: str, at: str = "", /, **facts: Fact) -> None:
        self.reason = Reason.of(key, **facts)
        self.at = at
        super().__init__(self.in_words(ENGLISH))

    def in_words(self, language: Language) -> str:
        """Where that is, and why."""
        sentence = self.reason.in_words(language)
        return f"{self.at}: {sentence}" if self.at else sentence
