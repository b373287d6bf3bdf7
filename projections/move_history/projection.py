"""Move history: the played actions of each match, step by step."""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.match.events import ActionPlayed, ActionsRetracted, MatchRemoved
from projections.line import Lines
from projections.projection import LogEntry, Projection


class MoveHistory(Projection):
    """One row for each step that stands."""

    name: ClassVar[str] = "move_history"
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[str, ...]] = ("move_history",)

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Follow the line of each match: actions played and taken back, matches removed."""
        lines = Lines[tuple[int, str, bytes]]()
        for entry in batch:
            match entry.event:
                case ActionPlayed():
                    lines.put(entry.originator_id, entry.event.step, (entry.version, entry.topic, entry.stored))
                case ActionsRetracted():
                    lines.cut(entry.originator_id, entry.event.to_step)
                case MatchRemoved():
                    lines.cut(entry.originator_id, -1)
        lines.write(connection, "move_history", {"version": "int8", "topic": "text", "stored": "bytea"})
