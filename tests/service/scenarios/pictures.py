"""Examples of pictures."""

import re
from typing import Any

from tests.service.scenario import Scenario


def look_at(scenario: Scenario, match_id: str) -> None:
    """A step and the standings, drawn; an example holds what they say in words, and leaves out what is drawn."""
    at: dict[str, Any] = {"match_id": match_id, "viewer": "public", "Accept-Language": "en"}
    for operation, asked in (("getBoardPicture", {**at, "step": 2}), ("getScoreboardPicture", at)):
        scenario.call(operation, **asked)
        example = scenario.examples[operation]
        example["response"] = re.sub(r"<style>.*</svg>", "<!-- … --></svg>", example["response"])
