"""Every operation, by every kind of token, for matches and series of every visibility: exactly the allowed ones answer.

For a new operation, add a line to `TABLE`: its rows, and what to send where a bare request isn't enough. A row has one
letter for each of `KINDS`, in that order:

    +  it is answered: with `good`, which for a write is a refusal that comes after the gate (a version that is gone, a
       name that can't be kept), so that nothing changes
    U  401 unauthenticated      F  403 forbidden      0  404, to the byte as for an id that nothing has
"""

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from domain.subjects.subject import subject_of_title
from tests.service.conftest import running_service
from tests.service.document import DOCUMENT
from tests.service.http_client import Answer, PlainClient
from tests.service.scenes import BASE, MATCHES, THREE, dealt, known, make_player, open_match, whole

pytestmark = pytest.mark.slow

KINDS: Final = (
    "none",
    "unknown",
    "revoked",
    "reader",
    "recorder",
    "annotator",
    "arbiter",
    "record only",
    "admin only",
    "owner",
    "own seat",
    "other seat",
)
SCOPES: Final[Mapping[str, Mapping[str, Any]]] = {
    "revoked": {"role": "owner"},
    "reader": {"role": "reader"},
    "recorder": {"role": "recorder"},
    "annotator": {"role": "annotator"},
    "arbiter": {"role": "arbiter"},
    "record only": {"scopes": ["record"]},
    "admin only": {"scopes": ["admin"]},
}

VISIBILITIES: Final = ("public", "unlisted", "private")
STATES: Final = ("running", "finished", "kept")

NOBODY: Final = "0b7e7e4c-2f5b-4b8e-9d3a-6f1c1d2e3f40"
"""An id that nothing has."""

Rows = str | Mapping[str, str]
"""A row for all matches, or one by visibility, or one by state and visibility: `running private`."""

EVERYBODY: Final = "++++++++++++"  # no token is looked at
WHOEVER: Final = "+UU+++++++++"
READS: Final = "UUU++++FF+FF"
RECORDS: Final = "UUUF+F++F+FF"
IMPORTS: Final = "UUUF+F+FF+FF"
ADMINISTERS: Final = "UUUFFFFF++FF"

READS_SERIES: Final = {"public": WHOEVER, "unlisted": WHOEVER, "private": "0UU++++00+00"}
READS_MATCH: Final = {"public": WHOEVER, "unlisted": WHOEVER, "private": "0UU++++00++0"}
RECORDS_IN: Final = {"public": RECORDS, "unlisted": RECORDS, "private": "UUUF+F+0F+FF"}
PLAYS_IN: Final = {"public": "UUUF+F++F++F", "unlisted": "UUUF+F++F++F", "private": "UUUF+F+0F++F"}

ANNOTATES_IN: Final = {"public": "UUUF+++FF++F", "unlisted": "UUUF+++FF++F", "private": "UUUF+++00++0"}
VARIES_IN: Final = {"public": "UUUF+F+FF+FF", "unlisted": "UUUF+F+FF+FF", "private": "UUUF+F+00+F0"}

ARBITRATES_IN: Final = {"public": "UUUFFF+FFFFF", "unlisted": "UUUFFF+FFFFF", "private": "UUUFFF+FFFFF"}

SEES_OWN: Final = {"public": "FUUF+F+++++F", "unlisted": "FUUF+F+++++F", "private": "0UUF+F+00++0"}
SEES_OTHER: Final = {"public": "FUUF+F++++FF", "unlisted": "FUUF+F++++FF", "private": "0UUF+F+00+F0"}


def by_state(running: Mapping[str, str], finished: Mapping[str, str], kept: Mapping[str, str]) -> dict[str, str]:
    rows = {"running": running, "finished": finished, "kept": kept}
    return {f"{state} {visibility}": rows[state][visibility] for state in STATES for visibility in VISIBILITIES}


VARIES: Final = by_state(VARIES_IN, ANNOTATES_IN, VARIES_IN)
"""What the rules allow tells secrets: only when there are none, whoever annotates may vary."""


class Case(Struct, frozen=True):
    """Who may call an operation, and how it is called.

    Attributes:
        good: the status where the gate lets a request through.
        body, query: what is sent; strings in them that are braced names stand for ids, as in an address.
        stale: whether the write is meant for a version that is gone.
    """

    rows: Rows
    good: int = 200
    body: Any = None
    query: Mapping[str, Any] = {}
    stale: bool = False


def write(rows: Rows, body: Any = None) -> Case:
    """A write of a match or series that takes `If-Match`."""
    return Case(rows, 412, body, stale=True)


DECISION: Final = {"differences": [1], "side": "second", "versions": [1, 1]}

TABLE: Final[Mapping[str, Case]] = {
    "getLiveness": Case(EVERYBODY),
    "getReadiness": Case(EVERYBODY),
    "listGames": Case(EVERYBODY),
    "getGame": Case(EVERYBODY),
    "getRules": Case(EVERYBODY),
    "listMatchTemplates": Case(WHOEVER),
    "listBoards": Case(EVERYBODY),
    "getBoard": Case(EVERYBODY),
    "keepBoard": Case(RECORDS, 422, {"name": " ", "board": {}}),
    "getLeaderboard": Case(WHOEVER),
    "getGameStatistics": Case(WHOEVER),
    "getGameRecords": Case(WHOEVER),
    "getPlayerStatistics": Case(WHOEVER),
    "getVersus": Case(WHOEVER),
    "getRatings": Case(WHOEVER),
    "getRatingHistory": Case(WHOEVER),
    "createPlayer": Case(RECORDS, 422, {"name": " "}),
    "listPlayers": Case(READS),
    "getPlayer": Case(WHOEVER),
    "renamePlayer": Case(RECORDS, 422, {"name": " "}),
    "erasePlayer": Case(RECORDS, 404),
    "mergePlayer": Case(RECORDS, 422, {"into": NOBODY}),
    "undoMerge": Case(RECORDS, 404),
    "listSubjects": Case(WHOEVER),
    "getSubject": Case(WHOEVER),
    "renameSubject": Case(RECORDS, 422, {"name": " "}),
    "mergeSubject": Case(RECORDS, 422, {"into": NOBODY}),
    "undoSubjectMerge": Case(RECORDS, 404),
    "setPin": Case(RECORDS, 400, {"pin": 7}),
    "getConsent": Case(RECORDS),
    "setConsent": Case(RECORDS, 400, {"agreed": 7}),
    "openMatch": Case(RECORDS, 422, {"game": "ludo", "seats": []}),
    "listMatches": Case(WHOEVER),
    "getMatch": Case(READS_MATCH),
    "correctMatch": write(RECORDS_IN, {"note": "changed"}),
    "removeMatch": write(RECORDS_IN),
    "playActions": write(PLAYS_IN, {"actions": [{"type": "pass", "seat": 0}]}),
    "getState": Case(READS_MATCH),
    "getLegalActions": Case(by_state(SEES_OWN, READS_MATCH, READS_MATCH)),
    "getChoices": Case(by_state(SEES_OWN, READS_MATCH, READS_MATCH)),
    "tryAction": Case(PLAYS_IN, 400, {"action": {"type": "dance"}}),
    "listRefusedClaims": Case(RECORDS_IN),
    "listEvents": Case(READS_MATCH),
    "streamEvents": Case(READS_MATCH),
    "getHistory": Case(READS_MATCH),
    "getScoreboard": Case(READS_MATCH),
    "getFairness": Case(READS_MATCH),
    "getThinkingTime": Case(READS_MATCH),
    "getFrame": Case(READS_MATCH),
    "getReplay": Case(READS_MATCH, query={"limit": 2}),
    "getChapters": Case(READS_MATCH),
    "getBoardPicture": Case(READS_MATCH),
    "getScoreboardPicture": Case(READS_MATCH),
    "retractActions": write(PLAYS_IN, {"to_step": 0}),
    "identifyCards": write(RECORDS_IN, {"step": 0, "held": {"seat": 0}}),
    "restoreActions": write(RECORDS_IN, {"version": 1}),
    "amendActions": write(RECORDS_IN, {"step": 1, "actions": []}),
    "concludeMatch": write(RECORDS_IN, {}),
    "abandonMatch": write(RECORDS_IN, {}),
    "reopenMatch": write(RECORDS_IN, {}),
    "confirmResult": Case(PLAYS_IN, 400, {"seat": "0"}),
    "disputeResult": Case(PLAYS_IN, 400, {"seat": "0"}),
    "withdrawDispute": Case(PLAYS_IN, 400, {"pin": 7}),
    "decideDispute": Case(ARBITRATES_IN, 422, {"reason": "so"}),
    "sealResult": Case(ARBITRATES_IN, 422, {"reason": " "}),
    "listChanges": Case(READS_MATCH),
    "addAnnotation": Case(ANNOTATES_IN, 422, {"step": 0, "content": {"kind": "comment", "text": " "}}),
    "listAnnotations": Case(READS_MATCH),
    "getAnnotation": Case(READS_MATCH, 404),
    "changeAnnotation": Case(ANNOTATES_IN, 404, {"audience": "private"}),
    "deleteAnnotation": Case(ANNOTATES_IN, 404),
    "getAnnotationHistory": Case(READS_MATCH, 404),
    "undoAnnotation": Case(ANNOTATES_IN, 422),
    "addVariation": Case(VARIES, 422, {"step": 99, "actions": [{"type": "pass", "seat": 0}]}),
    "listVariations": Case(READS_MATCH),
    "getVariation": Case(READS_MATCH, 404),
    "changeVariation": Case(VARIES, 404, {"keep": 1}),
    "deleteVariation": Case(VARIES, 404),
    "extendVariation": Case(VARIES, 404, {"actions": [{"type": "pass", "seat": 0}]}),
    "getVariationFrames": Case(READS_MATCH, 404),
    "promoteVariation": Case(RECORDS_IN, 404),
    "getRecord": Case(by_state(SEES_OTHER, READS_MATCH, SEES_OTHER)),
    "getMatchProof": Case(by_state(SEES_OTHER, READS_MATCH, SEES_OTHER)),
    "getLogHead": Case(WHOEVER),
    "getLogConsistency": Case(WHOEVER, query={"first": 1}),
    "importRecord": Case(RECORDS, 422, {"format": "partita-record", "version": 99}),
    "planImport": Case(IMPORTS, 415),
    "listImports": Case(IMPORTS),
    "getImport": Case(IMPORTS, 404),
    "discardImport": Case(IMPORTS, 404),
    "replanImport": Case(IMPORTS, 404, {}),
    "listImportPeople": Case(IMPORTS, 404),
    "answerImport": Case(IMPORTS, 404, {"people": [{"person": "1", "player": None}]}),
    "runImport": Case(IMPORTS, 404),
    "stopImport": Case(IMPORTS, 404),
    "takeBackImport": Case(IMPORTS, 404),
    "streamImport": Case(IMPORTS, 404),
    "exportPlays": Case(WHOEVER),
    "exportSeats": Case(WHOEVER),
    "exportSteps": Case(WHOEVER),
    "exportRatings": Case(WHOEVER),
    "exportRemovals": Case(READS),
    "exportBgStats": Case(WHOEVER),
    "exportBgg": Case(WHOEVER),
    "getBgStatsLink": Case(READS_MATCH),
    "openSeries": Case(RECORDS, 422, {"game": "ludo", "players": [NOBODY]}),
    "listSeries": Case(WHOEVER),
    "getSeries": Case(READS_SERIES),
    "correctSeries": write(RECORDS_IN, {"title": "changed"}),
    "addMatchToSeries": write(RECORDS_IN, {"match": "{public_match}"}),
    "takeMatchOutOfSeries": write(RECORDS_IN),
    "removeSeries": write(RECORDS_IN),
    "createToken": Case(ADMINISTERS, 422, {"label": " ", "role": "reader"}),
    "listTokens": Case(ADMINISTERS),
    "listAudit": Case(ADMINISTERS),
    "revokeToken": Case(ADMINISTERS, 404),
    "createInvitation": Case(RECORDS, 422, {"role": "seat", "match": NOBODY, "seat": 0}),
    "listInvitations": Case(RECORDS),
    "getInvitation": Case(RECORDS, 404),
    "withdrawInvitation": Case(RECORDS, 404),
    "openSecondRecord": Case(RECORDS_IN, 201),
    "compareMatch": Case(READS_MATCH, query={"with": "{compared}"}),
    "decideDifferences": Case(RECORDS_IN, 422, {**DECISION, "reason": "a bell \u0007"}),
    "replaceSeatToken": Case(RECORDS_IN, 201),
    "revokeSeatToken": Case(RECORDS_IN, 204),
}

OPERATIONS: Final = {
    operation["operationId"]: (
        method.upper(),
        path,
        {parameter["name"] for parameter in operation.get("parameters", [])},
    )
    for path, methods in DOCUMENT["paths"].items()
    for method, operation in methods.items()
}

LOOKED_THROUGH: Final = [name for name, (_, _, parameters) in OPERATIONS.items() if "viewer" in parameters]
VIEWERS: Final = {
    "public": READS_MATCH,
    "recorder": SEES_OTHER,
    "seat:0": SEES_OWN,
    "seat:1": SEES_OTHER,
}
"""Who may take a viewer while a match runs, or when it keeps its secrets; afterwards, whoever reads it."""


class World:
    """A match for each state and visibility, a series for each visibility, and a token of each kind."""

    def __init__(self, api: httpx.Client) -> None:
        players = [make_player(api, name) for name in ("Ada", "Bob", "Eve")]
        kept = THREE["options"] | {"keep_secrets": True}
        make: dict[str, Callable[..., dict[str, Any]]] = {
            "running": lambda **wanted: dealt(api, **wanted),
            "finished": lambda **wanted: whole(api, **wanted),
            "kept": lambda **wanted: whole(api, options=kept, **wanted),
        }
        self.matches = {
            (state, visibility): make[state](visibility=visibility, seats=known(*players), place=state)
            for state in STATES
            for visibility in VISIBILITIES
        }
        self.other = open_match(api, visibility="private", place="elsewhere")
        self.series = {visibility: self._series(api, players, visibility) for visibility in VISIBILITIES}
        self.tokens = {kind: self._token(api, wanted) for kind, wanted in SCOPES.items()}
        assert api.delete(f"{BASE}/tokens/{self.tokens['revoked'].split('_')[1]}").status_code == 204
        self.tokens["owner"] = api.headers["authorization"].removeprefix("Bearer ")
        self.tokens["unknown"] = "partita_00000000000000000000_" + "0" * 64
        self.tokens["other seat"] = self.other["seats"][0]["token"]
        sheet = open_match(api, game="sheet", options={"title": "Catan"}, place="a sheet")
        board = api.post(f"{BASE}/games/dschunke/boards", json={"name": "A box", "board": {}}).json()
        self.ids: dict[str, str] = {
            "player_id": players[0]["id"],
            "other": players[1]["id"],
            "board_id": board["id"],
            "subject_id": str(subject_of_title(sheet["game"], sheet["options"]["title"]).id),
            "game": "klunker",
            "step": "1",
            "seat": "2",
            "token_id": "nobody",
            "invitation_id": NOBODY,
            "import_id": NOBODY,
            "annotation_id": NOBODY,
            "variation_id": NOBODY,
            "public_match": self.matches["running", "public"]["id"],
            "compared": open_match(api, place="beside")["id"],
        }
        last = {"after_position": open_match(api, place="the last")["position"]}  # what is read is there from now on
        history = f"{MATCHES}/{self.other['id']}/history"
        leaders = f"{BASE}/games/klunker/leaderboard"
        followed = (MATCHES, f"{BASE}/series", history, leaders)
        assert {api.get(path, params=last).status_code for path in followed} == {200}
        self._client = PlainClient(str(api.base_url))

    @staticmethod
    def _series(api: httpx.Client, players: list[dict[str, Any]], visibility: str) -> dict[str, Any]:
        body = {"game": "klunker", "players": [player["id"] for player in players], "visibility": visibility}
        series: dict[str, Any] = api.post(f"{BASE}/series", json=body).json()
        return series

    @staticmethod
    def _token(api: httpx.Client, wanted: Mapping[str, Any]) -> str:
        answer = api.post(f"{BASE}/tokens", json={"label": "a test", **wanted})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def send(
        self,
        name: str,
        kind: str,
        state: str = "running",
        visibility: str = "public",
        *,
        nobody: bool = False,
        viewer: str | None = None,
    ) -> Answer:
        """Call an operation by a kind of token; `nobody`: of a match or series that there isn't."""
        method, path, _ = OPERATIONS[name]
        case, match = TABLE[name], self.matches[state, visibility]
        ids = self.ids | {"match_id": match["id"], "series_id": self.series[visibility]["id"]}
        if "/boards" in path:
            ids["game"] = "dschunke"
        if name == "erasePlayer":
            ids["player_id"] = NOBODY
        if name == "takeMatchOutOfSeries":
            ids["match_id"] = ids["public_match"]
        if nobody:
            ids |= {"series_id": NOBODY} if "{series_id}" in path else {"match_id": NOBODY}
        body = None if case.body is None else json.loads(_filled(json.dumps(case.body), ids))
        return self._client.send(
            method,
            _filled(path, ids),
            token=match["seats"][0]["token"] if kind == "own seat" else self.tokens.get(kind),
            query=_all_filled(case.query, ids) | ({} if viewer is None else {"viewer": viewer}),
            body=body,
            headers={"If-Match": '"999999"'} if case.stale else {},
        )

    def close(self) -> None:
        self._client.close()


def _all_filled(query: Mapping[str, Any], ids: Mapping[str, str]) -> dict[str, Any]:
    return {name: _filled(value, ids) if isinstance(value, str) else value for name, value in query.items()}


def _filled(text: str, ids: Mapping[str, str]) -> str:
    for name, value in ids.items():
        text = text.replace(f"{{{name}}}", value)
    return text


@pytest.fixture(scope="module")
def world(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as api:
        made = World(api)
        yield made
        made.close()


def row(rows: Rows, state: str, visibility: str) -> str:
    if isinstance(rows, str):
        return rows
    return rows[visibility] if visibility in rows else rows[f"{state} {visibility}"]


def situations(rows: Rows, path: str) -> list[tuple[str, str]]:
    """The matches or series that make a difference."""
    if isinstance(rows, str):
        return [("running", "public")]
    states = STATES if "/matches/{match_id}" in path and "{series_id}" not in path else ("running",)
    return list(product(states, VISIBILITIES))


PROBLEMS: Final = {"U": (401, "unauthenticated"), "F": (403, "forbidden"), "0": (404, "not-found")}


def verify(
    world: World, name: str, kind: str, state: str, visibility: str, letter: str, viewer: str | None = None
) -> None:
    answer = world.send(name, kind, state, visibility, viewer=viewer)
    what = f"{name} by {kind} of {state} {visibility} as {viewer}: {answer.status} {answer.body[:200]!r}"
    if letter == "+":
        assert answer.status == TABLE[name].good, what
        assert answer.problem not in {"unauthenticated", "forbidden"}, what
        assert answer.status != 404 or "nothing with this id" not in answer.json["detail"], what
        return
    assert (answer.status, answer.problem) == PROBLEMS[letter], what
    if letter == "0":
        assert answer == world.send(name, kind, state, visibility, nobody=True, viewer=viewer), what


def test_every_operation_has_its_rows() -> None:
    assert set(TABLE) == set(OPERATIONS)
    for name, case in TABLE.items():
        for state, visibility in situations(case.rows, OPERATIONS[name][1]):
            assert len(row(case.rows, state, visibility)) == len(KINDS), name


@pytest.mark.parametrize("name", TABLE)
def test_exactly_who_may_is_answered(world: World, name: str) -> None:
    case = TABLE[name]
    for state, visibility in situations(case.rows, OPERATIONS[name][1]):
        for kind, letter in zip(KINDS, row(case.rows, state, visibility), strict=True):
            verify(world, name, kind, state, visibility, letter)


@pytest.mark.parametrize("name", LOOKED_THROUGH)
def test_exactly_who_may_takes_a_viewer(world: World, name: str) -> None:
    for (state, visibility), (viewer, rows) in product(world.matches, VIEWERS.items()):
        allowed = READS_MATCH if state == "finished" else rows
        for kind, letter in zip(KINDS, allowed[visibility], strict=True):
            if kind not in {"unknown", "revoked"}:  # refused before the viewer is looked at
                verify(world, name, kind, state, visibility, letter, viewer)


SEEN: Final = {
    "none": "public",
    "reader": "public",
    "annotator": "public",
    "other seat": "public",
    "own seat": "seat:0",
    "arbiter": "recorder",
    "recorder": "recorder",
    "record only": "recorder",
    "admin only": "recorder",
    "owner": "recorder",
}


@pytest.mark.parametrize("kind", SEEN)
def test_who_asks_for_no_viewer_sees_the_most_that_is_allowed(world: World, kind: str) -> None:
    for state, visibility in world.matches:
        answer = world.send("getState", kind, state, visibility)
        if answer.status == 200:
            assert answer.json["viewer"] == ("recorder" if state == "finished" else SEEN[kind]), (state, visibility)


LISTED: Final = {
    "none": {"public"},
    "reader": set(VISIBILITIES),
    "recorder": set(VISIBILITIES),
    "annotator": set(VISIBILITIES),
    "arbiter": set(VISIBILITIES),
    "record only": {"public"},
    "admin only": {"public"},
    "owner": set(VISIBILITIES),
    "other seat": {"public"},
}


@pytest.mark.parametrize("kind", LISTED)
def test_exactly_what_a_token_may_find_is_listed(world: World, kind: str) -> None:
    matches = {item["id"] for item in world.send("listMatches", kind).json["items"]}
    for (_, visibility), match in world.matches.items():
        assert (match["id"] in matches) is (visibility in LISTED[kind])
    assert (world.other["id"] in matches) is (kind == "other seat" or "private" in LISTED[kind])
    series = {item["id"] for item in world.send("listSeries", kind).json["items"]}
    assert {visibility for visibility, one in world.series.items() if one["id"] in series} == LISTED[kind]
    (leader, *_) = world.send("getLeaderboard", kind).json["items"]
    assert leader["matches"] == 2 * len(LISTED[kind])  # the finished one and the one that keeps its secrets


@pytest.mark.parametrize("state", STATES)
def test_the_token_of_a_seat_finds_its_own_match_whatever_its_visibility(world: World, state: str) -> None:
    for visibility in VISIBILITIES:
        found = {item["id"] for item in world.send("listMatches", "own seat", state, visibility).json["items"]}
        hidden = {match["id"] for (_, other), match in world.matches.items() if other != "public"} - {
            world.matches[state, visibility]["id"]
        }
        assert world.matches[state, visibility]["id"] in found
        assert not found & hidden
