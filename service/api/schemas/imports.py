"""Imports, as the API takes and gives them."""

from datetime import date, datetime
from typing import Annotated, Any
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType

from domain.match.events import Visibility
from service.api.schemas.common import ChosenVisibility
from service.commands.imports.people import Identity
from service.commands.imports.uploads import ImportState
from service.readers.mapping import TableMapping
from service.readers.play import Kind


class PlayCounts(Struct, frozen=True):
    """How many plays of a file meet each fate.

    Attributes:
        new: a match is made of them.
        known: they were imported before, and the file says the same.
        changed: they were imported before, and the file says something else now: their matches are corrected.
        removed: somebody removed their matches here; they aren't made again.
        refused: no match can be made of them.
    """

    new: int
    known: int
    changed: int
    removed: int
    refused: int


class PlanPlay(Struct, frozen=True):
    """A play that is refused or corrected, or of which only the beginning can be read.

    Attributes:
        where: in the file it stands, or where it can't be read on: a JSON pointer, an XML path or a line.
        title: of what was played; empty where it couldn't be read.
        played_on: the date; null where it couldn't be read.
        reason: why it is refused or not read on, in English; empty for one that is corrected.
    """

    where: str
    title: str
    played_on: date | None
    reason: str


class ImportLoss(Struct, frozen=True):
    """What the file has and isn't imported.

    Attributes:
        what: `pictures`, `ratings`, `score_sheets` that can't be read, `challenges` or `groups`; of games in PGN
            `headers`, `comments`, `characters` or `escaped_lines`.
        number: how many there are.
    """

    what: str
    number: int


class PlanAnswer(Struct, frozen=True, kw_only=True):
    """What would become of a file.

    Attributes:
        plays: how many meet each fate.
        first, last: the dates between which its plays lie; null without any.
        refused, changed: the first hundred of these, one by one.
        broken: the first hundred games of which only the beginning can be read; what follows is kept as a comment.
        losses: what the file has beside plays that isn't imported.
        unreadable_scores: scores that aren't numbers; they are kept as written, and don't count.
        unsure: of how many people it takes an answer who they are; `GET /imports/{id}/people` lists them.
    """

    plays: PlayCounts
    first: date | None
    last: date | None
    refused: tuple[PlanPlay, ...]
    changed: tuple[PlanPlay, ...]
    broken: tuple[PlanPlay, ...]
    losses: tuple[ImportLoss, ...]
    unreadable_scores: int
    unsure: int


class ImportFault(Struct, frozen=True):
    """Why an import can't go on.

    Attributes:
        where: in the file that is; empty for the whole of it.
        reason: an English sentence.
    """

    where: str
    reason: str


class ImportOutcome(Struct, frozen=True):
    """What came of the last work on an import.

    Attributes:
        plays: what became of the plays; null after it was taken back in part.
        sealed: matches that weren't taken back, since their results are sealed.
        position: of the last event that it stored, for `after_position`; 0 where it stored none.
    """

    plays: PlayCounts | None
    sealed: int
    position: int


class ImportProgress(Struct, frozen=True):
    """How far an import is.

    Attributes:
        state: `planning`, `running` and `taking_back` go on; `stopped` can be gone on with.
        done: plays that the work at hand has gone through; for `taking_back`, matches.
        total: of how many; null where that isn't known yet.
    """

    state: ImportState
    done: int
    total: int | None


class ImportItem(Struct, frozen=True, kw_only=True):
    """An import, in a list.

    Attributes:
        source: the name under which ids of its plays and people are known again.
        file_name: for people; empty where none was said.
        state: `planning`, `running` and `taking_back` go on; `stopped` can be gone on with.
        done: plays that the last work has gone through; for `taking_back`, matches.
        total: of how many; null where that isn't known yet.
        created_at: when the file came first.
        created_by: the id of the token, or `command line`.
        finished_at: when all of the file was imported; null before, and as long as it is done again.
        taken_back_at: when it was taken back; null if it wasn't.
        matches: how many there are that it made.
        kind: what was sent; null for a file that was imported from the command line.
        visibility: of the matches that it makes; null likewise.
        size: bytes of the file; null likewise.
        expires_at: when the file that was sent is removed; null where there is none any more.
    """

    id: UUID
    source: str
    file_name: str
    state: ImportState
    done: int
    total: int | None
    created_at: datetime
    created_by: str
    finished_at: datetime | None
    taken_back_at: datetime | None
    matches: int
    kind: Kind | None
    visibility: Visibility | None
    size: int | None
    expires_at: datetime | None


class ImportResource(ImportItem, frozen=True, kw_only=True):
    """An import, with its plan and what came of it.

    Attributes:
        source: the name under which ids of its plays and people are known again.
        file_name: for people; empty where none was said.
        state: `planning`, `running` and `taking_back` go on; `stopped` can be gone on with.
        done: plays that the last work has gone through; for `taking_back`, matches.
        total: of how many; null where that isn't known yet.
        created_at: when the file came first.
        created_by: the id of the token, or `command line`.
        finished_at: when all of the file was imported; null before, and as long as it is done again.
        taken_back_at: when it was taken back; null if it wasn't.
        matches: how many there are that it made.
        kind: what was sent; null for a file that was imported from the command line.
        visibility: of the matches that it makes; null likewise.
        size: bytes of the file; null likewise.
        expires_at: when the file that was sent is removed; null where there is none any more.
        mapping: which column of a table holds what, as it was said; null where nothing was said.
        plan: null until the file was read.
        fault: why it can't go on; null if it can.
        outcome: null until it was imported.
    """

    mapping: TableMapping | None
    plan: PlanAnswer | None
    fault: ImportFault | None
    outcome: ImportOutcome | None


class ImportPage(Struct, frozen=True):
    """A page of imports, the newest first."""

    items: tuple[ImportItem, ...]
    next_cursor: str | None


class ImportOptions(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a file is to be read and imported with; what is left out stays as it is.

    Attributes:
        visibility: who may read the matches without a token.
        mapping: which column of a table holds what; null has all of it guessed.
    """

    visibility: ChosenVisibility | UnsetType = UNSET
    mapping: TableMapping | UnsetType | None = UNSET


class KnownPersonAnswer(Struct, frozen=True):
    """Somebody known.

    Attributes:
        id: of the player.
        name: null once erased.
    """

    id: UUID
    name: str | None


class ImportPerson(Struct, frozen=True, kw_only=True):
    """Somebody in a file.

    Attributes:
        person: the id in the file.
        name: as it is stored if the person is new.
        plays: how many there are in the file, refused ones not included.
        identity: how it is known who it is: `remembered` from an import before, `answered`, by being the only
            `namesake`, `new` if nobody has the name, or `unsure`, which takes an answer.
        player: who it is, if that is somebody known.
        candidates: who it may be, where it is unsure.
    """

    person: str
    name: str
    plays: int
    identity: Identity
    player: KnownPersonAnswer | None
    candidates: tuple[KnownPersonAnswer, ...]


class ImportPeoplePage(Struct, frozen=True):
    """A page of the people of a file, those with most plays first."""

    items: tuple[ImportPerson, ...]
    next_cursor: str | None


class PersonAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    """Who somebody of a file is.

    Attributes:
        person: the id in the file.
        player: the id of a known player; null for somebody new.
    """

    person: Annotated[str, Meta(min_length=1, max_length=1000, pattern=r"^[^\x00]*$")]
    player: UUID | None


class PeopleAnswers(Struct, frozen=True, forbid_unknown_fields=True):
    """Who people of a file are. Those who aren't named stay who they are.

    Attributes:
        people: each once.
    """

    people: Annotated[tuple[PersonAnswer, ...], Meta(min_length=1, max_length=1000)]


def counts_of(plays: dict[Any, int]) -> PlayCounts:
    """How many plays meet each fate."""
    return PlayCounts(*(plays.get(fate, 0) for fate in PlayCounts.__struct_fields__))
