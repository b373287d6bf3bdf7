"""The text notation loses nothing that people wrote: it is parsed back equal, whatever they wrote."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.annotations.content import Comment, Content, Glyphs, Marks, Tags
from domain.annotations.glyphs import GLYPHS
from domain.kernel.viewer import RECORDER
from domain.registry import GAMES
from replays.exports.notation import Notation
from replays.exports.visitor import ExportContext
from replays.exports.walk import walk
from replays.frames import Narrator
from replays.notebook import Notebook, PlacedAnnotation, PlacedVariation, notebook
from tests.replays.records.evenings import Evening, full_evening

SPECIAL = ["\\", "{", "}", "(", ")", "[", "]", '"', "#", "_", "%", ";", ",", "…", "!?", "was", "step 3:", "è", "99. "]


def some_text(random: Random, *, lines: bool = False, spaces: bool = True) -> str:
    """What may be kept as a text: no white space around it."""
    parts = [
        *SPECIAL,
        "one",
        "two",
        *([" ", "  "] if spaces else []),
        *(["\n", "\n\n  ", " \n", "\t"] if lines else []),
    ]
    return "".join(random.choice(parts) for _ in range(random.randint(1, 9))).strip() or "x"


@cache
def some_evening(key: str) -> Evening:
    return full_evening(GAMES[key])


def retold(random: Random, one: Evening) -> Notebook:
    """What was written there, in other words; some of it has lost its step."""
    written = notebook(one.match, one.annotations, one.variations, lambda: enumerate(one.log, start=1))

    def annotation(placed: PlacedAnnotation) -> PlacedAnnotation:
        content: Content = placed.annotation.content
        if isinstance(content, Comment):
            content = Comment(text=some_text(random, lines=True))
        elif isinstance(content, Tags):
            content = Tags(tags=tuple(some_text(random) for _ in range(random.randint(1, 3))))
        lost = random.random() < 0.3
        return replace(
            placed, annotation=replace(placed.annotation, content=content), step=None if lost else placed.step
        )

    def variation(placed: PlacedVariation) -> PlacedVariation:
        title = some_text(random) if random.random() < 0.9 else ""
        return replace(
            placed,
            variation=replace(placed.variation, title=title),
            annotations=tuple(map(annotation, placed.annotations)),
        )

    return Notebook(tuple(map(annotation, written.annotations)), tuple(map(variation, written.variations)))


def rendered(random: Random, one: Evening, notes: Notebook) -> tuple[ExportContext, str]:
    names = tuple(some_text(random) for _ in one.match.seats)
    match = replace(
        one.match,
        place=some_text(random),
        note=some_text(random, lines=True),
        tags=tuple(some_text(random) for _ in range(3)),
    )
    told = ExportContext(UUID(int=1), match, RECORDER, Narrator(names, "en"), notes)
    return told, walk(told, Notation()).decode()


# --- the notation, read ---


def plain(text: str) -> str:
    """Without the backslashes that make characters plain ones."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: "\n" if found[1] == "n" else found[1], text)


def parsed(text: str) -> dict[str, Any]:
    """Tags, and what was written, in the order in which it stands there; comments as a whole, and all titles."""
    found: dict[str, Any] = {"heads": {}, "comments": [], "tags": [], "marks": [], "titles": []}
    lines = iter(text.split("\n"))
    for line in lines:
        if head := re.fullmatch(r'\[([A-Za-z0-9 ]+) "((?:[^"\\]|\\.)*)"\]', line):
            found["heads"][head[1]] = unquoted(head[2])
            continue
        indent = len(line) - len(line.lstrip(" "))
        content = line[indent:]
        if content.startswith("{ "):
            found["comments"].append(comment(content[2:], indent + 2, lines))
        elif content.startswith("#"):
            found["tags"].append(tuple(map(tag, re.findall(r"#((?:\\.|[^ ])*)(?: |$)", content))))
        elif content.startswith("% "):
            found["marks"].append(content[2:])
        elif lost := re.fullmatch(r"step \d+: \( (.*) …( \))?", content):
            found["titles"].append(plain(lost[1]))
        elif content == "(" or content.startswith("( "):
            found["titles"].append(plain(content[2:]))
    return found


def comment(first: str, indent: int, lines: Iterator[str]) -> str:
    whole = [first]
    while not whole[-1].endswith(" }"):
        whole.append(next(lines)[indent:])
    whole[-1] = whole[-1][:-2]
    return plain("\n".join(whole))


def tag(word: str) -> str:
    return re.sub(r"\\(.)|_", lambda found: found[1] or " ", word)


def balanced(text: str) -> bool:
    """Whether braces and parentheses go in pairs, as a reader of PGN counts them."""
    text = re.sub(r'^\[[^"\n]*"(?:[^"\\\n]|\\.)*"\]$', "", text, flags=re.MULTILINE)
    bare = re.sub(r"\{[^{}]*\}", "", re.sub(r"\\.", "", text))
    depth = 0
    for character in bare:
        assert character not in "{}"
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return depth == 0


def all_written(notes: Notebook) -> list[Content]:
    of_variations = (one for placed in notes.variations for one in placed.annotations)
    return [one.annotation.content for one in (*notes.annotations, *of_variations)]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_E6_whatever_people_wrote_is_parsed_back_equal(key: str, seed: int) -> None:
    random, one = Random(seed), some_evening(key)
    notes = retold(random, one)
    told, text = rendered(random, one, notes)
    found, written = parsed(text), all_written(notes)
    assert sorted(found["comments"]) == sorted(each.text for each in written if isinstance(each, Comment))
    assert sorted(found["tags"]) == sorted(each.tags for each in written if isinstance(each, Tags))
    assert len(found["marks"]) == sum(isinstance(each, Marks) for each in written)
    assert sorted(found["titles"]) == sorted(each.variation.title for each in notes.variations)
    heads = found["heads"]
    assert [heads[f"Seat {seat}"] for seat in range(len(told.narrator.names))] == [*told.narrator.names]
    assert (heads["Place"], heads["Note"]) == (told.match.place, told.match.note)
    assert tuple(plain(each) for each in re.split(r"(?<!\\), ", heads["Tags"].replace("\\\\", "\0"))) == tuple(
        each.replace("\\", "\0") for each in told.match.tags
    )
    symbols = [GLYPHS[number].symbol for each in written if isinstance(each, Glyphs) for number in each.glyphs]
    assert all(symbol in text for symbol in symbols)
    assert balanced(text)


def stands(placed: PlacedVariation) -> bool:
    return placed.variation.parent is None and placed.line.step is not None


def with_variation() -> tuple[Evening, Notebook]:
    """An evening on which a variation leaves the match itself."""
    for one in map(some_evening, GAMES):
        written = notebook(one.match, one.annotations, one.variations, lambda one=one: enumerate(one.log, start=1))  # type: ignore[misc]
        if any(map(stands, written.variations)):
            return one, written
    raise AssertionError("there is one")


def test_E6_a_brace_in_a_comment_and_parentheses_in_a_title_stay() -> None:
    one, written = with_variation()
    first, *others = written.annotations
    line = next(filter(stands, written.variations))
    comment_ = replace(first, annotation=replace(first.annotation, content=Comment(text="a } b")), step=1)
    told = replace(line, variation=replace(line.variation, title="one ) ("))
    told_well = replace(line, variation=replace(line.variation, title="one (or two)"))
    notes = Notebook((comment_, *others), (told, told_well))
    _, text = rendered(Random(0), one, notes)
    assert "{ a \\} b }" in text
    assert "( one \\) \\(\n" in text
    assert "( one (or two)\n" in text, "what goes in pairs needs no help"


def test_E6_what_was_written_to_moves_of_variations_that_are_gone_is_told() -> None:
    one, written = with_variation()
    placed = replace(next(filter(stands, written.variations)), annotations=written.annotations[:1])
    lost = tuple(
        replace(each, step=step, annotation=replace(each.annotation, content=Comment(text=f"here {number}")))
        for number, (each, step) in enumerate(zip([placed.annotations[0]] * 2, [None, 99], strict=True))
    )
    elsewhere = replace(placed.variation, id=UUID(int=7))
    gone = replace(placed, variation=elsewhere, line=replace(placed.line, step=None), annotations=lost[:1])
    _, text = rendered(Random(0), one, Notebook((), (replace(placed, annotations=lost), gone)))
    assert text.count("{ here 0 }") == 2
    assert text.count("{ here 1 }") == 1
