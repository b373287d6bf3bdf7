"""Cards that aren't known, as values, and hands as others see them."""

from collections.abc import Sequence, Sized
from typing import Any, Final

from domain.kernel.viewer import Viewer, sees_hand_of

UNKNOWN: Final = "unknown"
"""A card that the record was never told."""

HIDDEN: Final = "hidden"
"""A card that the viewer may not know. Only views and redacted events hold it."""


def hidden(cards: Sized) -> tuple[str, ...]:
    """As many cards, all hidden."""
    return (HIDDEN,) * len(cards)


def hands_known_to(viewer: Viewer, hands: Sequence[tuple[Any, ...]]) -> tuple[tuple[Any, ...], ...]:
    """The hands of all seats as `viewer` sees them: those of others are hidden."""
    return tuple(hand if sees_hand_of(viewer, seat) else hidden(hand) for seat, hand in enumerate(hands))
