"""What an export of BG Stats says, counted by a plain script that shares nothing with what is tested.

``python -m tests.service.commands.imports.plain_bgstats FILE`` prints it.
"""

import json
import sys
from collections import Counter
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any


def counted(document: dict[str, Any]) -> dict[str, Any]:
    games = {one["id"]: one for one in document["games"]}
    people = {one["id"]: one for one in document["players"]}
    plays = Counter(games[play["gameRefId"]]["name"] for play in document["plays"])
    wins: Counter[str] = Counter()
    totals: dict[str, Decimal] = {}
    unreadable = 0
    for play in document["plays"]:
        for score in play["playerScores"]:
            person = people[score["playerRefId"]]
            name = "?" if person.get("isAnonymous") else person["name"]
            wins[name] += bool(score["winner"])
            if score["score"]:
                amount = added(str(score["score"]))
                unreadable += amount is None
                totals[name] = totals.get(name, Decimal(0)) + (amount or 0)
    return {
        "plays": dict(plays),
        "wins": {name: number for name, number in wins.items() if number},
        "totals": {name: total for name, total in totals.items() if total},
        "unreadable": unreadable,
    }


def added(text: str) -> Decimal | None:
    parts = text.replace("-", "+-").split("+")
    try:
        return sum((Decimal(part.strip()) for part in parts if part.strip()), Decimal(0))
    except InvalidOperation:
        return None


if __name__ == "__main__":
    print(counted(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
