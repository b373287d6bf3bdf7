"""The rounds of a sheet to jump to."""

from domain.games.sheet.state import SheetState
from domain.kernel.chapter import END, PLAY, Chapter


def chapter(state: SheetState) -> Chapter:
    """How many rounds were begun, in whatever order; none where the sheet has none."""
    return Chapter(state.round if state.options.rounds else 0, PLAY if state.closed is None else END)
