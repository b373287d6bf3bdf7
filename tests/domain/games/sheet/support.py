"""What the tests of all games need of the score sheet."""

from typing import Final

from msgspec.structs import replace

from domain.games.sheet.actions import SheetAction, SheetEnd, SheetOptions, SheetRow, SheetScore, SheetWinning
from domain.games.sheet.events import SheetClosed, SheetWritten
from domain.games.sheet.meta import META
from domain.games.sheet.state import SheetState
from domain.kernel.game import Setup

CATAN: Final = SheetOptions(
    title="Catan",
    bgg_id=13,
    rows=(
        SheetRow(key="settlements", label="Settlements"),
        SheetRow(key="longest_road", label="Longest road"),
        SheetRow(key="robbers", label="Robbers", counts=False),
    ),
    roles=("red", "blue", "white"),
    new=(2,),
    start_seat=1,
    variant="Seafarers",
    expansions=("Cities & Knights",),
    minutes=75,
)
HEARTS: Final = SheetOptions(title="Hearts", winning=SheetWinning.LOWEST, rounds=4)
DOPPELKOPF: Final = SheetOptions(
    title="Doppelkopf",
    rows=(SheetRow(key="points", label=""), SheetRow(key="fines", label="Fines", minus=True)),
    rounds=2,
    teams=("Re", "Kontra", "", "Kontra"),
)
DIXIT: Final = SheetOptions(title="Dixit", winning=SheetWinning.NAMED)
PANDEMIC: Final = SheetOptions(title="Pandemic", winning=SheetWinning.COOPERATIVE)

SETUPS: Final = {
    "catan-3": Setup(3, CATAN),
    "hearts-4": Setup(4, HEARTS),
    "doppelkopf-4": Setup(4, DOPPELKOPF),
    "dixit-5": Setup(5, DIXIT),
    "pandemic-2": Setup(2, PANDEMIC),
    **{f"plain-{seats}": Setup(seats, SheetOptions()) for seats in META.seats},
}
PLAYTHROUGHS: Final = ("hearts-4", "doppelkopf-4", "dixit-5")
ENDINGS: Final = frozenset({"end"})
MAY_HAVE_NO_WINNER: Final = True
EXAMPLES: Final = (
    SheetScore(seat=1, row="points", value="12+3-4"),
    SheetScore(seat=0, row="fines", round=2, value="1.5"),
    SheetEnd(),
    SheetEnd(winners=(0, 2)),
    SheetEnd(ranks=(2, 1, 3)),
    SheetEnd(unfinished=True),
    SheetEnd(lost=True),
    SheetWritten(seat=1, row="points", value="12+3-4"),
    SheetWritten(seat=0, row="fines", round=2, value="1.5", before="about 2"),
    SheetClosed(),
    SheetClosed(winners=(0, 2)),
    SheetClosed(ranks=(2, 1, 3)),
    SheetClosed(unfinished=True),
    SheetClosed(lost=True),
)
GAPS: Final = {"S1.2": "The title says what a sheet counts with; the sheet itself does nothing with it."}


def canonical(state: SheetState, action: SheetAction) -> SheetAction:
    """Whatever is false may be left out, and winners come in any order."""
    del state
    if not isinstance(action, SheetEnd):
        return action
    return replace(action, unfinished=action.unfinished or None, lost=action.lost or None)


def check_conservation(state: SheetState) -> None:
    """Nothing is written but into cells."""
    assert len(state.cells) == (state.options.rounds or 1)
    for rows in state.cells:
        assert [len(row) for row in rows] == [state.seats] * len(state.options.rows)
