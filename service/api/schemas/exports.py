"""What is answered about going to other programs."""

from typing import Annotated

from msgspec import Meta, Struct


class BgStatsLinkAnswer(Struct, frozen=True, kw_only=True):
    """The address by which BG Stats takes in a match as one play."""

    link: Annotated[
        str | None, Meta(description="Opens BG Stats, which shows the play and asks; null while the match is played.")
    ]
    losses: Annotated[
        tuple[str, ...],
        Meta(description="What the match has and the play hasn't, by names that docs/imports.md explains."),
    ]
