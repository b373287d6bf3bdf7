"""A walk through a service in which one game has two editions; run in a process that finds the second one, too.

``python -m tests.cases.two_editions FOLDER CONNINFO DATA BUNDLE``: the package of the game with both lies in FOLDER;
BUNDLE has records of matches of the first, one that has ended and one that goes on.
"""

import sys
import time
from pathlib import Path
from random import Random
from typing import Any, Final

import domain.games

if __name__ == "__main__":
    domain.games.__path__.insert(0, sys.argv[1])

import httpx

from domain.registry import EDITIONS, GAMES
from tests.cases.extremes import OPERATIONS
from tests.service.conftest import running_service
from tests.service.every_read import requests
from tests.service.programs import called, wait_until
from tests.service.recording import any_of
from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, items, open_match, played

GAME: Final = "klunker"

PACKAGE: Final = '''

from msgspec.structs import replace as _replace

from domain.games.klunker.events import KlunkerPassed
from domain.kernel.figures import Figure
from domain.kernel.words import KERNEL, Texts


class KlunkerOfTomorrow(Klunker):
    """Everybody begins with two banknotes more, passes are counted, and sets aren't."""

    meta = _replace(META, edition="of-tomorrow")
    figures = (
        *FIGURES[1:],
        Figure(
            "passes", "K4.2",
            lambda outcome: ((fact.seat, 1) for fact in outcome if isinstance(fact, KlunkerPassed)),
        ),
    )

    texts = Texts("domain.games.klunker", KERNEL, inline={"en": "figure_passes = Passes"})

    @staticmethod
    def initial(setup):
        state = Klunker.initial(setup)
        seats = tuple(_replace(seat, banknotes=seat.banknotes + 2) for seat in state.seats)
        return _replace(state, seats=seats)

    @staticmethod
    def sentence(action, facts, names, language):
        return "Tomorrow: " + Klunker.sentence(action, facts, names, language)


EDITIONS = (Klunker(), KlunkerOfTomorrow())
GAME = EDITIONS[-1]
'''
"""What makes the package of the game one with two editions."""


class Walk:
    """Sends requests, and keeps which operations were answered as they should be."""

    def __init__(self, api: httpx.Client) -> None:
        self.api = api
        self.walked: set[str] = set()

    def write(self, name: str, at: dict[str, Any], body: Any = None) -> Any:
        """What a write is answered, which is done."""
        method, path, _ = OPERATIONS[name]
        answer = self.api.request(method, path.format(**at), json=body)
        assert answer.is_success, (name, answer.text)
        self.walked.add(name)
        return answer.json() if answer.content else None

    def look(self, at: dict[str, Any]) -> None:
        """Ask every read that tells of the match, in every language and form."""
        asked = {"viewer": ["public", "seat:1", "recorder"], "edition": list(EDITIONS[GAME])}
        stands_for = {name: [value] for name, value in at.items()}
        for name, (method, path, _) in OPERATIONS.items():
            if (
                method == "GET"
                and name not in {"streamEvents", "listBoards", "compareMatch"}
                and all(part in at for part in names(path))
            ):
                for address, query, headers in requests(name, stands_for, asked):
                    answer = self.api.get(address, params=query, headers=headers)
                    assert answer.status_code == 200, (address, query, answer.text)
                self.walked.add(name)
        with self.api.stream("GET", f"{MATCHES}/{at['match_id']}/stream") as stream:
            assert next(stream.iter_lines())
            self.walked.add("streamEvents")


def names(path: str) -> list[str]:
    """The names in an address."""
    return [part.partition("}")[0] for part in path.split("{")[1:]]


def walk(api: httpx.Client, match_id: str, edition: str) -> set[str]:
    """Do everything that can be done with a match that goes on; the operations that were asked."""
    here = Walk(api)
    at: dict[str, Any] = {"match_id": match_id, "game": GAME, "seat": 0, "step": 1}
    match = api.get(f"{MATCHES}/{match_id}").json()
    assert (match["edition"], match["status"]) == (edition, "playing")
    at["player_id"], at["other"] = (seat["player"]["id"] for seat in match["seats"][:2])
    legal = api.get(f"{MATCHES}/{match_id}/legal-actions").json()
    action = any_of(legal, _random)
    line = here.write("addVariation", at, {"step": match["step"], "actions": [action]})
    at["variation_id"] = line["id"]
    tried = here.write("tryAction", at, {"action": action})
    assert tried["sentence"].startswith("Tomorrow: ") is (edition == "of-tomorrow")
    here.write("playActions", at, {"actions": [action]})
    history = items(api, f"{MATCHES}/{match_id}/history", after_position=_position(api, match_id))
    assert history[-1]["sentence"].startswith("Tomorrow: ") is (edition == "of-tomorrow")
    back = here.write("retractActions", at, {"to_step": match["step"]})
    here.write("restoreActions", at, {"version": back["version"]})
    step = match["step"] + 1
    here.write("amendActions", at, {"step": step, "remove": 1, "actions": [action]})
    note = here.write("addAnnotation", at, {"step": step, "content": {"kind": "comment", "text": "!"}})
    at["annotation_id"] = note["id"]
    here.write("changeAnnotation", at, {"content": {"kind": "comment", "text": "?"}})
    here.write("correctMatch", at, {"place": "Bari"})
    here.write("changeVariation", at, {"title": "What if"})
    further = any_of(api.get(f"{MATCHES}/{match_id}/legal-actions").json(), _random)
    here.write("extendVariation", at, {"actions": [further]})
    series = here.write(
        "openSeries",
        at,
        {"game": GAME, "players": [seat["player"]["id"] for seat in match["seats"]], "length": 3},
    )
    at["series_id"] = series["id"]
    here.write("addMatchToSeries", at, {"match": match_id})
    here.write("replaceSeatToken", at)
    here.write("openSecondRecord", at)
    here.write("concludeMatch", at, {"reason": "late"})
    promoted = here.write("promoteVariation", at)
    assert promoted["edition"] == edition
    wait_for_statistics(api, match_id)
    here.look(at)
    record = api.get(f"{MATCHES}/{match_id}/record").json()
    assert record["match"]["edition"] == edition
    assert here.write("importRecord", at, record)["known"]
    here.write("reopenMatch", at, {"reason": "early"})
    here.write("abandonMatch", at, {"reason": "the cat"})
    here.write("reopenMatch", at, {"reason": "it sleeps"})
    here.write("takeMatchOutOfSeries", at)
    here.write("deleteAnnotation", at)
    here.write("undoAnnotation", at)
    here.write("deleteVariation", at)
    here.write("revokeSeatToken", at)
    here.write("concludeMatch", at, {"reason": "late"})
    here.write("removeMatch", {**at, "match_id": promoted["id"]})
    return here.walked


def wait_for_statistics(api: httpx.Client, match_id: str) -> None:
    """Wait until the statistics know all that was written to a match."""
    asked = {"after_position": _position(api, match_id)}
    deadline = time.monotonic() + 60
    while (answer := api.get(f"{BASE}/games/{GAME}/statistics", params=asked)).is_error:
        assert time.monotonic() < deadline, answer.text


def _position(api: httpx.Client, match_id: str) -> int:
    """A place in the log behind everything that was written to a match."""
    described = api.patch(
        f"{MATCHES}/{match_id}", json={"note": str(api.get(f"{MATCHES}/{match_id}").json()["version"])}
    )
    position: int = described.json()["position"]
    return position


def verify_statistics(api: httpx.Client, match_id: str) -> None:
    """Figures are counted in the matches of the editions that have them; all that was written is known by then."""
    wait_for_statistics(api, match_id)
    told = api.get(f"{BASE}/games/{GAME}/statistics").json()
    figures = {figure["key"]: figure for figure in told["figures"]}
    earlier = GAMES[GAME].figures[0].key
    assert list(figures)[-1] == EDITIONS[GAME]["hans-im-glueck-1999"].figures[0].key
    assert {"passes", earlier} <= set(figures)
    assert figures["passes"]["total"] > 0
    assert api.get(f"{BASE}/games/{GAME}/records").status_code == 200


def _playing(api: httpx.Client) -> list[dict[str, Any]]:
    """The matches that aren't over, as far as the lists have got."""
    return [match for match in items(api, MATCHES) if match["status"] == "playing"]


def main(conninfo: str, data: Path, bundle: Path) -> None:
    """The walk.

    Raises:
        AssertionError: something isn't as it should be.
    """
    first, second = EDITIONS[GAME]
    assert GAMES[GAME].meta.edition == second == "of-tomorrow"
    on = ("--database-url", conninfo)
    said = called("import", bundle, *on)
    assert (said.code, said.out) == (0, "Imported 2 matches; 0 here already, 0 refused.\n"), said
    with running_service(conninfo, data) as api:
        told = next(game for game in api.get(f"{BASE}/games").json()["items"] if game["key"] == GAME)
        assert (told["edition"], told["editions"]) == (second, [first, second])
        clauses = [
            len(api.get(f"{BASE}/games/{GAME}", params={"edition": one}).json()["clauses"]) for one in told["editions"]
        ]
        assert clauses[1] == clauses[0] + 1
        assert api.get(f"{BASE}/games/{GAME}", params={"edition": "of-never"}).status_code == 404
        wait_until(lambda: _playing(api))
        old = _playing(api)
        new = open_match(api)
        view = _deal(api, new)
        assert view["seats"][0]["banknotes"] == 3, view
        needed = {name for name, (_, path, _) in OPERATIONS.items() if "{match_id}" in path} - LEFT_OUT
        for match_id, edition in ((old[0]["id"], first), (new["id"], second)):
            walked = walk(api, match_id, edition)
            assert needed - walked == set(), f"the walk leaves out {needed - walked}"
        verify_statistics(api, new["id"])
    out = data / "out"
    assert called("export", "--output", out, *on).code == 0
    said = called("import", out, *on)
    assert (said.code, said.out) == (
        0,
        f"Imported 0 matches; {len(out.read_text().splitlines())} here already, 0 refused.\n",
    )
    assert called("rebuild", *on).code == 0
    assert called("retry", *on).code == 0
    with running_service(conninfo, data) as api:
        assert api.get("/health/ready").json()["status"] == "ok"
        assert {api.get(f"{MATCHES}/{match['id']}").json()["edition"] for match in items(api, MATCHES)} == {
            first,
            second,
        }
        verify_statistics(api, new["id"])


_random: Final = Random(1)

ABOUT_RESULTS: Final = {"confirmResult", "disputeResult", "withdrawDispute", "decideDispute", "sealResult"}

LEFT_OUT: Final = {"identifyCards", "compareMatch", "decideDifferences", *ABOUT_RESULTS}
"""Where nothing is unknown, nothing can be told later; comparisons take two matches, results a seat or an arbiter."""


def _deal(api: httpx.Client, match: dict[str, Any]) -> dict[str, Any]:
    """The table after the deal and the first actions, in which somebody passes."""
    played(api, match, DEAL, *ROUND[:5])
    view: dict[str, Any] = api.get(f"{MATCHES}/{match['id']}/state").json()["view"]
    return view


if __name__ == "__main__":
    main(sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
