"""What docs/annotations.md says is true: its glyphs and its limits are those of the code."""

import re
from pathlib import Path

from domain.annotations.annotations import UNDO_DEPTH
from domain.annotations.commands import MAX_ANNOTATIONS
from domain.annotations.content import MAX_GLYPHS, MAX_MARKS, MAX_TAGS, Colour
from domain.annotations.glyphs import ASSESSMENTS, GLYPHS
from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_MOVES_OF_ALL, MAX_VARIATIONS
from service.validation.text import COMMENT_LENGTH, TAG_LENGTH

PAGE = (Path(__file__).parents[2] / "docs" / "annotations.md").read_text(encoding="utf-8")


def test_every_glyph_is_told() -> None:
    told = re.findall(r"^\| (\d+)( \*)? \| (\S+) \| (.+?) \|$", PAGE, flags=re.MULTILINE)
    assert {int(number): (symbol, meaning) for number, _, symbol, meaning in told} == {
        number: (glyph.symbol, glyph.meaning("en")) for number, glyph in GLYPHS.items()
    }
    assert {int(number) for number, mark, *_ in told if mark} == ASSESSMENTS


def test_the_limits_are_told() -> None:
    for sentence in (
        f"| {COMMENT_LENGTH} characters |",
        f"| {MAX_GLYPHS}, and one such annotation",
        f"| {MAX_MARKS} |",
        f"| {MAX_TAGS}, of {TAG_LENGTH} characters |",
        f"at most {MAX_ANNOTATIONS} annotations",
        f"up to {UNDO_DEPTH} times",
        f"at most {MAX_MOVES} moves, a match {MAX_VARIATIONS} variations with {MAX_MOVES_OF_ALL:,} moves together",
        f"{MAX_DEPTH} deep",
        ", ".join(f"`{colour}`" for colour in Colour),
    ):
        assert sentence in " ".join(PAGE.split()), sentence
