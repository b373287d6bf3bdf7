"""Chess by the Laws of FIDE, and Chess960."""

from collections.abc import Mapping
from types import MappingProxyType

from domain.games.chess.actions import ChessAction, ChessOptions
from domain.games.chess.choices import TIE_BREAKS, refusal_words, reports, wording
from domain.games.chess.demo import DEMO, DEMO_PLAY
from domain.games.chess.events import ChessFact
from domain.games.chess.fen import read_fen
from domain.games.chess.figures import FIGURES
from domain.games.chess.legal import legal_actions
from domain.games.chess.meta import META, TEXTS, WHITE
from domain.games.chess.openings import opening_of
from domain.games.chess.rules import decide, decided, initial, pending
from domain.games.chess.scoring import drawn, standings
from domain.games.chess.sentences import sentence
from domain.games.chess.setup_words import SEAT_FIELDS, SETUP_FIELDS, fields_from, options_from, template
from domain.games.chess.state import ChessState, evolve
from domain.games.chess.view import ChessView, view
from domain.kernel.base import PerfectInformationGame
from domain.kernel.figures import Figure
from domain.kernel.game import Game, Setup
from domain.kernel.languages import Language


class Chess(PerfectInformationGame[ChessOptions, ChessAction, ChessFact, ChessState]):
    """The rules behind the interface of a game."""

    meta = META
    options_type = ChessOptions
    action_type = ChessAction
    fact_type = ChessFact
    view_type = ChessView
    demos: tuple[Setup[ChessOptions], ...] = (DEMO,)
    demo_play: tuple[ChessAction, ...] = DEMO_PLAY
    figures: tuple[Figure, ...] = FIGURES
    traits: tuple[str, ...] = ("eco",)
    trait_groups: Mapping[str, int] = MappingProxyType({"eco": 1})
    texts = TEXTS
    tie_breaks = TIE_BREAKS
    setup_fields = SETUP_FIELDS
    seat_fields = SEAT_FIELDS

    options_from = staticmethod(options_from)
    fields_from = staticmethod(fields_from)
    template = staticmethod(template)
    initial = staticmethod(initial)
    decide = staticmethod(decide)
    decided = staticmethod(decided)
    evolve = staticmethod(evolve)
    pending = staticmethod(pending)
    legal_actions = staticmethod(legal_actions)
    standings = staticmethod(standings)
    open_standings = True
    scored_in_play = False
    drawn = staticmethod(drawn)
    view = staticmethod(view)
    sentence = staticmethod(sentence)
    wording = staticmethod(wording)
    reports = staticmethod(reports)
    refusal_words = staticmethod(refusal_words)

    @staticmethod
    def traits_of(state: ChessState) -> Mapping[str, str]:
        """The code of the opening, as far as the game has come into one."""
        return {} if state.opening is None else {"eco": state.opening.eco}

    @staticmethod
    def trait_name(trait: str, value: str, language: Language) -> str:
        """The name of the opening with a code, or of the kind of opening that a letter is."""
        opening = opening_of(value) if trait == "eco" else None
        key = f"kind_{value}" if opening is None else f"opening_{opening.name}"
        return TEXTS[language].get(key, "")

    @staticmethod
    def starting_seat(options: ChessOptions) -> int | None:
        """White, or whom the position names (C2.1)."""
        return read_fen(options.fen).position.turn if options.fen else WHITE


GAME: Game[ChessOptions, ChessAction, ChessFact, ChessState] = Chess()
