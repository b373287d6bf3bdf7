"""The rows of a data set. The fields are the columns, in order; its metadata and its card have their descriptions."""

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from service.queries.tables.rows import Actor

Json: TypeAlias = Any
"""A value of JSON, as text."""

Split: TypeAlias = Literal["train", "validation", "test"]


class DatasetMatch(Struct, frozen=True, kw_only=True):
    """A match that was played to its end.

    Attributes:
        match: a pseudonym of the match; all files have it.
        game: the key of the game.
        edition: the edition of the rules that it was played by.
        options: those of the game that are one value each, by name.
        origin: who played: people at a `table`, or in one seat or more a `program`.
        month: when it was played, as `2026-01`.
        seats: the number of seats.
        start_seat: who began, from 0; null where the game has no start.
        players: the pseudonym of who sat in each seat.
        scores: the points of each seat.
        ranks: the rank of each seat, from 1; equal seats share one.
        winners: the seats that won.
        steps: the number of actions that stand.
        duration: the seconds between the first and the last action, where times were recorded.
        irregular: the steps at which something was put otherwise than the rules would have it.
        deviations: the steps that the rules don't confirm, in a match that was imported on trust.
        corrections: how often something was taken back while or after it was recorded.
        counted: whether it counts in the statistics where it was recorded.
        final_state: SHA-256 of the last `view` of `recorder`, as it stands in `views`.
        player_group: whoever played with whom, directly or through others, is in one group.
        split: by group: nobody's matches are in two of `train`, `validation` and `test`.
        split_by_time: by date: the earliest matches are in `train`, the latest in `test`; people are in several.
    """

    match: str
    game: str
    edition: str
    options: Json
    origin: str
    month: str
    seats: int
    start_seat: int | None
    players: Json
    scores: Json
    ranks: Json
    winners: Json
    steps: int
    duration: int | None
    irregular: Json
    deviations: Json
    corrections: int
    counted: bool
    final_state: str
    player_group: str
    split: Split
    split_by_time: Split


class DatasetStep(Struct, frozen=True, kw_only=True):
    """An action that stands, as everybody at the table saw it.

    Attributes:
        match: the match.
        step: from 1.
        round: the round of the game; 0 before the first.
        phase: the key of the phase in which it was made.
        actor: a `seat`, `chance`, or the `recorder`, who put the table as it was.
        seat: which seat acted; null for the others.
        type: the type of the action.
        action: what was done; cards that weren't shown are `hidden`.
        outcome: what followed from it, of chance, too; likewise.
        seconds: since the step before, where both times were recorded.
        version: the number of its event in the record of the match.
        first_version: the number of the event that recorded it first; another one where a correction before it played
            it again.
    """

    match: str
    step: int
    round: int
    phase: str
    actor: Actor
    seat: int | None
    type: str
    action: Json
    outcome: Json
    seconds: float | None
    version: int
    first_version: int


class DatasetView(Struct, frozen=True, kw_only=True):
    """The table after a step, as one viewer knows it: what a seat knows stands only in its own rows.

    Attributes:
        match: the match.
        step: from 0, the set-up.
        viewer: `public`, `seat:0` and so on, or `recorder`, who knows all that was recorded.
        view: the table.
        legal: of a seat that may act now: its `actions`, and `templates` where these would be too many; else null.
        action: what led here, as this viewer knows it; null at step 0.
        outcome: what followed from it, likewise.
    """

    match: str
    step: int
    viewer: str
    view: Json
    legal: Json | None
    action: Json | None
    outcome: Json | None
