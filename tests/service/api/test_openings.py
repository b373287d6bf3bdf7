"""The opening of a game of chess, as queries ask for it."""

from typing import Any

import httpx

from domain.registry import GAMES
from service.web.words import decimal
from tests.service.scenes import BASE, MATCHES, PLAYERS, items, known, make_player, open_match, played

SPANISH = ("e4", "e5", "Nf3", "Nc6", "Bb5")
PETROV = ("e4", "e5", "Nf3", "Nf6")


def test_an_opening_is_asked_for_as_an_option_is(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    matches, position = [], 0
    for sans in (SPANISH, PETROV, SPANISH[:1]):
        match = open_match(api, game="chess", options={}, seats=known(ada, bob))
        moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(sans)]
        position = played(api, match, *moves, {"type": "resign", "seat": 1})["position"]
        matches.append(match["id"])
    asked = {"player": ada["id"], "after_position": position}
    for eco, expected in (("C60", matches[:1]), ("C42", matches[1:2]), ("B00", matches[2:]), ("A00", [])):
        assert [one["id"] for one in items(api, MATCHES, options=f"eco:{eco}", **asked)] == expected
        told = api.get(f"{BASE}/games/chess/statistics", params={**asked, "options": f"eco:{eco}"}).json()
        assert told["matches"]["count"] == len(expected)
        own: dict[str, Any] = {"game": "chess", "options": f"eco:{eco}", "after_position": position}
        told = api.get(f"{PLAYERS}/{ada['id']}/statistics", params=own).json()
        assert told["wins"]["count"] == len(expected)
    state = api.get(f"{MATCHES}/{matches[0]}/state").json()
    assert state["view"]["opening"] == {"eco": "C60", "name": "spanish"}


def test_what_is_taken_back_is_not_the_opening(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    match = open_match(api, game="chess", options={}, seats=known(ada, bob))
    moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(SPANISH)]
    position = played(api, match, *moves)["position"]
    path = f"{MATCHES}/{match['id']}"
    asked = {"player": ada["id"], "options": "eco:C60"}
    assert [one["id"] for one in items(api, MATCHES, after_position=position, **asked)] == [match["id"]]
    answer = api.post(f"{path}/retractions", json={"to_step": 3, "reason": "a slip"})
    assert answer.status_code == 201, answer.text
    assert items(api, MATCHES, after_position=answer.json()["position"], **asked) == []


def test_other_games_have_none(api: httpx.Client) -> None:
    answer = api.get(f"{BASE}/games/klunker/statistics", params={"options": "eco:C60"})
    assert (answer.status_code, answer.json()["parameter"]) == (400, "options")


FRENCH = ("e4", "e6")
ENGLISH = ("c4", "e5")
NAMELESS = ("h4", "h5")


def play_opening(api: httpx.Client, seats: list[Any], sans: tuple[str, ...], *, draw: bool = False) -> int:
    """A match with these moves, which seat 1 gives up, or which both agree to be drawn; the position behind it."""
    match = open_match(api, game="chess", options={}, seats=seats)
    moves = [{"type": "move", "seat": number % 2, "san": san} for number, san in enumerate(sans)]
    ends = [{"type": "offer_draw", "seat": 0}, {"type": "accept_draw", "seat": 1}] if draw else []
    return int(played(api, match, *moves, *(ends or [{"type": "resign", "seat": 1}]))["position"])


def test_a_table_of_openings_tells_who_wins_and_lists_the_matches(api: httpx.Client) -> None:
    """Given matches of four openings and one of none, when asked for by opening, then a row is what its link lists."""
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    seats = known(ada, bob)
    for sans in (SPANISH, PETROV, FRENCH, ENGLISH, NAMELESS):
        play_opening(api, seats, sans)
    position = play_opening(api, seats, SPANISH, draw=True)
    asked: dict[str, Any] = {"player": ada["id"], "after_position": position}

    def table(**more: Any) -> dict[str, Any]:
        told = api.get(f"{BASE}/games/chess/statistics", params={**asked, "trait": "eco", **more})
        assert told.status_code == 200, told.text
        return {row["value"]: row for row in told.json()["by_trait"]}

    rows = table()
    assert list(rows) == ["C60", "A10", "C00", "C42"]  # the most frequent first, then by name
    spanish = rows["C60"]
    assert (spanish["matches"]["count"], spanish["draws"]["count"], spanish["mean_steps"]) == (2, 1, 6.5)
    assert [(seat["wins"]["count"], seat["win_share"]) for seat in spanish["by_seat"]] == [(1, 0.75), (0, 0.25)]
    letters = table(trait_length=1)
    assert {value: row["matches"]["count"] for value, row in letters.items()} == {"C": 4, "A": 1}
    assert list(table(trait_values=2)) == ["C60", "A10"]
    assert list(table(options="eco:C*", trait_length=1)) == ["C"]
    assert list(table(options="eco:C6*", trait_length=1)) == ["C"]
    assert [row["matches"]["count"] for row in table(options="eco:C6*", trait_length=1).values()] == [2]

    for row in (*rows.values(), *letters.values(), *table(options="eco:C6*", trait_length=1).values()):
        counts = [row["matches"], row["draws"]]
        counts += [seat[name] for seat in row["by_seat"] for name in ("matches", "wins", "shared_wins", "draws")]
        for told in counts:
            listed = api.get(f"{told['link']}&after_position={position}")
            assert len(listed.json()["items"]) == told["count"], told["link"]


def test_what_begins_alike_is_found_in_lists_and_among_leaders(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    seats = known(ada, bob)
    for sans in (SPANISH, PETROV, NAMELESS):
        position = play_opening(api, seats, sans)
    asked: dict[str, Any] = {"player": ada["id"], "after_position": position}
    for options, expected in (("eco:C*", 2), ("eco:C4*", 1), ("eco:*", 2), ("eco:B*", 0), ("eco:c*", 0)):
        assert len(items(api, MATCHES, options=options, **asked)) == expected
        own: dict[str, Any] = {"game": "chess", "options": options, "after_position": position}
        told = api.get(f"{PLAYERS}/{ada['id']}/statistics", params=own)
        assert told.json()["wins"]["count"] == expected
        found = items(api, f"{BASE}/games/chess/leaderboard", options=options, after_position=position)
        assert sum(one["wins"] for one in found if one["player"]["id"] == ada["id"]) == expected


def test_what_does_not_come_about_in_a_game_is_refused(api: httpx.Client) -> None:
    refused: tuple[tuple[str, dict[str, Any]], ...] = (
        ("chess", {"trait": "fen"}),
        ("klunker", {"trait": "eco"}),
        ("chess", {"trait": "eco", "trait_length": 0}),
        ("chess", {"trait": "eco", "trait_values": 501}),
    )
    for game, asked in refused:
        answer = api.get(f"{BASE}/games/{game}/statistics", params=asked)
        assert answer.status_code == 400
        assert answer.json()["parameter"] == list(asked)[-1]


def test_the_table_of_openings_is_also_csv(api: httpx.Client) -> None:
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    position = play_opening(api, known(ada, bob), SPANISH)
    answer = api.get(
        f"{BASE}/games/chess/statistics",
        params={"player": ada["id"], "trait": "eco", "after_position": position},
        headers={"Accept": "text/csv"},
    )
    lines = answer.text.splitlines()
    assert any(line.startswith("by_trait,C60,matches,1,") for line in lines)
    assert any(line.startswith("by_trait.by_seat,C60/0,wins,1,") for line in lines)


def test_the_page_shows_openings_and_who_won_with_them(api: httpx.Client) -> None:
    """Given two matches of an opening, when somebody opens the page, then it tells letters and codes in words."""
    ada, bob = make_player(api, "Ada"), make_player(api, "Bob")
    play_opening(api, known(ada, bob), SPANISH)
    position = play_opening(api, known(ada, bob), SPANISH, draw=True)
    asked: dict[str, Any] = {"game": "chess", "player": ada["id"]}
    api.get(f"{BASE}/games/chess/statistics", params={"after_position": position}).raise_for_status()
    for language, title, group, white in (
        ("en", "Opening (ECO)", "Kind of opening (ECO)", "White’s wins"),
        ("de", "Eröffnung (ECO)", "Art der Eröffnung (ECO)", "Siege von Weiß"),
        ("it", "Apertura (ECO)", "Tipo di apertura (ECO)", "Vittorie di Bianco"),
    ):
        page = api.get("/statistics", params=asked, headers={"Accept": "text/html", "Accept-Language": language}).text
        page = page.replace("\u2068", "").replace("\u2069", "")
        for text in (f"<figcaption>{title}</figcaption>", f"<figcaption>{group}</figcaption>", f">{white}</th>"):
            assert text in page, text
        cells = "".join(f'<td class="number">{cell}</td>' for cell in (2, 1, 0, 1, decimal(6.5, language)))
        words = GAMES["chess"].texts[language]
        for value, key in (("C60", "opening_spanish"), ("C", "kind_C")):
            assert f'<th scope="row">{value} {words[key]}</th>{cells}' in page
    other = api.get("/statistics", params={"game": "klunker"}, headers={"Accept": "text/html"}).text
    assert "ECO" not in other
