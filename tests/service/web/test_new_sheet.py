"""The form that begins a score sheet: rows, rounds, teams; and the last sheet of a title, offered again."""

from typing import Any
from uuid import uuid4

import httpx
import pytest

from tests.service.api.test_pages import Outline, page, session, submit
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES
from tests.service.sheets import subject_id

NEW = "/matches/new"


@pytest.fixture
def title() -> str:
    return f"Catan {uuid4().hex[:8]}"


def filled(title: str, **more: str) -> dict[str, str]:
    names = {f"name-{row}": f"{name} {uuid4().hex}" for row, name in enumerate(("Ada", "Bruno", "Chiara"))}
    facts = {"game": "sheet", "key": uuid4().hex, "played_on": "2026-01-17", "visibility": "public", "do": "open"}
    return {**facts, **names, "option-title": title, **more}


def opened(api: httpx.Client, title: str, **more: str) -> dict[str, Any]:
    answer = submit(api, NEW, filled(title, **more))
    assert answer.status_code == 303, answer.text
    path = f"{BASE}{answer.headers['location']}"
    position = api.patch(path, json={"note": "a sheet"}).json()["position"]
    assert api.get(MATCHES, params={"after_position": position}).status_code == 200
    match: dict[str, Any] = api.get(path).json()
    return match


FIELDS = {
    "option-winning": "lowest",
    "field-rows": "Roads\r\n- Robbers\r\n\r\n(Bid)\r\n",
    "field-rounds": "3",
    "field-minutes": "75",
    "field-variant": "Seafarers",
    "field-expansions": "Cities\r\nKnights",
    "seat-teams-0": "red",
    "seat-teams-1": "blue",
    "seat-teams-2": "red",
    "seat-roles-1": "white",
    "seat-new-2": "on",
    "start": "1",
}


def test_a_sheet_is_begun_with_all_that_the_form_asks_for(api: httpx.Client, title: str) -> None:
    options = opened(api, title, **FIELDS)["options"]
    assert options["title"] == title
    assert [(row["label"], row.get("minus", False), row.get("counts", True)) for row in options["rows"]] == [
        ("Roads", False, True),
        ("Robbers", True, True),
        ("Bid", False, False),
    ]
    assert (options["winning"], options["rounds"], options["minutes"]) == ("lowest", 3, 75)
    assert (options["variant"], options["expansions"]) == ("Seafarers", ["Cities", "Knights"])
    assert (options["teams"], options["roles"]) == (["red", "blue", "red"], ["", "white", ""])
    assert (options["new"], options["start_seat"]) == ([2], 1)


def test_nothing_filled_in_is_one_row_of_points(api: httpx.Client, title: str) -> None:
    options = opened(api, title)["options"]
    assert [row["label"] for row in options["rows"]] == [""]
    assert options.get("rounds") is None


def values(text: str) -> dict[str, str | None]:
    return {str(one["name"]): one.get("value") for one in Outline(text).all("input") if one.get("name")}


def test_the_last_sheet_of_a_title_is_offered_again_however_it_is_spelled(api: httpx.Client, title: str) -> None:
    opened(api, title, **FIELDS)
    spelled = f"  {title.upper()} "
    (link,) = [one for one in Outline(page(api, f"{NEW}?game=sheet")).all("a") if title[-8:] in str(one.get("href"))]
    for text in (
        page(api, str(link["href"])),
        submit(api, NEW, filled(spelled, **{"do": "template", "field-rows": "Other"})).text,
    ):
        found = values(text)
        assert "Roads\n- Robbers\n(Bid)</textarea>" in text
        assert "Cities\nKnights</textarea>" in text
        assert (found["field-rounds"], found["field-minutes"], found["field-variant"]) == ("3", "75", "Seafarers")
        assert found["option-title"] == title
        assert not found["seat-teams-0"], "teams are of the people of last time"
        assert [one["value"] for one in Outline(text).all("option", value="lowest") if "selected" in one] == ["lowest"]


def test_a_title_that_is_new_is_kept(api: httpx.Client, title: str) -> None:
    assert values(page(api, f"{NEW}?game=sheet&title={title}"))["option-title"] == title


def templates(client: httpx.Client, title: str) -> list[dict[str, Any]]:
    answer = client.get(f"{BASE}/games/sheet/templates", params={"title": title})
    assert answer.status_code == 200
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def test_the_api_gives_the_last_sheet_of_a_title_which_opens_the_next_match(api: httpx.Client, title: str) -> None:
    opened(api, title, **{"field-rounds": "2"})
    last = opened(api, f" {title.lower()}", **FIELDS)
    (template,) = templates(api, title)
    assert template["match"] == last["id"]
    assert template["options"]["rounds"] == 3
    assert (template["options"]["teams"], template["options"]["new"]) == ([], [])
    seats = [{"name": f"{name} {uuid4().hex}"} for name in ("Ada", "Bruno")]
    again = api.post(MATCHES, json={"game": "sheet", "options": template["options"], "seats": seats})
    assert again.status_code == 201, again.text
    assert again.json()["options"]["rows"] == last["options"]["rows"]


def test_a_sheet_is_offered_to_nobody_who_does_not_find_its_match(
    api: httpx.Client, public: httpx.Client, title: str
) -> None:
    secret = opened(api, title, **FIELDS, visibility="private")
    assert [one["match"] for one in templates(api, title)] == [secret["id"]]
    assert templates(public, title) == []
    token = api.post(f"{BASE}/tokens", json={"scopes": ["record"], "label": "x"}).json()["token"]
    with client_of(api.base_url, headers=session(api, token)) as recorder:
        assert templates(recorder, title) == []
        assert title not in page(recorder, f"{NEW}?game=sheet")
        assert "Roads" not in page(recorder, f"{NEW}?game=sheet&title={title}")


def test_merged_titles_have_one_template(api: httpx.Client, title: str) -> None:
    opened(api, title, **FIELDS)
    last = opened(api, f"{title} again", **FIELDS)
    assert [one["match"] for one in templates(api, f"{title} again")] == [last["id"]]
    merge = f"{BASE}/subjects/{subject_id(title)}/merge"
    assert api.post(merge, json={"into": subject_id(f"{title} again")}).status_code == 200
    for spelled in (title, f"{title} again"):
        assert [one["match"] for one in templates(api, spelled)] == [last["id"]]


def test_games_without_titles_have_no_templates(api: httpx.Client) -> None:
    assert api.get(f"{BASE}/games/klunker/templates").json() == {"items": []}
    assert api.get(f"{BASE}/games/chess2/templates").status_code == 404


@pytest.mark.parametrize(
    "wrong", [{"field-rounds": "many"}, {"field-rounds": "101"}, {"field-rows": "x\r\n" * 41}, {"field-minutes": "-5"}]
)
def test_what_does_not_fit_leads_back_to_the_form_as_it_was_filled_in(
    api: httpx.Client, title: str, wrong: dict[str, str]
) -> None:
    answer = submit(api, NEW, filled(title, **wrong))
    assert answer.status_code == 422
    assert values(answer.text)["option-title"] == title


@pytest.mark.parametrize(("game", "offered"), [("sheet", True), ("chess", False)])
def test_only_a_game_with_titles_offers_the_last_sheet_of_one(api: httpx.Client, game: str, offered: bool) -> None:
    text = page(api, f"{NEW}?game={game}")
    assert ('value="template"' in text) == offered


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "2 players. The first has the white pieces, the second the black ones."),
        ("de", "2 Spieler. Der erste hat die weißen Figuren, der zweite die schwarzen."),
        ("it", "2 giocatori. Il primo ha i pezzi bianchi, il secondo i neri."),
    ],
)
def test_a_game_says_what_its_seats_are(api: httpx.Client, language: str, told: str) -> None:
    assert told in page(api, f"{NEW}?game=chess", headers={"Accept-Language": language})
