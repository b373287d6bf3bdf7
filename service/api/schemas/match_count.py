"""Numbers of matches, as the API gives them: each with where these are listed."""

from typing import Annotated

from msgspec import Meta, Struct

Link = Annotated[str, Meta(description="A relative reference into this API; its pages list exactly these matches.")]
MatchLink = Annotated[str, Meta(description="A relative reference to the match.")]


class MatchCount(Struct, frozen=True):
    """So many matches, and where they are listed.

    Attributes:
        count: how many matches there are.
    """

    count: int
    link: Link
