"""Makes service/examples.json, the examples of the OpenAPI document: what a service answered to a real scenario.

Run it as ``python -m tests.service.make_examples``, and ``make openapi`` after it. Ids and times differ from run to
run, so stable ones stand in their place.
"""

import base64
import hashlib
import json
import re
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

import httpx
import psycopg

from service.database import EmbeddedPostgres
from service.database.migrate import migrate
from tests.golden import replace_all
from tests.service.conftest import running_service
from tests.service.scenario import NOBODY, Example, Scenario
from tests.service.scenarios import (
    claims,
    evidence,
    identification,
    imports,
    notes,
    pgn,
    records,
    results,
    second_records,
    stream,
    subjects,
    tokens,
)
from tests.service.scenarios.exports import hand_over, take_as_tables
from tests.service.scenarios.pictures import look_at
from tests.service.scenarios.ratings import ask_who_leads
from tests.service.scenarios.statistics import ask_for_statistics

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "service" / "examples.json"
SAMPLE: Final = ROOT / "tests" / "samples" / "klunker-3-open.json"

BOXED: Final = "dschunke"
"""A game of which boxes can be kept."""

NEVER: Final = 1_000_000
"""A position that the log doesn't have here."""

STRANGER: Final = "partita_stranger_0"
"""A token that allows nothing."""


def play(scenario: Scenario) -> None:
    """The scenario: an evening of three people who play one match."""
    sample = json.loads(SAMPLE.read_text())
    actions = sample["actions"]
    scenario.call("getLiveness")
    scenario.call("getReadiness")
    listed = scenario.call("listGames")
    listed["items"] = [game for game in listed["items"] if any(SAMPLE.parent.glob(f"{game['key']}-*.json"))]
    rules = scenario.call("getGame", game="klunker")
    rules["clauses"] = rules["clauses"][:3]  # enough for an example
    # References in examples lead readers of the document astray.
    for schema in ("options_schema", "action_schema", "identification_schema"):
        rules[schema] = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"}
    book = scenario.call("getRules", game="klunker", **{"Accept-Language": "it"})
    book["sections"] = book["sections"][5:6]
    ada = scenario.call("createPlayer", {"name": "Ada"}, **{"Idempotency-Key": "ada-arrives"})["id"]
    subjects.keep_sheets(scenario, ada)
    opening = {
        "game": "klunker",
        "options": sample["options"],
        "seats": [{"player": ada}, {"name": "Bruno"}, {"name": "Chiara"}],
        "played_on": "2026-01-17",
        "place": "Bologna",
        "note": "Club evening",
        "tags": ["club"],
        "visibility": "public",
    }
    match = scenario.call("openMatch", opening, **{"Idempotency-Key": "evening-1"})
    at: dict[str, Any] = {"match_id": match["id"]}
    play_first = {**at, "If-Match": '"1"', "Idempotency-Key": "evening-1-deal"}
    scenario.call("playActions", {"actions": actions[:2]}, **play_first)
    corrected = scenario.call("correctMatch", {"note": "Club evening, first match"}, **at, **{"If-Match": '"3"'})
    waiting = {**at, "after_position": corrected["position"]}
    scenario.call("getMatch", **at, viewer="public")
    scenario.call("getState", **at, step=2, viewer="seat:1")
    legal = scenario.call("getLegalActions", **at, seat=1)
    legal["actions"] = legal["actions"][:3]  # here, too
    scenario.call("getChoices", **at, seat=1, **{"Accept-Language": "en"})
    scenario.call("tryAction", {"action": actions[2]}, **at, **{"Accept-Language": "en"})
    scenario.call("listEvents", **at, after=1, viewer="public", limit=2)
    scenario.call("getHistory", **waiting, viewer="seat:1", limit=1, **{"Accept-Language": "en"})
    scenario.call("getScoreboard", **waiting, limit=2)
    scenario.call("getThinkingTime", **at)
    scenario.call("getChapters", **at, **{"Accept-Language": "it"})
    here = {"game": BOXED}
    board = scenario.call("keepBoard", {"name": "The club's box", "board": {}}, **here, **{"Idempotency-Key": "box"})
    scenario.call("listBoards", **here, limit=1)
    scenario.call("getBoard", **here, board_id=board["id"])
    practice = correct(scenario, match, opening, actions)
    secret = identification.identify(scenario, match, opening)
    claims.claim(scenario, match, opening)
    results.agree(scenario, match, opening, actions)
    tokens.give(scenario, match)
    tokens.invite(scenario, match)
    twice = second_records.record_twice(scenario, opening, actions)
    series = count_together(scenario, match, practice)
    annotation, variation = notes.annotate(scenario, match), notes.vary(scenario, practice)
    scenario.call("getFrame", **at, step=2, viewer="public", **{"Accept-Language": "en"})
    scenario.call("getReplay", **at, **{"from": 1, "to": 2}, viewer="public", limit=1, **{"Accept-Language": "it"})
    look_at(scenario, match["id"])
    records.take_out_and_in(scenario, match)
    evidence.prove(scenario, match)
    imported = imports.take_in(scenario, ada)
    refuse(scenario, match["id"], ada, opening, actions)
    records.refuse(scenario)
    subjects.refuse(scenario)
    notes.refuse_notes(scenario, annotation, variation)
    stream.follow(scenario, match["id"], imported)
    imports.refuse(scenario)
    imports.take_back(scenario, imported)
    refuse_corrections(scenario, match["id"], practice["id"], actions)
    identification.refuse(scenario, secret)
    second_records.refuse(scenario, twice, opening, actions)
    refuse_series(scenario, series, match)
    tokens.refuse(scenario, match)
    scenario.call("takeMatchOutOfSeries", series_id=series, match_id=practice["id"], **{"If-Match": '"4"'})
    end = scenario.send("playActions", {"actions": actions[2:]}, at).json()
    scenario.call("getSeries", series_id=series, after_position=end["position"])
    scenario.call("listSeries", game="klunker", limit=1, after_position=end["position"])
    scenario.call("listMatches", game="klunker", status="finished", limit=1, after_position=end["position"])
    pgn.show(scenario)
    ask_who_leads(scenario, ada, end["position"])
    ask_for_statistics(scenario, match, end["position"])
    people = {player["name"]: player["id"] for player in scenario.send("listPlayers").json()["items"]}
    scenario.call("listPlayers", limit=1)
    scenario.call("getPlayer", player_id=ada)
    scenario.call("renamePlayer", {"name": "Ada Bianchi"}, player_id=ada)
    scenario.call("mergePlayer", {"into": ada}, player_id=people["Bruno"])
    scenario.call("undoMerge", player_id=people["Bruno"], **{"Idempotency-Key": "two-after-all"})
    gone = scenario.call("removeMatch", match_id=practice["id"], **{"Idempotency-Key": "no-match"})
    take_as_tables(scenario, gone["position"])
    hand_over(scenario, match["id"], gone["position"])
    scenario.call("erasePlayer", player_id=people["Chiara"])
    scenario.call("removeSeries", series_id=series, **{"If-Match": '"5"'})
    deal(scenario, opening)


def correct(scenario: Scenario, match: dict[str, Any], opening: dict[str, Any], actions: list[Any]) -> dict[str, Any]:
    """Another match of the same people, in which much goes wrong; it is abandoned."""
    seats = [{"player": seat["player"]["id"]} for seat in match["seats"]]
    practice: dict[str, Any] = scenario.send("openMatch", {**opening, "seats": seats, "note": ""}).json()
    at = {"match_id": practice["id"]}
    assert scenario.send("playActions", {"actions": actions[:8]}, at).is_success
    back = {"to_step": 6, "reason": "Chiara stored another card"}
    scenario.call("retractActions", back, **at, **{"If-Match": '"9"', "Idempotency-Key": "practice-back"})
    scenario.call("restoreActions", {"version": 10, "reason": "No, it was right"}, **at)
    other = {"type": "stock", "seat": 0, "jewels": ["earrings"]}
    scenario.call("amendActions", {"step": 2, "actions": [other], "reason": "Ada placed the earrings"}, **at)
    scenario.call("concludeMatch", {"reason": "The last train"}, **at)
    scenario.call("reopenMatch", {"reason": "It was late, too"}, **at)
    scenario.call("abandonMatch", {"reason": "The cat"}, **at)
    return practice


def deal(scenario: Scenario, opening: dict[str, Any]) -> None:
    """A match in which the service deals; it is broken off at once, and shows that the deal was fair."""
    guests = [{"name": name} for name in ("Dario", "Emma", "Fabio")]
    wanted = {**opening, "options": {"dealing": "server"}, "seats": guests}
    match: dict[str, Any] = scenario.send("openMatch", wanted).json()
    assert scenario.send("abandonMatch", {"reason": "A trial"}, {"match_id": match["id"]}).is_success
    scenario.call("getFairness", match_id=match["id"])


def count_together(scenario: Scenario, match: dict[str, Any], practice: dict[str, Any]) -> str:
    """A series of the two matches, at version 4."""
    players = [seat["player"]["id"] for seat in match["seats"]]
    opening = {"game": "klunker", "players": players, "length": 2, "title": "Winter", "matches": [match["id"]]}
    series: str = scenario.call("openSeries", opening, **{"Idempotency-Key": "winter"})["id"]
    scenario.call("addMatchToSeries", {"match": practice["id"]}, series_id=series, **{"If-Match": '"2"'})
    scenario.call("correctSeries", {"title": "Winter in Bologna"}, series_id=series)
    return series


WRONG: Final[dict[str, Any]] = {
    "createPlayer": {"name": 7},
    "renamePlayer": {"name": None},
    "mergePlayer": {"into": "Ada"},
    "openMatch": {"game": "klunker", "seats": [{"name": "Ada"}, {"nmae": "Bruno"}]},
    "correctMatch": {"played_on": "17 January"},
    "playActions": {"actions": [{"type": "stock", "seat": "0", "jewels": ["tiara"]}]},
    "tryAction": {"action": {"type": "stock", "seat": "0", "jewels": ["tiara"]}},
    "retractActions": {"to_step": "3"},
    "restoreActions": {"version": 0},
    "amendActions": {"step": 2, "keep": "some"},
    **identification.WRONG,
    "concludeMatch": {"why": "The last train"},
    "abandonMatch": {"why": "The cat"},
    "reopenMatch": {"reason": None},
    "keepBoard": {"name": "The club's box", "board": {"colour": "red"}},
    "openSeries": {"game": "klunker", "players": ["Ada", "Bruno", "Chiara"]},
    "correctSeries": {"length": "2"},
    "addMatchToSeries": {"match": 2},
    **results.WRONG,
    **tokens.WRONG,
    **notes.WRONG,
    **records.WRONG,
    **imports.WRONG,
    **second_records.WRONG,
    **subjects.WRONG,
}
"""Bodies that aren't of the right form."""


def refuse(scenario: Scenario, match_id: str, ada: str, opening: dict[str, Any], actions: list[Any]) -> None:
    """Every problem that a request can provoke, for every operation that has it."""
    seats = scenario.send("getMatch", None, {"match_id": match_id}).json()["seats"]
    here: dict[str, Any] = {"match_id": match_id, "player_id": ada, "game": "klunker", "step": 1, "seat": 1}
    here |= {"series_id": NOBODY, "board_id": NOBODY, "subject_id": subjects.CATAN, "other": seats[1]["player"]["id"]}
    here |= tokens.HERE | notes.HERE | imports.HERE
    nowhere: dict[str, Any] = {**here, "match_id": NOBODY, "player_id": NOBODY, "game": "ludo", "other": NOBODY}
    nowhere["subject_id"] = NOBODY
    nowhere |= tokens.NOWHERE
    good: dict[str, Any] = {name: example.get("request") for name, example in scenario.examples.items()}
    good |= {"renamePlayer": {"name": "Ada"}, "mergePlayer": {"into": ada}}
    for name, (method, path, operation) in scenario.operations.items():
        in_path = re.findall(r"{(\w+)}", path)
        at = {key: here[key] for key in in_path}
        if "/boards" in path:
            at["game"] = BOXED
        known = {parameter["name"] for parameter in operation.get("parameters", [])}
        has_body = name in WRONG
        if "after_position" in known:
            scenario.refused(name, "unknown-position", **at, after_position=NEVER)
        if has_body:
            scenario.refused(name, "invalid-request", WRONG[name], **at)
            half = scenario.send(name, None, at, raw=json.dumps(good[name]).encode()[:-1])
            scenario.keep(name, "invalid-json", half)
            scenario.keep(name, "too-large", scenario.send(name, None, at, raw=b" " * records.most_bytes(name) + b"{}"))
            plain = {"Content-Type": "text/plain"}
            scenario.keep(name, "unsupported-media-type", scenario.send(name, good[name], at, headers=plain))
        else:
            scenario.refused(name, "invalid-request", **at, colour="red")
        if in_path:
            scenario.refused(name, "not-found", good.get(name), **{key: nowhere[key] for key in in_path})
        if path.startswith("/api/"):
            _refuse_token(scenario, name, good.get(name), at, writes=method != "get", views="viewer" in known)
        if path.startswith("/api/") and method == "get" and not name.startswith("stream"):
            odd = scenario.send(name, None, at, headers={"Accept": "application/rtf"})
            scenario.keep(name, "not-acceptable", odd)
    _refuse_setups(scenario, match_id, ada, opening)
    at = {"match_id": match_id}
    scenario.refused("playActions", "rule-violation", {"actions": [actions[2], {"type": "pass", "seat": 2}]}, **at)
    scenario.refused("playActions", "version-conflict", good["playActions"], **at, **{"If-Match": '"1"'})
    scenario.refused("correctMatch", "version-conflict", good["correctMatch"], **at, **{"If-Match": '"1"'})
    long_ago = {"actions": actions[2:3], "played_at": "0001-01-01T20:00:00Z"}
    scenario.refused("playActions", "unfit-date", long_ago, **at)
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("createPlayer", "idempotency-key-reused", {"name": "Dario"}, **reused)
    scenario.refused("openMatch", "idempotency-key-reused", opening, **reused)
    scenario.refused("mergePlayer", "idempotency-key-reused", good["mergePlayer"], player_id=ada, **reused)
    scenario.refused("undoMerge", "idempotency-key-reused", player_id=ada, **reused)
    scenario.refused("removeMatch", "version-conflict", **at, **{"If-Match": '"1"'})
    scenario.refused("removeMatch", "idempotency-key-reused", **at, **reused)
    scenario.refused("playActions", "idempotency-key-reused", good["playActions"], **at, **reused)


def refuse_corrections(scenario: Scenario, match_id: str, abandoned: str, actions: list[Any]) -> None:
    """The problems of corrections of a match that has two steps, and of one that was abandoned."""
    at = {"match_id": match_id}
    for name in ("retractActions", "restoreActions", "amendActions", "concludeMatch", "abandonMatch", "reopenMatch"):
        good = scenario.examples[name]["request"]
        scenario.refused(name, "version-conflict", good, **at, **{"If-Match": '"1"'})
        scenario.refused(name, "idempotency-key-reused", good, **at, **{"Idempotency-Key": "ada-arrives"})
        scenario.refused(name, "unfit-text", {**good, "reason": "a bell \u0007"}, **at)
    scenario.refused("playActions", "not-possible", {"actions": actions[8:9]}, match_id=abandoned)
    scenario.refused("tryAction", "not-possible", {"action": actions[8]}, match_id=abandoned)
    scenario.refused("tryAction", "rule-violation", {"action": {"type": "pass", "seat": 0}}, **at)
    scenario.refused("retractActions", "not-possible", {"to_step": 2}, **at)
    scenario.refused("restoreActions", "not-possible", {"version": 2}, **at)
    scenario.refused("amendActions", "not-possible", {"step": 9, "actions": actions[8:9]}, **at)
    scenario.refused("concludeMatch", "not-possible", {}, match_id=abandoned)
    scenario.refused("abandonMatch", "not-possible", {}, match_id=abandoned)
    scenario.refused("reopenMatch", "not-possible", {}, **at)
    scenario.refused("amendActions", "rule-violation", {"step": 2, "actions": [{"type": "pass", "seat": 0}]}, **at)
    scenario.refused("amendActions", "amendment-conflict", {"step": 3, "actions": []}, match_id=abandoned)


def refuse_series(scenario: Scenario, series_id: str, match: dict[str, Any]) -> None:
    """The problems of series."""
    at = {"series_id": series_id}
    opening = scenario.examples["openSeries"]["request"]
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("openSeries", "idempotency-key-reused", opening, **reused)
    scenario.refused("openSeries", "invalid-setup", {**opening, "game": "ludo"})
    scenario.refused("openSeries", "unfit-series", {**opening, "length": 0})
    scenario.refused("openSeries", "unknown-player", {**opening, "players": [*opening["players"][:2], NOBODY]})
    scenario.refused("openSeries", "unfit-text", {**opening, "title": "W" * 121})
    scenario.refused("correctSeries", "unfit-series", {"length": 1}, **at)
    scenario.refused("correctSeries", "unfit-text", {"title": "a bell \u0007"}, **at)
    scenario.refused("addMatchToSeries", "unfit-series", {"match": match["id"]}, **at)
    scenario.refused("addMatchToSeries", "idempotency-key-reused", {"match": match["id"]}, **at, **reused)
    stale = {"If-Match": '"1"'}
    scenario.refused("correctSeries", "version-conflict", {"title": "Spring"}, **at, **stale)
    scenario.refused("addMatchToSeries", "version-conflict", {"match": match["id"]}, **at, **stale)
    scenario.refused("takeMatchOutOfSeries", "version-conflict", **at, match_id=match["id"], **stale)
    scenario.refused("removeSeries", "version-conflict", **at, **stale)


def _refuse_token(scenario: Scenario, name: str, body: Any, at: dict[str, Any], *, writes: bool, views: bool) -> None:
    unknown = scenario.send(name, body, at, headers={"Authorization": "Bearer partita_000000000000_0"})
    if unknown.status_code == httpx.codes.UNAUTHORIZED:  # some look at no token
        scenario.keep(name, "unauthenticated", unknown)
    asked = {**at, "viewer": "recorder"} if views else at
    weak = scenario.send(name, body, asked, headers={"Authorization": f"Bearer {STRANGER}"})
    if writes or views or weak.status_code == httpx.codes.FORBIDDEN:
        scenario.keep(name, "forbidden", weak)


def _refuse_setups(scenario: Scenario, match_id: str, ada: str, opening: dict[str, Any]) -> None:
    at = {"match_id": match_id}
    stranger = [{"player": NOBODY}, {"name": "Bruno"}, {"name": "Chiara"}]
    scenario.refused("openMatch", "invalid-setup", {**opening, "seats": opening["seats"][:2]})
    scenario.refused("openMatch", "unknown-player", {**opening, "seats": stranger})
    scenario.refused("openMatch", "unfit-text", {**opening, "place": "B" * 121})
    scenario.refused("openMatch", "unfit-date", {**opening, "played_on": "0001-01-01"})
    scenario.refused("correctMatch", "unfit-date", {"played_on": "0001-01-01"}, **at)
    scenario.refused("correctMatch", "invalid-setup", {"seats": opening["seats"][:2]}, **at)
    scenario.refused("correctMatch", "unknown-player", {"seats": stranger}, **at)
    scenario.refused("correctMatch", "unfit-text", {"note": "a bell \u0007"}, **at)
    scenario.refused("createPlayer", "unfit-text", {"name": " "})
    ada_again = {"name": "Ada", "new": False}
    scenario.refused("createPlayer", "known-name", ada_again)
    scenario.refused("openMatch", "known-name", {**opening, "seats": [ada_again, *opening["seats"][1:]]})
    scenario.refused("correctMatch", "known-name", {"seats": [ada_again, *opening["seats"][1:]]}, **at)
    scenario.refused("keepBoard", "unfit-text", {"name": " ", "board": {}}, game=BOXED)
    scenario.refused("keepBoard", "invalid-setup", {"name": "The club's box", "board": {"junk_order": []}}, game=BOXED)
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("keepBoard", "idempotency-key-reused", {"name": "Another", "board": {}}, game=BOXED, **reused)
    scenario.refused("renamePlayer", "unfit-text", {"name": " "}, player_id=ada)
    scenario.refused("mergePlayer", "unknown-player", {"into": NOBODY}, player_id=ada)


# --- stable ids and times ---

_UUID: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_TIME: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
_TOKEN: Final = re.compile(r"partita_([0-9a-f]{20})_[0-9a-f]{64}")
_TOKEN_ID: Final = re.compile(r"[0-9a-f]{20}")
_IN_ADDRESS: Final = re.compile(r"(?<=/tokens/)[0-9a-f]{20}")
_FIXED: Final = {"code": tokens.CODE, "url": tokens.URL}
_FIRST_TIME: Final = datetime(2026, 1, 17, 19, 30, tzinfo=UTC)


class Normalised:
    """Puts stable ids and times into examples."""

    def __init__(self, examples: dict[str, Example]) -> None:
        self._ids: dict[str, str] = {NOBODY: NOBODY}
        text = json.dumps(examples)
        times = sorted({found[0] for found in _TIME.finditer(text)}, key=datetime.fromisoformat)
        self._times = {
            time: f"{_FIRST_TIME + timedelta(seconds=40 * index):%Y-%m-%dT%H:%M:%SZ}"
            for index, time in enumerate(times)
        }
        self.examples = self._stable(examples)

    def _stable(self, node: Any, key: str = "") -> Any:
        if isinstance(node, dict):
            return {name: self._stable(value, name) for name, value in node.items()}
        if isinstance(node, list):
            return [self._stable(item, key) for item in node]
        if not isinstance(node, str):
            return node
        if key in {"by", "author", "created_by"}:
            return "5d0f3a9c71be"
        if key in _FIXED:
            return _FIXED[key]
        if key in {"commitment", "seed"}:
            return hashlib.sha256(key.encode()).hexdigest()
        if token := _TOKEN.fullmatch(node):
            stable = self._stable_token_id(token[1])
            return f"partita_{stable}_{hashlib.sha256(stable.encode()).hexdigest()}"
        if _TOKEN_ID.fullmatch(node) and node != tokens.HERE["token_id"]:
            return self._stable_token_id(node)
        if key in {"next_cursor", "cursor"}:
            return self._stable_cursor(node)
        node = _IN_ADDRESS.sub(lambda found: self._stable_token_id(found[0]), node)
        return self._times.get(node) or _UUID.sub(lambda found: self._stable_id(found[0]), node)

    def _stable_id(self, real: str) -> str:
        random = Random(len(self._ids))
        return self._ids.setdefault(real, str(UUID(int=random.getrandbits(128), version=4)))

    def _stable_token_id(self, real: str) -> str:
        return self._ids.setdefault(real, hashlib.sha256(f"token {len(self._ids)}".encode()).hexdigest()[:20])

    def _stable_cursor(self, cursor: str) -> str:
        padded = cursor + "=" * (-len(cursor) % 4)
        values = self._stable(json.loads(base64.urlsafe_b64decode(padded)))
        return base64.urlsafe_b64encode(json.dumps(values, separators=(",", ":")).encode()).decode().rstrip("=")


def examples_of(conninfo: str, data: Path) -> bytes:
    """The text of the file, made with a fresh database."""
    with running_service(conninfo, data, streams=stream.PLACES, imports=imports.LIMITS) as api:
        with psycopg.connect(conninfo) as connection:
            digest = hashlib.sha256(STRANGER.encode()).digest()
            connection.execute(
                "INSERT INTO tokens (id, hash, scopes, label) VALUES ('stranger', %s, '{}', '')", (digest,)
            )
        scenario = Scenario(api)
        play(scenario)
    stable = Normalised(scenario.examples).examples
    for example in stable.values():
        if "problems" in example:
            example["problems"] = dict(sorted(example["problems"].items()))
    return (json.dumps(dict(sorted(stable.items())), indent=1, ensure_ascii=False) + "\n").encode()


@contextmanager
def _fresh() -> Iterator[tuple[str, Path]]:
    with tempfile.TemporaryDirectory() as folder, EmbeddedPostgres(Path(folder)) as postgres:
        migrate(postgres.conninfo)
        yield postgres.conninfo, Path(folder)


def main() -> None:
    """Write the file."""
    with _fresh() as (conninfo, data):
        replace_all({FILE: examples_of(conninfo, data)})
    sys.stderr.write(f"{FILE.relative_to(ROOT)} is written; `make openapi` brings it into the document\n")


if __name__ == "__main__":
    main()
