"""Cargo on a junk, layer by layer (D3).

The hold of a junk is a tuple of bars, each the seat that owns it, in the order in which they were loaded. Three bars
are a layer, and each layer lies across the one below (D3.1). Where in its layer a bar lies makes no difference, so a
bar that is moved away leaves no gap: the next bar loaded completes the layer.
"""

from typing import Final, TypeAlias

Hold: TypeAlias = tuple[int, ...]

LAYER: Final = 3
"""Bars in a layer, and crates in a bar (D1.1, D3.1)."""


def layers(hold: Hold) -> tuple[Hold, ...]:
    """The layers, the lowest first."""
    return tuple(hold[at : at + LAYER] for at in range(0, len(hold), LAYER))


def top_layer(hold: Hold) -> Hold:
    """The bars that nothing lies upon; none on an empty junk."""
    return hold[(len(hold) - 1) // LAYER * LAYER :] if hold else ()


def loaded(hold: Hold, seat: int, bars: int) -> Hold:
    """The hold after `bars` more of `seat` were laid down (D3.1)."""
    return hold + (seat,) * bars


def unloaded(hold: Hold, seat: int) -> Hold:
    """The hold after a bar of `seat` was taken from the top layer (D3.3)."""
    top = top_layer(hold)
    at = len(hold) - len(top) + top.index(seat)
    return hold[:at] + hold[at + 1 :]


def taken_off(hold: Hold, seat: int, bars: int) -> Hold:
    """The hold without the uppermost `bars` of `seat`, wherever they lay: others sink into the gaps."""
    for _ in range(bars):
        at = len(hold) - 1 - hold[::-1].index(seat)
        hold = hold[:at] + hold[at + 1 :]
    return hold


def visible(hold: Hold, seat: int) -> int:
    """The visible crates of `seat` (D3.2).

    All crates of the top layer are visible. While it isn't full, each bar of the layer below, lying across, shows
    one crate for each bar that the top layer lacks.
    """
    top = top_layer(hold)
    crates = LAYER * top.count(seat)
    missing = LAYER - len(top)
    if missing and len(hold) > len(top):
        below = hold[-len(top) - LAYER : -len(top)]
        crates += missing * below.count(seat)
    return crates
