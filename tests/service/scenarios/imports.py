"""A file of another program: planned, imported, and taken back."""

import json
from typing import Any, Final

from service.commands.imports.limits import ImportLimits
from tests.service.readers.bgstats_files import export, game, person, play, score
from tests.service.scenario import NOBODY, Scenario

WRONG: Final[dict[str, Any]] = {
    "replanImport": {"mapping": {"title": 7}},
    "answerImport": {"people": [{"person": "1", "player": "Ada"}]},
}
"""Bodies that aren't of the right form."""

HERE: Final[dict[str, Any]] = {"import_id": NOBODY}

LIMITS: Final = ImportLimits(size=1 << 20)
"""What the service of the examples takes."""

FILE: Final = export(
    games=[game(1, "Go")],
    players=[person(1, "Greta"), person(2, "Hugo")],
    plays=[
        play("first", 1, [score(1, "42.5", winner=True), score(2, "39")]),
        play("second", 2, [score(1, "3")]),
    ],
)


def take_in(scenario: Scenario, player_id: str) -> str:
    """Greta's file, in which Hugo is somebody known; gives the id of the import."""
    planned = scenario.call("planImport", FILE, name="BGStatsExport.json", visibility="private")
    at = {"import_id": planned["id"]}
    scenario.call("listImports", limit=1)
    people = scenario.call("listImportPeople", **at, limit=2)["items"]
    scenario.call("answerImport", {"people": [{"person": people[1]["person"], "player": player_id}]}, **at)
    scenario.call("replanImport", {"visibility": "public"}, **at)
    scenario.refused("answerImport", "invalid-request", {"people": [{"person": "x", "player": None}]}, **at)
    scenario.refused("answerImport", "unknown-player", _is(people[1], NOBODY), **at)
    position = scenario.call("runImport", **at)["outcome"]["position"]
    scenario.call("listMatchTemplates", game="sheet", title="go", limit=1, after_position=position)
    for name, body in (("runImport", None), ("replanImport", {}), ("answerImport", _is(people[1], None))):
        scenario.refused(name, "import-not-ready", body, **at)
    scenario.call("stopImport", **at)
    scenario.call("getImport", **at)
    follow(scenario, planned["id"])
    return str(planned["id"])


def _is(person: dict[str, Any], player_id: str | None) -> dict[str, Any]:
    return {"people": [{"person": person["person"], "player": player_id}]}


def follow(scenario: Scenario, import_id: str) -> None:
    """A stream, to its end."""
    at = {"import_id": import_id}
    with scenario.stream("streamImport", at) as answer:
        lines = [line.removeprefix("data: ") for line in answer.iter_lines() if line.startswith("data: ")]
    events = [{"event": "progress", "data": json.loads(line)} for line in lines]
    scenario.examples.setdefault("streamImport", {}).update(parameters=at, response={"events": events})


def take_back(scenario: Scenario, import_id: str) -> None:
    """It was the wrong file."""
    at = {"import_id": import_id}
    scenario.call("takeBackImport", **at)
    scenario.refused("takeBackImport", "import-not-ready", **at)
    scenario.call("discardImport", **at)


def refuse(scenario: Scenario) -> None:
    """The problems of files."""
    name = "planImport"
    scenario.keep(name, "invalid-file", scenario.send(name, raw=b"PK\x03\x04"))
    scenario.refused(name, "unfit-text", FILE, source="a bell \u0007")
    scenario.keep(name, "too-large", scenario.send(name, raw=b" " * (LIMITS.size + 1)))
    picture = {"Content-Type": "image/png"}
    scenario.keep(name, "unsupported-media-type", scenario.send(name, raw=b"x", headers=picture))
