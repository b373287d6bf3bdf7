"""Klunker, by Uwe Rosenberg: jewels are shown, stored and bought, and sets of four are sold."""

from domain.games.klunker.actions import KlunkerAction, KlunkerDealing, KlunkerIdentification, KlunkerOptions
from domain.games.klunker.adjusting_choices import adjustments, proposals
from domain.games.klunker.adjustments import KlunkerAdjust
from domain.games.klunker.chapters import chapter
from domain.games.klunker.choices import TIE_BREAKS, reports, secret_choices, wording
from domain.games.klunker.deals import draw
from domain.games.klunker.events import KlunkerFact
from domain.games.klunker.figures import FIGURES
from domain.games.klunker.folding import evolve
from domain.games.klunker.identifying import identifications
from domain.games.klunker.legal import legal_actions
from domain.games.klunker.meta import META, TEXTS
from domain.games.klunker.rules import decide, decided, initial, pending
from domain.games.klunker.scoring import standings
from domain.games.klunker.sentences import refusal_words, sentence
from domain.games.klunker.setup_words import SETUP_WORDS
from domain.games.klunker.state import KlunkerState
from domain.games.klunker.unknowns import claims, identify, observe
from domain.games.klunker.view import KlunkerView, redact, reveals, view
from domain.kernel.base import HiddenInformationGame
from domain.kernel.game import Game, Setup


class Klunker(HiddenInformationGame[KlunkerOptions, KlunkerAction, KlunkerFact, KlunkerState]):
    """Klunker behind the interface of a game."""

    meta = META
    options_type = KlunkerOptions
    action_type = KlunkerAction
    fact_type = KlunkerFact
    view_type = KlunkerView
    identification_type = KlunkerIdentification
    adjust_type = KlunkerAdjust
    demos = tuple(
        Setup(seats, KlunkerOptions(start_seat=seats - 1, dealing=KlunkerDealing.SERVER)) for seats in META.seats
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
    identify = staticmethod(identify)
    observe = staticmethod(observe)
    claims = staticmethod(claims)
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
    identifications = staticmethod(identifications)
    adjustments = staticmethod(adjustments)
    proposals = staticmethod(proposals)

    @staticmethod
    def starting_seat(options: KlunkerOptions) -> int:
        """The seat that the options name."""
        return options.start_seat


GAME: Game[KlunkerOptions, KlunkerAction, KlunkerFact, KlunkerState] = Klunker()
