"""A score sheet for any game: people write points into its cells, and say how the game has ended."""

from domain.games.sheet.actions import SheetAction, SheetOptions, SheetWinning
from domain.games.sheet.chapters import chapter
from domain.games.sheet.choices import TIE_BREAKS, reports, wording
from domain.games.sheet.demo import DEMO, DEMO_PLAY
from domain.games.sheet.events import SheetFact
from domain.games.sheet.figures import FIGURES
from domain.games.sheet.legal import legal_actions
from domain.games.sheet.meta import META, TEXTS
from domain.games.sheet.rules import decide, initial, pending
from domain.games.sheet.scoring import sides, standings
from domain.games.sheet.sentences import sentence
from domain.games.sheet.setup_words import (
    SEAT_FIELDS,
    SETUP_FIELDS,
    SETUP_TEXTS,
    SETUP_WORDS,
    fields_from,
    options_from,
    template,
)
from domain.games.sheet.state import SheetState, evolve
from domain.kernel.base import PerfectInformationGame
from domain.kernel.figures import Figure
from domain.kernel.game import Game, Setup


class Sheet(PerfectInformationGame[SheetOptions, SheetAction, SheetFact, SheetState]):
    """The sheet behind the interface of a game."""

    meta = META
    options_type = SheetOptions
    action_type = SheetAction
    fact_type = SheetFact
    view_type = SheetState
    demos: tuple[Setup[SheetOptions], ...] = (DEMO,)
    demo_play: tuple[SheetAction, ...] = DEMO_PLAY
    figures: tuple[Figure, ...] = FIGURES
    texts = TEXTS
    tie_breaks = TIE_BREAKS
    setup_words = SETUP_WORDS
    setup_texts = SETUP_TEXTS
    setup_fields = SETUP_FIELDS
    seat_fields = SEAT_FIELDS

    options_from = staticmethod(options_from)
    fields_from = staticmethod(fields_from)
    template = staticmethod(template)
    initial = staticmethod(initial)
    decide = staticmethod(decide)
    evolve = staticmethod(evolve)
    pending = staticmethod(pending)
    legal_actions = staticmethod(legal_actions)
    standings = staticmethod(standings)
    open_standings = True
    sentence = staticmethod(sentence)
    chapter = staticmethod(chapter)
    wording = staticmethod(wording)
    reports = staticmethod(reports)

    @staticmethod
    def starting_seat(options: SheetOptions) -> int | None:
        """The seat that the options name, if they do (S1.6)."""
        return options.start_seat

    @staticmethod
    def sides(options: SheetOptions, seats: int) -> tuple[int, ...]:
        """The teams (S1.5, S4.5); who plays together is on one side (S4.4)."""
        return sides(options, seats)

    @staticmethod
    def lowest_wins(options: SheetOptions) -> bool:
        """Whether the fewest points win (S4.2)."""
        return options.winning is SheetWinning.LOWEST

    @staticmethod
    def broken_off(state: SheetState) -> bool:
        """Whether the players said so (S4.6)."""
        return state.closed is not None and state.closed.unfinished


GAME: Game[SheetOptions, SheetAction, SheetFact, SheetState] = Sheet()
