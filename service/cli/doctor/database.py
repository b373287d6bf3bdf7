"""The database: server, rights, settings, schema, clock, read models. Nothing is changed in it."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any, Final

from psycopg import AsyncConnection

from domain.codec import UnreadableEvent, decode
from domain.registry import UnknownGame
from service.auth.secret import Bearer
from service.cli.doctor.finding import Finding, Level, failure, ok, warning
from service.database.migrate import OLDEST_SERVER, SchemaState, schema_state
from service.evidence.scrub import known_faults, scrub_status
from service.live.projection_status import end_of_log, projection_statuses

CONNECTIONS: Final = 22
"""What each worker needs."""

LATE_SECONDS: Final = 60.0
"""A read model that is so far behind doesn't get on, or has too much to do."""

WRONG_SECONDS: Final = 2.0
"""Between this clock and that of the database, or that of the newest event."""

_SHOWN_FAULTS: Final = 3

_MUST_BE_ON: Final = ("fsync", "full_page_writes", "synchronous_commit")


_ONLY_ADDS: Final = """
    SELECT has_table_privilege(oid, 'INSERT') AND NOT has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE')
    FROM pg_class WHERE oid = to_regclass('match_events')
"""
"""Whether the role is one that :func:`service.database.roles.grant` has given its rights."""


async def of_database(conninfo: str, owner: Bearer | None, *, embedded: bool) -> AsyncIterator[Finding]:
    """Everything about the database; `owner` is the token of the owner's file, if that can be read.

    Raises:
        psycopg.Error: it can't be reached, or doesn't answer.
    """
    async with await AsyncConnection.connect(conninfo, autocommit=True, connect_timeout=5) as connection:
        await connection.execute("SET statement_timeout = '10s'")
        yield _server(connection, embedded=embedded)
        async for finding in _settings(connection):
            yield finding
        yield await _role(connection)
        state = await schema_state(connection)
        yield _schema(state)
        if state.missing or state.unknown:
            return  # what follows may ask for what isn't there
        yield await _secrets(connection)
        yield await _owner(connection, owner)
        async for finding in _clocks(connection):
            yield finding
        async for finding in _read_models(connection):
            yield finding
        yield await _log(connection)


def _server(connection: AsyncConnection[Any], *, embedded: bool) -> Finding:
    found = f"PostgreSQL {connection.info.parameter_status('server_version')}{', embedded' * embedded}"
    if connection.info.server_version < OLDEST_SERVER:
        return failure("database", found, f"Use PostgreSQL {OLDEST_SERVER // 10_000} or newer.")
    return ok("database", found)


async def _value(connection: AsyncConnection[Any], query: Any, parameters: Any = None) -> Any:
    row = await (await connection.execute(query, parameters)).fetchone()
    return None if row is None else row[0]


async def _settings(connection: AsyncConnection[Any]) -> AsyncIterator[Finding]:
    if await _value(connection, "SELECT pg_is_in_recovery()"):
        yield failure("role of the server", "it is a standby, which takes no writes", "Name the primary in the URL.")
    wrong = [name for name in _MUST_BE_ON if await _value(connection, "SELECT current_setting(%s)", (name,)) == "off"]
    if wrong:
        advice = "Turn it on for the server, the database and the role: without it, acknowledged actions may be lost."
        yield failure("durability", f"off: {', '.join(wrong)}", advice)
    else:
        yield ok("durability", "what is acknowledged is on the disk")
    if await _value(connection, "SELECT current_setting('data_checksums')") == "off":
        advice = "With the server stopped: pg_checksums --enable. Damage of the disk goes unnoticed without them."
        yield warning("checksums", "pages have no checksums", advice)
    if (encoding := await _value(connection, "SELECT current_setting('server_encoding')")) != "UTF8":
        yield failure("encoding", encoding, "Make the database anew with ENCODING 'UTF8': names can't be stored.")
    limit = int(await _value(connection, "SELECT current_setting('max_connections')"))
    used = await _value(connection, "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")
    found = f"{used} of {limit} connections are used"
    if limit - used < CONNECTIONS and used > limit // 2:
        yield warning("connections", found, f"Raise max_connections: each worker needs {CONNECTIONS}.")
    elif limit < CONNECTIONS + 3:
        yield failure("connections", found, f"Raise max_connections: each worker needs {CONNECTIONS}.")
    else:
        yield ok("connections", found)


async def _role(connection: AsyncConnection[Any]) -> Finding:
    if await _value(connection, _ONLY_ADDS):
        return ok("rights", "the role may do what the service does, and can't change the log; its owner migrates")
    may = await _value(connection, "SELECT has_schema_privilege(current_schema(), 'CREATE')")
    if not may:
        return failure("rights", "the role may not make tables", "GRANT CREATE ON SCHEMA public TO the role.")
    if not await _value(connection, "SELECT has_database_privilege(current_database(), 'CREATE')"):
        advice = "GRANT CREATE ON DATABASE to the role, or make the schemas that docs/operations.md names."
        return warning("rights", "the role may not make schemas, so read models can't be rebuilt", advice)
    if await _value(connection, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"):
        advice = "Make a role for Partita that owns its database and is no superuser."
        return warning("rights", "the role is a superuser", advice)
    return ok("rights", "the role may do what it has to")


def _schema(state: SchemaState) -> Finding:
    if state.unknown:
        found = f"set up by a newer version: {', '.join(state.unknown)}"
        return failure("schema", found, "Install that version again: this one can't use the database.")
    if state.missing:
        advice = "`partita migrate` brings it up to date; so does the next `partita serve`, if its role may."
        return warning("schema", f"not applied yet: {', '.join(state.missing)}", advice)
    return ok("schema", f"up to date: {state.newest}")


async def _secrets(connection: AsyncConnection[Any]) -> Finding:
    """Whether other roles of the server may read what decides draws that are to come."""
    open_tables = [
        table
        for table in ("match_seeds", "tokens", "player_pins")
        if await _value(connection, "SELECT has_table_privilege('public', %s, 'SELECT')", (table,))
    ]
    if open_tables:
        advice = f"REVOKE ALL ON {', '.join(open_tables)} FROM PUBLIC."
        return failure("secrets", f"every role may read {', '.join(open_tables)}", advice)
    return ok("secrets", "other roles may not read seeds, tokens and PINs")


async def _owner(connection: AsyncConnection[Any], owner: Bearer | None) -> Finding:
    admins = await _value(
        connection,
        "SELECT count(*) FROM tokens WHERE 'admin' = ANY(scopes) AND revoked_at IS NULL"
        " AND (expires_at IS NULL OR expires_at > now())",
    )
    found = f"{admins} good tokens may do everything"
    if owner is None:
        return warning("owner", found, "The owner's token couldn't be read from its file.")
    stored = "SELECT revoked_at IS NULL FROM tokens WHERE id = %s AND hash = %s"
    if not await _value(connection, stored, (owner.id, owner.digest)):
        return warning("owner", f"{found}; that of the file isn't one", "The next `partita serve` sets it right.")
    return ok("owner", found)


async def _clocks(connection: AsyncConnection[Any]) -> AsyncIterator[Finding]:
    before = datetime.now(UTC)
    there = await _value(connection, "SELECT clock_timestamp()")
    after = datetime.now(UTC)
    off = max((before - there).total_seconds(), (there - after).total_seconds(), 0.0)
    advice = "Set the clocks by NTP: sessions, tokens and thinking times go by them."
    if off > WRONG_SECONDS:
        yield failure("clock", f"{off:.0f} s between this machine and the database", advice)
    else:
        yield ok("clock", "the same as that of the database")
    newest = "SELECT topic, state FROM match_events ORDER BY notification_id DESC LIMIT 1"
    row = await (await connection.execute(newest)).fetchone()
    if row is not None:
        try:
            ahead = (decode(*row).at - datetime.now(UTC)).total_seconds()
        except (UnreadableEvent, UnknownGame):
            return
        if ahead > WRONG_SECONDS:
            yield warning("newest event", f"{ahead:.0f} s in the future: the clock has gone back", advice)


async def _read_models(connection: AsyncConnection[Any]) -> AsyncIterator[Finding]:
    end = await end_of_log(connection)
    for status in await projection_statuses(connection):
        check = f"read model {status.name}"
        if not status.current:
            advice = f"The service makes it anew by itself; while none runs: partita rebuild {status.name}."
            yield warning(check, "made by another version, or of another log", advice)
            continue
        if status.missing:
            advice = "They are processed by themselves once their game is installed and allowed."
            yield warning(check, f"{status.missing} matches wait for a game that isn't installed", advice)
        if status.entries:
            advice = f"When the software is repaired: partita retry {status.name}."
            yield warning(check, f"{status.entries} dead letters, of {status.originators} matches or series", advice)
        elif status.lag_seconds is None or status.lag_seconds > LATE_SECONDS:
            advice = "A running service catches up; if it doesn't, its log and /health/ready tell why."
            yield warning(check, f"at position {status.position} of {end}", advice)
        else:
            yield ok(check, f"at position {status.position} of {end}")


async def _log(connection: AsyncConnection[Any]) -> Finding:
    """Whether the log is what was recorded, as far as the service has checked it."""
    status = await scrub_status(connection)
    if status.faults:
        first = "; ".join(map(str, await known_faults(connection, _SHOWN_FAULTS)))
        more = f"; and {status.faults - _SHOWN_FAULTS} more" if status.faults > _SHOWN_FAULTS else ""
        return failure("log", first + more, "docs/evidence.md tells what to do; `partita verify` checks all of it now.")
    if status.finished_at is None:
        return ok("log", "nothing wrong so far; the service hasn't checked all of it yet")
    return ok("log", f"what was recorded, checked to its end at {status.finished_at:%Y-%m-%d %H:%M} UTC")


def of_unreachable(error: Exception, *, embedded: bool) -> Finding:
    """That there is no database to look at."""
    advice = (
        "The end of postgresql.log in the data directory tells more."
        if embedded
        else "See that it runs, that the URL is right, and that its pg_hba.conf lets this machine in."
    )
    return Finding("database", Level.FAILURE, str(error).strip(), advice)
