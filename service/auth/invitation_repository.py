"""Invitations: codes by which somebody joins, with no more rights than who made them has."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.auth.access import ROLES, SEAT_ROLE, SECOND_RECORDER, Role, Scope
from service.auth.secret import Bearer, fresh
from service.auth.session_repository import LONGEST, begin
from service.eventstore.idempotency import idempotent_insert
from service.eventstore.recorder import IdempotencyKey

_Connection: TypeAlias = AsyncConnection[Any]


class NewInvitation(Struct, frozen=True, kw_only=True):
    """What a code is to give: scopes, one seat of one match, or a second record.

    Attributes:
        blind_to: the match of which `match_id` is a second record, if that is what it gives.
        hash: of the code.
        created_by: the id of the token by which it is made; it gives nothing once that is good no longer.
        lifetime: how long it can be used.
        uses: how many may join by it.
    """

    id: UUID
    hash: bytes
    label: str
    created_by: str
    lifetime: timedelta
    uses: int
    scopes: Sequence[str] = ()
    match_id: UUID | None = None
    seat: int | None = None
    blind_to: UUID | None = None

    @property
    def insertion(self) -> tuple[str, tuple[Any, ...]]:
        """The statement that makes it, and its parameters."""
        return _INSERT, (
            self.id,
            self.hash,
            self.label,
            sorted(self.scopes),
            self.match_id,
            self.seat,
            self.blind_to,
            self.created_by,
            self.lifetime,
            self.uses,
        )


class KnownInvitation(Struct, frozen=True):
    """An invitation, as the table has it; `came` is its place among those of its maker."""

    id: UUID
    came: int
    label: str
    scopes: list[Scope]
    match_id: UUID | None
    seat: int | None
    created_by: str
    created_at: datetime
    expires_at: datetime
    uses: int
    used: int
    withdrawn_at: datetime | None

    @property
    def role(self) -> Role | None:
        """The name for what it gives."""
        if self.match_id is not None:
            return SECOND_RECORDER if self.seat is None else SEAT_ROLE
        return next((role for role, scopes in ROLES.items() if scopes == set(self.scopes)), None)


class Joined(Struct, frozen=True):
    """Who joined: a session, of a token of its own, and the match whose seat or second record it is, if it is one."""

    token_id: str
    session: Bearer
    match_id: UUID | None


_COLUMNS: Final = (
    "id, came, label, scopes, match_id, seat, created_by, created_at, expires_at, uses, used, withdrawn_at"
)
_INSERT: Final = (
    "INSERT INTO invitations (id, hash, label, scopes, match_id, seat, blind_to, created_by, expires_at, uses)"
    " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, now() + %s, %s)"
)


class InvitationTable:
    """The table of invitations."""

    def __init__(self, pool: AsyncConnectionPool[_Connection]) -> None:
        self._pool = pool

    async def insert_idempotently(self, new: NewInvitation, key: IdempotencyKey | None = None) -> UUID:
        """Let a code be good from now on, unless `key` has made one before; the invitation that there is.

        Raises:
            KeyReused: `key` belongs to another request.
            psycopg.errors.UniqueViolation: another invitation has that code.
        """

        async def write(connection: _Connection) -> None:
            await connection.execute(*new.insertion)

        return await idempotent_insert(self._pool, key, new.id, write)

    async def replace_seats(self, invitations: Sequence[NewInvitation]) -> None:
        """Let each of these be the one invitation to its seat by its maker.

        Raises:
            psycopg.errors.UniqueViolation: another invitation has one of the codes.
        """
        async with self._pool.connection() as connection, connection.transaction():
            for new in invitations:
                await connection.execute(
                    "UPDATE invitations SET withdrawn_at = now()"
                    " WHERE match_id = %s AND seat = %s AND created_by = %s AND withdrawn_at IS NULL",
                    (new.match_id, new.seat, new.created_by),
                )
                await connection.execute(*new.insertion)

    async def get(self, invitation_id: UUID, created_by: str | None) -> KnownInvitation:
        """One invitation, of that maker if one is given.

        Raises:
            LookupError: there is none.
        """
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(KnownInvitation))
            await cursor.execute(
                f"SELECT {_COLUMNS} FROM invitations"
                " WHERE id = %(id)s AND (%(maker)s::text IS NULL OR created_by = %(maker)s)",
                {"id": invitation_id, "maker": created_by},
            )
            invitation = await cursor.fetchone()
        if invitation is None:
            raise LookupError(invitation_id)
        return invitation

    async def page(self, created_by: str | None, after: int | None, limit: int) -> list[KnownInvitation]:
        """Invitations, of that maker if one is given, the newest first."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(KnownInvitation))
            await cursor.execute(
                f"SELECT {_COLUMNS} FROM invitations"
                " WHERE (%(maker)s::text IS NULL OR created_by = %(maker)s)"
                " AND (%(after)s::bigint IS NULL OR came < %(after)s) ORDER BY came DESC LIMIT %(limit)s",
                {"maker": created_by, "after": after, "limit": limit},
            )
            return await cursor.fetchall()

    async def withdraw(self, invitation_id: UUID, created_by: str | None) -> bool:
        """Let a code be good no longer; whether it wasn't withdrawn before. Who has joined by it stays."""
        async with self._pool.connection() as connection:
            rows = await connection.execute(
                "UPDATE invitations SET withdrawn_at = now() WHERE id = %(id)s AND withdrawn_at IS NULL"
                " AND (%(maker)s::text IS NULL OR created_by = %(maker)s)",
                {"id": invitation_id, "maker": created_by},
            )
            return rows.rowcount == 1

    async def join(self, code_hash: bytes) -> Joined | None:
        """Let somebody join by a code, once more; None where it is no good.

        The maker's token is locked, and then the invitation: whoever revokes the one or withdraws the other at the same
        moment comes before, and nobody joins, or after, and finds the token that was made here.
        """
        async with self._pool.connection() as connection, connection.transaction():
            maker = await connection.execute(
                "SELECT m.id, m.expires_at FROM tokens m JOIN invitations i ON i.created_by = m.id"
                " WHERE i.hash = %s AND m.revoked_at IS NULL AND (m.expires_at IS NULL OR m.expires_at > now())"
                " FOR SHARE OF m",
                (code_hash,),
            )
            if (find_by_key := await maker.fetchone()) is None:
                return None
            used = await connection.execute(
                "UPDATE invitations SET used = used + 1 WHERE hash = %s"
                " AND withdrawn_at IS NULL AND expires_at > now() AND used < uses"
                " RETURNING id, label, scopes, match_id, seat, blind_to",
                (code_hash,),
            )
            if (given := await used.fetchone()) is None:
                return None
            invitation_id, label, scopes, match_id, seat, blind_to = given
            token = fresh()  # nobody is ever told its text
            await connection.execute(
                "INSERT INTO tokens"
                " (id, hash, scopes, label, match_id, seat, blind_to, created_by, invitation_id, expires_at)"
                " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, least(now() + %s, %s))",
                (
                    token.id,
                    token.digest,
                    scopes,
                    label,
                    match_id,
                    seat,
                    blind_to,
                    find_by_key[0],
                    invitation_id,
                    LONGEST,
                    find_by_key[1],
                ),
            )
            return Joined(token.id, await begin(connection, token.id), match_id)
