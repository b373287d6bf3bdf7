"""D2: an accent that is sent apart from its letter is searched for, and stored, as part of it (Unicode NFC)."""

import unicodedata
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import httpx
import pytest

from domain.registry import GAMES
from tests.service.every_read import READS
from tests.service.scenes import BASE, MATCHES, PLAYERS, items, known, make_player, whole

COMPOSED = "Zoë"
APART = unicodedata.normalize("NFD", COMPOSED)
TEXTS = {"name", "place", "tag"}


@pytest.fixture(scope="module")
def mark(api: httpx.Client) -> str:
    """A match, its place, tag and people of which hold this, as it is stored."""
    text = f"{COMPOSED} {uuid4().hex[:8]}"
    players = [make_player(api, unicodedata.normalize("NFD", name)) for name in (text, f"B {text}", f"C {text}")]
    made = whole(api, seats=known(*players), place=unicodedata.normalize("NFD", text), tags=[text])
    for path in (MATCHES, f"{BASE}/games/klunker/leaderboard", f"{BASE}/games/klunker/statistics"):
        assert api.get(path, params={"after_position": made["position"]}).status_code == 200
    return text


def test_D2_there_are_no_other_texts_in_queries() -> None:
    """Whoever adds one sees to it that it is tried here."""
    texts = {
        parameter["name"]
        for _, operation in READS.values()
        for parameter in operation.get("parameters", ())
        if parameter["in"] == "query" and parameter["schema"] == {"type": "string"}
    }
    assert texts - TEXTS == {"author", "cursor", "edition", "game", "options", "trait"}, (
        "none of which holds what people write"
    )


def counted(api: httpx.Client, tag: str) -> int:
    matches: int = api.get(f"{BASE}/games/klunker/statistics", params={"tag": tag}).json()["matches"]["count"]
    return matches


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_D2_whatever_is_searched_for_is_found(api: httpx.Client, mark: str, form: Any) -> None:
    asked = unicodedata.normalize(form, mark)
    found: dict[str, Callable[[], int]] = {
        "name": lambda: len(items(api, PLAYERS, name=asked)),
        "place": lambda: len(items(api, MATCHES, place=asked)),
        "tag": lambda: len(items(api, MATCHES, tag=asked)),
        "leaders": lambda: len(items(api, f"{BASE}/games/klunker/leaderboard", place=asked)),
        "statistics": lambda: api.get(f"{BASE}/games/klunker/statistics", params={"tag": asked}).json()["matches"][
            "count"
        ],
    }
    assert {what: find() for what, find in found.items()} == {
        "name": 3,
        "place": 1,
        "tag": 1,
        "leaders": 3,
        "statistics": 1,
    }


def test_D2_a_query_is_answered_alike_in_whatever_form_and_other_parameters_stay(api: httpx.Client, mark: str) -> None:
    answers = [
        api.get(PLAYERS, params={"name": unicodedata.normalize(form, mark), "limit": 1}).json()
        for form in ("NFC", "NFD")
    ]
    assert len(answers[0]["items"]) == 1
    assert answers[0] == answers[1]
    linked = api.get(f"{BASE}/games/klunker/statistics", params={"place": APART + mark[3:]}).json()["matches"]
    assert len(api.get(linked["link"]).json()["items"]) == linked["count"] == 1


def test_D2_games_are_named_in_ascii_which_has_one_form() -> None:
    assert all(key.isascii() for key in GAMES)
