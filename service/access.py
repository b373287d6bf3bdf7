"""Who asks, what they may do, and through whose eyes they see."""

import hashlib
import hmac
import re
import secrets
from pathlib import Path
from time import monotonic
from typing import Final, Literal, TypeAlias

import psycopg
from msgspec import Struct
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool

from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.events import Visibility
from domain.match.match import Match
from service.problems import FORBIDDEN, INVALID_REQUEST, NOT_FOUND, UNAUTHENTICATED, ProblemError

Scope: TypeAlias = Literal["read", "record", "annotate", "admin"]
ALL_SCOPES: Final[frozenset[Scope]] = frozenset({"read", "record", "annotate", "admin"})

OWNER_TOKEN_FILE: Final = "owner-token"  # noqa: S105  # a file's name

_REMEMBERED_SECONDS: Final = 2.0  # how long a token that was good is taken as good; a revocation is felt after that
_REMEMBERED_TOKENS: Final = 10_000


class Principal(Struct, frozen=True):
    """Who sent a request: the id of a token and what it allows; without a token both are empty."""

    token_id: str = ""
    scopes: frozenset[str] = frozenset()

    def may(self, scope: Scope) -> bool:
        """Whether the token has `scope`."""
        return scope in self.scopes

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from it while a match runs."""
        return self.may("record") or self.may("admin")

    def require(self, scope: Scope) -> None:
        """Refuse who doesn't have `scope`.

        Raises:
            ProblemError: 401 without a token, 403 with one.
        """
        if self.may(scope):
            return
        if not self.token_id:
            raise ProblemError(
                UNAUTHENTICATED, "This takes a token: Authorization: Bearer …", headers={"WWW-Authenticate": "Bearer"}
            )
        raise ProblemError(FORBIDDEN, f"The token doesn't have the scope '{scope}'.")


ANONYMOUS: Final = Principal()


class Tokens:
    """Bearer tokens (RFC 6750) of the form ``partita_<id>_<secret>``; the database keeps hashes only."""

    def __init__(self, pool: AsyncConnectionPool[psycopg.AsyncConnection[TupleRow]]) -> None:
        self._pool = pool
        self._good: dict[bytes, tuple[float, Principal]] = {}

    async def principal(self, authorization: str | None) -> Principal:
        """Who an ``Authorization`` header stands for.

        Raises:
            ProblemError: 401 for a header or token that is no good.
        """
        if authorization is None:
            return ANONYMOUS
        scheme, _, token = authorization.partition(" ")
        digest = _digest(token.strip())
        known = self._good.get(digest)
        if known is not None and scheme.lower() == "bearer" and known[0] > monotonic():
            return known[1]
        principal = await self._look_up(token.strip(), digest) if scheme.lower() == "bearer" else None
        if principal is None:
            raise ProblemError(
                UNAUTHENTICATED,
                "The token isn't known, or was revoked.",
                headers={"WWW-Authenticate": 'Bearer error="invalid_token"'},
            )
        if len(self._good) >= _REMEMBERED_TOKENS:
            self._good.clear()
        self._good[digest] = (monotonic() + _REMEMBERED_SECONDS, principal)
        return principal

    async def _look_up(self, token: str, digest: bytes) -> Principal | None:
        prefix, _, rest = token.partition("_")
        token_id, _, _ = rest.partition("_")
        if prefix != "partita" or not token_id.isalnum() or not token_id.isascii():
            return None
        async with self._pool.connection() as connection:
            query = "SELECT hash, scopes FROM tokens WHERE id = %s AND revoked_at IS NULL"
            row = await (await connection.execute(query, (token_id,))).fetchone()
        if row is None or not hmac.compare_digest(bytes(row[0]), digest):
            return None
        return Principal(token_id, frozenset(row[1]))


class DamagedToken(Exception):  # noqa: N818  # what it is
    """The file of the owner's token holds something else; `str()` tells what to do, for people."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} doesn't hold the owner's token. Delete it, and the next start makes a new one.")


_OWNER_TOKEN: Final = re.compile("partita_([0-9a-f]{12})_[0-9a-f]{48}")


def ensure_owner_token(conninfo: str, data: Path) -> Path:
    """The file with the owner's token, which has all scopes; it is made on the first start.

    A token file that the database doesn't know is made known: who can write the data folder owns the service.

    Raises:
        DamagedToken: the file holds something else.
    """
    file = data / OWNER_TOKEN_FILE
    with psycopg.connect(conninfo) as connection:
        connection.execute("LOCK TABLE tokens IN SHARE ROW EXCLUSIVE MODE")  # several processes may start at once
        if not file.exists():
            _write_private(file, f"partita_{secrets.token_hex(6)}_{secrets.token_hex(24)}\n")
        token = file.read_bytes().strip().decode("ascii", errors="replace")
        form = _OWNER_TOKEN.fullmatch(token)
        if form is None:
            raise DamagedToken(file)
        connection.execute(
            "INSERT INTO tokens (id, hash, scopes, label) VALUES (%s, %s, %s, 'owner') ON CONFLICT (id) DO NOTHING",
            (form[1], _digest(token), sorted(ALL_SCOPES)),
        )
        known = connection.execute("SELECT hash FROM tokens WHERE id = %s", (form[1],)).fetchone()
        if known is None or bytes(known[0]) != _digest(token):
            raise DamagedToken(file)
    return file


def _write_private(file: Path, text: str) -> None:
    unfinished = file.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    unfinished.write_text(text, encoding="ascii")
    unfinished.rename(file)


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def may_read(principal: Principal, match_visibility: Visibility) -> bool:
    """Whether a match is there at all for `principal`."""
    return match_visibility is not Visibility.PRIVATE or principal.may("read")


def verify_readable(principal: Principal, match: Match) -> None:
    """Refuse a match that `principal` may not read, as if there were none.

    Raises:
        ProblemError: 404.
    """
    if not may_read(principal, match.visibility):
        raise ProblemError(NOT_FOUND, "There is nothing with this id.")  # as it is said of one that there isn't


def sight(principal: Principal, match: Match, asked: str | None, step: int | None = None) -> Viewer:
    """Through whose eyes `principal` sees `match`: the viewer asked for, or the one that sees most.

    `step` is where the match is looked at, if not at its end. When a match has ended, all that is known is open to
    all, unless it keeps its secrets; a seat then still sees an earlier step as it knew it.

    Raises:
        ProblemError: 400 for a viewer that there isn't, 403 for one that `principal` may not take.
    """
    everything_open = match.finished and not match.options.keep_secrets
    sees_all = everything_open or principal.sees_all
    if asked is None:
        return RECORDER if sees_all else PUBLIC
    viewer = _viewer(asked, len(match.seats))
    if viewer is not PUBLIC and not sees_all:
        raise ProblemError(FORBIDDEN, f"The viewer '{asked}' may not be taken with this token.")
    if everything_open and (viewer is PUBLIC or step is None or step == match.step):
        return RECORDER
    return viewer


def _viewer(asked: str, seats: int) -> Viewer:
    named: dict[str, Viewer] = {"public": PUBLIC, "recorder": RECORDER} | {f"seat:{n}": n for n in range(seats)}
    if asked not in named:
        raise ProblemError(
            INVALID_REQUEST,
            f"The viewer is one of {', '.join(named)}.",
            parameter="viewer",
        )
    return named[asked]
