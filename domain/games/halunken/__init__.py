"""Halunken und Spelunken, by Alex Randolph: captains walk around the harbour and hire, steal and bribe."""

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenAdjust,
    HalunkenDealing,
    HalunkenMode,
    HalunkenOptions,
)
from domain.games.halunken.adjustment_choices import adjustments
from domain.games.halunken.chapters import chapter
from domain.games.halunken.choices import TIE_BREAKS, reports, secret_choices, wording
from domain.games.halunken.events import HalunkenFact
from domain.games.halunken.figures import FIGURES
from domain.games.halunken.folding import evolve
from domain.games.halunken.legal import legal_actions
from domain.games.halunken.meta import META, TEXTS
from domain.games.halunken.proposals import proposals
from domain.games.halunken.rules import decide, decided, draw, initial, pending
from domain.games.halunken.scoring import standings
from domain.games.halunken.sentences import refusal_words, sentence
from domain.games.halunken.setup_words import SETUP_WORDS
from domain.games.halunken.state import HalunkenState
from domain.games.halunken.view import HalunkenView, redact, reveals, view
from domain.kernel.base import HiddenInformationGame
from domain.kernel.game import Game, Setup


class Halunken(HiddenInformationGame[HalunkenOptions, HalunkenAction, HalunkenFact, HalunkenState]):
    """Halunken und Spelunken behind the interface of a game."""

    meta = META
    options_type = HalunkenOptions
    action_type = HalunkenAction
    fact_type = HalunkenFact
    view_type = HalunkenView
    adjust_type = HalunkenAdjust
    demos = tuple(
        Setup(seats, HalunkenOptions(mode=mode, start_seat=seats - 1, dealing=HalunkenDealing.SERVER))
        for mode, seats in (
            (HalunkenMode.INTRODUCTORY, 3),
            (HalunkenMode.INTRODUCTORY, 4),
            (HalunkenMode.STANDARD, 3),
            (HalunkenMode.STANDARD, 4),
            (HalunkenMode.TWO_PLAYERS, 2),
        )
    )
    figures = FIGURES
    texts = TEXTS
    tie_breaks = TIE_BREAKS
    setup_words = SETUP_WORDS

    initial = staticmethod(initial)
    decide = staticmethod(decide)
    decided = staticmethod(decided)
    evolve = staticmethod(evolve)
    pending = staticmethod(pending)
    legal_actions = staticmethod(legal_actions)
    draw = staticmethod(draw)
    view = staticmethod(view)
    redact = staticmethod(redact)
    reveals = staticmethod(reveals)
    standings = staticmethod(standings)
    open_standings = True
    sentence = staticmethod(sentence)
    refusal_words = staticmethod(refusal_words)
    chapter = staticmethod(chapter)
    wording = staticmethod(wording)
    reports = staticmethod(reports)
    secret_choices = staticmethod(secret_choices)
    adjustments = staticmethod(adjustments)
    proposals = staticmethod(proposals)

    @staticmethod
    def starting_seat(options: HalunkenOptions) -> int:
        """The seat that the options name."""
        return options.start_seat


GAME: Game[HalunkenOptions, HalunkenAction, HalunkenFact, HalunkenState] = Halunken()
