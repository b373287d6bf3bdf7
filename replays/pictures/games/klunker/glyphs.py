"""The cards of Klunker, one by one."""

from collections.abc import Mapping

from domain.games.klunker.meta import Jewel
from replays.pictures.cards import CARD
from replays.pictures.games.klunker.table import jewel_card
from replays.pictures.glyphs import GlyphShape


def glyphs() -> Mapping[str, GlyphShape]:
    """A card for each jewel."""
    return {jewel.value: GlyphShape(jewel_card(jewel), CARD, CARD) for jewel in Jewel}
