"""F3: a filter, field or option that doesn't exist is named, and told with those that do."""

from typing import Any

import httpx
import pytest

from domain.registry import GAMES
from tests.service.every_read import READS, parameters
from tests.service.scenes import BASE, MATCHES, NOBODY, dealt, guests, problem

IDS: dict[str, Any] = {
    "game": "klunker",
    "step": 0,
    "name": "not-found",
    **dict.fromkeys(
        (
            "match_id",
            "player_id",
            "other",
            "annotation_id",
            "variation_id",
            "series_id",
            "board_id",
            "subject_id",
            "invitation_id",
            "import_id",
        ),
        NOBODY,
    ),
}


@pytest.mark.parametrize("name", READS)
def test_F3_a_filter_that_does_not_exist_is_told_with_those_that_do(api: httpx.Client, name: str) -> None:
    told = problem(api.get(READS[name][0].format(**IDS), params={"colour": "red"}), 400, "invalid-request")
    assert told["parameter"] == "colour"
    known = ", ".join(sorted(parameters(name)))
    assert (
        told["detail"]
        == f"There is no parameter 'colour' here. {f'There are: {known}.' if known else 'It takes none.'}"
    )


@pytest.mark.parametrize("path", [MATCHES, f"{BASE}/games/klunker/statistics"])
def test_F3_an_option_of_a_game_in_a_filter(api: httpx.Client, path: str) -> None:
    told = problem(api.get(path, params={"options": "colour:red"}), 400, "invalid-request")
    assert told["parameter"] == "options"
    game = GAMES["klunker"]
    for option in game.options_type.__struct_encode_fields__:
        assert option in told["detail"].partition("There are: ")[2]


@pytest.mark.parametrize("key", GAMES)
def test_F3_an_option_of_a_game_in_a_match(api: httpx.Client, key: str) -> None:
    body = {"game": key, "seats": guests(), "options": {"colour": "red"}}
    told = problem(api.post(MATCHES, json=body), 400, "invalid-request")
    known = GAMES[key].options_type.__struct_encode_fields__
    assert told["detail"] == f"Object contains unknown field `colour`. There are: {', '.join(known)}."
    assert told["pointer"] == "/options"


def test_F3_a_field_of_a_request_and_of_an_action(api: httpx.Client) -> None:
    told = problem(api.post(MATCHES, json={"game": "klunker", "players": []}), 400, "invalid-request")
    assert "seats" in told["detail"].partition("There are: ")[2]
    action = {"type": "store", "seat": 0, "card": "tiara"}
    path = f"{MATCHES}/{dealt(api)['id']}/actions"
    told = problem(api.post(path, json={"actions": [action]}), 400, "invalid-request")
    assert told["detail"].endswith("There are: type, seat, jewel.")
    assert told["pointer"] == "/actions/0"
