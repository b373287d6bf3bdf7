"""What a match waits for. Nothing in here is secret: every viewer is told the same."""

from typing import Any, TypeAlias

from msgspec import Struct


class AwaitSeats(Struct, frozen=True, tag="seats", tag_field="type"):
    """Every seat of `seats` must act, in any order; the seats of `optional` may."""

    seats: tuple[int, ...]
    optional: tuple[int, ...] = ()


class AwaitChance(Struct, frozen=True, tag="chance", tag_field="type"):
    """Chance must speak; `awaits` says which action answers (``type``) and what it has to tell."""

    awaits: dict[str, Any]


class Finished(Struct, frozen=True, tag="finished", tag_field="type"):
    """Nothing more can be played; `reason` names the clause or the person's reason that ended the match."""

    reason: str


Pending: TypeAlias = AwaitSeats | AwaitChance | Finished


def awaits_seat(pending: Pending, seat: int) -> bool:
    """Whether `seat` may act now."""
    return isinstance(pending, AwaitSeats) and (seat in pending.seats or seat in pending.optional)
