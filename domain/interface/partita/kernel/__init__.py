"""The kernel's interface for games of other distributions: what rules, options, figures and words are made of.

It is small and has a number, :data:`INTERFACE`. A game names the number that it was written for, as a literal, in its
``Meta(…, interface=1)``; with another one it isn't loaded. What is added leaves the number as it is; what is taken
away, or means something else, makes it grow. docs/adding-a-game.md tells how a game is made of it.
"""

from domain.kernel.actions import ChanceAction, Fact, RecorderAction, Seat, SeatAction
from domain.kernel.adjusting import ADJUST, Adjust, Adjustment, HasAdjustments, adjusted_sentence
from domain.kernel.base import HiddenInformationGame, PerfectInformationGame
from domain.kernel.by_type import by_type
from domain.kernel.cards import HIDDEN, UNKNOWN, hidden
from domain.kernel.chance import Chance, Pile
from domain.kernel.chapter import END, PLAY, Chapter, Phase
from domain.kernel.choices import Choice, Face, HasSecretChoices, HasWording, Option, Slot, SlotKind, SlotList, option
from domain.kernel.decision_builder import Decided, DecisionBuilder
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.figures import Figure
from domain.kernel.game import ChanceOptions, Dealing, Game, Meta, Options, Setup
from domain.kernel.interface import INTERFACE
from domain.kernel.languages import ENGLISH, LANGUAGES, Language
from domain.kernel.legal import Entry, Legal, Limit, Multiset, Ranking, Template
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending
from domain.kernel.places import left_of, put
from domain.kernel.points import Points, points
from domain.kernel.refusals import HasRefusalWords
from domain.kernel.setup_words import HasSetupFields, OptionText, OptionValue, OptionWords, SetupField
from domain.kernel.standing import Standing, ranked
from domain.kernel.unknowns import HasUnknowns, Identification
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer, sees_hand_of
from domain.kernel.words import KERNEL, Texts, Words, listed

__all__ = [
    "ADJUST",
    "END",
    "ENGLISH",
    "HIDDEN",
    "INTERFACE",
    "KERNEL",
    "LANGUAGES",
    "PLAY",
    "PUBLIC",
    "RECORDER",
    "UNKNOWN",
    "Adjust",
    "Adjustment",
    "AwaitChance",
    "AwaitSeats",
    "Chance",
    "ChanceAction",
    "ChanceOptions",
    "Chapter",
    "Choice",
    "Dealing",
    "Decided",
    "DecisionBuilder",
    "Entry",
    "Face",
    "Fact",
    "Figure",
    "Finished",
    "Game",
    "HasAdjustments",
    "HasRefusalWords",
    "HasSecretChoices",
    "HasSetupFields",
    "HasUnknowns",
    "HasWording",
    "HiddenInformationGame",
    "Identification",
    "InvalidSetup",
    "Language",
    "Legal",
    "Limit",
    "Meta",
    "Multiset",
    "Option",
    "OptionText",
    "OptionValue",
    "OptionWords",
    "Options",
    "Pending",
    "PerfectInformationGame",
    "Phase",
    "Pile",
    "Points",
    "Ranking",
    "RecorderAction",
    "RuleViolation",
    "Seat",
    "SeatAction",
    "Setup",
    "SetupField",
    "Slot",
    "SlotKind",
    "SlotList",
    "Standing",
    "Template",
    "Texts",
    "Viewer",
    "Words",
    "adjusted_sentence",
    "by_type",
    "hidden",
    "left_of",
    "listed",
    "option",
    "points",
    "put",
    "ranked",
    "sees_hand_of",
]
