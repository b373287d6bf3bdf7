"""Subjects: titles of sheets are found, merged, renamed; statistics, leaderboards and ratings go by them."""

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.subjects.events import SUBJECTS as SUBJECTS_ID
from domain.subjects.subject import subject_of_game
from tests.service.scenes import BASE, MATCHES, NOBODY, PLAYERS, items, known, make_player, problem, whole
from tests.service.sheets import sheet, subject_id

SUBJECTS = f"{BASE}/subjects"
KLUNKER = str(subject_of_game("klunker").id)


def mark() -> str:
    """A word that no other test has in its titles."""
    return uuid4().hex[:12]


def named(api: httpx.Client, name: str, **more: Any) -> list[dict[str, Any]]:
    return items(api, SUBJECTS, name=name, **more)


def statistics(api: httpx.Client, title: str, **more: Any) -> dict[str, Any]:
    answer = api.get(f"{BASE}/games/sheet/statistics", params={"subject": subject_id(title), **more})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def leaders(api: httpx.Client, title: str, **more: Any) -> dict[str, dict[str, Any]]:
    """The leaderboard of a title, by name."""
    found = items(api, f"{BASE}/games/sheet/leaderboard", subject=subject_id(title), **more)
    return {one["player"]["name"]: one for one in found}


def test_S1_2_spellings_of_a_title_are_one_subject_by_the_first_of_them(api: httpx.Client) -> None:
    word = mark()
    for spelling in (f"Catan {word}", f"catan  {word} ", f"CATAN {word.upper()}"):
        last = sheet(api, spelling, ["5", "3"], played_on="2026-02-01")
    (found,) = named(api, word, after_position=last["position"])
    assert found == {
        "id": subject_id(f"catan {word}"),
        "game": "sheet",
        "name": f"Catan {word}",
        "title": True,
        "matches": 3,
        "counted": 3,
        "playing": 0,
        "last_played_on": "2026-02-01",
        "merged_into": None,
    }
    assert api.get(f"{SUBJECTS}/{found['id']}").json() == found
    assert statistics(api, f"Catan {word}", after_position=last["position"])["matches"]["count"] == 3
    listed = items(api, MATCHES, subject=found["id"])
    assert [one["subject"]["name"] for one in listed] == [f"Catan {word}"] * 3


def test_a_game_is_its_own_subject(api: httpx.Client) -> None:
    last = whole(api)
    found = {one["id"]: one for one in items(api, SUBJECTS, after_position=last["position"])}
    assert (found[KLUNKER]["name"], found[KLUNKER]["title"]) == ("Klunker", False)
    assert found[KLUNKER]["matches"] == len(items(api, MATCHES, game="klunker"))
    problem(api.patch(f"{SUBJECTS}/{KLUNKER}", json={"name": "Jewels"}), 422, "unknown-subject")
    problem(api.post(f"{SUBJECTS}/{KLUNKER}/merge", json={"into": KLUNKER}), 422, "unknown-subject")


def test_subjects_come_in_pages_what_is_played_most_first_and_as_csv(api: httpx.Client) -> None:
    word = mark()
    for times, title in enumerate(("one", "two", "three"), start=1):
        for _ in range(times):
            last = sheet(api, f"{title} {word}", ["1", "2"])
    expected = [f"three {word}", f"two {word}", f"one {word}"]
    assert [one["name"] for one in named(api, word.upper(), after_position=last["position"])] == expected
    assert [one["name"] for one in named(api, word, limit=1)] == expected
    answer = api.get(SUBJECTS, params={"name": word}, headers={"Accept": "text/csv"})
    rows = list(csv.DictReader(StringIO(answer.text)))
    assert [(row["name"], row["matches"]) for row in rows] == list(zip(expected, "321", strict=True))


def test_who_may_not_find_a_match_learns_no_title_from_it(api: httpx.Client, public: httpx.Client) -> None:
    word = mark()
    sheet(api, f"Secret {word}", ["5", "3"], visibility="private")
    sheet(api, f"HIDDEN {word}", ["5", "3"], visibility="unlisted")
    last = sheet(api, f"hidden {word}", ["5", "3"])
    assert {one["name"] for one in named(api, word, after_position=last["position"])} == {
        f"Secret {word}",
        f"HIDDEN {word}",
    }
    (found,) = named(public, word)
    assert (found["name"], found["matches"]) == (f"hidden {word}", 1), "not even how it is spelled"
    secret = subject_id(f"secret {word}")
    for path, asked in (
        (f"{SUBJECTS}/{secret}", {}),
        (f"{BASE}/games/sheet/statistics", {"subject": secret}),
        (f"{BASE}/games/sheet/records", {"subject": secret}),
        (f"{BASE}/games/sheet/leaderboard", {"subject": secret}),
    ):
        there = public.get(path, params=asked)
        nowhere = public.get(path.replace(secret, NOBODY), params=dict.fromkeys(asked, NOBODY))
        problem(there, 404, "not-found")
        assert there.json() | {"instance": ""} == nowhere.json() | {"instance": ""}
    assert items(public, MATCHES, subject=secret) == []
    problem(api.get(f"{SUBJECTS}/{NOBODY}"), 404, "not-found")


def test_a_title_is_renamed_however_its_matches_spell_it(
    api: httpx.Client, client_with: Callable[..., httpx.Client]
) -> None:
    word = mark()
    match = sheet(api, f"Katan {word}", ["5", "3"])
    path = f"{SUBJECTS}/{subject_id(f'katan {word}')}"
    after = {"after_position": match["position"]}
    assert api.get(path, params=after).status_code == 200
    problem(client_with("read").patch(path, json={"name": "Catan"}), 403, "forbidden")
    problem(api.patch(path, json={"name": "a bell \u0007"}), 422, "unfit-text")
    assert api.patch(path, json={"name": f" Catan {word}"}).json()["name"] == f"Catan {word}"
    assert api.get(path).json()["name"] == f"Catan {word}"
    assert [one["id"] for one in named(api, f"catan {word}")] == [subject_id(f"katan {word}")]
    assert named(api, f"Katan {word}") == []
    (listed,) = items(api, MATCHES, subject=subject_id(f"Katan {word}"))
    assert listed["subject"]["name"] == f"Catan {word}"
    again = sheet(api, f"Katan {word}", ["5", "3"])
    (row,) = named(api, f"catan {word}", after_position=again["position"])
    assert (row["name"], row["matches"]) == (f"Catan {word}", 2)


@pytest.mark.slow
def test_merged_titles_count_together_until_that_is_undone(api: httpx.Client) -> None:
    word = mark()
    ada, bob = make_player(api, f"Ada {word}"), make_player(api, f"Bob {word}")
    first, second, third = (f"{name} {word}" for name in ("Catan", "Settlers", "Siedler"))
    for title, values in ((first, ["9", "3"]), (second, ["2", "4"]), (third, ["7", "6"])):
        last = sheet(api, title, values, seats=known(ada, bob))

    def figures(position: int) -> dict[str, list[Any]]:
        """What counts for each of the titles that there are, and what is told of Ada in it."""
        after = {"after_position": position}
        path = f"{PLAYERS}/{ada['id']}"
        games = api.get(f"{path}/statistics", params=after).json()["games"]
        rated = api.get(f"{path}/ratings", params=after).json()["items"]
        found = {}
        for row in named(api, word, **after):
            asked = {"subject": row["id"], **after}
            board = api.get(f"{BASE}/games/sheet/leaderboard", params=asked).json()["items"]
            found[row["name"].split()[0]] = [
                row["matches"],
                api.get(f"{BASE}/games/sheet/statistics", params=asked).json()["matches"]["count"],
                len(items(api, MATCHES, **asked)),
                sum(one["matches"]["count"] for one in games if one["subject"]["id"] == row["id"]),
                sum(one["matches"] for one in rated if one["subject"]["id"] == row["id"]),
                {one["player"]["name"].split()[0]: (one["wins"], one["best_score"]) for one in board},
            ]
        return found

    def merge(one: str, into: str) -> int:
        answer = api.post(f"{SUBJECTS}/{subject_id(one)}/merge", json={"into": subject_id(into)})
        assert answer.status_code == 200, answer.text
        assert answer.json()["merged_into"] == subject_id(into)
        return int(answer.json()["position"])

    def separate(one: str) -> int:
        answer = api.delete(f"{SUBJECTS}/{subject_id(one)}/merge")
        assert (answer.status_code, answer.json()["merged_into"]) == (200, None), answer.text
        return int(answer.json()["position"])

    alone = figures(last["position"])
    assert alone == {
        "Catan": [1] * 5 + [{"Ada": (1, 9), "Bob": (0, 3)}],
        "Settlers": [1] * 5 + [{"Ada": (0, 2), "Bob": (1, 4)}],
        "Siedler": [1] * 5 + [{"Ada": (1, 7), "Bob": (0, 6)}],
    }
    position = merge(third, second)
    assert figures(position) == {
        "Catan": alone["Catan"],
        "Settlers": [2] * 5 + [{"Ada": (1, 7), "Bob": (1, 6)}],
    }
    position = merge(second, first)
    assert figures(position) == {"Catan": [3] * 5 + [{"Ada": (2, 9), "Bob": (1, 6)}]}
    merged = api.get(f"{SUBJECTS}/{subject_id(third)}").json()
    assert (merged["merged_into"], merged["matches"]) == (subject_id(first), 1)
    assert statistics(api, third)["subject"] == {"id": subject_id(first), "game": "sheet", "name": first}
    assert figures(separate(second)) == {  # which takes the third along
        "Catan": alone["Catan"],
        "Settlers": [2] * 5 + [{"Ada": (1, 7), "Bob": (1, 6)}],
    }
    assert figures(separate(third)) == alone
    problem(api.delete(f"{SUBJECTS}/{subject_id(third)}/merge"), 404, "not-found")


def test_what_cant_be_merged(api: httpx.Client, public: httpx.Client) -> None:
    word = mark()
    one, other = (subject_id(f"{name} {word}") for name in ("one", "other"))
    sheet(api, f"one {word}", ["1", "2"])
    last = sheet(api, f"other {word}", ["1", "2"])
    named(api, word, after_position=last["position"])
    problem(public.post(f"{SUBJECTS}/{one}/merge", json={"into": other}), 401, "unauthenticated")
    for into in (one, NOBODY, KLUNKER):
        problem(api.post(f"{SUBJECTS}/{one}/merge", json={"into": into}), 422, "unknown-subject")
    problem(api.post(f"{SUBJECTS}/{NOBODY}/merge", json={"into": one}), 404, "not-found")
    key = {"Idempotency-Key": f"merge-{word}"}
    first = api.post(f"{SUBJECTS}/{one}/merge", json={"into": other}, headers=key)
    assert first.status_code == 200, first.text
    assert api.post(f"{SUBJECTS}/{one}/merge", json={"into": other}, headers=key).json() == first.json()
    problem(api.post(f"{SUBJECTS}/{one}/merge", json={"into": other}), 404, "not-found")
    problem(api.post(f"{SUBJECTS}/{other}/merge", json={"into": one}), 422, "unknown-subject")
    problem(api.get(f"{MATCHES}/{SUBJECTS_ID}"), 404, "not-found")


def test_S4_2_where_the_fewest_points_win_they_are_the_best(api: httpx.Client) -> None:
    word = mark()
    title, lowest = f"Hearts {word}", {"winning": "lowest"}
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    sheet(api, title, ["12", "7.25"], seats=known(ada, bob), options=lowest)
    last = sheet(api, title, ["3.5", "20"], seats=known(ada, bob), options=lowest)
    after = {"after_position": last["position"]}
    board = items(api, f"{BASE}/games/sheet/leaderboard", subject=subject_id(title), sort="best", limit=1, **after)
    assert [(one["player"]["name"], one["best_score"], one["wins"]) for one in board] == [
        ("Ada", "3.5", 1),
        ("Bob", "7.25", 1),
    ]
    filtered = leaders(api, title, sort="best", seats=2)
    assert {name: one["best_score"] for name, one in filtered.items()} == {"Ada": "3.5", "Bob": "7.25"}
    found = statistics(api, title, distribution=True, **after)
    assert found["score"]["mean"] == (12 + 7.25 + 3.5 + 20) / 4
    assert found["winning_score"]["highest"]["value"] == "7.25"
    assert found["margin"]["highest"]["value"] == "16.5"
    assert [one["score"] for one in found["distribution"]["scores"]] == ["3.5", "7.25", 12, 20]
    duel = api.get(f"{PLAYERS}/{ada['id']}/versus/{bob['id']}", params=after).json()["games"][0]
    assert [duel[name]["count"] for name in ("matches", "better", "worse")] == [2, 1, 1]
    better = {"player": ada["id"], "with": bob["id"], "compared": "better"}
    assert [one["id"] for one in items(api, MATCHES, **better)] == [last["id"]]


def test_S4_4_cooperative_matches_are_won_and_lost_but_not_rated(api: httpx.Client) -> None:
    word = mark()
    title, together = f"Pandemic {word}", {"winning": "cooperative"}
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    sheet(api, title, ["", ""], {"winners": [0, 1]}, seats=known(ada, bob), options=together)
    sheet(api, title, ["", ""], {"winners": [0, 1]}, seats=known(ada, bob), options=together)
    last = sheet(api, title, ["", ""], {"lost": True}, seats=known(ada, bob), options=together)
    after = {"after_position": last["position"]}
    for one in leaders(api, title, **after).values():
        assert (one["matches"], one["wins"], one["shared_wins"]) == (3, 2, 0), "they win as one side"
        assert (one["best_score"], one["rating"]) == (None, None)
    assert api.get(f"{PLAYERS}/{ada['id']}/ratings", params=after).json()["items"] == []
    found = api.get(f"{PLAYERS}/{ada['id']}/statistics", params=after).json()
    assert (found["matches"]["count"], found["wins"]["count"], found["shared_wins"]["count"]) == (3, 2, 0)
    (game,) = found["games"]
    assert (game["score"]["matches"]["count"], game["won_by"]["mean"]) == (0, None)
    lost = items(api, MATCHES, player=ada["id"], result="lost")
    assert [one["id"] for one in lost] == [last["id"]]


def test_S4_5_teams_win_and_are_rated_together(api: httpx.Client) -> None:
    word = mark()
    title, teams = f"Tichu {word}", {"teams": ["one", "other", "one", "other"]}
    people = [make_player(api, name) for name in ("Ada", "Bob", "Cid", "Dee")]
    last = sheet(api, title, ["100", "40", "50", "80"], seats=known(*people), options=teams)
    board = leaders(api, title, after_position=last["position"])
    assert {name: (one["wins"], one["shared_wins"], one["best_score"]) for name, one in board.items()} == {
        "Ada": (1, 0, 150),
        "Cid": (1, 0, 150),
        "Bob": (0, 0, 120),
        "Dee": (0, 0, 120),
    }
    assert board["Ada"]["rating"] == board["Cid"]["rating"]
    assert board["Bob"]["rating"] == board["Dee"]["rating"]
    assert board["Ada"]["rating"]["mu"] > 25 > board["Bob"]["rating"]["mu"]
    found = statistics(api, title, after_position=last["position"])
    assert (found["shared"]["count"], found["margin"]["highest"]["value"]) == (0, 30)


def test_S4_6_what_was_broken_off_counts_in_nothing(api: httpx.Client) -> None:
    word = mark()
    title = f"Risk {word}"
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    sheet(api, title, ["5", "3"], seats=known(ada, bob))
    broken = sheet(api, title, ["50", "30"], {"unfinished": True}, seats=known(ada, bob))
    after = {"after_position": broken["position"]}
    assert statistics(api, title, **after)["matches"]["count"] == 1
    assert leaders(api, title, **after)["Ada"]["best_score"] == 5
    (row,) = named(api, word, **after)
    assert (row["matches"], row["counted"]) == (2, 1)
    counted = {one["id"]: one["counted"] for one in items(api, MATCHES, subject=subject_id(title))}
    assert counted[broken["id"]] is False
    assert api.get(f"{MATCHES}/{broken['id']}").json()["counted"] is False
    assert [one["counted"] for one in items(api, MATCHES, subject=subject_id(title), counted=True)] == [True]
    assert items(api, MATCHES, player=ada["id"], result="lost") == []


def test_S3_2_who_has_no_points_wins_and_loses_all_the_same(api: httpx.Client) -> None:
    word = mark()
    title, named_by_all = f"Dixit {word}", {"winning": "told"}
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    sheet(api, title, ["about 40", "12"], {"winners": [1]}, seats=known(ada, bob), options=named_by_all)
    last = sheet(api, title, ["", ""], {"ranks": [1, 2]}, seats=known(ada, bob), options=named_by_all)
    after = {"after_position": last["position"]}
    board = leaders(api, title, **after)
    assert {name: (one["wins"], one["best_score"]) for name, one in board.items()} == {"Ada": (1, None), "Bob": (1, 12)}
    assert all(one["rating"] is not None for one in board.values())
    found = statistics(api, title, **after)
    assert (found["matches"]["count"], found["score"]["matches"]["count"], found["score"]["mean"]) == (2, 0, None)
    records = api.get(f"{BASE}/games/sheet/records", params={"subject": subject_id(title), **after}).json()["records"]
    assert not [one for one in records if "score" in one["key"] or "margin" in one["key"]]


def test_tables_for_analysis_tell_the_subject(api: httpx.Client) -> None:
    word = mark()
    one, other = f"Katan {word}", f"Catan {word}"
    sheet(api, one, ["1", "2"])
    last = sheet(api, other, ["1", "2"])
    named(api, word, after_position=last["position"])
    merged = api.post(f"{SUBJECTS}/{subject_id(one)}/merge", json={"into": subject_id(other)}).json()
    assert api.patch(f"{SUBJECTS}/{subject_id(other)}", json={"name": f"Settlers {word}"}).status_code == 200
    asked = {"subject": subject_id(other), "after_position": merged["position"]}
    for table in ("plays", "seats", "ratings"):
        answer = api.get(f"{BASE}/exports/{table}", params=asked, headers={"Accept": "text/csv"})
        rows = list(csv.DictReader(StringIO(answer.text)))
        assert len(rows) == (2 if table == "plays" else 4)
        assert {(row["game"], row["subject"], row["title"]) for row in rows} == {
            ("sheet", subject_id(other), f"Settlers {word}")
        }


def test_figures_as_csv_tell_titles_apart(api: httpx.Client) -> None:
    word = mark()
    ada = make_player(api, "Ada")
    for title in (f"one {word}", f"other {word}"):
        last = sheet(api, title, ["5", "3"], seats=[*known(ada), {"name": "Guest", "new": True}])
    path, after = f"{PLAYERS}/{ada['id']}/statistics", {"after_position": last["position"]}
    answer = api.get(path, params=after, headers={"Accept": "text/csv"})
    rows = {(row["section"], row["item"], row["figure"]): row for row in csv.DictReader(StringIO(answer.text))}
    for title in (f"one {word}", f"other {word}"):
        assert rows["games", subject_id(title), "matches"]["value"] == "1"
    assert ("games", "sheet", "matches") not in rows


def test_a_correction_keeps_the_subject_and_changes_its_figures(api: httpx.Client) -> None:
    word = mark()
    title = f"Azul {word}"
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    match = sheet(api, title, ["40", "38"], seats=known(ada, bob))
    assert leaders(api, title, after_position=match["position"])["Ada"]["wins"] == 1
    score = {"type": "score", "seat": 1, "row": "points", "value": "41.5"}
    amended = api.post(f"{MATCHES}/{match['id']}/amendments", json={"step": 2, "actions": [score]})
    assert amended.is_success, amended.text
    board = leaders(api, title, after_position=amended.json()["position"])
    assert {name: (one["wins"], one["best_score"]) for name, one in board.items()} == {
        "Ada": (0, 40),
        "Bob": (1, "41.5"),
    }
    removed = api.delete(f"{MATCHES}/{match['id']}").json()
    assert named(api, word, after_position=removed["position"]) == []


@pytest.mark.parametrize("sort", ["wins", "best", "rating"])
def test_cursors_of_leaderboards_are_exact(api: httpx.Client, sort: str) -> None:
    word = mark()
    title = f"Fractions {word}"
    values = ["0.000001", "999999999999.999999", "-1000000000000.5", "about 7", "", "0.000002"]
    last = sheet(api, title, values)
    path = f"{BASE}/games/sheet/leaderboard"
    asked = {"subject": subject_id(title), "sort": sort, "after_position": last["position"]}
    whole_board = api.get(path, params=asked).json()["items"]
    assert len(whole_board) == len(values)
    assert items(api, path, limit=1, **asked) == whole_board
