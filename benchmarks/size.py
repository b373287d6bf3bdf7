"""Size: the bytes of a stored event, and of a match that is kept folded."""

import gc
import tracemalloc
from collections.abc import Sequence
from statistics import mean
from typing import cast

import msgspec

from benchmarks.harness import Effort, Figure, Report
from benchmarks.plays import Play, demo_plays
from domain.codec import decode
from domain.compression import compressed
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.folding import fold
from domain.match.match import Match
from domain.registry import GAMES
from service.eventstore.aggregate_cache import CACHED, EVENTS_EACH

JSON = "the same event as JSON"


def folded(plays: Sequence[Play]) -> float:
    """The bytes of memory that a whole match takes when it was folded from the log."""
    kept = [_from_log(play) for play in plays[:1]]  # what is made once is there
    gc.collect()
    tracemalloc.start()
    try:
        kept += [_from_log(play) for play in plays]
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return size / len(plays)


def _from_log(play: Play) -> Match | None:
    return fold(None, [cast("MatchEvent", decode(*stored)) for stored in play.stored])


def run(effort: Effort) -> Report:
    """Bytes of a played action of each game, beside the same as JSON."""
    figures = []
    for key in GAMES:
        plays = demo_plays(key, effort.matches)
        pairs = [
            (event, topic, stored)
            for play in plays
            for event, (topic, stored) in zip(play.events, play.stored, strict=True)
            if isinstance(event, ActionPlayed)
        ]
        plain = mean(len(stored) for _, _, stored in pairs)
        small = mean(len(compressed(topic, stored)[1]) for _, topic, stored in pairs)
        json = mean(len(msgspec.json.encode(event)) for event, _, _ in pairs)
        topics = mean(len(topic) for _, topic, _ in pairs)
        kept = folded(plays)
        at_hand = CACHED * EVENTS_EACH / mean(max(len(play.events), EVENTS_EACH) for play in plays)
        figures += [
            Figure(name=f"{key}, an action", value=small, unit="bytes", beside=JSON, ratio=small / json),
            Figure(name=f"{key}, an action before it is compressed", value=plain, unit="bytes"),
            Figure(name=f"{key}, its topic", value=topics, unit="bytes"),
            Figure(
                name=f"{key}, a match",
                value=mean(sum(len(compressed(*one)[1]) for one in p.stored) for p in plays),
                unit="bytes",
            ),
            Figure(name=f"{key}, a match", value=mean(len(play.events) for play in plays), unit="events"),
            Figure(name=f"{key}, a match kept folded", value=kept, unit="bytes"),
            Figure(name=f"{key}, at hand at most", value=at_hand, unit="matches"),
            Figure(name=f"{key}, at hand at most", value=at_hand * kept / 1e6, unit="MB"),
        ]
    return Report(
        "Size", tuple(figures), ("What it takes in PostgreSQL with its row and indexes stands at Projections.",)
    )
