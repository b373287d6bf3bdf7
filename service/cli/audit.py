"""The command ``partita audit``, and how the other commands get into the trail that it shows."""

import asyncio
import getpass
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar

import click
import msgspec
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.auth.audit import AuditEntry, AuditFilter, AuditTrail, Deed
from service.cli.common import database_options, explained
from service.cli.schema import database

_PAGE: Final = 1000

T = TypeVar("T")


def record_deed(conninfo: str, action: str, *subject: object) -> None:
    """Tell the trail of a command: what it is called, and what it was given, without secrets.

    A command that changes much tells before it begins, so that one that is ended halfway is in the trail, too.
    """
    deed = Deed(action=f"partita {action}", subject=" ".join(map(str, subject)), account=account())
    _in_trail(conninfo, lambda trail: trail.add(deed))


def account() -> str:
    """The account that runs this process, by its name if it has one."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a number without a name, as in a container
        return "unknown"


@click.command("audit")
@database_options
@click.option("--token", "token_id", help="Only what was done with the token of this id.")
@click.option("--action", help="Only this operation, page or command, such as createToken.")
@click.option("--about", help="Only what has this in its address or in that of what was made, such as an id.")
@click.option("--since", type=click.DateTime(), help="Only from this time on, in UTC.")
@click.option("--until", type=click.DateTime(), help="Only before this time, in UTC.")
@click.option("--limit", type=click.IntRange(1), default=100, show_default=True, help="The newest so many.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line each.")
@explained
def audit_command(
    data: Path,
    database_url: str | None,
    token_id: str | None,
    action: str | None,
    about: str | None,
    since: datetime | None,
    until: datetime | None,
    limit: int,
    *,
    as_json: bool,
) -> None:
    """Show who made, changed, removed and exported what, the newest first. Play is in the log of each match."""
    wanted = AuditFilter(
        token_id=token_id, action=action, mentions=about, since=since and _in_utc(since), until=until and _in_utc(until)
    )
    with database(data, database_url, create=False) as conninfo:
        for entry in _in_trail(conninfo, lambda trail: _newest(trail, wanted, limit)):
            click.echo(msgspec.json.encode(entry) if as_json else _line(entry))


async def _newest(trail: AuditTrail, wanted: AuditFilter, number: int) -> list[AuditEntry]:
    found: list[AuditEntry] = []
    while len(found) < number:
        page = await trail.page(wanted, found[-1].id if found else None, min(_PAGE, number - len(found)))
        if not page:
            break
        found += page
    return found


def _in_trail(conninfo: str, work: Callable[[AuditTrail], Awaitable[T]]) -> T:
    async def run() -> T:
        pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            conninfo, min_size=1, open=False, kwargs={"autocommit": True}
        )
        async with pool:
            return await work(AuditTrail(pool))

    return asyncio.run(run())


def _in_utc(moment: datetime) -> datetime:
    return moment.replace(tzinfo=UTC)


def _line(entry: AuditEntry) -> str:
    """An entry in a line for people."""
    made = f" -> {entry.result}" if entry.result else ""
    return f"{entry.at.astimezone(UTC):%Y-%m-%d %H:%M:%S}  {_who(entry)}  {entry.action}  {entry.subject}{made}"


def _who(entry: AuditEntry) -> str:
    if entry.account is not None:
        return f"account {entry.account}"
    if entry.token_id is None:
        return "nobody"
    return f"{entry.token_id} ({entry.label})" if entry.label else entry.token_id
