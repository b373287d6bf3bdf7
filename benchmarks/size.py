"""Size: the bytes of a stored event."""

from statistics import mean

import msgspec

from benchmarks.harness import Effort, Figure, Report
from benchmarks.plays import demo_plays
from domain.match.events import ActionPlayed
from domain.registry import GAMES

JSON = "the same event as JSON"


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
        stored = mean(len(stored) for _, _, stored in pairs)
        json = mean(len(msgspec.json.encode(event)) for event, _, _ in pairs)
        topics = mean(len(topic) for _, topic, _ in pairs)
        figures += [
            Figure(name=f"{key}, an action", value=stored, unit="bytes", beside=JSON, ratio=stored / json),
            Figure(name=f"{key}, its topic", value=topics, unit="bytes"),
            Figure(name=f"{key}, a match", value=mean(sum(len(s) for _, s in p.stored) for p in plays), unit="bytes"),
            Figure(name=f"{key}, a match", value=mean(len(play.events) for play in plays), unit="events"),
        ]
    return Report(
        "Size", tuple(figures), ("What it takes in PostgreSQL with its row and indexes stands at Projections.",)
    )
