"""What happened to the variations of a match. Stored as the events of a match are, with the same promise.

Their actions are kept as on the wire and decided anew whenever a variation is looked at: what follows from them depends
on the match before them, which may be corrected.
"""

from typing import Any, TypeAlias
from uuid import UUID

from domain.annotations.audience import Audience
from domain.match.events import Event


class VariationsBegun(Event, frozen=True, kw_only=True, tag="begun"):
    """The first variation of a match is about to be kept."""

    match_id: UUID


class VariationAdded(Event, frozen=True, kw_only=True, tag="added"):
    """A line that leaves the match, or another variation, at a step.

    Attributes:
        anchor: that step, told by the action that led there (:mod:`domain.match.anchors`); of a variation, the serial
            number of its move.
        step: the number of that step then.
        actions: its moves, as on the wire.
        parent: the variation that it leaves, if it doesn't leave the match itself.
    """

    id: UUID
    anchor: int
    step: int
    actions: tuple[dict[str, Any], ...]
    audience: Audience
    title: str = ""
    parent: UUID | None = None


class VariationExtended(Event, frozen=True, kw_only=True, tag="extended"):
    """The line goes on."""

    id: UUID
    actions: tuple[dict[str, Any], ...]


class VariationCut(Event, frozen=True, kw_only=True, tag="cut"):
    """Only the first `keep` moves stay. What leaves the line behind them has no place until it is deleted."""

    id: UUID
    keep: int


class VariationDescribed(Event, frozen=True, kw_only=True, tag="described"):
    """Its title, or for whom it is, was corrected; both are told."""

    id: UUID
    title: str
    audience: Audience


class VariationDeleted(Event, frozen=True, kw_only=True, tag="deleted"):
    """It is gone, and with it all that leave it."""

    id: UUID


VariationEvent: TypeAlias = (
    VariationsBegun | VariationAdded | VariationExtended | VariationCut | VariationDescribed | VariationDeleted
)
