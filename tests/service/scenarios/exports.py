"""The evening as rows of tables."""

import json
from typing import Any, Final

from tests.service.scenario import Scenario

_LINES: Final = "application/x-ndjson"
_PARQUET: Final = "application/vnd.apache.parquet"
_TABLES: Final = ("exportPlays", "exportSeats", "exportSteps", "exportRatings", "exportRemovals")


def take_as_tables(scenario: Scenario, position: int) -> None:
    """The columns of each table, and its first row, or the best, as the read models have them at `position`."""
    for operation in _TABLES:
        asked: dict[str, Any] = {"format": "ndjson", "after_position": position}
        if operation == "exportSteps":
            asked["Accept-Language"] = "en"
        lines = scenario.send(operation, None, asked).text.splitlines()
        rest = {name: value for name, value in asked.items() if name != "format"}
        table = scenario.send(operation, None, rest, headers={"Accept": "text/csv"}).text
        scenario.examples[operation] |= {
            "parameters": asked,
            "forms": {
                "text/csv": f"{table.splitlines()[0]}\r\n",
                _LINES: min(map(json.loads, lines), key=lambda row: row.get("rank", 0)),
                _PARQUET: "PAR1…PAR1",  # how it begins and ends
            },
        }


def hand_over(scenario: Scenario, match_id: str, position: int) -> None:
    """The evening as files of other programs, and one match of it as a link."""
    asked = {"after_position": position, "first": match_id, "last": match_id}
    file = scenario.send("exportBgStats", None, asked).json()
    scenario.examples["exportBgStats"] |= {"parameters": asked, "forms": {"application/json": file}}
    page = scenario.send("exportBgg", None, asked).text
    scenario.examples["exportBgg"] |= {"parameters": asked, "forms": {"application/xml": page}}
    scenario.call("getBgStatsLink", match_id=match_id)
