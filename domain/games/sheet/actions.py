"""What a sheet looks like, and what people do with it, as on the wire."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from domain.games.sheet.meta import MOST_ROUNDS, MOST_ROWS, MOST_SEATS, MOST_WRITTEN
from domain.kernel.actions import Seat, SeatAction
from domain.kernel.game import Options

Name = Annotated[str, Meta(max_length=100, pattern=r"^[^\x00-\x1f\x7f]*$")]
"""A name as people write it, on one line; empty for none."""


class SheetWinning(StrEnum):
    """Who wins."""

    HIGHEST = "highest"
    LOWEST = "lowest"
    NAMED = "told"
    COOPERATIVE = "cooperative"


class SheetRow(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A row of the sheet: what points are noted for (S1.3)."""

    key: Annotated[str, Meta(pattern="^[a-z0-9_]{1,40}$", description="Its name in actions.")]
    label: Annotated[Name, Meta(description="What it is called; empty for points without a name.")]
    minus: Annotated[bool, Meta(description="Whether what stands in it is subtracted (S3.1).")] = False
    counts: Annotated[bool, Meta(description="Whether it counts; a bid doesn't (S3.1).")] = True


class SheetOptions(Options, frozen=True, kw_only=True):
    """What is chosen when a sheet is begun."""

    title: Annotated[Name, Meta(description="The name of the game that is played (S1.2).")] = ""
    bgg_id: Annotated[int, Meta(ge=1, description="Its number at BoardGameGeek.")] | None = None
    winning: Annotated[SheetWinning, Meta(description="Who wins (S4).")] = SheetWinning.HIGHEST
    rows: Annotated[
        tuple[SheetRow, ...], Meta(min_length=1, max_length=MOST_ROWS, description="The rows, from above (S1.3).")
    ] = (SheetRow(key="points", label=""),)
    rounds: (
        Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="How often each row is there, if more than once (S1.4).")]
        | None
    ) = None
    teams: Annotated[
        tuple[Name, ...], Meta(max_length=MOST_SEATS, description="The team of each seat; empty for none (S1.5).")
    ] = ()
    roles: Annotated[
        tuple[Name, ...], Meta(max_length=MOST_SEATS, description="What each seat plays, such as a colour (S1.5).")
    ] = ()
    new: Annotated[
        tuple[Seat, ...], Meta(max_length=MOST_SEATS, description="The seats that play it for the first time (S1.6).")
    ] = ()
    start_seat: Annotated[Seat, Meta(description="Who begins (S1.6).")] | None = None
    variant: Annotated[Name, Meta(description="The variant or map.")] = ""
    expansions: Annotated[
        tuple[Name, ...], Meta(max_length=30, description="The expansions that are played with.")
    ] = ()
    minutes: Annotated[int, Meta(ge=1, le=100_000, description="How long it took, where that is known.")] | None = None


class SheetScore(SeatAction, frozen=True, kw_only=True, tag="score"):
    """Something is written into a cell, in place of what stood there (S2)."""

    row: Annotated[str, Meta(max_length=40, description="The key of the row (S2.2).")]
    round: (
        Annotated[int, Meta(ge=1, le=MOST_ROUNDS, description="The round, where the sheet has any (S2.2).")] | None
    ) = None
    value: Annotated[
        str,
        Meta(
            max_length=MOST_WRITTEN,
            pattern=r"^[^\x00-\x1f\x7f]*$",
            description="A number, or a sum such as `12+3-4`; empty clears the cell (S2.3, S2.4).",
        ),
    ]


class SheetEnd(SeatAction, frozen=True, kw_only=True, tag="end"):
    """The sheet is closed, and the table says how it ended (S4)."""

    seat: Annotated[Seat, Meta(description="Who closes it: always seat 0 (S4.1).")] = 0
    winners: Annotated[tuple[Seat, ...], Meta(max_length=MOST_SEATS, description="Who has won (S4.3).")] | None = None
    ranks: (
        Annotated[
            tuple[Annotated[int, Meta(ge=1, le=MOST_SEATS)], ...],
            Meta(max_length=MOST_SEATS, description="The place of each seat, from 1 (S4.3)."),
        ]
        | None
    ) = None
    unfinished: Annotated[bool, Meta(description="True where it was broken off (S4.6).")] | None = None
    lost: Annotated[bool, Meta(description="True where everybody has lost (S4.6).")] | None = None


SheetAction: TypeAlias = SheetScore | SheetEnd
