"""What a token allows: the one gate for what may be read and done, and through whose eyes.

:mod:`service.auth.authentication` identifies the sender of a request. A token has scopes, or belongs to one match: to
one seat of it, where it sees and plays as that seat, or to a second record, which it keeps. Everywhere else it is like
none.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias, assert_never
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.events import Visibility
from domain.match.match import Match
from service.auth.errors import Forbidden, Unauthenticated, UnknownViewer
from service.eventstore.errors import NotFound

Scope: TypeAlias = Literal["read", "record", "annotate", "arbitrate", "admin"]

Role: TypeAlias = Literal["owner", "arbiter", "recorder", "annotator", "reader", "seat", "second_recorder"]

GivenRole: TypeAlias = Literal["owner", "arbiter", "recorder", "annotator", "reader", "seat"]
"""The roles of tokens that are made by name; a second record's are made with it."""

ROLES: Final[Mapping[Role, frozenset[Scope]]] = {
    "owner": frozenset({"read", "record", "annotate", "admin"}),
    "arbiter": frozenset({"read", "record", "annotate", "arbitrate"}),
    "recorder": frozenset({"read", "record", "annotate"}),
    "annotator": frozenset({"read", "annotate"}),
    "reader": frozenset({"read"}),
}
"""Names for sets of scopes."""

SEAT_ROLE: Final[Role] = "seat"
"""The name for a token of one seat of one match, which has no scopes."""

SECOND_RECORDER: Final[Role] = "second_recorder"
"""The name for a token of one second record, which has no scopes."""

_AT_OWN_SEAT: Final[frozenset[Scope]] = frozenset({"annotate"})
"""What the token of a seat may do with its own match, beside playing there."""

_IN_OWN_RECORD: Final[frozenset[Scope]] = frozenset({"record"})
"""What the token of a second record may do with that."""


class OwnSeat(Struct, frozen=True):
    """The one seat that a token belongs to."""

    match_id: UUID
    seat: int


class OwnRecord(Struct, frozen=True):
    """The second record that a token belongs to; it is `blind_to` the match that it is one of, as long as that runs."""

    match_id: UUID
    blind_to: UUID


class Principal(Struct, frozen=True):
    """Who sent a request: the id of a token and what it allows; without a token nothing is in it.

    Attributes:
        own: the seat or second record that the token belongs to.
        at_own: whether the request is about the match of that (:meth:`at`).
        seat: that seat, if so.
        session: the id of the browser's session that stands for the token, if it came by one.
    """

    token_id: str = ""
    scopes: frozenset[str] = frozenset()
    own: OwnSeat | OwnRecord | None = None
    at_own: bool = False
    seat: int | None = None
    session: str = ""

    def at(self, match_id: UUID) -> "Principal":
        """Who it is where that match is concerned: a token that belongs to it is its seat, or records it."""
        if self.own is None or self.own.match_id != match_id:
            return self
        if isinstance(self.own, OwnSeat):
            return replace(self, at_own=True, seat=self.own.seat, scopes=self.scopes | _AT_OWN_SEAT)
        return replace(self, at_own=True, scopes=self.scopes | _IN_OWN_RECORD)

    def may(self, scope: Scope) -> bool:
        """Whether the token has `scope`."""
        return scope in self.scopes

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from it while a match runs."""
        return self.may("record") or self.may("admin")

    @property
    def knows_people(self) -> bool:
        """Whether it may know of everybody: who reads all, and who records, since that is to seat people."""
        return self.may("read") or self.may("record")

    @property
    def lists(self) -> tuple[Visibility, ...]:
        """The visibilities of the matches and series that it finds in lists, beside its own match."""
        return _LISTED if self.may("read") else (Visibility.PUBLIC,)

    @property
    def own_match(self) -> UUID | None:
        """The match that a token belongs to, which it finds in lists whatever its visibility."""
        return None if self.own is None else self.own.match_id

    @property
    def blind_to(self) -> UUID | None:
        """The match that the token may not see as long as it runs, since it keeps the second record of it."""
        return self.own.blind_to if isinstance(self.own, OwnRecord) else None

    @property
    def role(self) -> Role | None:
        """The name for what it may, if there is one."""
        if self.own is not None:
            return SEAT_ROLE if isinstance(self.own, OwnSeat) else SECOND_RECORDER
        return next((role for role, scopes in ROLES.items() if scopes == self.scopes), None)

    def require(self, scope: Scope) -> None:
        """Refuse who doesn't have `scope`.

        Raises:
            Unauthenticated: without a token.
            Forbidden: with one.
        """
        if self.may(scope):
            return
        if not self.token_id:
            raise Unauthenticated("This takes a token: Authorization: Bearer …")
        raise Forbidden(f"The token doesn't have the scope '{scope}'.")

    def require_to_play(self) -> None:
        """Refuse who may neither record nor play in the match that the request is about (:meth:`at`).

        Raises:
            Unauthenticated: without a token.
            Forbidden: with one.
        """
        if self.seat is None:
            self.require("record")


ANONYMOUS: Final = Principal()

_LISTED: Final = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)


def may_read(principal: Principal, visibility: Visibility) -> bool:
    """Whether a match or series is there at all for `principal`."""
    match visibility:
        case Visibility.PUBLIC | Visibility.UNLISTED:
            return True
        case Visibility.PRIVATE:
            return principal.may("read") or principal.at_own
        case Visibility.BLIND:
            return principal.may("admin") or principal.may("arbitrate") or principal.at_own
        case _:
            assert_never(visibility)


def verify_readable(principal: Principal, match: Match) -> None:
    """Refuse a match that `principal` may not read, as if there were none.

    Raises:
        NotFound: as of one that there isn't.
    """
    if not may_read(principal, match.visibility):
        raise NotFound


def sight(principal: Principal, match: Match, asked: str | None, step: int | None = None) -> Viewer:
    """Through whose eyes `principal` sees `match`: the viewer asked for, or the one that sees most.

    `step` is where the match is looked at, if not at its end. When a match has ended, all that is known is open to
    all, unless it keeps its secrets; a seat then still sees an earlier step as it knew it.

    Raises:
        UnknownViewer: there is no such viewer.
        Forbidden: `principal` may not take it.
    """
    if asked is None and principal.sees_all:
        return RECORDER
    everything_open = match.finished and not match.options.keep_secrets
    sees_all = everything_open or principal.sees_all
    if asked is None:
        if sees_all:
            return RECORDER
        return PUBLIC if principal.seat is None else principal.seat
    viewer = _viewer(asked, len(match.seats))
    if not sees_all and viewer is not PUBLIC and viewer != principal.seat:
        raise Forbidden(f"The viewer '{asked}' may not be taken with this token.")
    if everything_open and (viewer is PUBLIC or step is None or step == match.step):
        return RECORDER
    return viewer


def viewer_name(viewer: Viewer) -> str:
    """The name of `viewer` as it is asked for."""
    return f"seat:{viewer}" if isinstance(viewer, int) else viewer.value


def _viewer(asked: str, seats: int) -> Viewer:
    named: dict[str, Viewer] = {"public": PUBLIC, "recorder": RECORDER} | {f"seat:{n}": n for n in range(seats)}
    if asked not in named:
        raise UnknownViewer(f"The viewer is one of {', '.join(named)}.")
    return named[asked]
