"""The files of words, and where the code names their keys."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent

from domain.kernel.languages import ENGLISH, LANGUAGES

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = tuple(
    sorted(folder.parent for top in ("domain", "replays", "service") for folder in (ROOT / top).rglob("locales"))
)
"""The folders of the packages that have words."""

_KEY: Final = re.compile(r"[a-z][a-z0-9_]*")
_TITLE: Final = re.compile(r"(?:phase|figure|option|trait_group|trait)_(\w+)")
_IN_TEMPLATE: Final = re.compile(r"""\bw(?:\.(\w+)|\(?\[?['"](\w+)['"](\s*~)?)""")


def name(package: Path) -> str:
    return ".".join(package.relative_to(ROOT).parts)


@cache
def entries(package: Path, language: str) -> dict[str, fluent.Message | fluent.Term]:
    """The messages of a file, terms with their hyphen; none where there is no file."""
    file = package / "locales" / f"{language}.ftl"
    if not file.exists():
        return {}
    body = FluentParser(with_spans=False).parse(file.read_text("utf-8")).body
    junk = [one.content for one in body if isinstance(one, fluent.Junk)]
    assert not junk, (file, junk)
    found = [one for one in body if isinstance(one, fluent.Message | fluent.Term)]
    keys = [_id(one) for one in found]
    assert len(keys) == len(set(keys)), (file, [key for key in keys if keys.count(key) > 1])
    return dict(zip(keys, found, strict=True))


def _id(entry: fluent.Message | fluent.Term) -> str:
    return f"-{entry.id.name}" if isinstance(entry, fluent.Term) else entry.id.name


def nodes(node: Any) -> Iterator[Any]:
    """A node of Fluent's syntax and all below it."""
    if isinstance(node, fluent.BaseNode):
        yield node
        for value in vars(node).values():
            yield from nodes(value)
    elif isinstance(node, list):
        for one in node:
            yield from nodes(one)


def references(entry: Any) -> set[str]:
    """The messages and terms that a message uses."""
    found = nodes(entry)
    return {
        f"-{one.id.name}" if isinstance(one, fluent.TermReference) else one.id.name
        for one in found
        if isinstance(one, fluent.TermReference | fluent.MessageReference)
    }


def variables(key: str, known: dict[str, Any]) -> set[str]:
    """The variables of a message, and of those that it uses."""
    entry = known[key]
    own = {one.id.name for one in nodes(entry) if isinstance(one, fluent.VariableReference)}
    return own.union(*(variables(one, known) for one in references(entry) if one in known))


def helpers(package: Path, language: str) -> set[str]:
    """What only other messages of the file use, and English doesn't have."""
    own = entries(package, language)
    used = set().union(*map(references, own.values()))
    return (own.keys() & used) - entries(package, ENGLISH).keys()


@cache
def named() -> tuple[frozenset[str], tuple[re.Pattern[str], ...]]:
    """The strings in code and templates that may be keys, and patterns of those that are put together."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for top in ("domain", "projections", "replays", "service"):
        for file in (ROOT / top).rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(node.value):
                    texts.add(node.value)
                elif isinstance(node, ast.JoinedStr):
                    patterns.add("".join(map(_piece, node.values)))
    for file in (ROOT / "service").rglob("*.html"):
        for attribute, key, begins in _IN_TEMPLATE.findall(file.read_text("utf-8")):
            if begins:
                patterns.add(f"{key}.+")
            texts.add(attribute or key)
    shaped = (pattern for pattern in patterns if re.match(r"[a-z]\w*_", pattern) or re.fullmatch(r"\.\+_\w+", pattern))
    return frozenset(texts), tuple(map(re.compile, sorted(shaped)))


def _piece(node: ast.expr) -> str:
    return re.escape(str(node.value)) if isinstance(node, ast.Constant) else ".+"


def is_named(key: str) -> bool:
    """Whether the code may ask for `key`, as it is, put together, or as the title of a part of a game."""
    texts, patterns = named()
    title = _TITLE.fullmatch(key)
    return (
        key in texts
        or any(pattern.fullmatch(key) for pattern in patterns)
        or (title is not None and (title[1] in texts or any(title[1].startswith(f"{text}_") for text in texts)))
    )


def shared(package: Path, language: str) -> dict[str, fluent.Message | fluent.Term]:
    """The messages of a file, and for a picture also those of its game."""
    game = ROOT / "domain" / "games" / package.name
    return entries(game, language) | entries(package, language)


def languages_of(package: Path) -> tuple[str, ...]:
    return tuple(language for language in LANGUAGES if entries(package, language))
