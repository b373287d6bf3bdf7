"""Dschunke, by Michael Schacht: junks are loaded, goods are drawn, offered and sold."""

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDealing,
    DschunkeIdentification,
    DschunkeOpening,
    DschunkeOptions,
    DschunkeSetup,
)
from domain.games.dschunke.adjustment_choices import adjustments
from domain.games.dschunke.adjustments import DschunkeAdjust
from domain.games.dschunke.board import DschunkeBoard, verify_board
from domain.games.dschunke.chapters import chapter
from domain.games.dschunke.choices import TIE_BREAKS, reports, secret_choices, wording
from domain.games.dschunke.events import DschunkeFact
from domain.games.dschunke.figures import FIGURES
from domain.games.dschunke.folding import evolve
from domain.games.dschunke.identifying import identifications
from domain.games.dschunke.meta import META, TEXTS
from domain.games.dschunke.proposals import proposals
from domain.games.dschunke.remembering import recalled
from domain.games.dschunke.rules import decide, decided, draw, initial, legal_actions, pending
from domain.games.dschunke.scoring import standings
from domain.games.dschunke.sentences import sentence
from domain.games.dschunke.setup_words import SETUP_WORDS
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.unknowns import claims, identify, observe
from domain.games.dschunke.view import DschunkeView, redact, reveals, view
from domain.games.dschunke.words import refusal_words
from domain.kernel.base import HiddenInformationGame
from domain.kernel.game import Game, Setup

_TWO = (DschunkeSetup.FIXED, DschunkeSetup.FREE)
_MORE = (DschunkeSetup.STANDARD, DschunkeSetup.LEFT_NEIGHBOUR, DschunkeSetup.FREE)


class Dschunke(HiddenInformationGame[DschunkeOptions, DschunkeAction, DschunkeFact, DschunkeState]):
    """Dschunke behind the interface of a game."""

    meta = META
    options_type = DschunkeOptions
    action_type = DschunkeAction
    fact_type = DschunkeFact
    view_type = DschunkeView
    adjust_type = DschunkeAdjust
    board_type = DschunkeBoard
    identification_type = DschunkeIdentification
    demos = (
        *(
            Setup(seats, DschunkeOptions(start_seat=seats - 1, setup=kind, dealing=DschunkeDealing.SERVER))
            for seats in META.seats
            for kind in (_TWO if seats == 2 else _MORE)
        ),
        *(
            Setup(
                seats,
                DschunkeOptions(
                    opening_hands=DschunkeOpening.BY_KIND, wandering_merchants=True, dealing=DschunkeDealing.SERVER
                ),
            )
            for seats in (3, 4)
        ),
    )
    figures = FIGURES
    texts = TEXTS
    tie_breaks = TIE_BREAKS
    setup_words = SETUP_WORDS

    verify_board = staticmethod(verify_board)
    initial = staticmethod(initial)
    decide = staticmethod(decide)
    decided = staticmethod(decided)
    evolve = staticmethod(evolve)
    pending = staticmethod(pending)
    legal_actions = staticmethod(legal_actions)
    draw = staticmethod(draw)
    identify = staticmethod(identify)
    observe = staticmethod(observe)
    claims = staticmethod(claims)
    view = staticmethod(view)
    redact = staticmethod(redact)
    reveals = staticmethod(reveals)
    standings = staticmethod(standings)
    sentence = staticmethod(sentence)
    refusal_words = staticmethod(refusal_words)
    chapter = staticmethod(chapter)
    wording = staticmethod(wording)
    reports = staticmethod(reports)
    secret_choices = staticmethod(secret_choices)
    identifications = staticmethod(identifications)
    recalled = staticmethod(recalled)
    adjustments = staticmethod(adjustments)
    proposals = staticmethod(proposals)

    @staticmethod
    def starting_seat(options: DschunkeOptions) -> int:
        """The seat that the options name."""
        return options.start_seat


GAME: Game[DschunkeOptions, DschunkeAction, DschunkeFact, DschunkeState] = Dschunke()
