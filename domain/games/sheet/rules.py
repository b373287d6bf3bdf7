"""What can be written on a sheet, and how it is closed (S1, S2, S4)."""

from collections.abc import Iterator

from domain.games.sheet.actions import SheetAction, SheetEnd, SheetOptions, SheetScore, SheetWinning
from domain.games.sheet.events import SheetClosed, SheetFact, SheetWritten
from domain.games.sheet.meta import MOST_CELLS, MOST_SEATS
from domain.games.sheet.state import SheetState, blank
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitSeats, Finished, Pending


def initial(setup: Setup[SheetOptions]) -> SheetState:
    """A blank sheet.

    Raises:
        InvalidSetup: it is too large, or something in it doesn't belong to a row or a seat of it.
    """
    options, seats = setup.options, setup.seats
    if not 1 <= seats <= MOST_SEATS:
        raise InvalidSetup("/seats", "A sheet is for 1 to 16 players, not {n}.", "S1.1", n=seats)
    if len({row.key for row in options.rows}) < len(options.rows):
        raise InvalidSetup("/options/rows", "Two rows have the same key.", "S1.3")
    if not options.rows or len(options.rows) * (options.rounds or 1) * seats > MOST_CELLS:
        raise InvalidSetup("/options/rows", "A sheet has one row at least, and 2000 cells at most.", "S1.4")
    for name, listed in (("teams", options.teams), ("roles", options.roles)):
        if listed and len(listed) != seats:
            raise InvalidSetup(f"/options/{name}", "There has to be one for each player, or none at all.", "S1.5")
    if any(seat >= seats for seat in options.new):
        raise InvalidSetup("/options/new", "Nobody sits in one of these seats.", "S1.6")
    if options.start_seat is not None and options.start_seat >= seats:
        raise InvalidSetup("/options/start_seat", "Nobody sits in this seat.", "S1.6")
    return blank(options, seats)


def decide(state: SheetState, action: SheetAction) -> tuple[SheetFact, ...]:
    """What is written, or how the sheet is closed.

    Raises:
        RuleViolation: the sheet is closed, it has no such cell, or it can't have ended so.
    """
    if state.closed is not None:
        raise RuleViolation("S4.1", "The sheet is closed.")
    if action.seat >= state.seats:
        raise RuleViolation("S2.1", "Nobody sits in this seat.")
    if isinstance(action, SheetEnd):
        return (_closed(state, action),)
    return (_written(state, action),)


def _written(state: SheetState, action: SheetScore) -> SheetWritten:
    options = state.options
    label = next((row.label for row in options.rows if row.key == action.row), None)
    if label is None:
        raise RuleViolation("S2.2", "The sheet has no such row.")
    if options.rounds is None and action.round is not None:
        raise RuleViolation("S2.2", "The sheet has no rounds.")
    if options.rounds is not None and (action.round is None or action.round > options.rounds):
        raise RuleViolation("S2.2", "Say which of the {n} rounds it is.", n=options.rounds)
    number, value = action.round or 1, action.value.strip()
    before = state.written(number, action.row, action.seat)
    return SheetWritten(seat=action.seat, row=action.row, round=number, value=value, before=before, label=label)


def _closed(state: SheetState, action: SheetEnd) -> SheetClosed:
    if action.seat != 0:
        raise RuleViolation("S4.1", "Who sits in the first seat closes the sheet.")
    said = [bool(action.unfinished), bool(action.lost), action.winners is not None, action.ranks is not None]
    if sum(said) > 1:
        raise RuleViolation("S4.3", "Only one of these can be: winners, places, lost or unfinished.")
    cooperative = state.options.winning is SheetWinning.COOPERATIVE
    if cooperative and (action.ranks is not None or not any(said)):
        raise RuleViolation("S4.4", "Who plays together has won or lost: say which.")
    if action.winners is not None:
        _verify_winners(state, action.winners)
    if action.ranks is not None and len(action.ranks) != state.seats:
        raise RuleViolation("S4.3", "There is a place for each player.")
    if action.ranks is not None and max(action.ranks) > state.seats:
        raise RuleViolation("S4.3", "There are no more places than players.")
    return SheetClosed(
        winners=tuple(sorted(action.winners or ())),
        ranks=action.ranks or (),
        unfinished=bool(action.unfinished),
        lost=bool(action.lost),
    )


def _verify_winners(state: SheetState, winners: tuple[int, ...]) -> None:
    if not winners or len(set(winners)) < len(winners) or max(winners) >= state.seats:
        raise RuleViolation("S4.3", "Winners sit at the table, and each is named once.")


def pending(state: SheetState) -> Pending:
    """Everybody writes (S2.1), until the sheet is closed (S4.1)."""
    return AwaitSeats(tuple(range(state.seats))) if state.closed is None else Finished("S4.1")


def cells_of(state: SheetState) -> Iterator[tuple[int | None, str]]:
    """The round, where there are any, and the row of each cell of a seat."""
    rounds = [None] if state.options.rounds is None else range(1, state.options.rounds + 1)
    return ((number, row.key) for number in rounds for row in state.options.rows)
