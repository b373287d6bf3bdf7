"""Makes exports of BG Stats with made-up people."""

from typing import Any


def export(**lists: Any) -> dict[str, Any]:
    return {"games": [game(1, "Some game")], "players": [person(1, "Ada")], "locations": [], "plays": [], **lists}


def game(number: int, name: str, **fields: Any) -> dict[str, Any]:
    return {"id": number, "uuid": f"game-{number}", "name": name, "highestWins": True, **fields}


def person(number: int, name: str, **fields: Any) -> dict[str, Any]:
    return {"id": number, "uuid": f"PERSON-{number}", "name": name, "isAnonymous": False, **fields}


def score(person_number: int, written: Any, **fields: Any) -> dict[str, Any]:
    return {"playerRefId": person_number, "score": written, "winner": False, **fields}


def play(uuid: str, game_number: int, scores: list[dict[str, Any]], **fields: Any) -> dict[str, Any]:
    return {
        "uuid": uuid,
        "gameRefId": game_number,
        "playDate": "2020-01-02 00:00:00",
        "scoringSetting": 0,
        "playerScores": scores,
        **fields,
    }
