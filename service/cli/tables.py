"""The part of ``partita export`` that writes flat tables for analysis."""

import asyncio
from collections.abc import Callable
from typing import IO, Any, Final, Literal, TypeAlias

import click
import psycopg
from msgspec import Struct
from msgspec.structs import replace

from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.follower import WrongVersion
from projections.runner import catch_up
from service.auth.access import ROLES, Principal
from service.eventstore.event_store import event_store
from service.queries.filters import MatchFilter
from service.queries.interchange.forms import PROGRAM_FORMS, ProgramName
from service.queries.tables.forms import TABLE_FORMS, FormMissing, FormName, Writer
from service.queries.tables.reader import TABLES, TableName, TableQuery, TableReader
from service.reads.reads import Reads

PGN: Final = "pgn"
"""The form of games of chess, with their moves."""

FileForm: TypeAlias = ProgramName | Literal["pgn"]

OWNER: Final = Principal(scopes=ROLES["owner"])
"""Who is at the command line."""


class AskedTable(Struct, frozen=True):
    """A table, in a form, of the matches that have changed behind a position of the log, if one is given."""

    name: TableName
    form: FormName
    changed_after: int | None


def table_options(command: Callable[..., None]) -> Callable[..., None]:
    """Which table, or which form, is wanted; what :func:`asked_table` reads."""
    for option in (
        click.option("--changed-after", type=click.IntRange(min=0), help="Only what changed after this position."),
        click.option(
            "--format",
            "form",
            type=click.Choice(list(dict.fromkeys([*TABLE_FORMS, *PROGRAM_FORMS, PGN]))),
            help="Of the table; csv if not given. Without --table, of a file for another program.",
        ),
        click.option("--table", type=click.Choice(list(TABLES)), help="A table for analysis in place of records."),
    ):
        command = option(command)
    return command


def asked_table(
    table: TableName | None, form: FormName | FileForm | None, changed_after: int | None
) -> AskedTable | FileForm | None:
    """The table that is wanted, or the form of a file for another program; None where records are.

    Raises:
        click.UsageError: an option has no meaning without a table, or with this one.
    """
    if table is None:
        if changed_after is not None:
            raise click.UsageError("--changed-after is for a table; --table says which.")
        return _program(form)
    if form is not None and form not in TABLE_FORMS:
        raise click.UsageError(f"A table can't be had as {form}: that is for another program, without --table.")
    if table == "ratings" and changed_after is not None:
        raise click.UsageError("A late match changes all ratings after it: this table has no --changed-after.")
    return AskedTable(table, next(name for name in TABLE_FORMS if form in {name, None}), changed_after)


def _program(form: str | None) -> FileForm | None:
    if form is None:
        return None
    if form == PGN:
        return PGN
    name = next((name for name in PROGRAM_FORMS if name == form), None)
    if name is None:
        raise click.UsageError(f"The format {form} is for a table; --table says which.")
    return name


def write_table(conninfo: str, asked: AskedTable, matches: MatchFilter, file: IO[bytes]) -> None:
    """Write a table of `matches` with everything in it, and tell how far it is complete.

    Raises:
        click.ClickException: the form can't be written here, or the read models can't follow the log.
    """
    try:
        writer = TABLE_FORMS[asked.form].writer(TABLES[asked.name].row)
    except FormMissing as error:
        raise click.ClickException(str(error)) from None
    position = brought_up_to_date(conninfo, TABLES[asked.name].read_models)
    query = TableQuery(asked.name, replace(matches, changed_after=asked.changed_after), OWNER)
    rows = asyncio.run(_write(conninfo, query, writer, file))
    click.echo(f"Exported {rows} {'row' if rows == 1 else 'rows'}, complete up to position {position}.", err=True)


async def _write(conninfo: str, query: TableQuery, writer: Writer, file: IO[bytes]) -> int:
    """Write the rows that `query` asks for; how many there are."""
    written = 0
    file.write(writer.begin())
    async with event_store(conninfo) as store:
        async for rows in TableReader(store, Reads(store.pool)).parts(query):
            file.write(writer.rows(rows))
            written += len(rows)
    file.write(writer.end())
    file.flush()
    return written


def brought_up_to_date(conninfo: str, read_models: tuple[str, ...]) -> int:
    """Have read models take in all that the log holds, since no service may be running; how far the last one is.

    Raises:
        click.ClickException: they can't.
    """
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for projection in (kind for kind in PROJECTIONS if kind.name in read_models):
            try:
                catch_up(connection, projection())
            except (WrongVersion, LogRewound) as error:
                detail = f"{projection.name}: {error}. `partita rebuild` makes it anew."
                raise click.ClickException(detail) from None
        query = "SELECT min(position) FROM projections WHERE name = ANY(%s)"
        row: Any = connection.execute(query, (list(read_models),)).fetchone()
    return int(row[0])
