"""What happens to a sheet."""

from typing import TypeAlias

from domain.kernel.actions import Fact


class SheetWritten(Fact, frozen=True, kw_only=True, tag="written"):
    """`value` stands in a cell; `before` is what stood there, if anything did (S2.3).

    `label` is what the row is called; empty where it has no name but its key.
    """

    seat: int
    row: str
    round: int = 1
    value: str
    before: str = ""
    label: str = ""


class SheetClosed(Fact, frozen=True, kw_only=True, tag="closed"):
    """The sheet is closed with what the table says of its end: one of these at most (S4.3)."""

    winners: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    unfinished: bool = False
    lost: bool = False


SheetFact: TypeAlias = SheetWritten | SheetClosed
