"""Move history: the played actions of each match, step by step."""

from collections.abc import Sequence
from typing import ClassVar

from psycopg import Connection

from domain.match.events import ActionPlayed, MatchRemoved
from projections.projection import LogEntry, Projection


class MoveHistory(Projection):
    """One row for each step that stands."""

    name: ClassVar[str] = "move_history"
    version: ClassVar[int] = 1
    tables: ClassVar[tuple[str, ...]] = ("move_history",)

    def apply(self, connection: Connection, batch: Sequence[LogEntry]) -> None:
        """Add the actions played; drop the matches removed."""
        removed = {entry.match_id for entry in batch if isinstance(entry.event, MatchRemoved)}
        steps = [
            (entry.match_id, entry.event.step, entry.version, entry.topic, entry.stored)
            for entry in batch
            if isinstance(entry.event, ActionPlayed) and entry.match_id not in removed
        ]
        if steps:
            columns = "(match_id, step, version, topic, stored)"
            with connection.cursor() as cursor, cursor.copy(f"COPY move_history {columns} FROM STDIN BINARY") as copy:
                copy.set_types(["uuid", "int4", "int8", "text", "bytea"])
                for step in steps:
                    copy.write_row(step)
        if removed:
            connection.execute("DELETE FROM move_history WHERE match_id = ANY(%s)", (list(removed),))
