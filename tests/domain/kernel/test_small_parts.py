"""Courses, what is awaited, viewers, errors, and the values on the wire."""

import msgspec
import pytest

from domain.kernel.actions import ChanceAction, Fact, SeatAction
from domain.kernel.decision_builder import Decided, DecisionBuilder
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Options
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished, Pending, awaits_seat
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer, sees_hand_of


class Knock(SeatAction, frozen=True, kw_only=True, tag="knock"):
    """A seat's action."""


class Roll(ChanceAction, frozen=True, kw_only=True, tag="roll"):
    pips: int


class Knocked(Fact, frozen=True, kw_only=True, tag="knocked"):
    times: int = 1


def test_a_course_folds_each_fact_at_once() -> None:
    builder: DecisionBuilder[int, int] = DecisionBuilder(10, lambda state, fact: state + fact)
    assert (builder.state, builder.facts) == (10, ())
    builder.add(1)
    assert (builder.state, builder.facts) == (11, (1,))
    builder.add(5)
    assert (builder.state, builder.facts) == (16, (1, 5))
    assert builder.decided == Decided((1, 5), 16)


@pytest.mark.parametrize(
    ("pending", "seat", "awaited"),
    [
        (AwaitSeats((0, 2)), 0, True),
        (AwaitSeats((0, 2)), 1, False),
        (AwaitSeats((0,), optional=(1,)), 1, True),
        (AwaitSeats((0,), optional=(1,)), 2, False),
        (AwaitChance({"type": "roll"}), 0, False),
        (Finished("X1.1"), 0, False),
    ],
)
def test_a_seat_is_awaited_when_it_must_or_may_act(pending: Pending, seat: int, *, awaited: bool) -> None:
    assert awaits_seat(pending, seat) is awaited


@pytest.mark.parametrize(
    ("pending", "wire"),
    [
        (AwaitSeats((0, 2), optional=(1,)), {"type": "seats", "seats": [0, 2], "optional": [1]}),
        (AwaitChance({"type": "roll"}), {"type": "chance", "awaits": {"type": "roll"}}),
        (Finished("X1.1"), {"type": "finished", "reason": "X1.1"}),
    ],
)
def test_what_is_awaited_has_its_form_on_the_wire(pending: Pending, wire: object) -> None:
    encoded = msgspec.json.encode(pending)
    assert msgspec.json.decode(encoded) == wire
    assert msgspec.json.decode(encoded, type=Pending) == pending


@pytest.mark.parametrize(
    ("viewer", "sees"),
    [(0, [True, False, False]), (2, [False, False, True]), (PUBLIC, [False] * 3), (RECORDER, [True] * 3)],
)
def test_a_hand_is_seen_by_its_seat_and_the_recorder(viewer: Viewer, sees: list[bool]) -> None:
    assert [sees_hand_of(viewer, seat) for seat in range(3)] == sees


def test_a_violation_names_its_clause() -> None:
    violation = RuleViolation("X1.1", "Knock first.")
    assert (violation.clause, violation.message, str(violation)) == ("X1.1", "Knock first.", "X1.1: Knock first.")


def test_an_invalid_set_up_points_at_its_place() -> None:
    invalid = InvalidSetup("/options/door", "There is no door.")
    assert (invalid.pointer, invalid.message, invalid.clause) == ("/options/door", "There is no door.", None)
    assert str(invalid) == "/options/door: There is no door."


def test_a_seats_action_on_the_wire() -> None:
    assert msgspec.to_builtins(Knock(seat=3)) == {"type": "knock", "seat": 3}


@pytest.mark.parametrize("seat", [-1, 16, "1", None, 1.5])
def test_a_seat_is_a_small_number(seat: object) -> None:
    with pytest.raises(msgspec.ValidationError, match="seat"):
        msgspec.convert({"type": "knock", "seat": seat}, Knock)


def test_chance_sits_nowhere() -> None:
    assert Roll(pips=4).seat is None
    assert msgspec.to_builtins(Roll(pips=4)) == {"type": "roll", "pips": 4}


@pytest.mark.parametrize("wire", [{"type": "roll", "pips": 4, "seat": 0}, {"type": "knock"}, {"pips": 4}])
def test_missing_and_unknown_fields_are_refused(wire: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(wire, Knock | Roll)


def test_a_fact_leaves_out_defaults_and_reads_them_back() -> None:
    assert msgspec.json.encode(Knocked()) == b'{"type":"knocked"}'
    assert msgspec.json.decode(b'{"type":"knocked"}', type=Knocked) == Knocked(times=1)


def test_actions_and_facts_are_frozen() -> None:
    for value in (Knock(seat=0), Roll(pips=1), Knocked()):
        with pytest.raises(AttributeError, match="immutable"):
            value.seat = 1  # type: ignore[misc,union-attr]


def test_secrets_are_opened_at_the_end_unless_they_are_kept() -> None:
    assert Options().keep_secrets is False


def test_unknown_options_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unheard_of"):
        msgspec.convert({"unheard_of": 1}, Options)
