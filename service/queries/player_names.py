"""The names of players, as they are shown: one query for all who ask at the same moment."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final
from uuid import UUID

from psycopg import AsyncConnection
from typing_extensions import override

from service.database.questions import array
from service.eventstore.batched_reads import PreparedLoader

ANONYMOUS_NAME: Final = "Anonymous"
"""What stands for the name of somebody who was erased."""

NAMES: Final = (
    "SELECT p.id, coalesce(q.name, p.name) FROM players p LEFT JOIN players q ON q.id = p.merged_into"
    " WHERE p.id = ANY(%b::uuid[])"
)
"""The name of each player of an array, by id; none where it was erased."""

NAMES_PREPARED: Final = NAMES.replace("%b", "$1")
"""The same for :class:`service.database.questions.PreparedQuestions`."""


def name_of(stored: str | None) -> str:
    """How somebody is called whose row has this name."""
    return stored or ANONYMOUS_NAME


def disambiguated(names: Sequence[str]) -> list[str]:
    """The names of the seats, in order, with the number of the seat behind those that others have, too.

    So has a stand-in for an erased name, which anybody may come to have.
    """
    labels = [f"{name} ({seat})" if name == ANONYMOUS_NAME else name for seat, name in enumerate(names)]
    while repeated := {name for name, times in Counter(map(_alike, labels)).items() if times > 1}:
        labels = [f"{name} ({seat})" if _alike(name) in repeated else name for seat, name in enumerate(labels)]
    return labels


def _alike(name: str) -> str:
    """What is the same in names that people take for the same: case and spacing don't count."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


class PlayerNameLoader(PreparedLoader[frozenset[UUID], dict[UUID, str]]):
    """The name of each player, as it stands when it is asked for: of who it was merged into, a stand-in once erased."""

    async def of(self, player_ids: Iterable[UUID]) -> dict[UUID, str]:
        """The names of these players.

        Raises:
            psycopg.OperationalError: the database can't be reached.
        """
        wanted = frozenset(player_ids)
        return await self.answer(wanted) if wanted else {}

    async def of_seats(self, seats: Sequence[UUID]) -> list[str]:
        """The names by which the players in these seats can be told apart, in order.

        Raises:
            psycopg.OperationalError: the database can't be reached.
        """
        names = await self.of(seats)
        return disambiguated([names[player] for player in seats])

    @override
    async def _opened(self, connection: AsyncConnection[Any]) -> None:
        await connection.execute("SET enable_seqscan = off")  # however small the table was when the plan was made
        await super()._opened(connection)

    @override
    async def _answers(
        self, connection: AsyncConnection[Any], requests: Sequence[frozenset[UUID]]
    ) -> list[dict[UUID, str]]:
        ids = list(frozenset().union(*requests))
        (rows,) = await self._questions.ask([(NAMES_PREPARED, [array("uuid", ids)])])
        known: dict[UUID, str | None] = dict(self._questions.rows(rows))
        return [{player_id: name_of(known.get(player_id)) for player_id in request} for request in requests]
