"""What people write is kept as they meant it, or refused."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.validation.text import InvalidText, clean


def test_a_text_is_brought_into_one_form() -> None:
    assert clean("  e\u0301 \n", 10) == "\u00e9"
    assert clean("\u212b", 10) == "\u00c5"


def test_lines_are_kept_where_they_may_be() -> None:
    assert clean("a\r\nb\tc\n\n", 10, lines=True) == "a\nb\tc"
    with pytest.raises(InvalidText, match=r"U\+000A"):
        clean("a\nb", 10)
    with pytest.raises(InvalidText, match=r"U\+000D"):
        clean("a\rb", 10, lines=True)


def test_the_length_counts_characters_as_they_are_kept() -> None:
    assert clean("e\u0301" * 5, 5) == "\u00e9" * 5
    assert clean(f"  {'x' * 5}  ", 5) == "x" * 5
    with pytest.raises(InvalidText, match="6 characters; 5 are the most"):
        clean("x" * 6, 5)


def test_an_empty_text_is_refused_only_where_one_is_required() -> None:
    assert clean(" ", 10) == ""
    assert clean("\u200b", 10) == "\u200b"
    for blank in (" ", "\u200b", "\u3164", "\u2800", "\u0301", "\ufe0f"):
        with pytest.raises(InvalidText, match="empty"):
            clean(blank, 10, required=True)
    for visible in ("x", ".", "\U0001f600", "\u3164x", "\u0e01", "\U0001faef"):
        assert clean(visible, 10, required=True) == visible


@pytest.mark.parametrize(
    "character", ["\0", "\x1b", "\x7f", "\x9f", "\u2028", "\u202e", "\ud800", "\ue000", "\ufdd0", "\uffff"]
)
def test_a_character_that_can_not_be_shown_is_named(character: str) -> None:
    with pytest.raises(InvalidText, match=rf"U\+{ord(character):04X} "):
        clean(f"a{character}b", 10, lines=True)


@given(st.text(st.characters(), max_size=30), st.booleans())
def test_what_was_kept_is_kept_again(text: str, lines: bool) -> None:
    try:
        kept = clean(text, 60, lines=lines)
    except InvalidText:
        return
    assert clean(kept, 60, lines=lines) == kept
    assert unicodedata.is_normalized("NFC", kept)
    assert "\0" not in kept
    kept.encode()
