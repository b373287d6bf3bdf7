"""The tokens that were given: made, listed, revoked. Neither a secret nor a hash is ever read for people."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from msgspec import Struct
from psycopg import AsyncConnection
from psycopg.rows import class_row
from psycopg_pool import AsyncConnectionPool

from service.auth.access import ROLES, SEAT_ROLE, SECOND_RECORDER, Role, Scope
from service.auth.secret import Bearer
from service.eventstore.idempotency import idempotent_insert
from service.eventstore.recorder import IdempotencyKey

LONGEST: Final = timedelta(days=365_250)
"""How far ahead a token may expire: a thousand years."""


class NewToken(Struct, frozen=True, kw_only=True):
    """What a token is to stand for: scopes, one seat of one match, or a second record.

    Attributes:
        blind_to: the match of which `match_id` is a second record, if that is what it is for.
        created_by: the id of the token by which it is made; None for the command line.
        expires_at: when it ceases to be good, if ever.
    """

    label: str
    scopes: Sequence[str] = ()
    match_id: UUID | None = None
    seat: int | None = None
    blind_to: UUID | None = None
    created_by: str | None = None
    expires_at: datetime | None = None


class KnownToken(Struct, frozen=True):
    """A token that was given, as the table has it."""

    id: str
    came: int
    label: str
    scopes: list[Scope]
    match_id: UUID | None
    seat: int | None
    created_at: datetime
    created_by: str | None
    expires_at: datetime | None
    revoked_at: datetime | None
    last_used_at: datetime | None

    @property
    def role(self) -> Role | None:
        """The name for what it stands for, if there is one."""
        if self.match_id is not None:
            return SECOND_RECORDER if self.seat is None else SEAT_ROLE
        return next((role for role, scopes in ROLES.items() if scopes == set(self.scopes)), None)


_COLUMNS: Final = (
    "id, came, label, scopes, match_id, seat, created_at, created_by, expires_at, revoked_at, last_used_at"
)


class TokenTable:
    """The table of tokens."""

    def __init__(self, pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        self._pool = pool

    async def keep(self, bearer: Bearer, new: NewToken) -> KnownToken:
        """Let `bearer` be good from now on."""
        async with self._pool.connection() as connection:
            await _insert(connection, bearer, new)
        return await self.get(bearer.id)

    async def keep_unless_there(self, bearer: Bearer, new: NewToken) -> None:
        """Let `bearer` be good from now on, unless it was made before."""
        async with self._pool.connection() as connection:
            await _insert(connection, bearer, new, unless_there=True)

    async def insert_idempotently(
        self, resource: UUID, bearer: Bearer, new: NewToken, key: IdempotencyKey | None
    ) -> UUID:
        """The same, unless `key` has made a token before; the resource that it made.

        Raises:
            KeyReused: `key` belongs to another request.
        """

        async def write(connection: AsyncConnection[Any]) -> None:
            await _insert(connection, bearer, new)

        return await idempotent_insert(self._pool, key, resource, write)

    async def replace_idempotently(
        self, resource: UUID, bearer: Bearer, new: NewToken, key: IdempotencyKey | None
    ) -> tuple[UUID, list[str]]:
        """Let `bearer` be the one good token of its seat, unless `key` has done so before.

        Returns:
            The resource that `key` made, and the ids of the tokens that are good no longer.

        Raises:
            KeyReused: `key` belongs to another request.
        """
        revoked: list[str] = []

        async def write(connection: AsyncConnection[Any]) -> None:
            if new.match_id is None or new.seat is None:
                raise ValueError("only the token of a seat stands in the place of others")
            # Two that replace one another at once come one after the other, so that one token stands.
            await connection.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", (str(new.match_id),))
            revoked[:] = await _revoke_seat(connection, new.match_id, new.seat)
            await _insert(connection, bearer, new)

        return await idempotent_insert(self._pool, key, resource, write), revoked

    async def get(self, token_id: str) -> KnownToken:
        """One token.

        Raises:
            LookupError: there is none.
        """
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(KnownToken))
            await cursor.execute(f"SELECT {_COLUMNS} FROM tokens WHERE id = %s", (token_id,))
            token = await cursor.fetchone()
        if token is None:
            raise LookupError(token_id)
        return token

    async def may(self, token_id: str, scope: Scope) -> bool:
        """Whether there is a token with this id that is good and has `scope`."""
        query = (
            "SELECT FROM tokens WHERE id = %s AND scopes @> %s AND revoked_at IS NULL"
            " AND (expires_at IS NULL OR expires_at > now())"
        )
        async with self._pool.connection() as connection:
            return await (await connection.execute(query, (token_id, [scope]))).fetchone() is not None

    async def good_with(self, scope: Scope) -> list[KnownToken]:
        """The tokens that are good and have `scope`, by their labels."""
        query = (
            f"SELECT {_COLUMNS} FROM tokens WHERE scopes @> %s AND revoked_at IS NULL"  # ours
            " AND (expires_at IS NULL OR expires_at > now()) ORDER BY label, came"
        )
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(KnownToken))
            await cursor.execute(query, ([scope],))
            return await cursor.fetchall()

    async def page(self, role: Role | None, match_id: UUID | None, after: int | None, limit: int) -> list[KnownToken]:
        """Tokens, the newest first: of a role, of the seats of a match."""
        async with self._pool.connection() as connection:
            cursor = connection.cursor(row_factory=class_row(KnownToken))
            await cursor.execute(
                f"SELECT {_COLUMNS} FROM tokens WHERE"
                " (%(role)s::text IS NULL OR (seat IS NOT NULL) = (%(role)s = %(seat)s))"
                " AND (%(role)s::text IS NULL OR (blind_to IS NOT NULL) = (%(role)s = %(second)s))"
                " AND (%(scopes)s::text[] IS NULL OR (scopes @> %(scopes)s AND scopes <@ %(scopes)s))"
                " AND (%(match)s::uuid IS NULL OR match_id = %(match)s)"
                " AND (%(after)s::bigint IS NULL OR came < %(after)s)"
                " ORDER BY came DESC LIMIT %(limit)s",
                {
                    "role": role,
                    "seat": SEAT_ROLE,
                    "second": SECOND_RECORDER,
                    "scopes": sorted(ROLES[role]) if role and role in ROLES else None,
                    "match": match_id,
                    "after": after,
                    "limit": limit,
                },
            )
            return await cursor.fetchall()

    async def revoke(self, token_id: str) -> list[str]:
        """Let a token be good no longer, nor those of seats that it made, nor of those who joined by its invitations.

        Who has it could work out the former, and could have joined as the latter.

        Returns:
            The ids of those that were good until now; none when there is no such token, or it was revoked before.
        """
        async with self._pool.connection() as connection, connection.transaction():
            # In two statements: the first waits for those who join just now, and the second sees them.
            own = "UPDATE tokens SET revoked_at = now() WHERE id = %s AND revoked_at IS NULL RETURNING id"
            if await (await connection.execute(own, (token_id,))).fetchone() is None:
                return []
            rows = await connection.execute(
                "WITH RECURSIVE gone (id) AS (SELECT %s::text UNION"
                "  SELECT t.id FROM tokens t JOIN gone ON t.created_by = gone.id"
                "  WHERE t.match_id IS NOT NULL OR t.invitation_id IS NOT NULL)"
                " UPDATE tokens t SET revoked_at = now() FROM gone WHERE t.id = gone.id AND t.revoked_at IS NULL"
                " RETURNING t.id",
                (token_id,),
            )
            return [token_id, *(row[0] for row in await rows.fetchall())]

    async def revoke_seat(self, match_id: UUID, seat: int) -> list[str]:
        """Let no token of that seat be good any longer, nor an invitation to it; the ids of the tokens that were."""
        async with self._pool.connection() as connection, connection.transaction():
            return await _revoke_seat(connection, match_id, seat)


async def _insert(
    connection: AsyncConnection[Any], bearer: Bearer, new: NewToken, *, unless_there: bool = False
) -> None:
    await connection.execute(
        "INSERT INTO tokens (id, hash, scopes, label, match_id, seat, blind_to, created_by, expires_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)" + (" ON CONFLICT (id) DO NOTHING" if unless_there else ""),
        (
            bearer.id,
            bearer.digest,
            list(new.scopes),
            new.label,
            new.match_id,
            new.seat,
            new.blind_to,
            new.created_by,
            new.expires_at,
        ),
    )


async def _revoke_seat(connection: AsyncConnection[Any], match_id: UUID, seat: int) -> list[str]:
    # First, since it waits for those who join just now, whose tokens are then found.
    await connection.execute(
        "UPDATE invitations SET withdrawn_at = now() WHERE match_id = %s AND seat = %s AND withdrawn_at IS NULL",
        (match_id, seat),
    )
    rows = await connection.execute(
        "UPDATE tokens SET revoked_at = now() WHERE match_id = %s AND seat = %s AND revoked_at IS NULL RETURNING id",
        (match_id, seat),
    )
    return [row[0] for row in await rows.fetchall()]
