"""The command ``partita demo``: whole matches to look at, most by random legal play, marked as simulated."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import Any, Final
from uuid import UUID, uuid4

import click
import msgspec
import psycopg

from domain.codec import decode
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import AwaitSeats
from domain.match import commands
from domain.match.confirming import Ruling
from domain.match.events import MatchEvent, Origin
from domain.match.match import Match
from domain.registry import GAMES
from replays.sample import demo_action
from service.cli.audit import record_deed
from service.cli.common import database_options, explained
from service.cli.schema import database
from service.commands.notes import erasure
from service.commands.play import MatchCommands
from service.eventstore.event_store import EventStore, event_store
from service.eventstore.recorder import PlayerRow

DEMO_NAMES: Final = ("Ada", "Bruno", "Chiara", "Dario", "Emma")

BY: Final = "demo"
"""Stands in the events for the token by which they were recorded."""

_REMOVED: Final = "the demonstration was removed"

_AHEAD: Final = 60  # actions in one write

_random = SystemRandom()


async def has_matches(store: EventStore) -> bool:
    """Whether anything was ever recorded."""
    return await store.blocking(store.log.last_position) > 0


async def record_demo(store: EventStore, progress: Callable[[str], None]) -> list[UUID]:
    """Record one whole match for each way to play each game; gives their ids."""
    match_commands = MatchCommands(store.matches)
    players = [PlayerRow(uuid4(), f"{name} (demo)", simulated=True) for name in DEMO_NAMES]
    unknown = {player.id: player for player in players}
    recorded = []
    for game in GAMES.values():
        for setup in game.demos:
            seated = [players[seat % len(players)].id for seat in range(setup.seats)]
            new = [unknown.pop(player) for player in seated if player in unknown]
            match_id = await _record(store, match_commands, game, setup, seated, new)
            progress(f"{game.meta.title} for {setup.seats}{_way(setup.options)}: {match_id}")
            recorded.append(match_id)
    return recorded


def _way(options: Any) -> str:
    """What is special about these options, in brackets."""
    usual = msgspec.to_builtins(type(options)())
    chosen = {name: value for name, value in msgspec.to_builtins(options).items() if value != usual[name]}
    chosen.pop("start_seat", None)
    shown = [name if value is True else str(value) for name, value in chosen.items() if type(value) is not int]
    return f" ({', '.join(shown).replace('_', ' ')})" if shown else ""


async def remove_demo(store: EventStore, conninfo: str) -> int:
    """Remove all simulated matches and the players who took part in nothing else; tells how many matches.

    Their events stay in the log, closed by the event of their removal; what people wrote beside them is erased.
    """
    with psycopg.connect(conninfo) as connection:
        # From the log, not from a read model: what was recorded a moment ago counts.
        opened = _newest(connection, ["match/opened"])
    simulated = [match_id for match_id, event in opened.items() if event.origin is Origin.SIMULATION]
    for match_id in simulated:
        await MatchCommands(store.matches).revise(match_id, _removed, ruling=Ruling(_REMOVED, BY))
    with psycopg.connect(conninfo) as connection:
        connection.execute(*erasure(simulated))
        seated = {
            player
            for event in _newest(connection, ["match/opened", "match/seats_changed"]).values()
            for player in event.seats
        }
        query = "UPDATE players SET name = NULL, former_name = NULL WHERE simulated AND id <> ALL(%s)"
        connection.execute(query, (list(seated),))
    return len(simulated)


def _newest(connection: psycopg.Connection, topics: list[str]) -> dict[UUID, Any]:
    """The newest event with one of `topics` of each match that wasn't removed."""
    rows = connection.execute(
        "SELECT DISTINCT ON (originator_id) originator_id, topic, state FROM match_events e"
        " WHERE topic = ANY(%s) AND NOT EXISTS (SELECT FROM match_events r"
        " WHERE r.originator_id = e.originator_id AND r.topic = 'match/removed')"
        " ORDER BY originator_id, originator_version DESC",
        (topics,),
    )
    return {match_id: decode(topic, stored) for match_id, topic, stored in rows}


def _removed(_: Match, at: datetime) -> list[MatchEvent]:
    return [commands.remove(_REMOVED, at=at, by=BY)]


async def _record(
    store: EventStore,
    match_commands: MatchCommands,
    game: AnyGame,
    setup: Setup[Any],
    seats: list[UUID],
    new: list[PlayerRow],
) -> UUID:
    match_id = uuid4()
    await match_commands.open_match(
        match_id,
        game,
        setup.options,
        seats,
        new_players=new,
        origin=Origin.SIMULATION,
        by=BY,
    )
    while not (await store.matches.load(match_id)).finished:
        await match_commands.play(match_id, _some_actions, by=BY)
    return match_id


def _some_actions(match: Match) -> Iterator[Any]:
    """Legal actions up to the next draw of the server."""
    state, game = match.state, match.game
    for step in range(match.step, match.step + _AHEAD):
        pending = game.pending(state)
        if not isinstance(pending, AwaitSeats):
            return
        action = demo_action(game, state, step, pending.seats, _random)
        yield action
        state = game.decided(state, action).state


@click.command("demo")
@database_options
@click.option("--remove", is_flag=True, help="Remove the sample matches instead.")
@explained
def demo_command(data: Path, database_url: str | None, *, remove: bool) -> None:
    """Record sample matches, most by random legal play: one for each way to play each game."""

    async def work(conninfo: str) -> None:
        async with event_store(conninfo) as store:
            if remove:
                click.echo(f"Removed {await remove_demo(store, conninfo)} sample matches.")
            else:
                await record_demo(store, click.echo)

    with database(data, database_url, create=not remove) as conninfo:
        record_deed(conninfo, "demo", *("--remove",) * remove)
        asyncio.run(work(conninfo))
