"""What the API takes and gives, beside the games' own structs."""

from collections.abc import Sequence
from datetime import date, datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.legal import Template
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from domain.match.events import Origin, Visibility
from domain.match.match import Status
from domain.registry import GAMES, Clause
from replays.stepper import Frame
from service.people import Player

if TYPE_CHECKING:
    AnyView = Any
else:
    AnyView = reduce(or_, (game.view_type for game in GAMES.values()))

MAX_ACTIONS = 1000


def _component(name: str) -> Meta:
    """A value that is one of the games' own: the OpenAPI document has a component for it."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


AnyAction = Annotated[Any, _component("Action")]
PlayedAction = Annotated[Any, _component("PlayedAction")]
AnyFact = Annotated[Any, _component("Fact")]
AnyOptions = Annotated[Any, _component("Options")]

# --- requests ---


class SeatRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Who takes a seat: a player known here, or by name somebody new. Exactly one of the two."""

    player: UUID | UnsetType = UNSET
    name: str | UnsetType = UNSET


class MatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match to be opened."""

    game: Annotated[str, Meta(description="The key of a game, as listed at `/games`.")]
    seats: Annotated[tuple[SeatRequest, ...], Meta(max_length=16, description="In seat order.")]
    options: Annotated[msgspec.Raw, _component("Options")] = msgspec.field(default_factory=lambda: msgspec.Raw(b"{}"))
    board: Annotated[
        UUID | UnsetType, Meta(description="A board kept at `/games/{game}/boards`, in place of `options.board`.")
    ] = UNSET
    played_on: Annotated[date | None, Meta(description="The local date at the table; today (UTC) if not given.")] = None
    place: str = ""
    note: str = ""
    visibility: Visibility = Visibility.PUBLIC


class MatchPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to the facts of a match; what isn't given stays."""

    played_on: date | UnsetType = UNSET
    place: str | UnsetType = UNSET
    note: str | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET
    seats: tuple[SeatRequest, ...] | UnsetType = UNSET


class ActionsRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Actions to be played in this order, all or none."""

    actions: Annotated[
        tuple[Annotated[msgspec.Raw, _component("Action")], ...],
        Meta(min_length=1, description=f"At most {MAX_ACTIONS}."),
    ]
    played_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        Meta(description="When it happened at the table, if that matters; with its offset from UTC."),
    ] = None


class PlayerRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A person, by name. Two people may have the same name."""

    name: str


class MergeRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The player that another one turned out to be."""

    into: UUID


class RetractionRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All actions after a step are to be taken back."""

    to_step: Annotated[int, Meta(ge=0, description="The last step that stands.")]
    reason: str = ""


class RestorationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an event took back is to stand again."""

    version: Annotated[int, Meta(ge=1, description="The version of the event `retracted`.")]
    reason: str = ""


class AmendmentRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A correction at an earlier step."""

    step: Annotated[int, Meta(ge=1, description="The step that the first action in question leads to.")]
    actions: Annotated[
        tuple[Annotated[msgspec.Raw, _component("Action")], ...], Meta(description="What is put in.")
    ] = ()
    remove: Annotated[int, Meta(ge=0, description="How many actions go; 0 inserts.")] = 1
    reason: str = ""
    keep: Annotated[
        Literal["all", "prefix"],
        Meta(description="`all`: change nothing when a later action no longer stands; `prefix`: keep what stands."),
    ] = "all"
    dry_run: Annotated[bool, Meta(description="Only tell what would come of it.")] = False


class ReasonRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a match ends, or goes on."""

    reason: str = ""


class SeriesRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A series to be opened: matches of `game` by the same `players`, in whatever seats."""

    game: Annotated[str, Meta(description="The key of a game, as listed at `/games`.")]
    players: Annotated[tuple[UUID, ...], Meta(max_length=16)]
    length: Annotated[int, Meta(description="How many matches make the series.")] = 3
    title: str = ""
    visibility: Visibility = Visibility.PUBLIC
    matches: Annotated[tuple[UUID, ...], Meta(max_length=100, description="Matches that count from the start.")] = ()


class SeriesPatch(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Corrections to the facts of a series; what isn't given stays."""

    length: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    visibility: Visibility | UnsetType = UNSET


class SeriesMatchRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A match that is to count in a series."""

    match: UUID


class BoardRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board and cards of a box, to be kept under a name."""

    name: str
    board: Annotated[msgspec.Raw, _component("Board")]


# --- answers ---


class PlayerRef(Struct, frozen=True):
    """A player, with the name to show."""

    id: UUID
    name: str


class SeatAnswer(Struct, frozen=True):
    """A seat of a match, and who sits in it."""

    seat: int
    player: PlayerRef


class MatchAnswer(Struct, frozen=True, kw_only=True):
    """A match.

    Attributes:
        edition: the edition of the rules it is played by.
        origin: `simulation` for matches that a demonstration made.
        status: `finished` by the rules or by agreement, `abandoned` without a winner, else `playing`.
        version: the number of its events; also its ETag.
        step: the number of actions played.
        position: after a write, the place in the log that a read model has to reach to show it.
    """

    id: UUID
    game: str
    edition: str
    options: AnyOptions
    seats: tuple[SeatAnswer, ...]
    played_on: date
    place: str
    note: str
    visibility: Visibility
    origin: Origin
    status: Status
    version: int
    step: int
    pending: Pending
    standings: tuple[Standing, ...]
    opened_at: datetime
    updated_at: datetime
    position: int | UnsetType = UNSET


class EventAnswer(Struct, frozen=True, kw_only=True):
    """An event of a match, as the viewer may know it.

    Attributes:
        type: `played` for an action, else what happened to the match.
        step: the step that it led to, or happened at.
        by: the id of the token by which it was recorded.
        action, outcome: of a played action.
        facts: what other events tell.
    """

    version: int
    step: int
    type: str
    at: datetime
    by: str
    played_at: datetime | UnsetType = UNSET
    action: PlayedAction | UnsetType = UNSET
    outcome: tuple[AnyFact, ...] | UnsetType = UNSET
    facts: dict[str, Any] | UnsetType = UNSET


class PlayedAnswer(Struct, frozen=True, kw_only=True):
    """What a write to a match has made: its new version and step, the events, and how the match stands now."""

    version: int
    step: int
    position: int
    events: tuple[EventAnswer, ...]
    pending: Pending
    standings: tuple[Standing, ...]


class ObstacleAnswer(Struct, frozen=True):
    """An action that no longer stands after a correction.

    Attributes:
        step: the step that it led to before.
        clause: the clause that it breaks now.
        pending: what the match would wait for in its place.
        legal, templates: what could be done there.
    """

    step: int
    clause: str
    pending: Pending
    legal: tuple[AnyAction, ...]
    templates: tuple[Template, ...]


class AmendmentAnswer(PlayedAnswer, frozen=True, kw_only=True):
    """What has become of a correction; of a dry run, what would.

    Attributes:
        kept: how many of the actions that followed still stand; what the server draws isn't counted.
        obstacle: the first that doesn't, if one doesn't.
    """

    kept: int
    obstacle: ObstacleAnswer | None = None
    dry_run: bool = False


class StateAnswer(Struct, frozen=True):
    """The table at a step, as the viewer knows it."""

    version: int
    step: int
    viewer: str
    pending: Pending
    view: AnyView
    standings: tuple[Standing, ...]


class LegalAnswer(Struct, frozen=True):
    """What may be done now: complete actions, and templates where the list would be long."""

    version: int
    step: int
    pending: Pending
    actions: tuple[AnyAction, ...]
    templates: tuple[Template, ...]


class EventPage(Struct, frozen=True):
    """A page of the log of a match."""

    items: tuple[EventAnswer, ...]
    next_cursor: str | None


class HistoryItem(Struct, frozen=True):
    """A step of the move history."""

    step: int
    version: int
    seat: int | None
    type: str
    at: datetime
    by: str
    played_at: datetime | None
    action: PlayedAction
    outcome: tuple[AnyFact, ...]
    sentence: str


class HistoryPage(Struct, frozen=True):
    """A page of the move history."""

    items: tuple[HistoryItem, ...]
    next_cursor: str | None
    position: int


class ScoreboardItem(Struct, frozen=True):
    """The standings at one step."""

    step: int
    standings: tuple[Standing, ...]


class ScoreboardPage(Struct, frozen=True):
    """The standings of a match, step by step."""

    items: tuple[ScoreboardItem, ...]
    next_cursor: str | None
    position: int


class FramePage(Struct, frozen=True):
    """A page of a replay."""

    items: tuple[Frame, ...]
    next_cursor: str | None


class SeatResult(Struct, frozen=True):
    """A seat of a listed match. Score and rank are null where the viewer may not know them."""

    seat: int
    player: PlayerRef
    score: int | None
    rank: int | None
    winner: bool | None


class MatchItem(Struct, frozen=True):
    """A match in a list."""

    id: UUID
    game: str
    status: Status
    version: int
    step: int
    seats: tuple[SeatResult, ...]
    played_on: date
    place: str
    note: str
    visibility: Visibility
    origin: str
    opened_at: datetime
    updated_at: datetime


class MatchPage(Struct, frozen=True):
    """A page of matches."""

    items: tuple[MatchItem, ...]
    next_cursor: str | None
    position: int


class Leader(Struct, frozen=True):
    """What a player has done in the finished matches of a game; a shared victory counts as a win."""

    player: PlayerRef
    matches: int
    wins: int
    shared_wins: int
    best_score: int | None


class LeaderPage(Struct, frozen=True):
    """A page of a leaderboard: most wins first, then the best score."""

    items: tuple[Leader, ...]
    next_cursor: str | None
    position: int


class PlayerPage(Struct, frozen=True):
    """A page of players."""

    items: tuple[Player, ...]
    next_cursor: str | None


class GameSummary(Struct, frozen=True):
    """A game that can be recorded."""

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    credits: str


class GameList(Struct, frozen=True):
    """All games that can be recorded."""

    items: tuple[GameSummary, ...]


class GameAnswer(Struct, frozen=True):
    """A game: its rules as numbered clauses, and what its options and actions look like (JSON Schema 2020-12)."""

    key: str
    title: str
    seats: tuple[int, ...]
    edition: str
    credits: str
    clauses: Sequence[Clause]
    options_schema: dict[str, Any]
    action_schema: dict[str, Any]


class SeriesMatch(Struct, frozen=True):
    """A match of a series.

    Attributes:
        finished: whether it counts: it has ended, and the reader may know its scores.
    """

    id: UUID
    finished: bool


class SeriesStandingAnswer(Struct, frozen=True):
    """How a player stands in a series.

    Attributes:
        total: the points of the finished matches together.
        scores: the points in each match of the series, in order; null where one doesn't count, or not yet.
        winner: null until all matches are finished; equal totals share the victory.
    """

    player: PlayerRef
    total: int
    scores: tuple[int | None, ...]
    rank: int
    winner: bool | None


class SeriesAnswer(Struct, frozen=True, kw_only=True):
    """A series.

    Attributes:
        length: how many matches make the series.
        status: `playing`, or `finished` when all its matches count.
        version: the number of its events; also its ETag.
        position: the place in the log that the totals had got to; after a write, that of the write, which the totals
            may reach a moment later.
    """

    id: UUID
    game: str
    title: str
    length: int
    status: str
    version: int
    visibility: Visibility
    matches: tuple[SeriesMatch, ...]
    standings: tuple[SeriesStandingAnswer, ...]
    opened_at: datetime
    updated_at: datetime
    position: int


class SeriesItem(Struct, frozen=True):
    """A series in a list."""

    id: UUID
    game: str
    title: str
    length: int
    players: tuple[PlayerRef, ...]
    matches: tuple[UUID, ...]
    version: int
    visibility: Visibility
    opened_at: datetime
    updated_at: datetime


class SeriesPage(Struct, frozen=True):
    """A page of series, the newest first."""

    items: tuple[SeriesItem, ...]
    next_cursor: str | None
    position: int


class BoardAnswer(Struct, frozen=True):
    """A kept board, the defaults filled in."""

    id: UUID
    game: str
    name: str
    board: Annotated[msgspec.Raw, _component("Board")]
    created_at: datetime


class BoardPage(Struct, frozen=True):
    """A page of boards."""

    items: tuple[BoardAnswer, ...]
    next_cursor: str | None


class Health(Struct, frozen=True):
    """Whether the service works; `checks` says of each part `ok`, or what is wrong."""

    status: str
    checks: dict[str, str]
