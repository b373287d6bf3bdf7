"""What a token allows: the one gate for what may be read and done, and through whose eyes.

:mod:`service.auth.authentication` identifies the sender of a request. A token has scopes, or belongs to one seat of one
match; there it sees and plays as that seat, and everywhere else it is like none.
"""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.events import Visibility
from domain.match.match import Match
from service.auth.errors import Forbidden, Unauthenticated, UnknownViewer
from service.eventstore.errors import NotFound

Scope: TypeAlias = Literal["read", "record", "annotate", "admin"]

Role: TypeAlias = Literal["owner", "recorder", "annotator", "reader", "seat"]

ROLES: Final[Mapping[Role, frozenset[Scope]]] = {
    "owner": frozenset({"read", "record", "annotate", "admin"}),
    "recorder": frozenset({"read", "record", "annotate"}),
    "annotator": frozenset({"read", "annotate"}),
    "reader": frozenset({"read"}),
}
"""Names for sets of scopes."""

SEAT_ROLE: Final[Role] = "seat"
"""The name for a token of one seat of one match, which has no scopes."""

_AT_OWN_SEAT: Final[frozenset[Scope]] = frozenset({"annotate"})
"""What the token of a seat may do with its own match, beside playing there."""


class OwnSeat(Struct, frozen=True):
    """The one seat that a token belongs to."""

    match_id: UUID
    seat: int


class Principal(Struct, frozen=True):
    """Who sent a request: the id of a token and what it allows; without a token nothing is in it.

    Attributes:
        own: what a seat's token belongs to.
        seat: that seat, once it is known that its match is what the request is about (:meth:`at`).
        session: the id of the browser's session that stands for the token, if it came by one.
    """

    token_id: str = ""
    scopes: frozenset[str] = frozenset()
    own: OwnSeat | None = None
    seat: int | None = None
    session: str = ""

    def at(self, match_id: UUID) -> "Principal":
        """Who it is where that match is concerned: at its own match, a seat's token is that seat."""
        if self.own is None or self.own.match_id != match_id:
            return self
        return replace(self, seat=self.own.seat, scopes=self.scopes | _AT_OWN_SEAT)

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
        return tuple(Visibility) if self.may("read") else (Visibility.PUBLIC,)

    @property
    def own_match(self) -> UUID | None:
        """The match that a seat's token belongs to, which it finds in lists whatever its visibility."""
        return None if self.own is None else self.own.match_id

    @property
    def role(self) -> Role | None:
        """The name for what it may, if there is one."""
        if self.own is not None:
            return SEAT_ROLE
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


def may_read(principal: Principal, visibility: Visibility) -> bool:
    """Whether a match or series is there at all for `principal`."""
    return visibility is not Visibility.PRIVATE or principal.may("read") or principal.seat is not None


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
