"""What a viewer may know of goods and special cards that were put elsewhere: who held or got them saw them."""

from typing import Any

from msgspec.structs import replace

from domain.games.dschunke.adjustments import (
    DschunkeAdjust,
    DschunkeAdjustment,
    DschunkeGoodsAdjustment,
    DschunkeSpecialAdjustment,
)
from domain.games.dschunke.meta import ALWAYS
from domain.games.dschunke.put_events import DschunkeGoodsPut, DschunkeSpecialPut
from domain.kernel.cards import HIDDEN, hidden
from domain.kernel.viewer import RECORDER, Viewer


def sees_goods(viewer: Viewer, put: DschunkeGoodsAdjustment | DschunkeGoodsPut) -> bool:
    """Whether `viewer` saw the goods: all do where they lay open, or lie so (D1.2)."""
    return _takes_part(viewer, put.from_, put.to) or "piles" in {put.from_, put.to}


def sees_special(viewer: Viewer, put: DschunkeSpecialAdjustment | DschunkeSpecialPut) -> bool:
    """Whether `viewer` saw the card: all do where it was played, or is an "always" card (D9)."""
    return _takes_part(viewer, put.from_, put.to) or "played" in {put.from_, put.to} or put.card in ALWAYS


def _takes_part(viewer: Viewer, origin: int | str, to: int | str) -> bool:
    return viewer is RECORDER or viewer in {origin, to}


def redacted_adjust(action: DschunkeAdjust, viewer: Viewer) -> DschunkeAdjust:
    """`action` as `viewer` may know it: with hidden cards goes the reason, which may name them."""
    changes: tuple[Any, ...] = tuple(redacted_put(change, viewer) for change in action.changes)
    if changes == action.changes:
        return action
    return replace(action, changes=changes, reason=HIDDEN)


def redacted_put(put: DschunkeAdjustment | DschunkeGoodsPut | DschunkeSpecialPut, viewer: Viewer) -> Any:
    """A change, or the fact of one, as `viewer` may know it."""
    match put:
        case DschunkeGoodsAdjustment() | DschunkeGoodsPut() if not sees_goods(viewer, put):
            return replace(put, goods=hidden(put.goods))
        case DschunkeSpecialAdjustment() | DschunkeSpecialPut() if not sees_special(viewer, put):
            return replace(put, card=HIDDEN)
        case _:
            return put
