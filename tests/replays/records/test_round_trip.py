"""A record of whatever can happen is read again, found right by the rules, and written with the same bytes."""

from datetime import timedelta
from random import Random
from typing import Any, get_args

import msgspec
import pytest
from msgspec.structs import replace

from domain.annotations.events import AnnotationEvent
from domain.kernel.adjusting import Adjust, HasAdjustments
from domain.kernel.game import AnyGame, Setup
from domain.kernel.unknowns import HasUnknowns
from domain.match.events import ActionPlayed, ActionsRetracted, CardsIdentified, MatchOpened
from domain.match.folding import fold
from domain.registry import GAMES
from domain.variations.events import VariationEvent
from replays.records.checking import checked
from replays.records.form import ANNOTATIONS, VARIATIONS, Record, form_of, record_of, written
from replays.records.happening import check_match
from replays.records.mistakes import Mistakes
from tests.replays.records.evenings import BEGIN, Evening, evening, irregular_evening, set_ups, unknown_evening

NOW = BEGIN + timedelta(days=1)
EVERY_SET_UP = pytest.mark.parametrize(
    ("game", "setup"), [pytest.param(game, setup, id=name) for name, game, setup in set_ups()]
)


def comes_back(one: Evening) -> None:
    data = written(one.record)
    told = checked(msgspec.json.decode(data, type=Record), NOW, lambda name, text: None)
    form = form_of(one.game)
    stored = [form.read(entry) for entry in one.record.events]
    opened, *others = told.events
    assert isinstance(opened, MatchOpened)
    assert opened.imported in {0, len(told.events)}
    assert [event for _, event in stored] == [replace(opened, imported=0), *others]
    assert [event for _, event in map(ANNOTATIONS.read, one.record.annotations)] == list(told.annotations)
    assert [event for _, event in map(VARIATIONS.read, one.record.variations)] == list(told.variations)
    match = fold(None, told.events)
    assert match is not None
    assert check_match(one.game, told.events, Mistakes())[0] == fold(None, [replace(opened, imported=0), *others])
    assert (told.game, told.step, told.status) == (match.game, match.step, match.status)
    again = record_of(
        told.match_id,
        match,
        list(enumerate(told.events, start=1)),
        {player.id: player for player in told.players},
        enumerate(told.annotations, start=1),
        enumerate(told.variations, start=1),
    )
    assert written(again) == data


@EVERY_SET_UP
def test_a_record_comes_back_with_the_same_bytes(game: AnyGame, setup: Setup[Any]) -> None:
    comes_back(evening(game, setup, Random(1)))


@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasAdjustments)])
def test_what_was_played_against_the_rules_comes_back(key: str) -> None:
    adjusts = 0
    for seed, (_, game, setup) in enumerate(found for found in set_ups() if found[1] is GAMES[key]):
        one = irregular_evening(game, setup, Random(seed))
        adjusts += sum(isinstance(event, ActionPlayed) and isinstance(event.action, Adjust) for event in one.log)
        comes_back(one)
    assert adjusts


@pytest.mark.slow
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if isinstance(game, HasUnknowns)])
def test_what_was_identified_comes_back(key: str) -> None:
    one = unknown_evening(GAMES[key], Random(2))
    assert any(isinstance(event, CardsIdentified) for event in one.log)
    comes_back(one)


@pytest.mark.parametrize("key", GAMES)
def test_random_evenings_have_what_there_is_to_prove(key: str) -> None:
    (_, game, setup) = next(found for found in set_ups() if found[1] is GAMES[key])
    missing: set[Any] = {*get_args(AnnotationEvent), *get_args(VariationEvent), "amended", "repeated"}
    for seed in range(30):
        one = evening(game, setup, Random(seed), 200)
        missing -= {type(event) for event in (*one.written, *one.tried)}
        missing -= {"amended" for event in one.log if isinstance(event, ActionsRetracted) and event.amended}
        missing -= {"repeated" for event in one.log if isinstance(event, ActionPlayed) and event.repeats}
        if not missing:
            return
    pytest.fail(f"never happened: {missing}")


@pytest.mark.long
@EVERY_SET_UP
def test_thousands_come_back(game: AnyGame, setup: Setup[Any]) -> None:
    for seed in range(100):
        comes_back(evening(game, setup, Random(1000 + seed), 120))
        if isinstance(game, HasUnknowns) and seed % 10 == 0:
            comes_back(unknown_evening(game, Random(seed)))


def test_a_record_is_one_line_in_one_order() -> None:
    (_, game, setup) = set_ups()[0]
    data = written(evening(game, setup, Random(3)).record)
    assert data.count(b"\n") == 1
    assert data.startswith(b'{"format":"partita-record","version":1,"match":{"id":')
    assert data == written(msgspec.json.decode(data, type=Record))
