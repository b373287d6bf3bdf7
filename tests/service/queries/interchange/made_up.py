"""Exports of BG Stats with made-up plays that have every trap which such files have, the same for the same seed."""

import json
from random import Random
from typing import Any

from tests.service.readers.bgstats_files import export, game, person, play, score

NAMES = ("Ada", "Bruno", "Chiara", "Dario", "Elena", "ELENA", "O'Neill <b>", "Jürgen 😀")
PEOPLE = [*(person(number, name) for number, name in enumerate(NAMES, start=1)), person(99, "?", isAnonymous=True)]
GAMES = [
    game(1, "Harbour", bggId=1001),
    game(2, "Lowest", highestWins=False),
    game(3, "Together", cooperative=True),
    game(4, "Without points", noPoints=True),
    game(5, "Teams", usesTeams=True),
    game(6, "Harbour: the =islands="),
]
PLACES = [{"id": 1, "name": "Café Böhm"}, {"id": 2, "name": "At home & away"}]
TAGS = [{"id": 1, "name": "club"}, {"id": 2, "name": "late"}]
SCORES = (
    "",
    None,
    "9+9-9",
    "4+",
    "12.5",
    "-3",
    "0",
    "1110000",
    "49-46ish",
    "36, 42",
    "=1+1",
    "17",
    "8",
    "8",
    "<b>9</b>",
)
NOTES = (None, "", "Oh", "two\nlines", "<script>", "at 20:15")
TIMES = ("00:00:00", "20:15:00", "20:15:00", "09:05:00")


def made_up(seed: int, plays: int) -> dict[str, Any]:
    chance = Random(seed)
    return export(
        games=GAMES,
        players=PEOPLE,
        locations=PLACES,
        tags=TAGS,
        plays=[_play(number, chance) for number in range(plays)],
    )


def _play(number: int, chance: Random) -> dict[str, Any]:
    title = chance.randint(1, 5)
    seats = chance.sample(range(1, len(NAMES) + 1), chance.randint(1, 5))
    if chance.random() < 0.2:
        seats += [99] * chance.randint(1, 2)
    scores = [score(seat, chance.choice(SCORES)) for seat in seats]
    _win(scores, title, chance)
    if title == 5:
        _team_up(scores, chance)
    if chance.random() < 0.15:
        _rank(scores, chance)
    for one in scores:
        one |= {"newPlayer": chance.random() < 0.1, "role": chance.choice([None, "", "red", "the Baker"])}
        one |= {
            "rank": one.get("rank", 0),
            "seatOrder": chance.choice([0, 1, 1]),
            "metaData": chance.choice(["{", None]),
        }
    chance.choice(scores)["startPlayer"] = chance.random() < 0.5
    fields: dict[str, Any] = {
        "playDate": f"2020-01-{chance.randint(1, 5):02} {chance.choice(TIMES)}",
        "locationRefId": chance.choice([0, 1, 2]),
        "durationMin": chance.choice([0, 30, 95]),
        "ignored": chance.random() < 0.1,
        "comments": chance.choice(NOTES),
        "board": chance.choice(["", None, "Map of the north"]),
        "scoringSetting": 0 if chance.random() < 0.8 else chance.choice([1, 2, 3]),
        "usesTeams": title == 5,
        "tags": [{"tagRefId": tag} for tag in chance.sample([1, 2], chance.randint(0, 2))],
        "expansionPlays": [{"gameRefId": 6}] * (chance.random() < 0.2),
        "playImages": "[]",
        "metaData": chance.choice(["{", "{}"]),
    }
    if title < 3 and 99 not in seats and chance.random() < 0.3:
        fields["scoresheet"] = _sheet(scores, chance)
    return play(f"{chance.getrandbits(64):016X}-{number}", title, scores, **fields)


def _win(scores: list[dict[str, Any]], title: int, chance: Random) -> None:
    """Nobody, one, or several; in a game that is played together all, some, or nobody."""
    number = chance.choice([0, 1, 1, 1, 2, len(scores)])
    for one in chance.sample(scores, min(number, len(scores))):
        one["winner"] = True
    if title == 3 and chance.random() < 0.5:
        for one in scores:
            one["winner"] = True


def _team_up(scores: list[dict[str, Any]], chance: Random) -> None:
    """Two teams, of which all win and have the score of the team."""
    totals = {"a": ("21", True), "b": (chance.choice(["8", ""]), False)}
    for place, one in enumerate(scores):
        team = "ab"[place % 2]
        one |= {"team": team, "score": totals[team][0], "winner": totals[team][1]}


def _rank(scores: list[dict[str, Any]], chance: Random) -> None:
    if scores[0].get("team") is not None:
        return
    ranks = list(range(1, len(scores) + 1))
    chance.shuffle(ranks)
    for rank, one in zip(ranks, scores, strict=True):
        one |= {"rank": rank, "winner": rank == 1}


def _sheet(scores: list[dict[str, Any]], chance: Random) -> str:
    """Rows that add up, or that don't."""
    labels = ("Coins", "Debts", "Ships")
    rows: list[dict[str, Any]] = [
        {"label": label, "negative": label == "Debts", "type": "number", "scores": {}} for label in labels
    ]
    wrong = chance.random() < 0.2
    for one in scores:
        amounts = [chance.randint(1, 20) for _ in rows]
        for row, amount in zip(rows, amounts, strict=True):
            row["scores"][f"PERSON-{one['playerRefId']}"] = str(amount)
        one["score"] = str(amounts[0] - amounts[1] + amounts[2] + wrong)
    return json.dumps({"groups": [{"rows": rows[:2]}], "rounds": [{"rows": rows[2:]}]})
