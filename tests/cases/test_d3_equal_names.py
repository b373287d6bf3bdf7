"""D3: people of equal names are told apart wherever a match is told, as erased ones are."""

import re
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from domain.registry import GAMES
from service.queries.player_names import disambiguated
from tests.domain.games.support import sample_of
from tests.service.scenes import BASE, MATCHES, whole
from tests.tiers import thinned

ACTIONS = 25
NOT_TOLD_APART = re.compile(r"Anna(?! \(\d\))")


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Anna", "Bea"], ["Anna", "Bea"]),
        (["Anna", "Anna"], ["Anna (0)", "Anna (1)"]),
        (["Anna", "Bea", "anna "], ["Anna (0)", "Bea", "anna  (2)"]),
        (["Anonymous", "Bea"], ["Anonymous (0)", "Bea"]),
        (["Anna", "Anna", "Anna (1)"], ["Anna (0)", "Anna (1) (1)", "Anna (1) (2)"]),
        (["Anonymous (1)", "Anonymous"], ["Anonymous (1) (0)", "Anonymous (1) (1)"]),
    ],
)
def test_D3_equal_names_have_their_seats(names: list[str], told: list[str]) -> None:
    assert disambiguated(names) == told
    assert len(set(disambiguated(names))) == len(names)


@pytest.mark.parametrize("key", thinned(GAMES))
def test_D3_nothing_is_told_of_one_of_several_annas(api: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    seats = [{"name": "Anna"} for _ in range(sample["seats"])]
    match = whole(api, sample["actions"][:ACTIONS], game=key, options=sample["options"], seats=seats)
    step = api.get(f"{MATCHES}/{match['id']}").json()["step"]
    path, after = f"{MATCHES}/{match['id']}", {"after_position": match["position"]}
    assert api.get(MATCHES, params=after).status_code == 200
    for language in ("en", "it"):
        told = {"Accept-Language": language}
        answers = {
            "history": api.get(f"{path}/history", params=after, headers=told),
            "frame": api.get(f"{path}/replay/steps/{step}", headers=told),
            "text": api.get(f"{path}/record", headers=told | {"Accept": "text/plain"}),
            "csv": api.get(f"{path}/record", headers=told | {"Accept": "text/csv"}),
            "picture": api.get(f"{path}/replay/steps/{step}.svg", headers=told),
            "chart": api.get(f"{path}/scoreboard.svg", headers=told),
            "page": api.get(f"/matches/{match['id']}", headers=told),
        }
        for what, answer in answers.items():
            assert answer.status_code == 200, what
            assert "Anna (" in answer.text, (what, language)
            assert NOT_TOLD_APART.findall(answer.text) == [], (what, language)


def test_D3_a_list_of_matches_tells_them_apart_and_names_stay_as_they_are(api: httpx.Client) -> None:
    tomorrow = datetime.now(UTC).date() + timedelta(days=1)  # first in the list
    match = whole(api, seats=[{"name": "Anna"}, {"name": "ANNA"}, {"name": "Bea"}], played_on=str(tomorrow))
    assert api.get(MATCHES, params={"after_position": match["position"]}).status_code == 200
    page = api.get("/").text
    assert {"<bdi>Anna (0)</bdi>", "<bdi>ANNA (1)</bdi>", "<bdi>Bea</bdi>"} <= set(re.findall("<bdi>.*?</bdi>", page))
    seats = api.get(f"{BASE}/matches/{match['id']}").json()["seats"]
    assert [seat["player"]["name"] for seat in seats] == ["Anna", "ANNA", "Bea"]
