"""Names are the standard terms of the field: words that only we would use for them aren't part of any identifier."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "replays", "service")

TERMS = {
    "answer_once": "response cache",
    "batches": "data loader",
    "beside": "side rows",
    "collector": "gc tuning",
    "course": "decision builder",
    "eyes": "perspective, viewer",
    "gaps": "dead letters",
    "generation": "epoch",
    "giving_out": "export",
    "kept": "cached, stored",
    "made_by": "find by key",
    "made_once": "response cache",
    "news": "event loader",
    "not_there": "not found",
    "once": "idempotent",
    "reel": "replay view",
    "sameness": "diff",
    "scribe": "commands",
    "seen": "access",
    "set_aside": "dead letters",
    "stale_version": "precondition failed",
    "suffixes": "rewrite",
    "taken_in": "imported",
    "take_in": "import",
    "taking_in": "import",
    "telling": "narrator",
    "told": "rendered, described",
    "too_busy": "overloaded",
    "unfit": "invalid",
}
"""Words that aren't used in names, each with the term to use."""


class Name(NamedTuple):
    """An identifier, and the file that defines it."""

    file: str
    identifier: str


@cache
def sources() -> tuple[tuple[Path, ast.Module], ...]:
    files = (file for package in PACKAGES for file in sorted((ROOT / package).rglob("*.py")))
    return tuple((file, ast.parse(file.read_text(encoding="utf-8"))) for file in files)


@cache
def names() -> frozenset[Name]:
    """Modules, classes, functions, parameters, attributes and variables."""
    return frozenset(_walk())


def _walk() -> Iterator[Name]:
    for file, tree in sources():
        path = file.relative_to(ROOT).as_posix()
        yield Name(path, file.stem)
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    yield Name(path, name)
                case ast.arg(arg=name):
                    yield Name(path, name)
                case ast.Attribute(attr=name, ctx=ast.Store()) | ast.Name(id=name, ctx=ast.Store()):
                    yield Name(path, name)
                case ast.alias(asname=str(name)):
                    yield Name(path, name)


def words(identifier: str) -> list[str]:
    """The words of an identifier in any case: `MatchAccess` and `match_access` have two."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", identifier)]


@cache
def avoided(identifier: str) -> list[str]:
    """The words of TERMS in an identifier."""
    text = f"_{'_'.join(words(identifier))}_"
    return [word for word in TERMS if f"_{word}_" in text]


EXCEPTIONS = {
    "eyes": "a field of stored annotation events and of records, and the parameters of its commands",
    "kept": "a field of the response to an amendment",
    "yen_told": "a field of Dschunke's view",
    "DschunkeMixedTold": "a stored fact, and a component of the OpenAPI document",
}
"""Identifiers that can't change any more, since they are stored or part of the HTTP contract."""

IN_GAMES = {"seen"}
"""Words that mean something at a table: cards are seen there."""


def allowed(name: Name, word: str) -> bool:
    return name.identifier in EXCEPTIONS or (word in IN_GAMES and name.file.startswith("domain/games/"))


@pytest.mark.slow
def test_identifiers_are_standard_terms() -> None:
    found = sorted(
        f"{name.file}: {name.identifier} (rather: {TERMS[word]})"
        for name in names()
        for word in avoided(name.identifier)
        if not allowed(name, word)
    )
    assert found == []


@pytest.mark.slow
def test_every_exception_is_there() -> None:
    there = {name.identifier for name in names()}
    assert there >= set(EXCEPTIONS)


@pytest.mark.slow
def test_no_two_classes_have_one_name() -> None:
    places = defaultdict(list)
    for file, tree in sources():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(file.relative_to(ROOT).as_posix())
    assert {name: files for name, files in places.items() if len(files) > 1} == {}


def test_headings_are_in_standard_terms() -> None:
    top = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
    pages = [*top, *(ROOT / "docs").glob("**/*.md"), *(ROOT / "domain").rglob("*.md")]
    headings = [
        (page.relative_to(ROOT).as_posix(), heading)
        for page in sorted(pages)
        for heading in re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)
    ]
    assert len(headings) > 100
    assert [found for found in headings if avoided(found[1].replace(" ", "_"))] == []


@pytest.mark.slow
def test_the_walk_finds_each_kind_of_identifier() -> None:
    assert words("MatchAccess") == words("match_access") == words("MATCH_ACCESS") == ["match", "access"]
    assert avoided("_kept_matches") == ["kept"]
    assert avoided("TakenIn") == ["taken_in"]
    assert avoided("unkept") == []
    assert {"MatchCommands", "match_commands", "fold", "viewer"} <= {name.identifier for name in names()}
