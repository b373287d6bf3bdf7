"""Every figure links to the matches behind it: the pages of a link list exactly as many as the figure says."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from domain.registry import GAMES
from tests.service.queries.statistics.club import Club
from tests.service.scenes import items

pytestmark = pytest.mark.slow

FILTERS: list[dict[str, Any]] = [{}, {"tag": "FINALE", "played_from": "2025-01-10"}, {"place": "bar", "seats": 3}]


def counts(node: Any, path: str = "") -> Iterator[tuple[str, int, str | None]]:
    """Every number of matches in an answer: where it stands, the number, and its link."""
    if isinstance(node, list):
        for index, item in enumerate(node):
            yield from counts(item, f"{path}/{index}")
    elif isinstance(node, dict):
        if "link" in node:
            yield path, node["count" if "count" in node else "length"], node["link"]
        for key, value in node.items():
            yield from counts(value, f"{path}/{key}")


def follow(club: Club, viewer: str, link: str, limit: int = 1000) -> list[str]:
    """The ids of all matches that a link lists."""
    address = urlsplit(link)
    listed = items(club.clients[viewer], address.path, **dict(parse_qsl(address.query)), limit=limit)
    return [item["id"] for item in listed]


def check_links(club: Club, viewer: str, answer: Any) -> None:
    found = list(counts(answer))
    assert len(found) > 5
    for link in {link for _, _, link in found if link is not None}:
        listed = follow(club, viewer, link)
        assert len(set(listed)) == len(listed)
        told = {(path, number) for path, number, other in found if other == link}
        assert {number for _, number in told} == {len(listed)}, (told, link)
    assert all(number == 0 for _, number, link in found if link is None)


def known_to_all(played: Club) -> list[str]:
    """The persons of whom the public may see a match."""
    persons = sorted({str(person) for person in played.evenings.person.values()})
    return [person for person in persons if played.that_count("public", player=person)]


@pytest.mark.parametrize("viewer", ["owner", "public"])
def test_the_links_of_a_player_list_as_many_matches_as_the_figures_say(played: Club, viewer: str) -> None:
    player, other = known_to_all(played)[:2]
    for asked in FILTERS:
        check_links(played, viewer, played.get(viewer, f"players/{player}/statistics", asked))
    check_links(played, viewer, played.get(viewer, f"players/{player}/statistics", {"with": other}))


@pytest.mark.parametrize("viewer", ["owner", "public"])
def test_the_links_of_two_players_do_so(played: Club, viewer: str) -> None:
    player, other = known_to_all(played)[1:3]
    for asked in FILTERS:
        check_links(played, viewer, played.get(viewer, f"players/{player}/versus/{other}", asked))


@pytest.mark.parametrize("viewer", ["owner", "public"])
def test_the_links_of_a_game_do_so(played: Club, viewer: str) -> None:
    player = str(next(iter(played.evenings.person.values())))
    sheets = sorted({result.subject for result in played.that_count("public", game="sheet")})
    subjects: list[tuple[str, dict[str, Any]]] = [("sheet", {"subject": subject}) for subject in sheets]
    for key, named in [*((key, {}) for key in GAMES), *subjects]:
        for asked in [FILTERS[0] | named, {"player": player} | named]:
            check_links(played, viewer, played.get(viewer, f"games/{key}/statistics", asked))


def test_pages_of_a_link_list_exactly_the_matches_that_count(played: Club) -> None:
    for viewer in ("owner", "public"):
        link = played.get(viewer, "games/klunker/statistics", {})["matches"]["link"]
        expected = {result.id for result in played.that_count(viewer, game="klunker")}
        assert set(follow(played, viewer, link, limit=7)) == expected


def test_the_links_of_streaks_list_matches_won_one_after_the_other(played: Club) -> None:
    for person in {str(person) for person in played.evenings.person.values()}:
        longest = played.get("owner", f"players/{person}/statistics", {})["streaks"]["longest"]
        mine = [(result.id, result) for result in played.that_count("owner", player=person)]
        won = [match_id for match_id, result in mine if any(s.won and s.person == person for s in result.seats)]
        listed = follow(played, "owner", longest["link"]) if longest["link"] else []
        assert set(listed) <= set(won)
        places = sorted(place for place, (match_id, _) in enumerate(mine) if match_id in listed)
        assert places == list(range(places[0], places[0] + len(places))) if places else longest["length"] == 0


def test_extremes_and_records_link_to_matches_that_can_be_read(played: Club) -> None:
    records = played.get("public", "games/klunker/records", {})["records"]
    assert len(records) > 8
    for record in records:
        assert played.clients["public"].get(record["match"]).status_code == 200
