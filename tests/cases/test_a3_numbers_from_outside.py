"""A3: numbers, dates and texts from outside fit what stores them, or are refused; no read model stumbles over one."""

import json
import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import uuid4

import httpx
import msgspec
import psycopg
import pytest

from domain.kernel.game import AnyGame
from domain.match.commands import conclude, describe, play
from domain.match.commands import open_match as open_match_of
from domain.match.folding import evolve
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from projections.retry import retry
from projections.scoreboard.projection import Scoreboard
from replays.records.mistakes import RecordRefused
from service.commands.import_records import ImportedRecord
from service.commands.read_record import read_record
from service.validation.strict_json import JsonError
from tests.cases.extremes import DATES, IDS, INTEGERS, MOMENTS, OPERATIONS, TEXTS, parameters, variants
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of
from tests.service.api.importing import sent
from tests.service.conftest import running_service
from tests.service.eventstore.blocking import opened as opened_store
from tests.service.http_client import PlainClient
from tests.service.programs import wait_until
from tests.service.records.books import body_of, some_evening
from tests.service.scenes import BASE, FIRST, MATCHES, ROUND, dealt, items, make_player, open_match, played, problem

pytestmark = pytest.mark.slow


DECK: Final = [{"spices": "S", "vegetables": 1, "fish": 2, "rice": 4}] * 10


class Scene:
    """A service in which something happened, and what stands for the names in addresses and bodies there."""

    def __init__(self, api: httpx.Client, conninfo: str) -> None:
        self.api, self.conninfo = api, conninfo
        self.client = PlainClient(str(api.base_url))
        self.token = api.headers["authorization"].removeprefix("Bearer ")
        self.player, self.other, self.third = (make_player(api, name)["id"] for name in ("Ada", "Bruno", "Chiara"))
        self.box = self._made(f"{BASE}/games/dschunke/boards", {"name": "Box", "board": {"market_deck": DECK}})
        self.ids: dict[str, str] = {}
        self.begin()

    def begin(self) -> None:
        """Other matches, and all that belongs to them: what was sent before has changed those before."""
        people = [{"player": one} for one in (self.player, self.other, self.third)]
        match = open_match(self.api, seats=people, options={"dealing": "secret"})
        played(self.api, match, *({**FIRST, "seat": seat} for seat in range(3)))
        at = f"{MATCHES}/{match['id']}"
        self._made(f"{at}/retractions", {"to_step": 2})
        self.version = self.api.get(at).json()["version"]
        note = self._made(f"{at}/annotations", {"step": 1, "content": {"kind": "comment", "text": "!"}})
        line = self._made(f"{at}/variations", {"step": 0, "actions": [FIRST]})
        series = self._made(
            f"{BASE}/series", {"game": "klunker", "players": [one["player"] for one in people], "length": 2}
        )
        self.ids = {
            "match_id": match["id"],
            "player_id": self.player,
            "other": self.other,
            "series_id": series["id"],
            "annotation_id": note["id"],
            "variation_id": line["id"],
            "board_id": self.box["id"],
            "token_id": "none",
            "invitation_id": self._made(f"{BASE}/invitations", {"role": "reader"})["id"],
            "import_id": self._import(),
            "game": "klunker",
            "subject_id": str(subject_of_game("klunker").id),
            "seat": "0",
            "step": "1",
        }

    def _import(self) -> str:
        """An import, once there is room for its file."""
        for one in self.api.get(f"{BASE}/imports").json()["items"]:
            self.api.delete(f"{BASE}/imports/{one['id']}")
        answer = sent(self.api, "date,title,players\n")
        assert answer.is_success, answer.text
        return str(answer.json()["id"])

    def _made(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        answer = self.api.post(path, json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    def path(self, name: str) -> str:
        """The address of an operation."""
        return OPERATIONS[name][1].format_map(self.ids)

    def bodies(self, name: str) -> list[Any]:
        """Good bodies of an operation: the first example in the document, with ids and steps that there are."""
        here: dict[str, Any] = {
            "openMatch": [self._opening(game) for game in GAMES.values()],
            "keepBoard": {"name": "Box", "board": self.box["board"]},
            "playActions": {"actions": [{**FIRST, "seat": 2}], "played_at": "2026-01-17T19:30:00Z"},
            "amendActions": {"step": 1, "actions": [{**FIRST, "jewels": ["tiara"]}], "reason": "."},
            "retractActions": {"to_step": 1, "reason": "."},
            "restoreActions": {"version": self.version, "reason": "."},
            "identifyCards": {"step": 0, "held": {"seat": 1, "jewels": ["tiara"]}, "reason": "."},
            "addVariation": {"step": 0, "actions": [FIRST], "title": "."},
            "extendVariation": {"actions": [{**FIRST, "seat": 1}]},
            "mergePlayer": {"into": self.other},
            "openSeries": {"game": "klunker", "players": [self.player, self.other], "length": 2},
            "addMatchToSeries": {"match": self.ids["match_id"]},
        }
        content = next(iter(OPERATIONS[name][2]["requestBody"]["content"].values()))
        shown = content["example"] if "example" in content else next(iter(content["examples"].values()))["value"]
        good = here.get(name) or _with_ids(shown, self.player)
        return good if isinstance(good, list) else [good]

    def _opening(self, game: AnyGame) -> dict[str, Any]:
        """A match with all options told."""
        setup = game.demos[0]
        seats = [{"player": self.player}, *({"name": "."} for _ in range(setup.seats - 1))]
        options = msgspec.to_builtins(setup.options) | (
            {"board": self.box["board"]} if game.meta.key == "dschunke" else {}
        )
        facts = {
            "played_on": "2026-01-17",
            "place": "",
            "note": "",
            "tags": ["."],
            "undo": "free",
            "visibility": "public",
        }
        return {"game": game.meta.key, "seats": seats, "options": options, **facts}

    def send(self, name: str, **more: Any) -> int:
        """Send a request, and the status of its answer, which is none of a fault of ours."""
        answer = self.client.send(OPERATIONS[name][0], self.path(name), token=self.token, **more)
        full = {"read-model-behind", "too-many-imports"}
        assert answer.status < 500 or answer.problem in full, (name, more, answer.body[:500])
        return answer.status


def _with_ids(shown: Any, player: str) -> Any:
    """An example with the id of a `player` that there is."""
    if isinstance(shown, dict):
        return {key: player if key == "player" else _with_ids(value, player) for key, value in shown.items()}
    return [_with_ids(one, player) for one in shown] if isinstance(shown, list) else shown


@pytest.fixture(scope="module")
def scene(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    conninfo = new_database()
    with running_service(conninfo, tmp_path_factory.mktemp("data"), wait_seconds=0.01) as api:
        scene = Scene(api, conninfo)
        yield scene
        scene.client.close()


BODIES: Final = [name for name, (_, _, operation) in OPERATIONS.items() if "requestBody" in operation]


@pytest.mark.parametrize("name", [name for name in BODIES if name != "importRecord"])
def test_A3_extremes_in_bodies_are_no_fault_of_ours(scene: Scene, name: str) -> None:
    content = next(iter(OPERATIONS[name][2]["requestBody"]["content"].values()))
    for good in range(len(scene.bodies(name))):
        for body in variants(content["schema"], scene.bodies(name)[good]):
            if scene.send(name, body=body) < 300 and "/{match_id}/" in OPERATIONS[name][1]:
                scene.begin()


@pytest.mark.parametrize("name", OPERATIONS)
def test_A3_extremes_in_queries_and_headers_are_no_fault_of_ours(scene: Scene, name: str) -> None:
    for place, parameter, value in parameters(name):
        sent: dict[str, Any] = {"body": scene.bodies(name)[0] if name in BODIES else None}
        if place == "query":
            sent["query"] = {parameter: value.encode(errors="surrogatepass")[:20_000]}
        elif value.isascii() and value.isprintable():
            sent["headers"] = {parameter: value[:20_000]}
        if scene.send(name, **sent) < 300 and OPERATIONS[name][0] != "GET" and "{match_id}" in OPERATIONS[name][1]:
            scene.begin()


def test_A3_extremes_in_addresses_are_no_fault_of_ours(scene: Scene) -> None:
    for name, (_, _, operation) in OPERATIONS.items():
        for parameter in operation.get("parameters", ()):
            if parameter["in"] == "path":
                for value in (*map(str, INTEGERS), *IDS, "%00", "%ff", "%ed%a0%80", "x" * 5000, "%F0%9F%92%A9"):
                    scene.ids, before = {**scene.ids, parameter["name"]: value}, scene.ids
                    scene.send(name)
                    scene.ids = before


def leaves(told: Any) -> Iterator[tuple[Any, Any]]:
    """What holds a value in a record, and its name or number there."""
    for place in told if isinstance(told, dict) else range(len(told)):
        if isinstance(told[place], dict | list):
            yield from leaves(told[place])
        yield told, place


def extremes_like(value: Any) -> tuple[Any, ...]:
    if isinstance(value, bool) or value is None:
        return ()
    if isinstance(value, int):
        return INTEGERS
    if isinstance(value, str):
        if value[:4].isdecimal():
            return MOMENTS if "T" in value else DATES
        return TEXTS[:10]
    return ([],) if isinstance(value, list) else ({},)


@pytest.mark.parametrize("key", GAMES)
def test_A3_extremes_in_records_are_refused_or_taken_in(scene: Scene, key: str) -> None:
    """One place of each kind in the record of a short match is tried, with what was written beside it."""
    record = msgspec.json.decode(body_of(some_evening(key, 3, most=10)))
    match_id, tried, taken = record["match"]["id"], set(), []
    for holder, place in list(leaves(record)):
        before = holder[place]
        kind = (holder.get("type") if isinstance(holder, dict) else None, place, type(before))
        if kind not in tried:
            for value in extremes_like(before):
                holder[place] = value
                try:
                    taken.append(read_record(json.dumps(record).replace(match_id, str(uuid4())).encode()))
                except (JsonError, RecordRefused):
                    continue
            holder[place] = before
        tried.add(kind)
    assert taken, "nothing was taken in"
    with opened_store(scene.conninfo) as store:
        assert {type(outcome) for outcome in store.importer.import_records(taken)} == {ImportedRecord}


def test_A3_no_read_model_has_set_anything_aside_then(scene: Scene) -> None:
    with psycopg.connect(scene.conninfo) as connection:
        (end,) = connection.execute("SELECT max(notification_id) FROM match_events").fetchone() or (0,)
        deadline = datetime.now(UTC) + timedelta(seconds=60)
        while connection.execute("SELECT min(position) FROM projections").fetchone() != (end,):
            connection.commit()
            assert datetime.now(UTC) < deadline
        assert connection.execute("SELECT projection, fault FROM set_aside WHERE fault IS NOT NULL").fetchall() == []
    assert scene.api.get("/health/ready").json()["status"] == "ok"
    scene.client.close()  # it has been idle for long
    for name, (method, _, _) in OPERATIONS.items():
        if method == "GET":
            scene.send(name)


# --- the case itself ---


def ended(api: httpx.Client, *moments: str) -> str:
    """A match in which actions were played at these moments, and which was ended then; its id."""
    match = dealt(api)
    for seat, moment in enumerate(moments):
        body = {"actions": [{**ROUND[seat]}], "played_at": moment}
        assert api.post(f"{MATCHES}/{match['id']}/actions", json=body).status_code == 201
    position = api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).json()["position"]
    assert wait_for(api, position)["status"] == "ok"
    return str(match["id"])


def wait_for(api: httpx.Client, position: int) -> Any:
    """What is said of the service's health when the read models have got to `position`, or can't."""
    deadline = time.monotonic() + 30
    for name in ("matches", "games/klunker/statistics"):
        while api.get(f"{BASE}/{name}", params={"after_position": position}).status_code == 503:
            health = api.get("/health/ready").json()
            if health["status"] == "degraded":
                return health
            assert time.monotonic() < deadline, health
    return api.get("/health/ready").json()


def test_A3_a_span_of_a_hundred_years_is_told_as_it_is(scene: Scene) -> None:
    match_id = ended(scene.api, "1913-05-29T20:00:00Z", "2013-05-29T20:00:00Z")
    row = next(item for item in items(scene.api, MATCHES) if item["id"] == match_id)
    assert row["duration"] == 36_525 * 24 * 3600 > 2**31


@pytest.mark.parametrize("day", ["0001-01-01", "1799-12-31", "9999-12-31", "tomorrow's tomorrow"])
def test_A3_dates_when_nothing_can_have_been_played_are_refused(scene: Scene, day: str) -> None:
    day = str(datetime.now(UTC).date() + timedelta(days=2)) if "tomorrow" in day else day
    match = dealt(scene.api)
    at = f"{MATCHES}/{match['id']}"
    opening = {"game": "klunker", "seats": match["seats"], "played_on": day}
    opening["seats"] = [{"name": "."}] * 3
    for answer, pointer in (
        (scene.api.post(MATCHES, json=opening), "/played_on"),
        (scene.api.patch(at, json={"played_on": day}), "/played_on"),
        (scene.api.post(f"{at}/actions", json={"actions": [FIRST], "played_at": f"{day}T12:00:00Z"}), "/played_at"),
    ):
        assert problem(answer, 422, "unfit-date")["pointer"] == pointer
    assert scene.api.get(at).json()["version"] == 2


def test_A3_a_date_that_is_tomorrow_here_is_today_somewhere(scene: Scene) -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)
    assert open_match(scene.api, played_on=str(tomorrow))["played_on"] == str(tomorrow)
    assert open_match(scene.api, played_on="1800-01-01")["played_on"] == "1800-01-01"


@pytest.mark.parametrize("day", ["0001-01-01", "9999-12-31"])
def test_A3_such_dates_are_refused_in_records_with_their_places(day: str) -> None:
    record = msgspec.json.decode(body_of(some_evening("klunker", 3, most=12)))
    played_at = next(index for index, event in enumerate(record["events"]) if event["type"] == "played")
    record["events"][played_at]["played_at"] = f"{day}T00:00:00Z"
    record["events"][0]["played_on"] = record["match"]["played_on"] = day
    with pytest.raises(RecordRefused) as refused:
        read_record(json.dumps(record).encode())
    places = [mistake.pointer for mistake in refused.value.mistakes]
    assert places == ["/events/0/played_on", f"/events/{played_at}/played_at"]


def test_A3_what_was_recorded_before_such_dates_were_refused_is_taken_in(scene: Scene) -> None:
    """Spans of ten thousand years, and dates that are the first and the last there are."""
    game, at, match_id = GAMES["klunker"], datetime.now(UTC), uuid4()
    setup = next(setup for setup in support_of("klunker").SETUPS.values() if setup.options.dealing == "secret")
    opened = open_match_of(
        game, setup.options, [uuid4() for _ in range(setup.seats)], played_on=date.max, at=at, by="b"
    )

    def events() -> list[Any]:
        made: list[Any] = [opened]
        match = evolve(None, opened)
        for moment in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
            action = chosen_action(game, match.state, RandomChoices(Random(1)))
            made.append(play(match, action, at=at, by="b", played_at=moment))
            match = evolve(match, made[-1])
        return [*made, conclude(match, "", at=at, by="b"), describe(match, played_on=date.min, at=at, by="b")]

    with opened_store(scene.conninfo) as store:
        written = store.matches.create(match_id, events)
    assert wait_for(scene.api, written.position)["status"] == "ok"
    assert scene.api.get(f"{BASE}/games/klunker/records").status_code == 200
    assert scene.api.get(f"{MATCHES}/{match_id}/record").status_code == 200


def over_a_hundred_years(api: httpx.Client) -> int:
    """Play two actions of a match so far apart; the position of the second one."""
    match = dealt(api)
    for number, moment in enumerate(("1913-05-29T20:00:00Z", "2013-05-29T20:00:00Z")):
        body = {"actions": [ROUND[number]], "played_at": moment}
        position = api.post(f"{MATCHES}/{match['id']}/actions", json=body).json()["position"]
    return int(position)


def test_A3_retry_takes_in_what_was_set_aside(new_database: Callable[[], str], tmp_path: Path) -> None:
    """As long as the column is too narrow the match is set aside; a retry is all it takes when it no longer is."""
    conninfo = new_database()
    with running_service(conninfo, tmp_path) as api:
        wait_for(api, 0)
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("ALTER TABLE scoreboard_match ALTER duration TYPE integer")
            assert wait_for(api, over_a_hundred_years(api))["status"] == "degraded"
            connection.execute("ALTER TABLE scoreboard_match ALTER duration TYPE bigint")
            retry(conninfo, Scoreboard(), lambda *_: None)
        assert api.get("/health/ready").json()["status"] == "ok"
        assert api.get(MATCHES).json()["items"][0]["step"] == 3


def test_A3_what_an_earlier_version_has_set_aside_is_taken_in_by_this_one(
    new_database: Callable[[], str], tmp_path: Path
) -> None:
    """Its read model was of version 2, and the column too narrow."""
    conninfo = new_database()
    with running_service(conninfo, tmp_path) as api:
        wait_for(api, 0)
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("ALTER TABLE scoreboard_match ALTER duration TYPE integer")
        assert wait_for(api, over_a_hundred_years(api))["status"] == "degraded"
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("UPDATE projections SET version = 2 WHERE name = %s", (Scoreboard.name,))
    with running_service(conninfo, tmp_path) as api:
        wait_until(lambda: api.get("/health/ready").json()["status"] == "ok")
        assert api.get(MATCHES).json()["items"][0]["step"] == 3


def test_A3_a_token_expires_in_a_time_that_can_be_thought_of(scene: Scene) -> None:
    body = {"label": "Ada", "role": "reader", "expires_at": "9999-12-31T23:59:59Z"}
    assert problem(scene.api.post(f"{BASE}/tokens", json=body), 422, "unfit-token")["pointer"] == "/expires_at"
