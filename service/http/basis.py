"""What an answer about a match rests on: as long as that is so, it may be given again to who has the same rights."""

from uuid import UUID

from msgspec import Struct


class Basis(Struct, frozen=True):
    """What is in an answer, beside the match as it was then.

    Attributes:
        seats: the players whose names are in it; none where no names are.
        names: by which these were told apart.
        annotated: whether what people wrote to the match counts.
        own: whether it tells who asked what that one wrote: no other token is answered so.
        read_model: whose position is its last field, if one's is.
        front: the bytes in front of that.
    """

    match_id: UUID
    seats: tuple[UUID, ...] = ()
    names: tuple[str, ...] = ()
    annotated: bool = False
    own: bool = False
    read_model: str | None = None
    front: bytes = b""
