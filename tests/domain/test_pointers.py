"""Places as msgspec tells them become JSON pointers."""

import pytest

from domain.pointers import located, pointer


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("", ""),
        ("$", ""),
        ("$.name", "/name"),
        ("$.seats[2].player", "/seats/2/player"),
        ("$.actions[0].hands[1][5]", "/actions/0/hands/1/5"),
        ("$[10]", "/10"),
        ("$.played_on", "/played_on"),
        ("$[...]", ""),
    ],
)
def test_a_path_of_msgspec_becomes_a_json_pointer(path: str, expected: str) -> None:
    assert pointer(path) == expected


def test_what_is_wrong_is_told_without_its_place() -> None:
    assert located("Expected `int`, got `str` - at `$.outcome[2].notes`") == (
        "Expected `int`, got `str`",
        "/outcome/2/notes",
    )
    assert located("Input data was truncated") == ("Input data was truncated", "")
