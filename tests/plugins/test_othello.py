"""A game of another distribution is built, installed, played, uninstalled and installed again, as people do it.

The environment is a fresh one. What Partita depends on is taken from that of the tests, so nothing is downloaded.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from tests.service.http_client import client_of
from tests.service.programs import Said, wait_until
from tests.setup.checkout import copy_of_the_project

pytestmark = pytest.mark.slow

OTHELLO: Final = Path(__file__).parent / "othello"
API: Final = "/api/v1"
MATCHES: Final = f"{API}/matches"


def clean(**more: str) -> dict[str, str]:
    hidden = ("PARTITA_", "DATABASE_URL", "PG", "PYTHON", "PYTEST", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if not name.startswith(hidden)} | more


class Environment:
    """An environment of its own, with programs that are run there."""

    def __init__(self, place: Path) -> None:
        self.bin = place / "bin"
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", place], check=True)
        (packages,) = (place / "lib").glob("python*/site-packages")
        (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    def pip(self, *words: object) -> None:
        target = ["--python", str(self.bin / "python")]
        environment = clean(PIP_DISABLE_PIP_VERSION_CHECK="1", PIP_ROOT_USER_ACTION="ignore")
        command = [sys.executable, "-m", "pip", *target, *map(str, words), "-qq"]
        done = subprocess.run(command, cwd="/", env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def install(self, what: Path) -> None:
        self.pip("install", "--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed", what)

    def partita(self, *words: object, games: str = "othello", cwd: Path | None = None) -> Said:
        command = [str(self.bin / "partita"), *map(str, words)]
        done = subprocess.run(
            command, cwd=cwd or "/", env=clean(PARTITA_GAMES=games), capture_output=True, text=True, check=False
        )
        return Said(done.returncode, done.stdout, done.stderr)

    def pytest(self, *words: str, cwd: Path, games: str = "") -> Said:
        command = [str(self.bin / "python"), "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *words]
        done = subprocess.run(
            command, cwd=cwd, env=clean(PARTITA_GAMES=games), capture_output=True, text=True, check=False
        )
        return Said(done.returncode, done.stdout, done.stderr)


class Installed:
    """Partita with the data of one service, and Othello, which comes and goes."""

    def __init__(self, environment: Environment, othello: Path, data: Path) -> None:
        self.environment, self.othello, self.data = environment, othello, data
        self.logs: list[str] = []

    @contextmanager
    def serving(self) -> Iterator[httpx.Client]:
        """A client with the owner's token."""
        log = self.data.with_name(f"{len(self.logs)}.log")
        with log.open("w") as file:
            command = [str(self.environment.bin / "partita"), "serve", "--port", "0", "--data", str(self.data)]
            running = clean(PARTITA_GAMES="othello", PYTHONUNBUFFERED="1")
            process = subprocess.Popen(command, cwd="/", env=running, stdout=file, stderr=file)
        try:
            wait_until(lambda: "Stop with" in log.read_text() or process.poll() is not None, 120)
            assert process.poll() is None, log.read_text()
            url = log.read_text().partition("listens on ")[2].split()[0]
            with client_of(url, (self.data / "owner-token").read_text().strip()) as client:
                wait_until(lambda: client.get("/health/ready").status_code == 200)
                yield client
        finally:
            process.terminate()
            assert process.wait(60) == 0, log.read_text()
            self.logs.append(log.read_text())


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Partita and Othello, from their wheels."""
    folder = tmp_path_factory.mktemp("environment")
    made, wheels = Environment(folder / "venv"), folder / "wheels"
    for place in (copy_of_the_project(folder / "partita"), shutil.copytree(OTHELLO, folder / "othello")):
        command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(wheels), str(place)]
        subprocess.run(command, env=clean(), check=True, capture_output=True)
    for wheel in wheels.iterdir():
        made.install(wheel)
    return made


@pytest.fixture
def installed(environment: Environment, tmp_path: Path) -> Iterator[Installed]:
    othello = shutil.copytree(OTHELLO, tmp_path / "othello")
    yield Installed(environment, othello, tmp_path / "data")
    environment.install(othello)


def played_match(client: httpx.Client) -> str:
    """The id of a whole match on the small board."""
    seats = [{"name": "Ada"}, {"name": "Bruno"}]
    wanted = {"game": "othello", "options": {"size": 6}, "seats": seats, "place": "Bologna", "note": "by the window"}
    match = client.post(MATCHES, json=wanted)
    assert match.status_code == 201, match.text
    path = f"{MATCHES}/{match.json()['id']}"
    while (pending := client.get(path).json()["pending"])["type"] == "seats":
        seat = pending["seats"][0]
        legal = client.get(f"{path}/legal-actions", params={"seat": seat}).json()
        action = legal["actions"][0]
        done = client.post(f"{path}/actions", json={"actions": [{**action, "seat": seat}]})
        assert done.status_code == 201, done.text
    client.get(MATCHES, params={"after_position": done.json()["position"]}).raise_for_status()
    return str(match.json()["id"])


def got(
    client: httpx.Client, path: str, status: int = 200, *, page: bool = False, language: str = "en"
) -> httpx.Response:
    wanted = {"Accept": "text/html" if page else "*/*", "Accept-Language": language}
    answer = client.get(path, headers=wanted)
    assert answer.status_code == status, (path, answer.status_code, answer.text[:2000])
    return answer


def listed(client: httpx.Client, match: str) -> dict[str, Any]:
    (found,) = (item for item in got(client, MATCHES).json()["items"] if item["id"] == match)
    return dict(found)


def everything(client: httpx.Client, match: str) -> dict[str, Any]:
    """What is told of a match, its game and the people of it, where the game is there."""
    path = f"{MATCHES}/{match}"
    told: dict[str, Any] = {
        part: got(client, f"{path}{part}").json() for part in ("", "/state", "/replay", "/history", "/events")
    }
    told |= {"item": listed(client, match), "picture": got(client, f"{path}/replay/steps/5.svg").text}
    told["statistics"] = got(client, f"{API}/games/othello/statistics").json()
    return told


def test_it_comes_and_goes_and_comes_again(installed: Installed) -> None:
    environment = installed.environment
    # With it.
    with installed.serving() as client:
        match = played_match(client)
        series = client.post(
            f"{API}/series", json={"game": "othello", "length": 3, "players": [{"name": "Ada"}, {"name": "Bruno"}]}
        )
        before = everything(client, match)
        assert {"OthelloPlace", "OthelloState"} <= got(client, "/openapi.json").json()["components"]["schemas"].keys()
        assert "f-green" in before["picture"], "it isn't the drawing of the game"
        assert "Ada mette una pedina" in got(client, f"{MATCHES}/{match}/history", language="it").text
        assert {figure["key"] for figure in before["statistics"]["figures"]} == {"turned", "corners", "passes"}
        for language in ("en", "de", "it"):
            for path in ("/games/othello", "/games/othello/rules", f"/matches/{match}", "/matches/new?game=othello"):
                page = got(client, path, page=True, language=language).text
                assert f'lang="{language}"' in page
                assert "Othello" in page
        refused = client.post(
            MATCHES, json={"game": "othello", "seats": [{"name": name} for name in ("Ada", "Bruno", "Chiara")]}
        )
        assert refused.json()["clause"] == "O1.1"
        people = {seat["player"]["id"] for seat in before["item"]["seats"]}
        series_page = "" if series.status_code != 201 else f"/series/{series.json()['id']}"
    exported = installed.data.with_name("before.ndjson")
    assert environment.partita("export", "--data", installed.data, "--output", exported).code == 0
    # Without it.
    environment.pip("uninstall", "--yes", "partita-othello")
    with installed.serving() as client:
        left = before["item"] | {"subject": before["item"]["subject"] | {"name": "othello"}}
        assert listed(client, match) == left, "it is listed as before, but that nobody knows what the game is called"
        for part in ("", "/state", "/replay", "/history", "/events", "/replay/steps/5.svg", "/legal-actions?seat=0"):
            fault = got(client, f"{MATCHES}/{match}{part}", 501).json()
            assert (fault["type"], fault["game"]) == ("/problems/game-missing", "othello")
        done = client.post(f"{MATCHES}/{match}/retractions", json={"to_step": 1, "reason": "a slip"})
        assert done.json()["type"] == "/problems/game-missing"
        assert got(client, "/problems/game-missing").text
        for language, word in (("en", "isn’t installed"), ("de", "nicht installiert"), ("it", "non è installato")):
            page = got(client, f"/matches/{match}", 501, page=True, language=language).text
            assert word in page
            assert "othello" in page
        assert "The game isn’t installed" in got(client, "/matches", page=True).text
        pages = ["/", "/games", "/statistics", "/series", "/subjects", "/people", "/matches/new", "/players"]
        pages += [f"/players/{person}" for person in people] + [series_page] * bool(series_page)
        for path in pages:
            assert client.get(path, headers={"Accept": "text/html"}).status_code in {200, 404}, path
        for person in people:
            got(client, f"{API}/players/{person}/statistics")
            got(client, f"{API}/players/{person}")
        got(client, f"{API}/games/othello", 404)
        kept = got(client, f"{MATCHES}/{match}/record").text
        for table in ("plays", "seats", "steps"):
            got(client, f"{API}/exports/{table}")
        with client_of(client.base_url) as anybody:
            assert anybody.get(f"{MATCHES}/{match}").json()["game"] == "othello"
            got(anybody, f"{MATCHES}/{match}/record", 501)
    said = environment.partita("doctor", "--data", installed.data)
    assert "PARTITA_GAMES names it, but it isn't installed" in said.out
    again = installed.data.with_name("without.ndjson")
    said = environment.partita("export", "--data", installed.data, "--output", again)
    assert said.code == 0, said.err
    assert "The game othello isn't installed here: 1 match" in said.err
    assert again.read_bytes() == exported.read_bytes()
    assert json.loads(kept) == json.loads(exported.read_text())
    # Without it, and the read models made anew.
    assert environment.partita("rebuild", "--data", installed.data).code == 0
    with installed.serving() as client:
        assert match not in {item["id"] for item in got(client, MATCHES).json()["items"]}
        got(client, "/health/ready")
    assert "1 matches wait for a game" in environment.partita("doctor", "--data", installed.data).out
    # With it again.
    environment.install(installed.othello)
    with installed.serving() as client:
        wait_until(lambda: match in {item["id"] for item in got(client, MATCHES).json()["items"]})
        wait_until(lambda: got(client, f"{API}/games/othello/statistics").json() == before["statistics"])
        assert everything(client, match) == before
    assert [log for log in installed.logs if "made anew" in log] == [], "installing it rebuilt read models"


def test_a_match_goes_to_where_the_game_is(installed: Installed) -> None:
    """What was exported without the game is imported with it, and checked by its rules."""
    environment, records = installed.environment, installed.data.with_name("records.ndjson")
    with installed.serving() as client:
        played_match(client)
    environment.pip("uninstall", "--yes", "partita-othello")
    assert environment.partita("export", "--data", installed.data, "--output", records).code == 0
    other = installed.data.with_name("other")
    environment.install(installed.othello)
    with Installed(environment, installed.othello, other).serving():
        pass
    said = environment.partita("import", "--data", other, records)
    assert said.code == 0, said.err
    assert re.search(r"\b1\b", said.out + said.err)


def test_it_passes_the_tests_of_all_games_and_its_own(environment: Environment, tmp_path: Path) -> None:
    place = shutil.copytree(OTHELLO, tmp_path / "othello")
    said = environment.pytest("--partita-game", "othello", cwd=place)
    assert said.code == 0, said.out
    assert int(re.findall(r"(\d+) passed", said.out)[0]) >= 26
    said = environment.pytest("--partita-game", "go", cwd=place)
    assert "--partita-game go: there is no such game" in said.out + said.err


def test_what_is_not_allowed_is_not_loaded(environment: Environment, tmp_path: Path) -> None:
    said = environment.partita("doctor", "--data", tmp_path, games="")
    assert "installed, but not allowed by PARTITA_GAMES: othello" in said.out
    assert "OthelloPlace" not in environment.partita("openapi", games="").out
    assert "OthelloPlace" in environment.partita("openapi", games="*").out
