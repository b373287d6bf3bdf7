"""What is in the box (H1)."""

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

from domain.kernel import game
from domain.kernel.words import KERNEL, Texts

TEXTS: Final = Texts("domain.games.halunken", KERNEL)
"""What the game says to people."""

META: Final = game.Meta(
    key="halunken",
    title="Halunken und Spelunken",
    seats=(2, 3, 4),
    edition="giochi-rari-2002",
    credits="Alex Randolph, Kosmos",
)


class RogueColour(StrEnum):
    """The colours of the rogues, from the one that H5.2 ranks lowest to the highest."""

    RED = "red"
    VIOLET = "violet"
    GREEN = "green"
    YELLOW = "yellow"


class Rogue(StrEnum):
    """The 42 rogue cards, each one of its kind (H1.1)."""

    RED_4 = "red-4"
    RED_5 = "red-5"
    RED_6 = "red-6"
    RED_7 = "red-7"
    RED_8 = "red-8"
    RED_9 = "red-9"
    RED_10 = "red-10"
    RED_11 = "red-11"
    RED_15 = "red-15"
    VIOLET_3 = "violet-3"
    VIOLET_4 = "violet-4"
    VIOLET_5 = "violet-5"
    VIOLET_6 = "violet-6"
    VIOLET_7 = "violet-7"
    VIOLET_8 = "violet-8"
    VIOLET_9 = "violet-9"
    VIOLET_10 = "violet-10"
    VIOLET_11 = "violet-11"
    VIOLET_14 = "violet-14"
    GREEN_2 = "green-2"
    GREEN_3 = "green-3"
    GREEN_4 = "green-4"
    GREEN_5 = "green-5"
    GREEN_6 = "green-6"
    GREEN_7 = "green-7"
    GREEN_8 = "green-8"
    GREEN_9 = "green-9"
    GREEN_10 = "green-10"
    GREEN_11 = "green-11"
    GREEN_13 = "green-13"
    YELLOW_1 = "yellow-1"
    YELLOW_2 = "yellow-2"
    YELLOW_3 = "yellow-3"
    YELLOW_4 = "yellow-4"
    YELLOW_5 = "yellow-5"
    YELLOW_6 = "yellow-6"
    YELLOW_7 = "yellow-7"
    YELLOW_8 = "yellow-8"
    YELLOW_9 = "yellow-9"
    YELLOW_10 = "yellow-10"
    YELLOW_11 = "yellow-11"
    YELLOW_12 = "yellow-12"


WORTH: Final = {rogue: int(rogue.partition("-")[2]) for rogue in Rogue}
"""The value of each rogue (H1.1)."""

COLOUR: Final = {rogue: RogueColour(rogue.partition("-")[0]) for rogue in Rogue}
"""The colour of each rogue (H1.1)."""

COLOUR_RANK: Final = {colour: rank for rank, colour in enumerate(RogueColour)}
"""Which colour is above which, where values are equal (H5.2)."""

ROGUE_ORDER: Final = {rogue: place for place, rogue in enumerate(Rogue)}
"""The order in which rogues are listed: by colour, then by value."""


class MovementCard(StrEnum):
    """The eight movement cards of a player (H1.2)."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    RUM = "rum"


RUM: Final = MovementCard.RUM

STEPS: Final[dict[MovementCard, int]] = {card: int(card) for card in MovementCard if card is not RUM}
"""The spaces that each card moves a piece; Rum has none until a value is named (H3.3)."""

BLACK_JACK_NUMBERS: Final = tuple(range(1, 13))
"""Black Jack's twelve movement cards (H1.3)."""

TAVERNS: Final = 14
"""Taverns in the circle, with one space before each (H1.4)."""

PILE: Final = 3
"""Rogues on each tavern at first (H2.1)."""

ROUNDS: Final = 8
"""Rounds of a game: one for each movement card (H4.1)."""

BLACK_JACK: Final = "black_jack"
HARBOUR: Final = "harbour"

Piece: TypeAlias = int | Literal["black_jack"]
"""What stands on a space: the captain of a seat, or Black Jack."""

Place: TypeAlias = int | Literal["harbour"]
"""Where rogues lie that were collected: the crew of a seat, or the harbour."""

Tavern: TypeAlias = Annotated[
    int, Meta(ge=0, le=TAVERNS - 1, description="A tavern and the space before it, counted clockwise from 0.")
]


class HalunkenAtTavern(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The place of a rogue that lies open on a tavern."""

    tavern: Tavern


Spot: TypeAlias = Place | HalunkenAtTavern
"""Where a rogue can be seen."""
