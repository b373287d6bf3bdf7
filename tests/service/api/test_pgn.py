"""Games in PGN over HTTP: planned, imported, found again, and had as PGN."""

import io
from typing import Any
from uuid import uuid4

import chess.pgn
import httpx
import msgspec
import pytest

from tests.service.api.importing import is_at_end, plan_of, sent
from tests.service.pgn.games import described
from tests.service.scenes import BASE, MATCHES, open_match, problem

PGN = "application/x-chess-pgn"
JSON = {"Content-Type": "application/json"}
AS_PGN = {"Accept": PGN}


@pytest.fixture
def event() -> str:
    return f"Evening {uuid4().hex[:8]}"


def game(event: str, moves: str, more: str = "") -> str:
    return (
        f'[Event "{event}"]\n[Date "2021.03.??"]\n[White "Ada {event}"]\n[Black "Bruno {event}"]\n{more}\n{moves}\n\n'
    )


def imported(api: httpx.Client, text: str, **query: str) -> dict[str, Any]:
    planned = plan_of(api, text.encode(), **query)
    return is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))


def games_of(text: str) -> list[chess.pgn.Game]:
    found, stream = [], io.StringIO(text)
    while (one := chess.pgn.read_game(stream)) is not None:
        found.append(one)
    return found


def listed(api: httpx.Client, event: str, position: int, **headers: str) -> httpx.Response:
    return api.get(MATCHES, params={"tag": f"Event: {event}", "after_position": position}, headers=headers)


MOVES = "1. e4 $1 {[%clk 0:03:00] [%cal Ge2e4] best} e5 (1... c5 {sharp} 2. Nf3 (2. c3)) 2. Nf3 Nc6 {[%eval 0.2]} 1-0"


def test_games_become_matches_and_are_had_as_pgn_again(api: httpx.Client, event: str) -> None:
    text = game(event, MOVES, '[Result "1-0"]\n[WhiteElo "1800"]\n')
    done = imported(api, text)
    assert (done["state"], done["kind"], done["matches"]) == ("done", "pgn", 1)
    (match,) = listed(api, event, done["outcome"]["position"]).json()["items"]
    assert (match["game"], match["status"], match["step"]) == ("chess", "finished", 5)
    answer = api.get(f"{MATCHES}/{match['id']}", headers=AS_PGN)
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (200, PGN)
    assert f'[PartitaMatch "{match["id"]}"]' in answer.text
    (before,), (after,) = games_of(text), games_of(answer.text)
    headers, lines = described(before)
    own, own_lines = described(after)
    assert own_lines == lines
    assert {name: own[name] for name in headers} == headers
    assert api.get(f"{MATCHES}/{match['id']}").json()["id"] == match["id"]
    tag = answer.headers["etag"]
    assert api.get(f"{MATCHES}/{match['id']}", headers={**AS_PGN, "If-None-Match": tag}).status_code == 304


def test_what_is_written_beside_the_match_is_there(api: httpx.Client, event: str) -> None:
    done = imported(api, game(event, MOVES))
    (match,) = listed(api, event, done["outcome"]["position"]).json()["items"]
    notes = api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"]
    assert {one["content"]["kind"] for one in notes} == {"comment", "glyphs", "marks"}
    lines = api.get(f"{MATCHES}/{match['id']}/variations").json()["items"]
    assert [(one["step"], one["standing"]) for one in lines] == [(1, 2), (1, 1)]


def test_its_record_is_confirmed_by_the_rules(api: httpx.Client, event: str) -> None:
    moves = "{Before} 1. e4 $1 $14 {[%csl Ge4] a} {b} e5 (1... c5 $2 {c} 2. Nf3 (2. c3 d5) 2... Ke4) (1... e6) 2. Ke3 *"
    done = imported(api, game(event, moves))
    (match,) = listed(api, event, done["outcome"]["position"]).json()["items"]
    record = api.get(f"{MATCHES}/{match['id']}/record").json()
    assert (len(record["annotations"]), len(record["variations"])) == (11, 4)
    other = msgspec.json.encode(record).replace(match["id"].encode(), str(uuid4()).encode())
    answer = api.post(f"{BASE}/records", params={"dry_run": True}, content=other, headers=JSON)
    assert answer.status_code == 200, answer.text
    assert answer.json()["known"] is False


def test_the_same_again_finds_what_is_here(api: httpx.Client, event: str) -> None:
    text = game(event, "1. e4 *") + game(event, "1. d4 *")
    imported(api, text, source=event)
    again = plan_of(api, f"{text}{game(event, '1. c4 *')}".encode(), source=event)
    assert again["plan"]["plays"] == {"new": 1, "known": 2, "changed": 0, "removed": 0, "refused": 0}


def test_a_game_with_another_comment_takes_the_place_of_its_match(api: httpx.Client, event: str) -> None:
    first = imported(api, game(event, "1. e4 {good} *"), source=event)
    (old,) = listed(api, event, first["outcome"]["position"]).json()["items"]
    second = imported(api, game(event, "1. e4 {better} *"), source=event)
    assert second["outcome"]["plays"]["changed"] == 1
    (new,) = listed(api, event, second["outcome"]["position"]).json()["items"]
    assert new["id"] != old["id"]
    assert "{better}" in api.get(f"{MATCHES}/{new['id']}", headers=AS_PGN).text


def test_what_was_exported_changes_nothing_when_it_comes_back(api: httpx.Client, event: str) -> None:
    done = imported(api, game(event, MOVES))
    text = listed(api, event, done["outcome"]["position"], **AS_PGN).text
    assert plan_of(api, text.encode(), source=event)["plan"]["plays"]["known"] == 1


def test_a_broken_game_is_imported_as_far_as_it_goes_and_the_plan_tells_where(api: httpx.Client, event: str) -> None:
    planned = plan_of(api, game(event, "1. e4 e5 2. Ke3 {why} d6 *").encode())
    assert planned["plan"]["plays"]["new"] == 1
    (broken,) = planned["plan"]["broken"]
    assert (broken["where"], broken["played_on"]) == ("line 6, column 13", "2021-03-01")
    assert "Ke3" in broken["reason"]
    done = is_at_end(api, api.post(f"{BASE}/imports/{planned['id']}/run"))
    (match,) = listed(api, event, done["outcome"]["position"]).json()["items"]
    assert (match["step"], match["status"]) == (2, "abandoned")
    (note,) = api.get(f"{MATCHES}/{match['id']}/annotations").json()["items"]
    assert note["content"]["text"] == "Ke3 {why} d6 *"


def test_another_variant_is_refused(api: httpx.Client, event: str) -> None:
    planned = plan_of(api, game(event, "1. e4 *", '[Variant "Atomic"]\n').encode())
    assert planned["plan"]["plays"]["refused"] == 1
    assert "Atomic" in planned["plan"]["refused"][0]["reason"]


def test_an_import_of_games_is_taken_back(api: httpx.Client, event: str) -> None:
    done = imported(api, game(event, MOVES))
    back = is_at_end(api, api.post(f"{BASE}/imports/{done['id']}/take-back"))
    assert (back["state"], back["matches"]) == ("taken_back", 0)
    assert listed(api, event, back["outcome"]["position"]).json()["items"] == []


def test_pgn_is_recognised_by_its_media_type_and_content(api: httpx.Client, event: str) -> None:
    assert sent(api, game(event, "1. e4 *").encode(), PGN).json()["kind"] == "pgn"


def test_a_list_has_matches_of_chess_alone_and_pages(api: httpx.Client, event: str) -> None:
    done = imported(api, "".join(game(event, f"1. {move} *") for move in ("e4", "d4", "c4")))
    asked = {"tag": f"Event: {event}", "after_position": done["outcome"]["position"], "limit": 2}
    first = api.get(MATCHES, params=asked, headers=AS_PGN)
    assert first.headers["content-type"].partition(";")[0] == PGN
    assert int(first.headers["Partita-Position"]) >= done["outcome"]["position"]
    following = first.headers["Link"].partition("<")[2].partition(">")[0]
    second = api.get(following, headers=AS_PGN)
    assert "Link" not in second.headers
    assert [len(games_of(one.text)) for one in (first, second)] == [2, 1]


def test_other_games_are_not_to_be_had_so(api: httpx.Client) -> None:
    match = open_match(api)
    problem(api.get(f"{MATCHES}/{match['id']}", headers=AS_PGN), 406, "not-acceptable")
    problem(api.get(MATCHES, params={"game": "klunker"}, headers=AS_PGN), 406, "not-acceptable")
    either = {"Accept": f"{PGN}, application/json;q=0.5"}
    assert api.get(f"{MATCHES}/{match['id']}", headers=either).json()["id"] == match["id"]


def test_comments_of_others_alone_are_not_in_it(api: httpx.Client, event: str, public: httpx.Client) -> None:
    done = imported(api, game(event, "1. e4 *"))
    (match,) = listed(api, event, done["outcome"]["position"]).json()["items"]
    note = {"step": 1, "content": {"kind": "comment", "text": "between us"}, "audience": "private"}
    assert api.post(f"{MATCHES}/{match['id']}/annotations", json=note).status_code == 201
    assert "between us" in api.get(f"{MATCHES}/{match['id']}", headers=AS_PGN).text
    assert "between us" not in public.get(f"{MATCHES}/{match['id']}", headers=AS_PGN).text
