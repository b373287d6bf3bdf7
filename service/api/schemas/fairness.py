"""What shows that the service has drawn fairly."""

from typing import Annotated

from msgspec import Meta, Struct

Hexadecimal = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class SeedAnswer(Struct, frozen=True):
    """A seed by which the service draws in a match.

    Attributes:
        since: what is drawn in events above this version follows from it.
        commitment: SHA-256 of the seed and the id of the match, told from the beginning.
        seed: null until the match is open to all.
    """

    since: int
    commitment: Hexadecimal
    seed: Hexadecimal | None


class DrawAnswer(Struct, frozen=True):
    """Something that the service drew.

    Attributes:
        version: of its event.
        step: that it led to.
        since: that of its seed.
        follows: whether the seed gives the same.
    """

    version: int
    step: int
    since: int
    follows: bool


class FairnessAnswer(Struct, frozen=True):
    """The seeds of a match and what was drawn by those that are revealed.

    Attributes:
        seeds: in order; none where the service doesn't deal, and of matches from before there were seeds.
        draws: by the seeds revealed, those taken back included; none before.
        fair: whether all of these follow from their seeds; null where no seed is revealed.
    """

    version: int
    seeds: tuple[SeedAnswer, ...]
    draws: tuple[DrawAnswer, ...]
    fair: bool | None
