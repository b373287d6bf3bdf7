"""Seeds at hand: asked for once as long as they are all there."""

from datetime import UTC, date, datetime
from typing import Any, cast
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace

from domain.match.commands import open_match
from domain.match.folding import evolve
from domain.match.match import Match
from domain.match.parts import Commitment
from domain.registry import game_of
from service.eventstore.recorder import MatchSeed
from service.eventstore.seeds import Seeds


class Log:
    """Has seeds, and counts how often it is asked."""

    def __init__(self) -> None:
        self.seeds: dict[UUID, list[MatchSeed]] = {}
        self.asked: list[UUID] = []

    def seeds_of(self, match_id: UUID) -> list[MatchSeed]:
        self.asked.append(match_id)
        return self.seeds.get(match_id, [])


def match_with(*since: int) -> Match:
    """A match that is committed to seeds behind these versions."""
    game = game_of("klunker")
    setup = game.demos[0]
    players = [UUID(int=seat + 1) for seat in range(setup.seats)]
    at = datetime(2026, 11, 28, tzinfo=UTC)
    opened = open_match(game, setup.options, players, played_on=date(2026, 11, 28), at=at, by="a test")
    return replace(evolve(None, opened), commitments=tuple(Commitment(version, "digest") for version in since))


@pytest.fixture
def log() -> Log:
    return Log()


@pytest.fixture
def seeds(log: Log) -> Seeds:
    return Seeds(cast("Any", log))


def test_a_seed_is_asked_for_once_until_there_is_a_newer_one(log: Log, seeds: Seeds) -> None:
    match_id = uuid4()
    first, second = MatchSeed(match_id, 1, b"a"), MatchSeed(match_id, 7, b"b")
    log.seeds[match_id] = [first]
    for _ in range(2):
        assert seeds.of(match_id, match_with(1)) == (first,)
    assert log.asked == [match_id]
    log.seeds[match_id] = [first, second]
    for _ in range(2):
        assert seeds.of(match_id, match_with(1, 7)) == (first, second)
    assert log.asked == [match_id] * 2


def test_seeds_that_were_remembered_before_there_was_one_are_asked_for(log: Log, seeds: Seeds) -> None:
    match_id = uuid4()
    seeds.remember(match_id, ())
    log.seeds[match_id] = [MatchSeed(match_id, 1, b"a")]
    assert seeds.of(match_id, match_with(1)) == (MatchSeed(match_id, 1, b"a"),)


def test_a_match_without_a_commitment_is_not_asked_for(log: Log, seeds: Seeds) -> None:
    assert seeds.of(uuid4(), match_with()) == ()
    assert log.asked == []
