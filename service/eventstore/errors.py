"""What can stand against a write, or against a read of what there isn't."""

from uuid import UUID

from domain.codec import UnreadableEvent
from domain.registry import UnknownGame


class NotFound(LookupError):  # noqa: N818  # what it is
    """There is no such match or series, or it was removed."""


class PreconditionFailed(Exception):  # noqa: N818  # what it is
    """It is at `current`, not at the version that the writer asked for."""

    def __init__(self, current: int) -> None:
        super().__init__(f"it is at version {current}")
        self.current = current


class UnreadableLog(Exception):  # noqa: N818  # what it is
    """An aggregate's events can't be folded here."""

    def __init__(self, originator_id: UUID, reason: str) -> None:
        super().__init__(f"{originator_id}: {reason}")


class DamagedLog(UnreadableLog):
    """They can't be folded any more: they were damaged, or are another software's."""


class GameMissing(UnreadableLog):
    """The events of a match are whole, but its game, or that edition of it, isn't installed here, or isn't allowed."""

    def __init__(self, originator_id: UUID, missing: UnknownGame) -> None:
        super().__init__(originator_id, f"the game {missing} isn't installed here")
        self.game = missing.key


def unreadable(originator_id: UUID, error: Exception) -> UnreadableLog:
    """Why an aggregate can't be folded, by what its events, or folding them, raised."""
    if isinstance(error, UnknownGame):
        return GameMissing(originator_id, error)
    return DamagedLog(
        originator_id, str(error) if isinstance(error, UnreadableEvent) else f"{type(error).__name__}: {error}"
    )


class LogWentBack(Exception):  # noqa: N818  # what it is
    """The newest event that is known of `originator_id` isn't in the log any more: an older copy took its place."""

    def __init__(self, originator_id: UUID) -> None:
        super().__init__(f"{originator_id} has gone back")
        self.originator_id = originator_id


class KeyReused(Exception):  # noqa: N818  # what it is
    """The idempotency key belongs to another request."""


class VersionConflict(Exception):  # noqa: N818  # what it is
    """Somebody else wrote first: the aggregate is not at the version that was decided on, or the key was used."""

    def __init__(self) -> None:
        super().__init__("Somebody else was faster.")


class Overloaded(Exception):  # noqa: N818  # what it is
    """Too many write at once; `str()` says to what, for people."""
