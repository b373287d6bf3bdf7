"""The commands ``partita verify`` and ``partita head``."""

import asyncio
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO
from uuid import UUID

import click
import psycopg
from psycopg import AsyncConnection

from service.cli.common import database_options, explained, log_key_option
from service.cli.schema import database
from service.eventstore.log import EventLog
from service.evidence.checking import LogFault, Stretch, check_all, check_one
from service.evidence.head import LOG_KEY_FILE, BadHead, Head, VerifyingKey, read_key
from service.evidence.scrub import store_faults
from service.evidence.tree import Tree
from service.queries.witness import Witness


@click.command("head")
@database_options
@log_key_option
@explained
def head_command(data: Path, database_url: str | None, log_key: Path | None) -> None:
    """Print the head of the log, signed, to be kept elsewhere; its key goes to standard error."""
    with database(data, database_url, create=False) as conninfo:
        log = EventLog(conninfo, connections=1)
        try:
            witness = Witness(log, log_key or data / LOG_KEY_FILE)
            click.echo(witness.head().note, nl=False)
            click.echo(f"The key of the log: {witness.key.verifying}", err=True)
        finally:
            log.close()


@click.command("verify")
@database_options
@click.argument("wanted", nargs=-1, type=click.UUID, metavar="[MATCH]...")
@click.option("--head", "heads", multiple=True, type=click.File(), help="A head that was kept; repeatable.")
@click.option("--key", "key_text", help="The published key of the log, name+hash+…, in place of that of --log-key.")
@log_key_option
@explained
def verify_command(
    data: Path,
    database_url: str | None,
    wanted: Sequence[UUID],
    heads: Sequence[TextIO],
    key_text: str | None,
    log_key: Path | None,
) -> None:
    """Check that the log is what was recorded: all of it, or the matches, series and notes with these ids.

    With --head, check that it begins with what it was when that head was signed. If anything is wrong, the exit code
    is 1.
    """
    if wanted and heads:
        raise click.UsageError("--head is about the whole log.")
    try:
        key = VerifyingKey.read(key_text) if key_text else _own_key(log_key or data / LOG_KEY_FILE)
        saved = [(file.name, Head.read(file.read())) for file in heads]
        for name, head in saved:
            _verify_signature(name, head, key)
    except BadHead as error:
        raise click.ClickException(str(error)) from None
    with database(data, database_url, create=False) as conninfo:
        if wanted:
            faults = asyncio.run(_checked_ones(conninfo, wanted))
        else:
            with click.progressbar(length=100, label="verifying", file=sys.stderr) as bar:
                faults = asyncio.run(_checked_all(conninfo, lambda share: bar.update(round(share * 100) - bar.pos)))
        for fault in faults:
            click.echo(str(fault))
        whole = _compared(conninfo, saved)
    if faults or not whole:
        sys.exit(1)


def _own_key(file: Path) -> VerifyingKey | None:
    return read_key(file).verifying if file.exists() else None


def _verify_signature(name: str, head: Head, key: VerifyingKey | None) -> None:
    """Verify a kept head; without a key, say that its signature can't be.

    Raises:
        BadHead: it isn't signed by `key`.
    """
    if key is None:
        click.echo(f"{name}: there is no key to verify its signature with; --key takes the published one.", err=True)
        return
    try:
        head.verify(key)
    except BadHead as error:
        raise BadHead(f"{name}: {error}") from None


async def _checked_ones(conninfo: str, wanted: Sequence[UUID]) -> list[LogFault]:
    faults: list[LogFault] = []
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        for originator_id in wanted:
            stretch = await check_one(connection, originator_id)
            if not stretch.events and not stretch.faults:
                raise click.ClickException(f"There is nothing with the id {originator_id}.")
            if not stretch.faults:
                click.echo(f"{originator_id}: {stretch.events} events, as they were recorded.")
            faults += stretch.faults
    return faults


async def _checked_all(conninfo: str, progress: Callable[[float], None]) -> list[LogFault]:
    """What is wrong with the log; the service knows it from then on."""
    async with await AsyncConnection.connect(conninfo, autocommit=True) as connection:
        whole = await check_all(connection, progress)
        await store_faults(connection, 0, whole.end, whole.faults)
    click.echo(summary(whole))
    return list(whole.faults)


def summary(whole: Stretch) -> str:
    """What was found in the whole log, for people."""
    found = f"{len(whole.faults)} faults." if whole.faults else "all as they were recorded."
    return f"{whole.events} events at {whole.end} positions: {found}"


def _compared(conninfo: str, saved: Sequence[tuple[str, Head]]) -> bool:
    """Whether the log begins with all the heads that were kept; says so of each, from the earliest on."""
    good = 0
    whole = True
    if not saved:
        return whole
    with psycopg.connect(conninfo, autocommit=True) as connection:
        tree = Tree(connection)
        for name, head in sorted(saved, key=lambda one: one[1].size):
            if head.size > tree.extent.size:
                whole = False
                click.echo(f"{name}: the log ends at position {tree.extent.size}; the head has {head.size} positions.")
            elif tree.root(head.size) != head.root:
                whole = False
                click.echo(
                    f"{name}: the log isn't what it was: something was changed, taken out or put in between the"
                    f" positions {good + 1} and {head.size}."
                )
            else:
                good = head.size
                click.echo(f"{name}: nothing up to position {head.size} was changed, taken out or put in since.")
    return whole
