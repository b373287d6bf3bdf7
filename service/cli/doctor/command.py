"""The command itself."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import click
import msgspec
import psycopg

from service.auth.owner_token import OWNER_TOKEN_FILE
from service.auth.secret import Bearer, read_bearer
from service.cli.common import database_options, explained, read_database_option, server
from service.cli.doctor.backups import of_backups, of_old_database
from service.cli.doctor.database import of_database, of_unreachable
from service.cli.doctor.finding import Finding, Level, failure
from service.cli.doctor.machine import of_machine
from service.cli.doctor.standbys import of_standbys
from service.cli.installed import of_games
from service.database.errors import DatabaseUnavailable

_SIGNS: Final = {Level.OK: ("ok", "green"), Level.WARNING: ("warning", "yellow"), Level.FAILURE: ("FAILURE", "red")}


@click.command("doctor")
@database_options
@read_database_option
@click.option("--strict", is_flag=True, help="End with 1 for warnings, too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line each.")
@explained
def doctor_command(
    data: Path, database_url: str | None, read_database_url: str | None, *, strict: bool, as_json: bool
) -> None:
    """Look at everything that Partita needs, and say what to do. Nothing is changed.

    An embedded database that doesn't run is started for it, and stopped again. A failure makes the exit code 1.
    """
    worst = {Level.FAILURE, Level.WARNING} if strict else {Level.FAILURE}
    bad = False
    for finding in _all(data, database_url, read_database_url):
        bad |= finding.level in worst
        if as_json:
            click.echo(msgspec.json.encode(finding))
        else:
            _show(finding)
    if bad:
        sys.exit(1)


def _all(data: Path, database_url: str | None, read_database_url: str | None) -> Iterator[Finding]:
    yield from of_machine(data)
    yield from of_games()
    embedded = not database_url
    if embedded and not (data / "postgresql").is_dir():
        yield failure("database", "there is none yet", "The first `partita serve` makes it, or DATABASE_URL names one.")
        return
    yield of_backups(data, embedded=embedded)
    yield from of_old_database(data)
    try:
        with server(data, database_url, create=False) as conninfo:
            yield from asyncio.run(_collected(conninfo, _owner(data), embedded=embedded))
            if read_database_url:
                yield from asyncio.run(of_standbys(conninfo, read_database_url))
    except DatabaseUnavailable as error:
        yield of_unreachable(error, embedded=embedded)


async def _collected(conninfo: str, owner: Bearer | None, *, embedded: bool) -> Iterable[Finding]:
    found: list[Finding] = []
    try:
        async for finding in of_database(conninfo, owner, embedded=embedded):
            found.append(finding)  # noqa: PERF401  # what was found before an error counts
    except psycopg.Error as error:
        found.append(of_unreachable(error, embedded=embedded))
    return found


def _owner(data: Path) -> Bearer | None:
    try:
        return read_bearer((data / OWNER_TOKEN_FILE).read_text(encoding="ascii", errors="replace").strip())
    except OSError:
        return None


def _show(finding: Finding) -> None:
    sign, color = _SIGNS[finding.level]
    click.echo(f"{click.style(f'{sign:<8}', fg=color)} {finding.check}: {finding.found}")
    if finding.advice:
        click.echo(f"{'':8} {finding.advice}")
