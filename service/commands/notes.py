"""What people write beside matches: annotations and variations, each match's under ids of their own."""

from collections.abc import Callable, Collection, Sequence
from typing import Final, LiteralString
from uuid import UUID

from domain.annotations.annotations import Annotations, annotations_id
from domain.annotations.audience import Reader
from domain.annotations.events import AnnotationEvent, AnnotationsBegun
from domain.match.match import Match
from domain.variations.events import VariationEvent, VariationsBegun
from domain.variations.variations import Variations, variations_id
from replays.notebook import Notebook, notebook
from service.eventstore.errors import NotFound
from service.eventstore.event_store import EventStore
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey

_IDS: Final = (annotations_id, variations_id)


class NoteStores:
    """The annotations and variations of all matches."""

    def __init__(self, store: EventStore) -> None:
        self.annotations = store.annotations
        self.variations = store.variations
        self._matches = store.matches
        self._blocking = store.blocking

    async def annotations_of(self, match_id: UUID) -> Annotations:
        """Those of a match; at version 0 where nobody has written any."""
        try:
            return await self.annotations.load(annotations_id(match_id))
        except NotFound:
            return Annotations(match_id, version=0)

    async def variations_of(self, match_id: UUID) -> Variations:
        """Those of a match; at version 0 where nobody has made any."""
        try:
            return await self.variations.load(variations_id(match_id))
        except NotFound:
            return Variations(match_id, version=0)

    async def of(self, match_id: UUID, match: Match, reader: Reader | None = None) -> Notebook:
        """All annotations and variations of `match` that `reader` may see, in the canonical order.

        Without a reader all of them, private ones included.
        """
        annotations, variations = await self.annotations_of(match_id), await self.variations_of(match_id)
        return await self._blocking(
            notebook, match, annotations, variations, lambda: self._matches.events(match_id), reader
        )

    async def annotate(
        self,
        begun: AnnotationsBegun,
        decide: Callable[[Annotations], Sequence[AnnotationEvent]],
        key: IdempotencyKey | None = None,
    ) -> AppendResult:
        """Store what `decide` makes of the newest annotations of a match; `begun` is stored before the first one.

        Raises:
            KeyReused, Overloaded: as the names say, and what `decide` raises.
        """
        return await self.annotations.revise(annotations_id(begun.match_id), decide, key=key, begin=[begun])

    async def vary(
        self,
        begun: VariationsBegun,
        decide: Callable[[Variations], Sequence[VariationEvent]],
        key: IdempotencyKey | None = None,
    ) -> AppendResult:
        """Store what `decide` makes of the newest variations of a match; as :meth:`annotate`."""
        return await self.variations.revise(variations_id(begun.match_id), decide, key=key, begin=[begun])


def erasure(match_ids: Collection[UUID]) -> tuple[LiteralString, tuple[list[UUID], ...]]:
    """The statement, with its parameters, that deletes all that was written beside these matches, which were removed.

    These are words of people, which nobody follows, and what seats claimed.
    """
    pairs = [(match_id, note_id(match_id)) for match_id in match_ids for note_id in _IDS]
    return _ERASE, (list(match_ids), [match_id for match_id, _ in pairs], [note_id for _, note_id in pairs])


_ERASE: Final[LiteralString] = """
    WITH claims AS (DELETE FROM refused_claims WHERE match_id = ANY(%s))
    SELECT erase_notes(%s, %s)
"""
