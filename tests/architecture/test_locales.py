"""Every language has a file of words in each package, with the same keys and variables, and all of them are used."""

import re
from itertools import pairwise, product
from pathlib import Path

import pytest
from fluent.syntax import FluentSerializer
from fluent.syntax.ast import SelectExpression

from domain.kernel.fluent import Messages
from domain.kernel.languages import ENGLISH, LANGUAGES
from tests.architecture.locales import (
    PACKAGES,
    ROOT,
    entries,
    helpers,
    is_named,
    name,
    nodes,
    references,
    shared,
    variables,
)

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
packages = pytest.mark.parametrize("package", PACKAGES, ids=name)

PLURALS = "cards|games|matches|moves|points|carte|giochi|mosse|partite|punti|Karten|Partien|Punkten?|Spielen?|Zügen?"
AT_LEAST_TWO = ("all_titles",)
"""Messages whose number is never one."""


@packages
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_says_what_english_says(package: Path, language: str) -> None:
    english, other = entries(package, ENGLISH), entries(package, language)
    assert sorted(english.keys() - other.keys()) == [], f"to be translated in {package / 'locales' / language}.ftl"
    assert sorted(other.keys() - english.keys() - helpers(package, language)) == []


@packages
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_variables_of_the_english_message(package: Path, language: str) -> None:
    english, other = shared(package, ENGLISH), shared(package, language)
    differing = {
        key: (variables(key, english), variables(key, other))
        for key in english.keys() & other.keys()
        if variables(key, english) != variables(key, other)
    }
    assert differing == {}


@packages
def test_every_key_is_used(package: Path) -> None:
    english = entries(package, ENGLISH)
    used = set().union(*map(references, english.values()))
    assert [key for key in english if key not in used and not is_named(key)] == []


@pytest.mark.parametrize(("package", "language"), [*product(PACKAGES, LANGUAGES)])
def test_every_message_can_be_filled_in(package: Path, language: str) -> None:
    text = (package / "locales" / f"{language}.ftl").read_text("utf-8")
    messages = Messages(language, (text,))
    own = entries(package, language)
    assert messages.entries.keys() == own.keys()
    for key in own:
        if all(one in own for one in references(own[key])):
            assert messages.resolver(key)(dict.fromkeys(variables(key, own), "x"))


@pytest.mark.parametrize(("package", "language"), [*product(PACKAGES, LANGUAGES)])
def test_texts_are_well_set(package: Path, language: str) -> None:
    """One apostrophe, one ellipsis, ranges in words or with a dash, no space too many."""
    lines = (package / "locales" / f"{language}.ftl").read_text("utf-8").splitlines()
    texts = [line for line in lines if not line.startswith("#")]
    assert [line for line in texts if re.search(r"'|\.\.|\S  \S| $| [.,;]|[“”].*[«»]", line)] == []
    assert not any(one == other == "" for one, other in pairwise(lines))


QUOTES = {"en": "“”", "it": "«»", "de": "„“"}
"""How each language quotes."""


@pytest.mark.parametrize(("package", "language"), [*product(PACKAGES, QUOTES)])
def test_a_language_quotes_in_its_own_way(package: Path, language: str) -> None:
    text = (package / "locales" / f"{language}.ftl").read_text("utf-8")
    assert {*re.findall("[“”„«»]", text)} <= {*QUOTES[language]}


def test_to_is_elided_before_a_name_in_italian() -> None:
    """“Tocca ad Ada”, but “tocca a Bruno”: see docs/translating.md."""
    files = [file for top in ("domain", "replays", "service") for file in (ROOT / top).rglob("it.ftl")]
    found = {
        str(file): re.findall(r"\b[Aa] \{ \$(?:seat|name|names|other|victim|end) \}", file.read_text("utf-8"))
        for file in files
    }
    assert {file for file, places in found.items() if places} == set()


@packages
def test_what_can_be_done_and_phases_begin_with_no_noun_in_german_because_they_also_begin_small(package: Path) -> None:
    written = FluentSerializer().serialize_entry
    told = {key: written(one).partition("=")[2] for key, one in entries(package, "de").items()}
    first = {key: text.split()[0] for key, text in told.items() if re.match("verb_|group_|phase_", key)}
    inside = set(re.findall(r"(?<=[a-zäöüß,] )[A-ZÄÖÜ]\w+", " ".join(told.values())))
    assert {key: word for key, word in first.items() if word in inside} == {}


@pytest.mark.parametrize(("package", "language"), [*product(PACKAGES, LANGUAGES)])
def test_no_number_stands_before_a_plural_whatever_it_is(package: Path, language: str) -> None:
    written = FluentSerializer().serialize_entry
    counting = {
        key: written(one)
        for key, one in entries(package, language).items()
        if key not in AT_LEAST_TWO and not any(isinstance(node, SelectExpression) for node in nodes(one))
    }
    number = rf"\{{ \$(n|number|count|score) \}}( (\w+|\{{ \w+ \}}))? ({PLURALS})\b"
    assert [key for key, text in counting.items() if re.search(number, text)] == []
