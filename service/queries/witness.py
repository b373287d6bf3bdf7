"""Heads of the log, and proofs that something is in it."""

from base64 import b64encode
from functools import cached_property
from pathlib import Path
from uuid import UUID

from msgspec import Struct

from domain.codec import UnreadableEvent
from replays.records.form import Evidence, StoredForm
from service.eventstore.errors import DamagedLog, NotFound
from service.eventstore.log import EventLog
from service.evidence.head import SigningKey, ensure_key
from service.evidence.tree import Tree


class EvidenceBehind(Exception):  # noqa: N818  # what it is
    """The tree of the log hasn't got to an event yet, as after an update; the service stores it in the background."""

    def __init__(self) -> None:
        super().__init__("The tree of the log is still being made, from the first events on.")


class LaterThanLog(Exception):  # noqa: N818  # what it is
    """A head is of more positions than the log has: `size`."""

    def __init__(self, size: int) -> None:
        super().__init__(f"The log has {size} positions.")
        self.size = size


class SignedHead(Struct, frozen=True):
    """The newest head.

    Attributes:
        note: it as a signed note.
    """

    size: int
    root: bytes
    note: str


class Witness:
    """Signs heads of a log with the key in a file, which is made if it isn't there. Calls block."""

    def __init__(self, log: EventLog, key_file: Path) -> None:
        self._log = log
        self._key_file = key_file

    @cached_property
    def key(self) -> SigningKey:
        """What heads are signed with."""
        return ensure_key(self._key_file)

    def head(self) -> SignedHead:
        """The newest head."""
        with self._log.connection() as connection:
            return self._head(Tree(connection))

    def consistency(self, earlier: int) -> tuple[SignedHead, list[bytes]]:
        """The newest head, and the proof that the log begins with what it was when it had `earlier` positions.

        Raises:
            LaterThanLog: it hasn't so many.
        """
        with self._log.connection() as connection:
            tree = Tree(connection)
            if earlier > tree.extent.size:
                raise LaterThanLog(tree.extent.size)
            return self._head(tree), tree.consistency(earlier)

    def evidence_of(self, match_id: UUID, version: int) -> Evidence:
        """That the events of a match, up to a version, are in the log.

        Raises:
            NotFound: there is no such match, or it hasn't got so far.
            DamagedLog: they aren't what was recorded.
            EvidenceBehind: as it says.
        """
        events = list(self._log.stored(match_id, upto=version))
        if len(events) != version:
            raise NotFound(match_id)
        try:
            for event in events:
                event.verify()
        except UnreadableEvent as error:
            raise DamagedLog(match_id, str(error)) from error
        position = self._log.position_of(match_id, len(events))
        with self._log.connection() as connection:
            tree = Tree(connection)
            if position > tree.extent.size:
                raise EvidenceBehind
            return Evidence(
                events=tuple(StoredForm(topic=one.topic, state=in_base64(one.state)) for one in events),
                position=position,
                path=tuple(map(in_base64, tree.inclusion(position))),
                head=self._head(tree).note,
                key=str(self.key.verifying),
            )

    def _head(self, tree: Tree) -> SignedHead:
        size, root = tree.extent.size, tree.root()
        return SignedHead(size, root, self.key.signed(size, root))


def in_base64(data: bytes) -> str:
    """Bytes as they stand in JSON."""
    return b64encode(data).decode()
