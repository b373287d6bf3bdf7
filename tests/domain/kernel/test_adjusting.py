"""Actions of nobody at the table, and how they are told."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.adjusting import ADJUST, Adjust, Adjustment, HasAdjustments, adjusted_sentence
from domain.kernel.languages import Language
from domain.kernel.plain import plain_sentence
from domain.registry import GAMES


class PileMoved(Adjustment, frozen=True, kw_only=True, tag="pile"):
    count: int


class PilesAdjust(Adjust, frozen=True, kw_only=True, tag=ADJUST):
    changes: Annotated[tuple[PileMoved, ...], Meta(min_length=1, max_length=20)]


NOTED = PilesAdjust(reason="It fell down.", changes=(PileMoved(count=2),))


def test_it_is_done_by_no_seat_and_not_by_chance() -> None:
    assert NOTED.seat is None
    assert not isinstance(NOTED, SeatAction | ChanceAction)


def test_it_goes_over_the_wire_with_the_tags_of_its_changes() -> None:
    wire = msgspec.json.encode(NOTED)
    assert msgspec.json.decode(wire) == {
        "type": "adjust",
        "reason": "It fell down.",
        "changes": [{"type": "pile", "count": 2}],
    }
    assert msgspec.json.decode(wire, type=PilesAdjust) == NOTED


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "", "changes": [{"type": "pile", "count": 2}]},
        {"reason": "x" * 501, "changes": [{"type": "pile", "count": 2}]},
        {"reason": "It fell down.", "changes": []},
        {"reason": "It fell down.", "changes": [{"type": "pile", "count": 2}] * 21},
        {"reason": "It fell down.", "changes": [{"type": "pile", "count": 2}], "seat": 0},
    ],
)
def test_it_has_a_reason_and_some_changes_and_nothing_else(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "adjust", **wrong}, PilesAdjust)


@pytest.mark.parametrize(
    ("language", "plain", "told"),
    [
        (
            "en",
            "Noted: adjust: reason It fell down., changes ((type pile) (count 2)).",
            "As it was played (Why?): One. Two.",
        ),
        (
            "it",
            "Annotato: adjust: reason It fell down., changes ((type pile) (count 2)).",
            "Come si è giocato (Why?): One. Two.",
        ),
        (
            "de",
            "Vermerkt: adjust: reason It fell down., changes ((type pile) (count 2)).",
            "So wurde gespielt (Why?): One. Two.",
        ),
    ],
)
def test_it_is_told_in_every_language(language: Language, plain: str, told: str) -> None:
    assert plain_sentence(NOTED, ("Ada",), language) == plain
    assert adjusted_sentence(["One.", "Two."], "Why?", language) == told


@pytest.mark.parametrize("key", GAMES)
def test_a_game_that_offers_adjustments_has_them_among_its_actions(key: str) -> None:
    game = GAMES[key]
    kinds = getattr(game.action_type, "__args__", (game.action_type,))
    adjusts = [kind for kind in kinds if issubclass(kind, Adjust)]
    assert adjusts == ([game.adjust_type] if isinstance(game, HasAdjustments) else [])
