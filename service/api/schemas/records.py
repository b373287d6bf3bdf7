"""What comes of taking in a record, as the API tells it."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta, Struct

from domain.match.parts import Status


class OtherName(Struct, frozen=True, kw_only=True):
    """Somebody who has another name here than in the record.

    Attributes:
        name: the one here, which stays; null once erased.
        in_record: the one in the record.
    """

    id: UUID
    name: str | None
    in_record: str


class ImportedEvidence(Struct, frozen=True, kw_only=True):
    """What the evidence of a record showed: that its events were in a log, by the key that came with it.

    Attributes:
        log: the name of the log.
        size: how many positions its head covers.
        key: whose signature the head has. Whether it is that of the log, only who knows the log can tell.
        own: whether it is the key of this service.
    """

    log: str
    size: int
    key: str
    own: bool


class ImportAnswer(Struct, frozen=True, kw_only=True):
    """A match that was taken in from its record.

    Attributes:
        id: that of the match, as in the record.
        status: `playing`, `finished` by the rules or by agreement, or `abandoned` without a winner.
        position: the place in the log that a read model has to reach to show it; 0 of a dry run.
        known: whether it was here already, as the record tells it; nothing was written then.
        evidence: what its evidence showed; null where it has none.
        other_names: who has another name here than in the record.
    """

    id: UUID
    game: str
    version: int
    step: int
    status: Status
    position: int
    known: bool
    dry_run: Annotated[bool, Meta(description="Whether it was only checked.")]
    evidence: ImportedEvidence | None
    other_names: tuple[OtherName, ...]
