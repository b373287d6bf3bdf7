"""Market cards that lay on the table in an earlier match are offered first when they are reported again."""

import json
import re

import httpx
import pytest

from tests.service.api.test_pages import HTML, session, token_of
from tests.service.scenes import MATCHES, SAMPLES, open_match, played, whole


@pytest.mark.slow
def test_cards_of_an_earlier_match_are_offered_first_until_they_are_turned_up(api: httpx.Client) -> None:
    told = json.loads((SAMPLES / "dschunke-two-fixed-open.json").read_text())
    seats = [{"name": f"Player {seat}"} for seat in range(told["seats"])]
    earlier = whole(api, told["actions"], seats=seats, game=told["game"], options=told["options"])
    assert api.get(MATCHES, params={"after_position": earlier["position"]}).status_code == 200
    board = {name: part for name, part in told["options"]["board"].items() if name != "market_deck"}
    match = open_match(api, game=told["game"], options=told["options"] | {"board": board}, seats=seats)
    first = next(at for at, action in enumerate(told["actions"]) if action["type"] == "turn_market")
    played(api, match, *told["actions"][:first])
    owner = session(api, token_of(api))
    cards = offered(api, match["id"], owner)
    turned = [action for action in told["actions"] if action["type"] == "turn_market"]
    assert all(action["amounts"] in cards for action in turned)
    assert len(set(map(str, cards))) == len(cards)
    second = [at for at, action in enumerate(told["actions"]) if action["type"] == "turn_market"][1]
    played(api, match, *told["actions"][first:second])
    assert offered(api, match["id"], owner) == [card for card in cards if card != turned[0]["amounts"]]


def offered(client: httpx.Client, match_id: str, owner: dict[str, str]) -> list[dict[str, object]]:
    """The complete market cards that the page for recording offers, before the way to tell any other by its numbers."""
    text = client.get(f"/matches/{match_id}/record", headers=HTML | owner).text
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found
    *complete, other = json.loads(found[1])["choices"]["choices"]
    assert "slot" in other
    assert all("slot" not in choice for choice in complete)
    return [choice["action"]["amounts"] for choice in complete]
