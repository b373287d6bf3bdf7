"""Examples of pictures."""

import re
from typing import Any

from tests.service.scenario import Scenario


def look_at(scenario: Scenario, match_id: str) -> None:
    """A step and the standings, drawn; an example holds what they say in words.

    What is drawn is left out, and so are the ids, which come from it.
    """
    at: dict[str, Any] = {"match_id": match_id, "viewer": "public", "Accept-Language": "en"}
    for operation, asked in (("getBoardPicture", {**at, "step": 2}), ("getScoreboardPicture", at)):
        scenario.call(operation, **asked)
        example = scenario.examples[operation]
        told = re.sub(r"<style>.*</svg>", "<!-- … --></svg>", example["response"])
        example["response"] = re.sub(r"\b([td])[0-9a-f]{10}\b", r"\g<1>0a1b2c3d4e", told)
