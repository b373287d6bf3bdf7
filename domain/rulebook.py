"""The rules of a game as data: sections with numbered clauses, read from the Markdown files in its folder.

``RULES.md`` has them in English, ``RULES.it.md`` beside it the same clauses in Italian, and so on for each language.
``## K6 Buying`` begins a section, ``- K6.4`` a clause, and any other ``-`` an example. What the software does where the
printed rules are unclear stands in a clause as a *reading*.
"""

import re
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import Final

from msgspec import Struct

ENGLISH: Final = "en"
"""The language that every game has its rules in."""


class Clause(Struct, frozen=True, omit_defaults=True):
    """One numbered clause of a game's rules, in Markdown.

    Attributes:
        number: as it is cited, such as ``K6.4``.
        readings: the parts of `text` that say what the software does where the printed rules are silent or unclear.
    """

    number: str
    text: str
    readings: tuple[str, ...] = ()


class Section(Struct, frozen=True):
    """What stands under one heading.

    Attributes:
        number: such as ``K6``; null where the heading has none.
        heading: without its number; empty for clauses before the first heading.
        paragraphs: text that belongs to no clause.
        examples: items without a number.
    """

    number: str | None
    heading: str
    paragraphs: tuple[str, ...]
    clauses: tuple[Clause, ...]
    examples: tuple[str, ...]


class Rulebook(Struct, frozen=True):
    """The rules of one edition of a game.

    Attributes:
        language: the language that they are in.
        introduction: the paragraphs before the first heading.
    """

    language: str
    title: str
    introduction: tuple[str, ...]
    sections: tuple[Section, ...]

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """All clauses, in order."""
        return tuple(clause for section in self.sections for clause in section.clauses)


def read_rulebook(folder: Traversable, edition: str | None, language: str) -> Rulebook:
    """The rules in `folder`, in English if there is no translation.

    They are those of `edition`, where it has a file of its own, or else of the newest one.
    """
    own = f"RULES-{edition}"
    name = own if folder.joinpath(f"{own}.md").is_file() else "RULES"
    translated = folder.joinpath(f"{name}.{language}.md")
    if translated.is_file():
        return parse_rulebook(translated.read_text(encoding="utf-8"), language)
    return parse_rulebook(folder.joinpath(f"{name}.md").read_text(encoding="utf-8"), ENGLISH)


def parse_rulebook(text: str, language: str) -> Rulebook:
    """The rules that stand in a Markdown text."""
    top, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    title = _TITLE.match(top)
    introduction, items = _blocks(_TITLE.sub("", top))
    before = [Section(None, "", (), tuple(_clauses(items)), ())] if items else []
    sections = (_section(*part.split("\n", 1)) for part in parts)
    return Rulebook(language, title[1] if title else "", introduction, (*before, *sections))


_TITLE: Final = re.compile(r"\A\s*# (.+)\n")
_NUMBERED: Final = re.compile(r"([A-Z]\d+) ")
_CLAUSE: Final = re.compile(r"([A-Z]\d+\.\d+) (.+)")

_READING: Final = "(?:[Rr]eading|[Ii]nterpretazione|Auslegung)"
"""What marks a reading, in each language."""

_READINGS: Final = re.compile(
    rf"\([^()]*\b{_READING}\b[^()]*\)"  # in brackets, or only the mark at the end of what is one
    rf"|(?<=; ){_READING}: .*?\.(?= |$)"  # within a sentence: up to its end
    rf"|\b{_READING}: .+"  # a sentence and all that follows it
)


def _blocks(text: str) -> tuple[tuple[str, ...], list[str]]:
    """The paragraphs of a Markdown text, and the items of its lists, each in one line."""
    paragraphs: list[str] = []
    items: list[str] = []
    for block in re.split(r"\n\s*\n|\n(?=- )", f"\n{text}"):
        if words := " ".join(block.split()):
            if words.startswith("- "):
                items.append(words[2:])
            else:
                paragraphs.append(words)
    return tuple(paragraphs), items


def _section(heading: str, body: str = "") -> Section:
    numbered = _NUMBERED.match(heading)
    paragraphs, items = _blocks(body)
    return Section(
        number=numbered[1] if numbered else None,
        heading=_NUMBERED.sub("", heading).strip(),
        paragraphs=paragraphs,
        clauses=tuple(_clauses(items)),
        examples=tuple(item for item in items if not _CLAUSE.match(item)),
    )


def _clauses(items: list[str]) -> Iterator[Clause]:
    for item in items:
        if found := _CLAUSE.fullmatch(item):
            yield Clause(found[1], found[2], tuple(_READINGS.findall(found[2])))
