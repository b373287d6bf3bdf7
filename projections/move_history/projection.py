"""Move history: the played actions of each match, step by step."""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.match.events import ActionPlayed, ActionsRetracted, MatchRemoved
from projections.line import Lines
from projections.packed import bytea, int8, text
from projections.projection import LogEntry, Projection


class MoveHistory(Projection):
    """One row for each step that stands."""

    name: ClassVar[str] = "move_history"
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[str, ...]] = ("move_history",)

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Follow the line of each match: actions played and taken back, matches removed."""
        lines = Lines()
        for entry in batch:
            match entry.event:
                case ActionPlayed():
                    row = int8(entry.version) + text(entry.topic) + bytea(entry.stored)
                    lines.of(entry.originator_id).rows[entry.event.step] = row
                case ActionsRetracted():
                    lines.of(entry.originator_id).cut(entry.event.to_step)
                case MatchRemoved():
                    lines.of(entry.originator_id).cut(-1)
        lines.write(connection, "move_history", "version", "topic", "stored")
