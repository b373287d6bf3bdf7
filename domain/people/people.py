"""Which players are one person, folded from what happened to people."""

from collections.abc import Iterable, Mapping
from typing import assert_never
from uuid import UUID

from msgspec import Struct

from domain.people.events import MergeUndone, PeopleEvent, PlayersMerged


class People(Struct, frozen=True):
    """Who turned out to be whom, after some events.

    Attributes:
        version: the number of these events.
        into: the player into which each merged one was merged itself; that one may have been merged later.
    """

    version: int
    into: Mapping[UUID, UUID]

    @property
    def removed(self) -> bool:
        """Never: there is always somebody."""
        return False

    def person(self, player: UUID) -> UUID:
        """Who a player is."""
        while player in self.into:
            player = self.into[player]
        return player

    def one_with(self, player: UUID) -> list[UUID]:
        """`player`, and all who were merged into it, by whatever detour."""
        found = [player]
        for one in found:  # grows meanwhile
            found += [merged for merged, into in self.into.items() if into == one]
        return found


def fold(people: People | None, events: Iterable[PeopleEvent]) -> People:
    """`people` after `events`; None is everybody before the first of them."""
    version, into = (people.version, dict(people.into)) if people else (0, {})
    for event in events:
        version += 1
        match event:
            case PlayersMerged():
                into[event.player] = event.into
            case MergeUndone():
                into.pop(event.player, None)
            case _:
                assert_never(event)
    return People(version, into)
