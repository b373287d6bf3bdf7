"""The variations of a match, folded from their events: one aggregate beside that of the match."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias, assert_never
from uuid import UUID, uuid5

from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.audience import Audience, Reader, is_shown
from domain.kernel.viewer import RECORDER
from domain.variations.events import (
    VariationAdded,
    VariationCut,
    VariationDeleted,
    VariationDescribed,
    VariationEvent,
    VariationExtended,
    VariationsBegun,
)

_OfOne: TypeAlias = VariationAdded | VariationExtended | VariationCut | VariationDescribed | VariationDeleted


def variations_id(match_id: UUID) -> UUID:
    """The id under which the variations of a match are stored."""
    return uuid5(match_id, "variations")


class Move(Struct, frozen=True):
    """An action of a variation, as on the wire.

    Attributes:
        serial: tells the moves of a variation apart for good, counted from 1.
        at, by: when it was thought of, and the token by which.
    """

    serial: int
    action: dict[str, Any]
    at: datetime
    by: str


class Variation(Struct, frozen=True):
    """A line that was not played.

    Attributes:
        serial: its place among those of the match, in the order in which they were made; has gaps.
        author: the id of the token that made it.
        parent, anchor, step: where it leaves, as :class:`VariationAdded` tells.
        depth: 1 for one that leaves the match itself.
        moves_made: how many moves it ever had.
        version: counts its changes; 1 as it was first made.
    """

    id: UUID
    serial: int
    author: str
    parent: UUID | None
    anchor: int
    step: int
    depth: int
    line: tuple[Move, ...]
    moves_made: int
    title: str
    audience: Audience
    created_at: datetime
    updated_at: datetime
    version: int = 1

    def is_shown_to(self, reader: Reader) -> bool:
        """Whether `reader` may see it. Who may not know all of the match isn't shown what the rules let it do."""
        return is_shown(self.author, self.audience, RECORDER, reader) and reader.viewer is RECORDER

    def steps_by_anchor(self) -> dict[int, int]:
        """The step of each of its moves by their serial numbers; 0 is where it begins."""
        return {0: 0} | {move.serial: step for step, move in enumerate(self.line, start=1)}


class Variations(Struct, frozen=True):
    """All variations of a match, in the order in which they were made; a parent stands before what leaves it."""

    match_id: UUID
    version: int = 1
    items: Mapping[UUID, Variation] = {}

    @property
    def removed(self) -> bool:
        """Never: they are there as long as their match is."""
        return False

    def shown_to(self, reader: Reader) -> list[Variation]:
        """Those that `reader` may see, with all that they leave."""
        shown: dict[UUID, Variation] = {}
        for variation in self.items.values():
            if variation.is_shown_to(reader) and (variation.parent is None or variation.parent in shown):
                shown[variation.id] = variation
        return list(shown.values())

    def leaving(self, variation: Variation) -> list[Variation]:
        """All that leave `variation`, at whatever depth."""
        return [one for one in self.items.values() if one != variation and variation in self.ancestry(one.id)]

    def ancestry(self, variation_id: UUID) -> Iterator[Variation]:
        """The variation, the one that it leaves, and so on to one that leaves the match."""
        following: UUID | None = variation_id
        while following is not None:
            yield self.items[following]
            following = self.items[following].parent


def fold(variations: Variations | None, events: Iterable[VariationEvent]) -> Variations | None:
    """`variations`, which stay as they are, after `events`; None where nobody has made any."""
    items = dict(variations.items) if variations else {}
    for event in events:
        if isinstance(event, VariationsBegun):
            variations = Variations(event.match_id)
            continue
        assert variations is not None, "the first event begins them"  # noqa: S101  # the event store keeps the order
        version = variations.version + 1
        _apply(items, event, version)
        variations = Variations(variations.match_id, version, items)
    return variations


def _apply(items: dict[UUID, Variation], event: _OfOne, version: int) -> None:
    if isinstance(event, VariationAdded):
        items[event.id] = Variation(
            id=event.id,
            serial=version,
            author=event.by,
            parent=event.parent,
            anchor=event.anchor,
            step=event.step,
            depth=1 if event.parent is None else items[event.parent].depth + 1,
            line=_moves(event.actions, 0, event),
            moves_made=len(event.actions),
            title=event.title,
            audience=event.audience,
            created_at=event.at,
            updated_at=event.at,
        )
        return
    before = replace(items[event.id], version=items[event.id].version + 1, updated_at=event.at)
    match event:
        case VariationExtended():
            line = (*before.line, *_moves(event.actions, before.moves_made, event))
            items[event.id] = replace(before, line=line, moves_made=before.moves_made + len(event.actions))
        case VariationCut():
            items[event.id] = replace(before, line=before.line[: event.keep])
        case VariationDescribed():
            items[event.id] = replace(before, title=event.title, audience=event.audience)
        case VariationDeleted():
            _delete(items, event.id)
        case _:
            assert_never(event)


def _moves(actions: Iterable[dict[str, Any]], made: int, event: VariationAdded | VariationExtended) -> tuple[Move, ...]:
    return tuple(Move(serial, action, event.at, event.by) for serial, action in enumerate(actions, start=made + 1))


def _delete(items: dict[UUID, Variation], variation_id: UUID) -> None:
    """Take a variation out, with all that leave it, which stand behind it."""
    gone = {variation_id}
    for variation in list(items.values()):
        if variation.id in gone or variation.parent in gone:
            gone.add(variation.id)
            del items[variation.id]
