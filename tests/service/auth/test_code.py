"""Codes of six signs: as they are read out, typed and stored."""

from uuid import UUID

import pytest

from service.auth.code import LENGTH, SIGNS, derived_code, hashed, random_code, read_code, spelled

ONE, OTHER = UUID(int=1), UUID(int=2)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ABC234", "ABC234"),
        ("abc 234", "ABC234"),
        (" abc-234\n", "ABC234"),
        ("oil O0I", "011001"),
        ("ABC23", None),
        ("ABC2345", None),
        ("ABCU23", None),
        ("ÀBC234", None),
        ("²BC234", None),
        ("A" + " " * 50 + "BC234", None),
        ("", None),
    ],
)
def test_what_is_typed_is_read_as_it_was_meant(typed: str, code: str | None) -> None:
    assert read_code(typed) == code


def test_codes_are_random_and_well_formed() -> None:
    codes = {random_code() for _ in range(500)}
    assert len(codes) == 500
    assert {sign for code in codes for sign in code} == set(SIGNS)
    assert all(read_code(spelled(code)) == code for code in codes)


def test_a_derived_code_is_told_again_to_its_maker_only() -> None:
    assert derived_code("maker", ONE) == derived_code("maker", ONE)
    assert len({derived_code("maker", ONE), derived_code("maker", OTHER), derived_code("another", ONE)}) == 3
    assert len(derived_code("maker", ONE)) == LENGTH
    many = [derived_code("maker", UUID(int=number)) for number in range(400)]
    assert {sign for code in many for sign in code} == set(SIGNS)


def test_what_is_stored_is_another_for_each_code() -> None:
    assert hashed("ABC234") == hashed("ABC234") != hashed("ABC235")
    assert len(hashed("ABC234")) == 32
