"""What shows that the log wasn't changed."""

from typing import Annotated

from msgspec import Meta, Struct

Hash = Annotated[str, Meta(pattern="^[A-Za-z0-9+/]{43}=$", description="SHA-256, in Base64.")]


class HeadAnswer(Struct, frozen=True):
    """The head of the log.

    Attributes:
        size: how many positions it covers.
        root: of the Merkle tree over them (RFC 6962).
        note: it signed, as a checkpoint (C2SP `tlog-checkpoint`): to be kept.
        key: that of the log, with which the signature can be verified.
    """

    size: int
    root: Hash
    note: str
    key: str


class ConsistencyAnswer(Struct, frozen=True):
    """That the log begins with what it was.

    Attributes:
        first: how many positions it had then.
        path: the consistency proof from there to the head (RFC 6962).
        head: the head of now.
    """

    first: int
    path: tuple[Hash, ...]
    head: HeadAnswer
