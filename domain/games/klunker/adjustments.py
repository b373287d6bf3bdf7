"""What can be put otherwise in Klunker than the rules would have it, as on the wire."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct, field

from domain.games.klunker.meta import Jewel
from domain.kernel.actions import Seat
from domain.kernel.adjusting import ADJUST, Adjust, Adjustment


class KlunkerPlace(StrEnum):
    """Where cards can lie (K1.4, K9.1)."""

    HAND = "hand"
    SHOWCASE = "showcase"
    SAFE = "safe"
    BANK = "bank"
    DECK = "deck"
    OUT_OF_GAME = "out_of_game"


COMMON_PLACES = frozenset({KlunkerPlace.DECK, KlunkerPlace.OUT_OF_GAME})
"""The places that belong to nobody."""


class KlunkerSpot(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A place, and whose it is."""

    place: KlunkerPlace
    seat: Annotated[Seat, Meta(description="Whose place; left out for `deck` and `out_of_game`.")] | None = None


class KlunkerMoveCards(Adjustment, frozen=True, kw_only=True, tag="cards"):
    """Cards lie in another place. Of a banknote, the jewel on its other side is named."""

    jewels: Annotated[tuple[Jewel, ...], Meta(min_length=1, max_length=94)]
    from_: KlunkerSpot = field(name="from")
    to: KlunkerSpot


class KlunkerMoveFaceDown(Adjustment, frozen=True, kw_only=True, tag="face_down"):
    """Cards lie in another place that nobody has looked at: banknotes, cards of the deck, unknown ones of a hand."""

    cards: Annotated[int, Meta(ge=1, le=94)]
    from_: KlunkerSpot = field(name="from")
    to: KlunkerSpot


class KlunkerChangeTurn(Adjustment, frozen=True, kw_only=True, tag="turn"):
    """It is another one's turn; in the third phase, that player's buying card is the next."""

    seat: Seat


class KlunkerMoveStartCard(Adjustment, frozen=True, kw_only=True, tag="start_card"):
    """The start card lies before somebody else (K7.1)."""

    seat: Seat


KlunkerAdjustment: TypeAlias = KlunkerMoveCards | KlunkerMoveFaceDown | KlunkerChangeTurn | KlunkerMoveStartCard


class KlunkerAdjust(Adjust, frozen=True, kw_only=True, tag=ADJUST):
    """Something that the rules don't allow was done, and it stood: the table is put as it was played."""

    changes: Annotated[tuple[KlunkerAdjustment, ...], Meta(min_length=1, max_length=20)]
