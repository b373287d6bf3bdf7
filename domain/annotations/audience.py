"""Who is shown what people write beside a match."""

from enum import StrEnum

from msgspec import Struct

from domain.kernel.viewer import Viewer, knows_all_that


class Audience(StrEnum):
    """For whom it is meant, among those who may read the match."""

    PRIVATE = "private"
    """Its author alone."""
    SHARED = "shared"
    """Whoever has a token."""
    PUBLIC = "public"
    """Everybody."""


class Reader(Struct, frozen=True):
    """Who reads: the id of a token, empty without one, and the eyes through which the match is seen."""

    token: str
    viewer: Viewer


def is_shown(author: str, audience: Audience, eyes: Viewer, reader: Reader) -> bool:
    """Whether `reader` is shown what `author` wrote for `audience`, having seen the match through `eyes`.

    Nobody is shown what was written by somebody who knew more of the match than the reader may: a comment could tell
    it. Once all is open, every reader knows all.
    """
    if reader.token and reader.token == author:
        return True
    if audience is Audience.PRIVATE or (audience is Audience.SHARED and not reader.token):
        return False
    return knows_all_that(reader.viewer, eyes)
