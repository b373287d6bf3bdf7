"""What README.md and the documentation say is true: tables name what there is, links lead somewhere."""

import json
import re
from pathlib import Path

import click
import pytest

from domain.registry import GAMES
from projections import PROJECTIONS
from service.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_command_is_told() -> None:
    told = {found for row in rows("Commands") for found in re.findall(r"`partita ([a-z-]+)`", row[0])}
    assert told == set(main.commands)


def test_every_target_that_is_told_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), flags=re.MULTILINE))
    assert set(re.findall(r"`make ([a-z-]+)", README)) <= targets


def test_every_option_of_serve_is_told_with_its_variables_and_default() -> None:
    told = {row[0].strip("`"): row for row in rows("Configuration")[2:]}
    options = {option.opts[0]: option for option in main.commands["serve"].params if isinstance(option, click.Option)}
    options.pop("--help", None)
    assert set(told) == set(options)
    for name, option in options.items():
        variables = [option.envvar] if isinstance(option.envvar, str) else list(option.envvar or ())
        assert sorted(re.findall(r"`(\w+)`", told[name][1])) == sorted(variables), name
        shown = option.to_info_dict()["default"]
        assert told[name][2].strip("`") == ("" if shown in {None, False} else str(shown)), name


def test_the_games_of_the_table_are_there() -> None:
    """A new game needn't be told of here: the service lists all."""
    table = {cells[0]: cells for line in README.splitlines() if len(cells := _cells(line)) == 3}
    titles = {game.meta.title: game.meta for game in GAMES.values()}
    told = titles.keys() & table.keys()
    assert len(told) >= 3
    for title in told:
        seats = titles[title].seats
        players = f"{seats[0]} to {seats[-1]}" if len(seats) > 1 else str(seats[0])
        assert table[title][1:] == [players, titles[title].credits]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


def test_every_read_model_is_told() -> None:
    folders = README.partition("\n## Directories\n")[2]
    assert all(kind.name.replace("_", " ") in folders for kind in PROJECTIONS)


def test_the_problem_in_the_page_on_the_api_is_a_real_one() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```json\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)[0]
    examples = json.loads((ROOT / "service" / "examples.json").read_text(encoding="utf-8"))
    assert json.loads(shown) == examples["playActions"]["problems"]["rule-violation"]


def documents() -> list[Path]:
    top = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    return [*top, *sorted((ROOT / "docs").glob("**/*.md")), *sorted((ROOT / "domain" / "games").glob("*/RULES.md"))]


def anchors(file: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub makes them."""
    headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("file", documents(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_and_paths_lead_somewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for target, anchor in re.findall(r"\]\(([^)#\s]*)(?:#([^)]*))?\)", text):
        if "://" not in target:
            page = file.parent / target if target else file
            assert page.exists(), target
            assert not anchor or anchor in anchors(page), f"{target}#{anchor}"
    for path in re.findall(r"`((?:domain|service|projections|replays|tests|docs|openapi|\.ci)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), path


def test_decisions_are_numbered_and_listed_in_order() -> None:
    files = sorted((ROOT / "docs" / "decisions").glob("*.md"))
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\d+)\]\(decisions/(\d{4}[^)]+)\) \| (.+) \|$", index, flags=re.MULTILINE)
    assert [name for _, name, _ in listed] == [file.name for file in files]
    numbers = [int(file.name[:4]) for file in files]
    assert len(set(numbers)) == len(numbers)
    for number, file, (shown, _, title) in zip(numbers, files, listed, strict=True):
        assert int(shown) == number
        assert file.read_text(encoding="utf-8").partition("\n")[0] == f"# {number}. {title}"


@pytest.mark.parametrize("file", documents(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_no_place_to_install_from_is_named(file: Path) -> None:
    text = file.read_text(encoding="utf-8").lower()
    assert not re.search(r"pypi\.|npmjs\.|crates\.io|docker\.io|pythonhosted", text)


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = set(re.findall(r"\]\(([^)]+\.md)\)", index))
    pages = {file.relative_to(ROOT / "docs").as_posix() for file in (ROOT / "docs").glob("**/*.md")} - {"index.md"}
    assert linked >= pages


def test_every_reading_of_the_rules_is_told() -> None:
    """What the software does where a rulebook is unclear stands in docs/rules.md, for games with a section there."""
    told = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    games = [key for key, game in GAMES.items() if f"\n## {game.meta.title}\n" in told]
    assert len(games) >= 3
    for key in games:
        rules = (ROOT / "domain" / "games" / key / "RULES.md").read_text(encoding="utf-8")
        clauses = re.findall(r"^- ([A-Z]\d+\.\d+) (.+?)(?=^- |^#|\Z)", rules, flags=re.MULTILINE | re.DOTALL)
        for number, text in clauses:
            if re.search(r"\breading\b", text, flags=re.IGNORECASE):
                assert f"| {number} |" in told, number
