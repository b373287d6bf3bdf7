"""Variations that are gone on with: written down as matches of their own."""

from datetime import datetime
from functools import reduce
from hashlib import sha256
from uuid import UUID, uuid5

import msgspec

from domain.kernel.seed import SeededChance, commitment_to
from domain.match import commands
from domain.match.match import Match, evolve
from domain.variations.line import line_of
from domain.variations.promotion import committed, promote
from domain.variations.variations import Variation, Variations
from service.eventstore.aggregates import MatchStore
from service.eventstore.dice import new_seed
from service.eventstore.errors import NotFound, VersionConflict
from service.eventstore.log import AppendResult
from service.eventstore.recorder import NO_SIDE_ROWS, IdempotencyKey, MatchSeed, SideRows
from service.eventstore.seeds import Seeds


def promote_to_match(
    store: MatchStore,
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
    line = line_of(match, variations, variation.id)
    events = promote(match_id, match, variations, variation, line, at=at, by=by)
    promoted = reduce(evolve, events[1:], evolve(None, events[0]))
    fork_id = _fork_id(variation.id, promoted)
    while _was_removed(store, fork_id):  # an id is never given again
        fork_id = uuid5(fork_id, "again")
    beside = NO_SIDE_ROWS
    if promoted.server_deals:
        played = seeds.newest(match_id, match)
        seed = MatchSeed(fork_id, len(events), new_seed() if played is None else played.seed)
        events[0] = committed(events[0], commitment_to(seed.seed, fork_id), len(events) - 1)
        promoted = reduce(evolve, events[1:], evolve(None, events[0]))
        commands.let_server_draw(promoted, events, SeededChance(seed.seed, seed.since), at=at, by=by)
        beside = SideRows(seeds=[seed])
    try:
        return store.create(fork_id, lambda: events, key=key, beside=beside)
    except VersionConflict:
        version = store.load(fork_id).version
        return AppendResult(fork_id, 1, version, store.log.position_of(fork_id, version), ())


def _was_removed(store: MatchStore, match_id: UUID) -> bool:
    """Whether there was a match with this id."""
    if not store.log.begun([match_id]):
        return False
    try:
        store.load(match_id)
    except NotFound:
        return True
    return False


def _fork_id(variation_id: UUID, promoted: Match) -> UUID:
    """The id of the match that a variation is promoted to; another line gives another one."""
    line = msgspec.json.encode([ply.played.action for ply in promoted.line])
    return uuid5(variation_id, sha256(line).hexdigest())
