"""The cards of Halunken und Spelunken, one by one."""

from collections.abc import Mapping

from domain.games.halunken.meta import BLACK_JACK_NUMBERS, MovementCard, Rogue
from replays.pictures.games.halunken.pieces import card_width, movement_card, rogue_card
from replays.pictures.glyphs import GlyphShape


def glyphs() -> Mapping[str, GlyphShape]:
    """Every rogue, every movement card, and Black Jack's."""
    rogues = {rogue.value: GlyphShape(rogue_card(rogue), 36, 20) for rogue in Rogue}
    moves = {f"move-{card.value}": _movement(card.value) for card in MovementCard}
    return rogues | moves | {f"black-jack-{number}": _movement(str(number)) for number in BLACK_JACK_NUMBERS}


def _movement(card: str) -> GlyphShape:
    return GlyphShape(movement_card(card, "left"), card_width(card), 22)
