"""A language is files alone: with a file of words beside each German one, everything speaks it."""

from pathlib import Path

import pytest

from tests.architecture.dropped_game import copied_tree, run_python, run_tests

pytestmark = pytest.mark.slow

PROGRAM = """
from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES, rulebook_of
from service.web.words import WORDS

print(*LANGUAGES)
print(WORDS["nl"]["matches"], *(game.texts["nl"]["phase_end"] for game in GAMES.values()))
print({rulebook_of(key, language="nl").language for key in GAMES})
"""


def test_a_language_is_added_by_files_alone(tmp_path: Path) -> None:
    tree = copied_tree(tmp_path)
    words = [*tree.rglob("locales/de.ftl"), *tree.rglob("refusals/de.ftl"), *tree.rglob("RULES.de.md")]
    assert len(words) >= 20
    for file in words:
        text = file.read_text(encoding="utf-8").replace("matches = Partien", "matches = Partijen")
        file.with_name(file.name.replace("de.", "nl.")).write_text(text, encoding="utf-8")
    said = run_python(tree, "-c", PROGRAM).splitlines()
    assert said[0] == "en de it nl"
    assert said[1].startswith("Partijen ")
    assert said[2] == "{'nl'}"
    document = tmp_path / "openapi.json"
    run_python(tree, "-c", "from service.cli.main import main; main()", "openapi", "--output", str(document))
    assert '"nl"' in document.read_text(encoding="utf-8")
    checked = ("tests/architecture/test_locales.py", "tests/domain/games/test_sentences.py")
    assert "passed" in run_tests(tree, *checked, "-k", "nl")
