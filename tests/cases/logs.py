"""The logs beside the cases: matches of which one action is decided otherwise than it was."""

import json
from pathlib import Path
from typing import Any

import msgspec

from domain.kernel.errors import RuleViolation
from domain.kernel.viewer import RECORDER
from domain.registry import GAMES
from tests.domain.games.play import folded, on_wire
from tests.domain.games.support import Table, setup

_FOLDER = Path(__file__).parent


def read(name: str, folder: str = "logs") -> dict[str, Any]:
    """A log, as on the wire."""
    log: dict[str, Any] = json.loads((_FOLDER / folder / f"{name}.json").read_text(encoding="utf-8"))
    return log


def opened(log: dict[str, Any]) -> Table:
    """The match of a log, before its first action."""
    game = GAMES[log["game"]]
    return Table(game, game.initial(setup(game, log["seats"], log["options"])))


def before_last(name: str) -> tuple[Table, Any]:
    """The match of a log as the rules decide it now, without its last action, and that action."""
    log = read(name)
    table = opened(log)
    *actions, last = (on_wire(table.game, wire) for wire in log["actions"])
    return table.plays(*actions), last


def recorded_before(name: str) -> tuple[Table, dict[str, Any]]:
    """A match recorded before the rules were put right, folded from its stored facts; and how it looked then."""
    log = read(name, "recorded")
    table = opened(log)
    for event in log["events"]:
        facts = [msgspec.convert(fact, table.game.fact_type) for fact in event["facts"]]
        table.state = folded(table.game, table.state, facts)
    return table, log["view"]


def decided_otherwise(name: str) -> list[int]:
    """The steps of such a match that the rules refuse now, or from which other facts follow."""
    log = read(name, "recorded")
    table = opened(log)
    steps = []
    for number, event in enumerate(log["events"]):
        facts = tuple(msgspec.convert(fact, table.game.fact_type) for fact in event["facts"])
        try:
            same = table.game.decide(table.state, on_wire(table.game, event["action"])) == facts
        except RuleViolation:
            same = False
        if not same:
            steps.append(number)
        table.state = folded(table.game, table.state, facts)
    return steps


def seen(table: Table) -> Any:
    """What the recorder sees, as on the wire."""
    return json.loads(msgspec.json.encode(table.view(RECORDER)))
