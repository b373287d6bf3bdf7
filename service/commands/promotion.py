"""Variations that are gone on with: written down as matches of their own."""

from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from uuid import UUID, uuid5

import msgspec

from domain.kernel.seed import SeededChance, commitment_to
from domain.match import commands
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.variations.promotion import committed, promote
from domain.variations.variation_line import line_of
from domain.variations.variations import Variation, Variations
from service.eventstore.dice import new_seed
from service.eventstore.errors import NotFound, VersionConflict
from service.eventstore.event_store import EventStore
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, MatchSeed, SideRows
from service.eventstore.seeds import Seeds


async def promote_to_match(
    store: EventStore,
    seeds: Seeds,
    match_id: UUID,
    match: Match,
    variations: Variations,
    variation: Variation,
    *,
    at: datetime,
    by: str,
    key: IdempotencyKey | None,
) -> AppendResult:
    """A match that is `match` up to where `variation` leaves it, and then that; the server draws next where it deals.

    It draws by the seed of `match`: what would have lain somewhere there lies there in this line, too.

    The same line was perhaps promoted before: then that match is given, as it is now, unless it was removed.

    Raises:
        NotPossible: the variation no longer stands as a whole.
        KeyReused: `key` belongs to another request.
    """

    def promoted() -> tuple[list[MatchEvent], Match]:
        line = line_of(match, variations, variation.id)
        events = promote(match_id, match, variations, variation, line, at=at, by=by)
        return events, _folded(events)

    def dealt(fork_id: UUID, events: list[MatchEvent]) -> MatchSeed:
        """The seed by which the server goes on in the new match, after it has drawn."""
        played = seeds.newest(match_id, match)
        seed = MatchSeed(fork_id, len(events), new_seed() if played is None else played.seed)
        events[0] = committed(events[0], commitment_to(seed.seed, fork_id), len(events) - 1)
        commands.let_server_draw(_folded(events), events, SeededChance(seed.seed, seed.since), at=at, by=by)
        return seed

    events, fork = await store.blocking(promoted)
    fork_id = _fork_id(variation.id, fork)
    while await _was_removed(store, fork_id):  # an id is never given again
        fork_id = uuid5(fork_id, "again")
    brought = [await store.blocking(dealt, fork_id, events)] if fork.server_deals else []
    try:
        return await store.matches.create(fork_id, lambda: events, key=key, side_rows=SideRows(seeds=brought))
    except VersionConflict:
        version = (await store.matches.load(fork_id)).version
        position = await store.blocking(store.log.position_of, fork_id, version)
        return AppendResult(fork_id, 1, version, position, ())


def _folded(events: Sequence[MatchEvent]) -> Match:
    return fold(evolve(None, events[0]), events[1:])


async def _was_removed(store: EventStore, match_id: UUID) -> bool:
    """Whether there was a match with this id."""
    if not await store.blocking(store.log.begun, [match_id]):
        return False
    try:
        await store.matches.load(match_id)
    except NotFound:
        return True
    return False


def _fork_id(variation_id: UUID, promoted: Match) -> UUID:
    """The id of the match that a variation is promoted to; another line gives another one."""
    line = msgspec.json.encode([ply.played.action for ply in promoted.line])
    return uuid5(variation_id, sha256(line).hexdigest())
