"""Two players who turned out to be one person: decided on the table of players, recorded in the log."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from uuid import UUID

from domain.merging import Merges
from domain.people.events import PEOPLE, MergeUndone, PeopleEvent, PlayersMerged
from service.eventstore.event_store import EventStore
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, Merge, Separation, SideRows
from service.queries.players import NOT_NAMED, PlayerNotFound


class InvalidMerge(ValueError):  # noqa: N818  # what it is
    """A player can't be merged into this one; `str()` tells why, for people."""


class PlayerMerges:
    """Merges players, and undoes that. The table of players and the log change in one transaction.

    All merges are versions of one history, so that of two at once the second is decided on what the first left.
    """

    def __init__(self, store: EventStore) -> None:
        self._log = store.log
        self._people = store.people

    async def merge(self, player_id: UUID, into: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a player be another one from now on; who was merged into it before follows.

        Raises:
            PlayerNotFound: there is no such player.
            InvalidMerge: `into` isn't another player that can be seated.
            KeyReused, Overloaded: as the names say.
        """
        merges = [Merge(player_id, into)]

        def merged(_: Merges) -> Sequence[PeopleEvent]:
            # The table is that of the state or newer; who merged since is found out by the version.
            _verify(player_id, into, self._log.named([player_id, into]))
            return [PlayersMerged(player=player_id, into=into, at=datetime.now(UTC), by=by)]

        return await self._people.revise(PEOPLE, merged, key=key, side_rows=SideRows(merges=merges), begin=[])

    async def undo(self, player_id: UUID, *, by: str, key: IdempotencyKey | None) -> AppendResult:
        """Let a player who was merged be somebody of its own again, under its old name; who was merged into it follows.

        Raises:
            PlayerNotFound: no such player is merged into another one.
            KeyReused, Overloaded: as the names say.
        """
        separations: list[Separation] = []

        def undone(people: Merges) -> Sequence[PeopleEvent]:
            if player_id not in people.into:
                raise PlayerNotFound("There is no such player, or it wasn't merged into another one.")
            separations[:] = [Separation(player, player_id) for player in people.one_with(player_id)]
            return [MergeUndone(player=player_id, at=datetime.now(UTC), by=by)]

        return await self._people.revise(PEOPLE, undone, key=key, side_rows=SideRows(separations=separations), begin=[])


def _verify(player_id: UUID, into: UUID, named: Collection[UUID]) -> None:
    """Refuse two of whom one isn't `named`, or who are the same already.

    Raises:
        PlayerNotFound, InvalidMerge: as of :meth:`PlayerMerges.merge`.
    """
    if player_id not in named:
        raise PlayerNotFound(NOT_NAMED)
    if player_id == into or into not in named:
        raise InvalidMerge("It takes another player, known and not merged itself.")
