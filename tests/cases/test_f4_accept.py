"""F4: what is asked for in a form that there isn't is refused with the forms that there are."""

from typing import Any

import httpx
import pytest

from domain.subjects.subject import subject_of_game
from tests.service.api.importing import sent
from tests.service.document import DOCUMENT
from tests.service.every_read import READS
from tests.service.scenes import (
    BASE,
    DEAL,
    MATCHES,
    PLAYERS,
    dealt,
    known,
    make_player,
    open_match,
    play,
    played,
    problem,
)
from tests.tiers import thinned

STREAMED = ("streamEvents", "streamImport")
READ = [name for name, (path, _) in READS.items() if path.startswith(BASE) and name not in STREAMED]
READ.sort(key=lambda name: name.startswith("export"))  # which answer with all that there is


@pytest.fixture(scope="module")
def ids(api: httpx.Client) -> dict[str, Any]:
    players = [make_player(api, name) for name in ("A", "B", "C")]
    match = open_match(api, seats=known(*players))
    position = played(api, match, DEAL)["position"]
    path = f"{MATCHES}/{match['id']}"
    note = api.post(f"{path}/annotations", json={"step": 1, "content": {"kind": "comment", "text": "Why?"}}).json()
    line = api.post(
        f"{path}/variations", json={"step": 1, "actions": [{"type": "stock", "seat": 0, "jewels": ["shoes"]}]}
    ).json()
    body = {"game": "klunker", "players": [player["id"] for player in players]}
    series = api.post(f"{BASE}/series", json=body).json()
    board = api.post(f"{BASE}/games/dschunke/boards", json={"name": "A box", "board": {}}).json()
    invitation = api.post(f"{BASE}/invitations", json={"role": "reader"}).json()
    assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    return {
        "match_id": match["id"],
        "other_match": open_match(api)["id"],
        "player_id": players[0]["id"],
        "other": players[1]["id"],
        "annotation_id": note["id"],
        "variation_id": line["id"],
        "series_id": series["id"],
        "board_id": board["id"],
        "subject_id": str(subject_of_game("klunker").id),
        "invitation_id": invitation["id"],
        "import_id": sent(api, "date,title,players\n2020-01-02,Go,Ada of F4\n", source="F4").json()["id"],
        "step": 1,
    }


@pytest.mark.parametrize("name", thinned(READ, quick=6))
def test_F4_each_read_answers_in_its_forms_and_refuses_others(
    api: httpx.Client, ids: dict[str, Any], name: str
) -> None:
    path, operation = READS[name]
    address = path.format(**ids, game="dschunke" if "/boards" in path else "klunker")
    if name == "compareMatch":
        address += f"?with={ids['other_match']}"
    forms = list(operation["responses"]["200"]["content"])
    told_of = ", ".join(DOCUMENT["paths"][path]["get"]["responses"]["200"]["content"])
    for form in forms:
        for accept in (form, f"{form};q=0.5, text/x-nothing", f"text/html, {form.partition('/')[0]}/*;q=0.1, {form}"):
            answer = api.get(address, headers={"Accept": accept})
            assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, form), accept
    for accept in ("text/x-nothing", "application/rtf, image/bmp", f"{forms[0]};q=0"):
        told = problem(api.get(address, headers={"Accept": accept}), 406, "not-acceptable")
        assert (told["parameter"], told["detail"]) == ("Accept", f"The media types here are: {told_of}.")
    for accept in ("*/*", "", "text/html, */*;q=0.1", "nonsense"):
        answer = api.get(address, headers={"Accept": accept})
        assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, forms[0]), accept


def test_F4_csv_where_there_is_none_is_refused(api: httpx.Client, ids: dict[str, Any]) -> None:
    answer = api.get(f"{MATCHES}/{ids['match_id']}/state", headers={"Accept": "text/csv"})
    assert "application/json" in problem(answer, 406, "not-acceptable")["detail"]


def test_F4_lines_that_are_unwanted_are_not_sent(api: httpx.Client, ids: dict[str, Any]) -> None:
    path = f"{MATCHES}/{ids['match_id']}/events"
    for accept, form in (
        ("application/x-ndjson;q=0, application/json", "application/json"),
        ("application/x-ndjson;q=0.1, application/json", "application/json"),
        ("application/json, application/x-ndjson", "application/x-ndjson"),
    ):
        answer = api.get(path, headers={"Accept": accept})
        assert answer.headers["content-type"].partition(";")[0] == form, accept


def test_F4_a_write_and_a_stream_answer_whatever_is_accepted(api: httpx.Client) -> None:
    match = dealt(api)
    action = {"type": "stock", "seat": 0, "jewels": ["shoes"]}
    assert play(api, match, action, headers={"Accept": "text/csv"}).status_code == 201
    assert api.post(PLAYERS, json={"name": "X"}, headers={"Accept": "text/csv"}).status_code == 201
    with api.stream("GET", f"{MATCHES}/{match['id']}/stream", headers={"Accept": "text/csv"}) as answer:
        assert answer.status_code == 200
