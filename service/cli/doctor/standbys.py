"""The standbys that are read from: whether they are what they should be, and how far they have got."""

from collections.abc import Sequence
from typing import Any, Final

import psycopg
from psycopg import AsyncConnection

from service.cli.doctor.finding import Finding, failure, ok, warning
from service.database.connections import NamedHost, each_host
from service.reads.database_state import ANOTHER_LOG, DatabaseState, is_in_log, state_of
from service.reads.standby import LATE_SECONDS, fault_of

_AGE: Final = "SELECT coalesce(extract(epoch FROM now() - pg_last_xact_replay_timestamp()), 0)::float8"

_UNUSED: Final = "Nothing is read from it; all goes on with the primary."


async def of_standbys(conninfo: str, read_url: str) -> Sequence[Finding]:
    """One for each standby.

    Raises:
        DatabaseUnavailable: `read_url` isn't understood.
    """
    hosts = each_host(read_url)
    try:
        async with await AsyncConnection.connect(conninfo, autocommit=True, connect_timeout=5) as primary:
            return [await _of_standby(host, primary) for host in hosts]
    except psycopg.Error:  # which is told of already
        return []


async def _of_standby(host: NamedHost, primary: AsyncConnection[Any]) -> Finding:
    check, wanted = f"standby {host.name}", await state_of(primary)
    try:
        async with await AsyncConnection.connect(host.conninfo, autocommit=True) as connection:
            await connection.execute("SET statement_timeout = '10s'")
            own = await state_of(connection)
            row = await (await connection.execute(_AGE)).fetchone()
    except psycopg.Error as error:
        return warning(check, fault_of(error), f"{_UNUSED} See that it runs, and that it lets this machine in.")
    fault = own.fault_as_standby_of(wanted) or (None if await is_in_log(primary, own) else ANOTHER_LOG)
    if fault is not None:
        return failure(check, fault, f"{_UNUSED} Name a standby of the primary that is used.")
    return _lag(check, own, wanted, row[0] if row else 0.0)


def _lag(check: str, own: DatabaseState, wanted: DatabaseState, age: float) -> Finding:
    """How far a standby is behind; `age` is that of the last transaction that it has, in seconds."""
    if own.has_all_of(wanted):
        return ok(check, f"it has all that the primary has, up to position {own.position}")
    found = f"{max(0, wanted.wal - own.wal)} bytes of WAL behind, at position {own.position} of {wanted.position}"
    if age <= LATE_SECONDS:
        return ok(check, found)
    advice = f"{_UNUSED} pg_stat_wal_receiver, and its log, tell whether it gets what the primary sends."
    return warning(check, f"{found}; what it had last is {age:.0f} s old", advice)
