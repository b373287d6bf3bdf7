"""The games that are offered tell enough to record them."""

import httpx

from domain.registry import GAMES, clauses_of, rulebook_of
from tests.domain.games.support import has_chance
from tests.service.scenes import BASE, problem


def test_every_game_is_listed_with_its_facts(public: httpx.Client) -> None:
    listed = public.get(f"{BASE}/games").json()["items"]
    assert [game["key"] for game in listed] == list(GAMES)
    klunker = next(game for game in listed if game["key"] == "klunker")
    assert klunker["title"] == "Klunker"
    assert klunker["seats"] == [3, 4, 5]
    assert klunker["credits"]
    assert klunker["edition"]


def test_a_game_tells_its_clauses_and_what_its_options_and_actions_look_like(public: httpx.Client) -> None:
    for listed in public.get(f"{BASE}/games").json()["items"]:
        game = public.get(f"{BASE}/games/{listed['key']}").json()
        assert {key: game[key] for key in listed} == listed
        assert [clause["number"] for clause in game["clauses"]] == [c.number for c in clauses_of(listed["key"])]
        assert "$defs" in game["action_schema"]
        assert ("dealing" in str(game["options_schema"])) == has_chance(listed["key"])


def test_a_game_that_there_is_not_is_not_found(public: httpx.Client) -> None:
    for path in ("/games/ludo", "/games/Klunker", "/games/%00", "/games/ludo/leaderboard"):
        problem(public.get(BASE + path), 404, "not-found")


def test_the_rules_are_read_section_by_section_in_the_readers_language(public: httpx.Client) -> None:
    for key in GAMES:
        for language in ("en", "it"):
            answer = public.get(f"{BASE}/games/{key}/rules", headers={"Accept-Language": language})
            rules, book = answer.json(), rulebook_of(key, None, language)
            assert answer.headers["content-language"] == rules["language"] == book.language
            assert [section["heading"] for section in rules["sections"]] == [one.heading for one in book.sections]
            clauses = {clause["number"]: clause for section in rules["sections"] for clause in section["clauses"]}
            assert {number: clause["text"] for number, clause in clauses.items()} == {
                clause.number: clause.text for clause in book.clauses
            }
    problem(public.get(f"{BASE}/games/ludo/rules"), 404, "not-found")
    problem(public.get(f"{BASE}/games/klunker/rules", params={"edition": "0"}), 404, "not-found")
