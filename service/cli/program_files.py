"""The part of ``partita export`` that writes files for other programs."""

import asyncio
from typing import IO

import click

from service.cli.tables import OWNER, brought_up_to_date
from service.eventstore.event_store import event_store
from service.queries.filters import MatchFilter
from service.queries.interchange.forms import PROGRAM_FORMS, ProgramForm, ProgramName
from service.queries.interchange.games import GameReader
from service.queries.interchange.reader import READ_MODEL, PlayReader
from service.reads.reads import Reads


def write_program_file(conninfo: str, name: ProgramName, matches: MatchFilter, file: IO[bytes]) -> None:
    """Write a file of `matches` for another program, and tell on standard error what isn't in it.

    Raises:
        click.ClickException: the read model can't follow the log.
    """
    brought_up_to_date(conninfo, (READ_MODEL,))
    form = PROGRAM_FORMS[name]
    written, playing = asyncio.run(_write(conninfo, form, matches, file))
    left_out = f"; {playing} left out, since they are still played" if playing else ""
    click.echo(f"Exported {written} {'play' if written == 1 else 'plays'}{left_out}.", err=True)
    lost = ", ".join(loss.replace("-", " ") for loss in form.losses)
    click.echo(f"What is lost, as docs/imports.md explains: {lost}.", err=True)


def write_games(conninfo: str, matches: MatchFilter, file: IO[bytes]) -> None:
    """Write those of `matches` that are of chess as PGN.

    Raises:
        click.ClickException: the read model can't follow the log.
    """
    brought_up_to_date(conninfo, (READ_MODEL,))

    async def write() -> int:
        written = 0
        async with event_store(conninfo) as store:
            async for game in GameReader(store, Reads(store.pool)).games(matches, OWNER):
                file.write(game)
                written += 1
        file.flush()
        return written

    written = asyncio.run(write())
    click.echo(f"Exported {written} {'game' if written == 1 else 'games'} of chess.", err=True)


async def _write(conninfo: str, form: ProgramForm, matches: MatchFilter, file: IO[bytes]) -> tuple[int, int]:
    """Write the plays; how many there are, and how many matches are none yet."""
    written, writer = 0, form.writer()
    file.write(writer.begin())
    async with event_store(conninfo) as store:
        reader = PlayReader(store, Reads(store.pool))
        playing = await reader.still_played(matches, OWNER)
        async for plays in reader.parts(matches, OWNER, form.source):
            file.write(writer.rows(plays))
            written += len(plays)
    file.write(writer.end())
    file.flush()
    return written, playing
