"""How long the seats took: by the API, on the match page, and in exports, where times were told."""

import csv
from io import StringIO
from typing import Any

import httpx
import pytest

from replays.clock import clock
from tests.service.scenes import DEAL, FIRST, MATCHES, ROUND, open_match, play

TIMES = ("20:00:00", "20:00:42", "20:01:42", "20:03:15.5")


def timed(api: httpx.Client, **wanted: Any) -> dict[str, Any]:
    """A deal, and three that stock, each action with its time."""
    match = open_match(api, **wanted)
    for action, time in zip((DEAL, *ROUND[:3]), TIMES, strict=True):
        body = {"actions": [action], "played_at": f"2026-01-17T{time}+01:00"}
        assert api.post(f"{MATCHES}/{match['id']}/actions", json=body).status_code == 201
    return match


def test_each_seat_has_its_times(api: httpx.Client, public: httpx.Client) -> None:
    match = timed(api)
    answer = public.get(f"{MATCHES}/{match['id']}/thinking-time")
    assert answer.status_code == 200
    ada, bruno, chiara = answer.json()["seats"]
    longest = {"step": 2, "seat": 0, "seconds": 42.0}
    assert ada == {"seat": 0, "actions": 1, "total": 42.0, "mean": 42.0, "longest": longest}
    assert (bruno["total"], chiara["total"]) == (60.0, 93.5)
    assert [one["step"] for one in answer.json()["actions"]] == [2, 3, 4]
    again = public.get(f"{MATCHES}/{match['id']}/thinking-time", headers={"If-None-Match": answer.headers["etag"]})
    assert again.status_code == 304


def test_without_times_there_are_none(api: httpx.Client) -> None:
    match = open_match(api)
    play(api, match, DEAL, FIRST)
    answer = api.get(f"{MATCHES}/{match['id']}/thinking-time").json()
    assert answer["actions"] == []
    assert answer["seats"][0] == {"seat": 0, "actions": 0, "total": 0.0, "mean": None, "longest": None}
    page = api.get(f"/matches/{match['id']}", headers={"Accept": "text/html"}).text
    assert "Thinking time" not in page
    table = api.get(f"{MATCHES}/{match['id']}/record", headers={"Accept": "text/csv"}).text
    assert "seconds" not in table


def test_a_corrected_action_was_played_when_the_one_before_was(api: httpx.Client) -> None:
    match = timed(api)
    other = {"type": "stock", "seat": 1, "jewels": ["monocle"]}
    amendment = api.post(f"{MATCHES}/{match['id']}/amendments", json={"step": 3, "actions": [other]})
    assert amendment.status_code == 201
    assert amendment.json()["events"][1]["played_at"] == "2026-01-17T19:01:42Z"
    answer = api.get(f"{MATCHES}/{match['id']}/thinking-time").json()
    assert [seat["total"] for seat in answer["seats"]] == [42.0, 60.0, 93.5]


def test_the_page_of_the_match_shows_them(api: httpx.Client) -> None:
    match = timed(api)
    page = api.get(f"/matches/{match['id']}", headers={"Accept": "text/html", "Accept-Language": "de"}).text
    assert "<h2>Verbrauchte Bedenkzeit</h2>" in page
    for shown in ("0:42", "1:00", "1:34"):
        assert page.count(f">{shown}<") == 4  # in the list of moves, and thrice in the table


def test_exports_carry_them(api: httpx.Client) -> None:
    match = timed(api)
    record = f"{MATCHES}/{match['id']}/record"
    head, setup, dealt, first, *_ = csv.reader(StringIO(api.get(record, headers={"Accept": "text/csv"}).text))
    assert [line[-1] for line in (head, setup, dealt, first)] == ["seconds", "", "", "42.0"]
    text = api.get(record, headers={"Accept": "text/plain"}).text
    assert [line.strip() for line in text.splitlines() if "@" in line] == ["@ 0:42", "@ 1:00", "@ 1:34"]


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (59.4, "0:59"), (59.6, "1:00"), (3599.5, "1:00:00"), (3723, "1:02:03")]
)
def test_a_clock_shows_hours_where_there_are_any(seconds: float, shown: str) -> None:
    assert clock(seconds) == shown
