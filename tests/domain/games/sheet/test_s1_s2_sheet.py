"""S1 The sheet, S2 What is written."""

from decimal import Decimal
from typing import Any

import msgspec
import pytest

from domain.games.sheet.actions import SheetEnd, SheetOptions, SheetScore
from domain.games.sheet.events import SheetWritten
from domain.games.sheet.reading import amount_of
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitSeats
from domain.registry import game_of
from tests.domain.games.support import Table, invalid

ROWS = [{"key": "cards", "label": "Cards"}, {"key": "coins", "label": "Coins"}]


def sheet(seats: int = 2, **options: Any) -> Table:
    return Table.opened("sheet", seats, **options)


def writes(seat: int, value: str, row: str = "points", round_number: int | None = None) -> SheetScore:
    return SheetScore(seat=seat, row=row, round=round_number, value=value)


def test_S1_1_one_to_sixteen_play() -> None:
    assert sheet(1).asked == (0,)
    assert sheet(16).pending == AwaitSeats(tuple(range(16)))
    invalid("sheet", 0, "S1.1", "/seats")
    invalid("sheet", 17, "S1.1", "/seats")


def test_S1_3_rows_have_keys_of_their_own() -> None:
    invalid("sheet", 2, "S1.3", "/options/rows", rows=[*ROWS, {"key": "cards", "label": "Other cards"}])


@pytest.mark.parametrize("wrong", [{"key": "Cards", "label": ""}, {"key": "cards", "label": "a\nb"}])
def test_S1_3_keys_are_plain_and_labels_are_one_line(wrong: dict[str, str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rows": [wrong]}, SheetOptions)


def test_S1_4_a_sheet_has_2000_cells_at_most() -> None:
    rows = [{"key": f"row_{number}", "label": ""} for number in range(4)]
    assert len(sheet(5, rows=rows, rounds=100).state.cells) == 100
    invalid("sheet", 6, "S1.4", "/options/rows", rows=rows, rounds=100)


def test_S1_4_a_sheet_has_a_row() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"rows": []}, SheetOptions)


@pytest.mark.parametrize("name", ["teams", "roles"])
def test_S1_5_teams_and_roles_are_given_to_all_or_none(name: str) -> None:
    assert sheet(2, **{name: ["red", ""]}).asked
    invalid("sheet", 3, "S1.5", f"/options/{name}", **{name: ["red", "blue"]})


def test_S1_6_who_begins_and_who_is_new_sits_at_the_table() -> None:
    game = game_of("sheet")
    assert game.starting_seat(SheetOptions(start_seat=1)) == 1
    assert game.starting_seat(SheetOptions()) is None
    game.initial(Setup(2, SheetOptions(new=(0, 1), start_seat=1)))
    invalid("sheet", 2, "S1.6", "/options/start_seat", start_seat=2)
    invalid("sheet", 2, "S1.6", "/options/new", new=[2])


def test_S2_1_everybody_writes_into_the_own_column_in_any_order() -> None:
    table = sheet(3).plays(writes(2, "5"), writes(0, "3"), writes(2, "6"))
    assert table.state.cells == ((("3", "", "6"),),)
    table.refuses(writes(3, "5"), "S2.1")
    assert not table.legal(1).admits(writes(2, "7"))


def test_S2_2_a_cell_is_named_by_row_and_round() -> None:
    table = sheet(2, rows=ROWS, rounds=3).plays(writes(1, "4", "coins", 3))
    assert table.state.written(3, "coins", 1) == "4"
    table.refuses(writes(0, "4", "points", 1), "S2.2")
    table.refuses(writes(0, "4", "coins"), "S2.2")
    table.refuses(writes(0, "4", "coins", 4), "S2.2")
    sheet(2).refuses(writes(0, "4", "points", 1), "S2.2")


@pytest.mark.parametrize(("language", "sentence"), [("en", "Bea: 4 under Coins."), ("de", "Bea: 4 unter Coins.")])
def test_S2_2_a_row_is_told_by_the_name_that_the_players_gave_it(language: str, sentence: str) -> None:
    table = sheet(2, rows=[{"key": "row_1", "label": "Coins"}])
    action = writes(1, "4", "row_1")
    assert table.game.sentence(action, table.plays(action).facts, ("Ada", "Bea"), language) == sentence


def test_S2_3_what_is_written_again_replaces_what_was_there() -> None:
    table = sheet().plays(writes(0, "12"), writes(0, " 15 "))
    assert table.facts[-1] == SheetWritten(seat=0, row="points", value="15", before="12")
    assert table.standings[0].score == 15
    assert table.plays(writes(0, "")).standings[0].score is None


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("12", "12"),
        ("12+3-4", "11"),
        ("9+9-9", "9"),
        ("9+9+", "18"),
        ("-5", "-5"),
        ("\N{MINUS SIGN}5", "-5"),
        ("+7", "7"),
        ("1 + 2", "3"),
        ("0.1+0.2", "0.3"),
        (".5", "0.5"),
        ("3.", "3"),
        ("1110000", "1110000"),
        ("999999999999.999999", "999999999999.999999"),
    ],
)
def test_S2_4_numbers_and_sums_are_read_exactly(written: str, amount: str) -> None:
    assert amount_of(written) == Decimal(amount)


@pytest.mark.parametrize(
    "written",
    [
        *("49-46ish", "36, 42", "3,5", "1,110", "-", "+", "5-", "--5", "5 points", "1e3", "NaN", "Infinity", "½", "٣"),
        *("1234567890123", "0.1234567", "..5", ""),
    ],
)
def test_S2_5_anything_else_is_kept_and_not_guessed(written: str) -> None:
    assert amount_of(written) is None
    table = sheet().plays(writes(0, written))
    assert table.state.written(1, "points", 0) == written
    assert table.standings[0].score is None


def test_S2_4_a_cell_holds_100_characters_of_one_line() -> None:
    for value in ("1" * 101, "1\n2", "1\x00"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"type": "score", "seat": 0, "row": "points", "value": value}, SheetScore)


def test_S4_1_nothing_is_written_on_a_closed_sheet() -> None:
    table = sheet(2).plays(writes(0, "1"), SheetEnd())
    table.refuses(writes(0, "2"), "S4.1")
    table.refuses(SheetEnd(), "S4.1")
