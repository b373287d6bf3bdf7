"""Text in pictures: what can be held, how wide it is, how it fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.pictures.text import (
    ELLIPSIS,
    clean,
    clusters,
    fitted,
    in_short,
    isolated,
    width,
    without_addition,
    wrapped,
)

FAMILY = "👨‍👩‍👧‍👦"
ARABIC = "مرحبا"


@pytest.mark.parametrize(
    ("raw", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \n Lovelace\t", "Ada Lovelace"),
        ("a\x00b\x1bc", "a b c"),
        ("a\ufffeb\uffffc\U0001ffffd", "a b c d"),
        ("a\ud800b", "a b"),
        ("\u202eevil\u202c", "evil"),
        (f"{FAMILY}", FAMILY),
        ("\u2067\u2069", ""),
    ],
)
def test_a_name_is_cleaned(raw: str, kept: str) -> None:
    assert clean(raw) == kept


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("abc", ["a", "b", "c"]),
        ("e\u0301a", ["e\u0301", "a"]),
        (f"{FAMILY}x", [FAMILY, "x"]),
        ("🇮🇹🇩🇪", ["🇮🇹", "🇩🇪"]),
        ("👍🏽a", ["👍🏽", "a"]),
        ("❤\ufe0fa", ["❤\ufe0f", "a"]),
        ("", []),
    ],
)
def test_what_belongs_together_is_one_piece(text: str, pieces: list[str]) -> None:
    assert list(clusters(text)) == pieces


def test_wider_letters_are_wider() -> None:
    assert width("iii", 12) < width("aaa", 12) < width("WWW", 12) < width("漢字漢", 12)
    assert width("abc", 24) == pytest.approx(2 * width("abc", 12))
    assert width("abc", 12, bold=True) > width("abc", 12)
    assert width("e\u0301", 12) == width("e", 12)
    assert width(FAMILY, 12) < width("👨👩👧👦", 12)


@pytest.mark.parametrize(
    ("room", "shown"),
    [(200, "Bruno (demo)"), (75, "Bruno…"), (60, "Bruno…"), (30, "Br…")],
)
def test_of_an_addition_in_brackets_all_is_shown_or_nothing(room: float, shown: str) -> None:
    assert fitted("Bruno (demo)", room, 12, bold=True) == shown


@pytest.mark.slow
@given(st.text(), st.floats(10, 400), st.booleans())
def test_what_is_fitted_fits(text: str, room: float, bold: bool) -> None:
    shown = fitted(text, room, 11, bold=bold)
    assert width(shown, 11, bold=bold) <= max(room, width("…", 11, bold=bold)) + 1e-6
    if width(text, 11, bold=bold) <= room:
        assert shown == isolated(text)
    else:
        assert "…" in shown


@given(st.text(st.sampled_from("abc WXYZ 漢")), st.integers(1, 5))
def test_what_is_wrapped_fits_and_loses_nothing_without_saying_so(text: str, most: int) -> None:
    lines = wrapped(text, 60, 12, most)
    assert 1 <= len(lines) <= most
    assert all(width(line, 12) <= 60 for line in lines)
    if not any("…" in line for line in lines):
        assert " ".join(lines) == " ".join(word for word in text.split(" ") if word)


def test_a_text_from_right_to_left_is_kept_together() -> None:
    assert isolated("Ada") == "Ada"
    assert isolated(f"{ARABIC} x") == f"\u2068{ARABIC}\u00a0x\u2069"
    for room in (50, 90, 200):
        lines = wrapped(f"{isolated(f'{ARABIC} {ARABIC}')} puts something into the showcase", room, 12, 9)
        assert all(line.count("\u2068") == line.count("\u2069") for line in lines)


def test_a_name_that_has_no_room_loses_its_addition_first() -> None:
    room = width("Bruno", 13, bold=True) + 1
    assert without_addition("Bruno (demo)", room, 13, bold=True) == "Bruno"
    assert without_addition("Bruno (demo)", 200, 13, bold=True) == "Bruno (demo)"
    assert without_addition("(demo)", 1, 13) == "(demo)"
    assert without_addition("Bruno Bruni", room, 13) == "Bruno Bruni"


def test_a_long_text_is_cut_between_sentences_and_keeps_the_last() -> None:
    sentences = [f"Ada has an offer ready, number {number}." for number in range(9)]
    shown = " ".join(in_short(" ".join(sentences), 240, 12, 4))
    kept, ending = shown.split(f" {ELLIPSIS} ")
    assert kept.endswith(".")
    assert " ".join(sentences).startswith(kept)
    assert ending == sentences[-1]
    assert in_short(sentences[0], 240, 12, 4) == [sentences[0]]
    assert len(in_short("word " * 99, 240, 12, 4)) == 4


def test_a_last_sentence_without_room_is_left_out() -> None:
    shown = " ".join(in_short(f"Ada passes. Bruno passes. {'word ' * 99}end.", 240, 12, 4))
    assert shown == f"Ada passes. Bruno passes. {ELLIPSIS}"


def test_a_long_text_is_not_cut_within_a_name() -> None:
    told = f"D. Ada passes. {'word ' * 12}end. {'word ' * 12}end. D. Ada wins."
    shown = " ".join(in_short(told, 240, 12, 4, ("D. Ada",))).replace("\u00a0", " ")
    assert shown.startswith("D. Ada passes. ")
    assert shown.endswith(f" {ELLIPSIS} D. Ada wins.")
