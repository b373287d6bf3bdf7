"""A match at each of its steps is what the folded events up to there are."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match import commands
from domain.match.events import ActionPlayed, MatchEvent
from domain.match.match import Match, evolve, fold
from domain.registry import game_of
from replays.stepper import NoSuchStep, frame, position_at, positions

SAMPLE: dict[str, Any] = json.loads((Path(__file__).parents[1] / "samples" / "klunker-3-open.json").read_text())
GAME = game_of("klunker")
NAMES = ("Ada", "Bob", "Eve")
BEGIN = datetime(2024, 5, 1, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def log() -> list[tuple[int, MatchEvent]]:
    """The sample's match, whose facts are corrected after the first step and after the last one."""
    return [*enumerate(recorded(), start=1)]


def recorded() -> Iterator[MatchEvent]:
    seats = [UUID(int=n) for n in range(3)]
    options = msgspec.convert(SAMPLE["options"], GAME.options_type)
    opened = commands.open_match(GAME, options, seats, played_on=date(2024, 5, 1), at=BEGIN, by="t")
    yield opened
    match = evolve(None, opened)
    for step, action in enumerate(SAMPLE["actions"], start=1):
        at = BEGIN + timedelta(minutes=step)
        event = commands.play(match, msgspec.convert(action, GAME.action_type), at=at, by="t", played_at=BEGIN)
        yield event
        match = evolve(match, event)
        if step in {1, len(SAMPLE["actions"])}:
            described = commands.describe(match, note=f"after {step}", at=at, by="t")
            yield described
            match = evolve(match, described)


def folded(log: list[tuple[int, MatchEvent]], version: int) -> Match | None:
    return fold(None, (event for _, event in log[:version]))


def test_every_step_is_what_its_events_fold_to(log: list[tuple[int, MatchEvent]]) -> None:
    walk = list(positions(log))
    assert [position.match.step for position in walk] == list(range(len(SAMPLE["actions"]) + 1))
    lasts = [*(following.version - 1 for following in walk[1:]), len(log)]
    for position, last in zip(walk, lasts, strict=True):
        assert position.match == folded(log, last)
        assert position.played is (log[position.version - 1][1] if position.match.step else None)
    # An event that is no step belongs to the step at which it happened.
    assert [position.version for position in walk[:4]] == [1, 2, 4, 5]


def test_what_was_taken_back_is_no_step(log: list[tuple[int, MatchEvent]]) -> None:
    match = folded(log, len(log))
    assert match is not None
    back = (len(log) + 1, commands.retract(match, 3, "a slip", at=BEGIN, by="t"))
    assert [position.version for position in positions([*log, back])] == [1, 2, 4, 5]
    with pytest.raises(NoSuchStep):
        position_at([*log, back], 4)


def test_one_step_is_found(log: list[tuple[int, MatchEvent]]) -> None:
    walk = list(positions(log))
    for step in (0, 1, 2, 50, len(walk) - 1):
        assert position_at(log, step) == walk[step]


@pytest.mark.parametrize("step", [-1, len(SAMPLE["actions"]) + 1, 10**9])
def test_there_is_no_step_beyond_the_last(log: list[tuple[int, MatchEvent]], step: int) -> None:
    with pytest.raises(NoSuchStep):
        position_at(log, step)


def test_nothing_was_played_at_the_set_up(log: list[tuple[int, MatchEvent]]) -> None:
    first = frame(position_at(log, 0), RECORDER, NAMES, "en")
    assert (first.step, first.version, first.played) == (0, 1, None)


def test_a_frame_is_what_the_viewer_may_know(log: list[tuple[int, MatchEvent]]) -> None:
    position = position_at(log, 1)
    deal = position.played
    assert isinstance(deal, ActionPlayed)
    for viewer, shown in ((RECORDER, {0, 1, 2}), (PUBLIC, set()), (1, {1})):
        seen = frame(position, viewer, NAMES, "en")
        played = seen.played
        assert played is not None
        assert (seen.step, seen.version, played.type, played.seat) == (1, 2, "deal", None)
        assert (played.at, played.played_at, played.by) == (BEGIN + timedelta(minutes=1), BEGIN, "t")
        for seat, hand in enumerate(deal.action.hands):
            expected = hand if seat in shown else ("hidden",) * 6
            assert played.action.hands[seat] == expected
            assert sorted(seen.view.seats[seat].hand) == sorted(expected)
        assert (f"{NAMES[1]} gets 6 cards." in played.sentence) is (1 not in shown)
        assert seen.standings == GAME.standings(position.match.state, viewer)
        assert seen.pending == position.match.pending


def test_a_frame_is_told_in_both_languages(log: list[tuple[int, MatchEvent]]) -> None:
    told = [frame(position_at(log, 2), PUBLIC, NAMES, language).played for language in ("en", "it")]
    assert [played and played.sentence.split(":")[0] for played in told] == [
        "Ada puts into the showcase",
        "Ada espone in vetrina",
    ]
