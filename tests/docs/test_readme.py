"""What README.md says is true: its quick start runs as it stands, and its tables name what there is."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click
import httpx
import pytest

from domain.registry import GAMES
from projections import PROJECTIONS
from service.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
QUICK_START = "\n".join(re.findall(r"^```bash\n(.*?)^```$", README, flags=re.MULTILINE | re.DOTALL))

pytestmark = pytest.mark.xdist_group("readme")  # one service for all of them


class Running(NamedTuple):
    """A service as a person runs it."""

    address: str
    data: Path
    said: list[str]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """What `make serve` starts, on a free port."""
    data = tmp_path_factory.mktemp("readme") / "data"
    command: list[str | Path] = [
        Path(sys.executable).with_name("partita"),
        "serve",
        "--demo",
        "--port",
        "0",
        "--data",
        data,
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line.rstrip())
            if line.startswith("Stop with"):
                break
        address = next(found[1] for line in said if (found := re.search(r"listens on (http://\S+)", line)))
        yield Running(address, data, said)
    finally:
        process.terminate()
        process.communicate(timeout=60)
    assert process.returncode in {0, 143}


@pytest.fixture(scope="module")
def output(running: Running) -> str:
    """What the quick start prints."""
    assert QUICK_START.count("http://localhost:8000") == QUICK_START.count(".data/owner-token") == 1
    script = QUICK_START.replace("http://localhost:8000", running.address)
    script = script.replace(".data/owner-token", str(running.data / "owner-token"))
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing")
def test_the_quick_start_does_what_it_says(running: Running, output: str) -> None:
    match_id = re.findall(r"^match (\S+)$", output, flags=re.MULTILINE)[0]
    match = httpx.get(f"{running.address}/api/v1/matches/{match_id}").json()
    assert (match["step"], match["status"], match["place"]) == (4, "playing", "Bologna")
    assert [seat["player"]["name"] for seat in match["seats"]] == ["Ada", "Bruno", "Chiara"]
    assert '"clause": "K4.1"' in output
    assert '"viewer": "seat:1"' in output
    assert '"kept": 1' in output  # of the amendment
    assert '"viewer": "public"' in output
    assert "Bruno places shoes and a monocle" in output or "Bruno" in output
    frames = [line for line in output.splitlines() if line.startswith('{"step":')]
    assert len(frames) == 5
    pictures = re.findall(r"^http\S+\.svg$", output, flags=re.MULTILINE)
    assert [httpx.get(picture).headers["content-type"] for picture in pictures] == ["image/svg+xml"] * 2
    history = httpx.get(
        f"{running.address}/api/v1/matches/{match_id}/history", headers={"Accept-Language": "it"}
    ).json()
    assert [item["sentence"] in output for item in history["items"]] == [True, True, False, True]  # one was corrected


def test_the_first_start_records_sample_matches_and_says_where_to_look(running: Running) -> None:
    recorded = [found[1] for line in running.said if (found := re.fullmatch(r"  .+ for \d(?: \(.+\))?: (\S+)", line))]
    assert len(recorded) == sum(len(game.demos) for game in GAMES.values()) > 0
    for match_id in recorded:
        assert httpx.get(f"{running.address}/api/v1/matches/{match_id}").json()["status"] == "finished"
    for line in running.said:
        for url in re.findall(r"http://\S+", line):
            if url != running.address:
                assert httpx.get(url).status_code == 200, url
    assert any(str(running.data / "owner-token") in line for line in running.said)


def rows(heading: str) -> list[list[str]]:
    """The rows of the first table below a heading."""
    section = README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    lines = [line for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_every_command_is_told() -> None:
    told = {found for row in rows("Commands") for found in re.findall(r"`partita ([a-z]+)`", row[0])}
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


def test_every_game_and_read_model_is_told() -> None:
    for game in GAMES.values():
        assert f"| {game.meta.title} |" in README
        assert game.meta.credits in README
    folders = README.partition("\n## Folders\n")[2]
    assert all(kind.name.replace("_", " ") in folders for kind in PROJECTIONS)


def test_the_problem_in_the_page_on_the_api_is_a_real_one() -> None:
    page = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    shown = re.findall(r"^```json\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)[0]
    examples = json.loads((ROOT / "service" / "examples.json").read_text(encoding="utf-8"))
    assert json.loads(shown) == examples["playActions"]["problems"]["rule-violation"]


def documents() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("**/*.md"))]


@pytest.mark.parametrize("file", documents(), ids=lambda file: file.relative_to(ROOT).as_posix())
def test_links_and_paths_lead_somewhere(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert (file.parent / target).exists(), target
    for path in re.findall(r"`((?:domain|service|projections|replays|tests|docs|openapi|\.ci)/[\w./-]*)`", text):
        assert (ROOT / path).exists(), path


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
    """What the software does where a rulebook is unclear stands in docs/rules.md, for every game."""
    told = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    for key in GAMES:
        rules = (ROOT / "domain" / "games" / key / "RULES.md").read_text(encoding="utf-8")
        clauses = re.findall(r"^- ([A-Z]\d+\.\d+) (.+?)(?=^- |^#|\Z)", rules, flags=re.MULTILINE | re.DOTALL)
        for number, text in clauses:
            if re.search(r"\breading\b", text, flags=re.IGNORECASE):
                assert f"| {number} |" in told, number
