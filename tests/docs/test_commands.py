"""The commands in the documentation run as they are written, in order, against a service started as in the README."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from domain.registry import GAMES
from service.cli.main import main
from tests.docs.shell import QUICK_START, README, ROOT, Result, blocks, checkout, pages, run, unknown_options

served = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing"),
]
RUN = [page for page in pages() if blocks(page, "bash")]
RULE_BROKEN = 422
"""The quick start shows one action that the rules reject."""


class Running(NamedTuple):
    """A service as a person runs it."""

    address: str
    data: Path
    said: list[str]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """What `make serve` starts, on a free port."""
    data = tmp_path_factory.mktemp("docs") / "data"
    partita = Path(sys.executable).with_name("partita")
    command: list[str | Path] = [partita, "serve", "--demo", "--port", "0", "--data", data]
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


class Reader:
    """Somebody who runs the commands of a page, once, in a checkout of their own."""

    def __init__(self, running: Running, folder: Path) -> None:
        self._running = running
        self._folder = folder
        self.result = cache(self._result)

    def _result(self, page: Path) -> Result:
        folder = checkout(self._folder / page.stem, self._running.data, Path(sys.executable).parents[1])
        return run(page, folder, self._running.address)


@pytest.fixture(scope="module")
def reader(running: Running, tmp_path_factory: pytest.TempPathFactory) -> Reader:
    return Reader(running, tmp_path_factory.mktemp("checkouts"))


class TestServed:
    pytestmark = served

    @pytest.mark.parametrize("page", RUN, ids=lambda page: page.relative_to(ROOT).as_posix())
    def test_every_request_on_a_page_is_answered_as_the_page_says(self, page: Path, reader: Reader) -> None:
        result = reader.result(page)
        quick_start = page == README or QUICK_START in page.read_text(encoding="utf-8")
        refused = [status for status in result.statuses if status >= 400]
        assert refused == ([RULE_BROKEN] if quick_start else []), result.output

    def test_the_quick_start_does_what_it_says(self, running: Running, reader: Reader) -> None:
        output = reader.result(README).output
        match_id = re.findall(r"^match (\S+)$", output, flags=re.MULTILINE)[0]
        match = httpx.get(f"{running.address}/api/v1/matches/{match_id}").json()
        assert (match["step"], match["status"], match["place"]) == (4, "playing", "Bologna")
        assert [seat["player"]["name"] for seat in match["seats"]] == ["Ada", "Bruno", "Chiara"]
        assert '"clause": "K4.1"' in output
        assert '"viewer": "seat:1"' in output
        assert '"kept": 1' in output  # of the amendment
        assert '"viewer": "public"' in output
        frames = [line for line in output.splitlines() if line.startswith('{"step":')]
        assert len(frames) == 5
        pictures = re.findall(r"^http\S+\.svg$", output, flags=re.MULTILINE)
        assert [httpx.get(picture).headers["content-type"] for picture in pictures] == ["image/svg+xml"] * 2
        history = httpx.get(
            f"{running.address}/api/v1/matches/{match_id}/history", headers={"Accept-Language": "it"}
        ).json()
        sentences = [item["sentence"] in output for item in history["items"]]
        assert sentences == [True, True, False, True]  # one was corrected afterwards

    def test_a_deal_is_verified(self, reader: Reader) -> None:
        assert '"fair":true' in reader.result(ROOT / "docs" / "fairness.md").output

    def test_what_was_exported_is_known_when_it_is_imported(self, reader: Reader) -> None:
        assert re.search(
            r"^Imported 0 matches; \d+ here already, 0 refused\.$",
            reader.result(ROOT / "docs" / "record.md").output,
            flags=re.MULTILINE,
        )

    def test_the_first_start_records_sample_matches_and_says_where_to_look(self, running: Running) -> None:
        pattern = r"  .+ for \d(?: \(.+\))?: (\S+)"
        recorded = [found[1] for line in running.said if (found := re.fullmatch(pattern, line))]
        assert len(recorded) == sum(len(game.demos) for game in GAMES.values()) > 0
        for match_id in recorded:
            assert httpx.get(f"{running.address}/api/v1/matches/{match_id}").json()["status"] == "finished"
        for line in running.said:
            for url in re.findall(r"http://\S+", line):
                if url != running.address:
                    assert httpx.get(url).status_code == 200, url
        assert any(str(running.data / "owner-token") in line for line in running.said)


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_are_run_or_marked_as_not_run(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    kinds = re.findall(r"^ *```(\S*)\n.*?^ *```$", text, flags=re.MULTILINE | re.DOTALL)
    assert set(kinds) <= {"bash", "console", "html", "json", "nginx", "python", "sql", "text"}
    assert not re.findall(r"^(?:    |\t)(?:make|partita|curl|python|pip|\.venv)\b.*", text, flags=re.MULTILINE)
    shown = "".join(blocks(page, "console"))
    assert all(line.startswith(("$ ", "  ")) for line in shown.splitlines())


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.relative_to(ROOT).as_posix())
def test_commands_in_the_text_and_their_options_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    commands = [
        found for found in re.findall(r"`((?:\.venv/bin/)?partita [^`]+)`", text) if found != "partita COMMAND --help"
    ]
    assert [(command, unknown) for command in commands if (unknown := unknown_options(command, main))] == []
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE))
    named = {
        found for line in re.findall(r"(?:`|^\$ )make ([a-z -]+)", text, flags=re.MULTILINE) for found in line.split()
    }
    assert named <= targets
