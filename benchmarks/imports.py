"""Imports of an export of BG Stats, and the way back: plays a second beside bare JSON reading, and memory."""

import asyncio
import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from msgspec import Struct

from benchmarks.harness import Effort, Figure, Report
from benchmarks.memory import forget_peak, most_memory
from benchmarks.stage import Stage, stage
from domain.match.events import Visibility
from service.cli.tables import OWNER, brought_up_to_date
from service.commands.imports.carrying_out import carry_out
from service.commands.imports.planning import SourceFile, plan
from service.eventstore.event_store import event_store
from service.queries.filters import MatchFilter
from service.queries.interchange.forms import PROGRAM_FORMS
from service.queries.interchange.reader import READ_MODEL, PlayReader
from service.readers.play import Kind, Play
from service.readers.reading import read
from service.reads.reads import Reads

_PEOPLE: Final = 100
_GAMES: Final = 300
_BARE: Final = "bare JSON reading, as a whole"
_TENTH: Final = "a tenth of the plays"


class _Measured(Struct, frozen=True):
    """A work: the seconds that it took, and the memory at its peak beyond that before, in megabytes."""

    seconds: float
    memory: float


def run(effort: Effort) -> Report:
    """An export of as many plays as ten of the largest bundles have records, and before it one of a tenth."""
    number = 10 * effort.bundles[-1]
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
        few = _measured(place, Path(folder, "few.json"), number // 10)
        all_of_them = _measured(place, export := Path(folder, "export.json"), number)
        size, database = export.stat().st_size / 1e6, place.database
    bare = all_of_them[_BARE].seconds
    figures = [
        figure for name, found in all_of_them.items() for figure in _figures(name, number, found, few[name], bare)
    ]
    notes = (
        f"{number:,} plays of {_GAMES} games by {_PEOPLE} people, 4 each, {size:.1f} MB; {database}.",
        "Memory is what it took at its peak, beyond that of the process before; if it is flat, it is that of a tenth.",
        "Read models are brought up to date before plays are exported, which isn't counted.",
    )
    return Report("Imports", tuple(figures), notes)


def _measured(place: Stage, export: Path, number: int) -> dict[str, _Measured]:
    """What each work with an export of so many plays took; those of another one are other plays."""
    _write(export, number)
    works: dict[str, Callable[[], None]] = {
        "read as plays": partial(_read, export),
        "planned": partial(_import, place, export, dry_run=True),
        "planned and imported": partial(_import, place, export),
        "the same file again": partial(_import, place, export),
        "exported": partial(_export, place, export.with_suffix(".out")),
        _BARE: partial(_load, export),
    }
    found: dict[str, _Measured] = {}
    for name, work in works.items():
        if name == "exported":
            brought_up_to_date(place.conninfo, (READ_MODEL,))
        before, start = forget_peak(), perf_counter()
        work()
        found[name] = _Measured(perf_counter() - start, most_memory() - before)
    return found


def _figures(name: str, number: int, found: _Measured, few: _Measured, bare: float) -> list[Figure]:
    ratio = None if name == _BARE else bare / found.seconds
    rate = Figure(
        name=name, value=number / found.seconds, unit="plays/s", beside="" if ratio is None else _BARE, ratio=ratio
    )
    more = found.memory / few.memory if few.memory else None
    memory = Figure(
        name=f"{name}, more memory at its peak",
        value=found.memory,
        unit="MB",
        beside="" if more is None else _TENTH,
        ratio=more,
    )
    return [rate, memory]


def _export(place: Stage, out: Path) -> None:
    async def work() -> None:
        form = PROGRAM_FORMS["bgstats"]
        writer = form.writer()
        async with event_store(place.conninfo) as store:
            with out.open("wb") as file:
                file.write(writer.begin())
                async for plays in PlayReader(store, Reads(store.pool)).parts(MatchFilter(), OWNER, form.source):
                    file.write(writer.rows(plays))
                file.write(writer.end())

    asyncio.run(work())


def _read(export: Path) -> None:
    with export.open("rb") as file:
        if not all(isinstance(one, Play) for one in read(file, Kind.BGSTATS)):
            raise AssertionError("a play wasn't read")


def _load(export: Path) -> None:
    with export.open("rb") as file:
        json.load(file)


def _import(place: Stage, export: Path, *, dry_run: bool = False) -> None:
    async def work() -> None:
        with export.open("rb") as file:
            asked = SourceFile(file, Kind.BGSTATS, export.stem, export.name)
            async with event_store(place.conninfo) as store:
                found = await plan(store, asked, {})
                if not dry_run:
                    await carry_out(store, asked, found, visibility=Visibility.PUBLIC, by="benchmark")

    asyncio.run(work())


# --- the export ---


def _write(export: Path, number: int) -> None:
    games = [{"id": one, "uuid": f"game-{one}", "name": f"Game {one}", "highestWins": True} for one in range(_GAMES)]
    players = [{"id": one, "uuid": f"player-{one}", "name": f"Player {one}"} for one in range(_PEOPLE)]
    with export.open("w", encoding="utf-8") as file:
        file.write(f'{{"games": {json.dumps(games)}, "players": {json.dumps(players)}, "plays": [')
        for one in range(number):
            file.write("," * bool(one) + json.dumps(_play(one)))
        file.write("]}")


def _play(one: int) -> dict[str, Any]:
    chance = Random(one)
    scores = [
        {"playerRefId": player, "score": str(chance.randint(0, 120)), "winner": not place, "rank": 0, "seatOrder": 0}
        for place, player in enumerate(chance.sample(range(_PEOPLE), 4))
    ]
    day = f"{chance.randint(2010, 2024)}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"
    return {
        "uuid": f"play-{one}",
        "playDate": f"{day} 20:15:00",
        "entryDate": f"{day} 23:00:00",
        "durationMin": chance.randint(0, 180),
        "gameRefId": chance.randrange(_GAMES),
        "scoringSetting": 0,
        "playImages": "[]",
        "metaData": "{}",
        "playerScores": scores,
        "expansionPlays": [],
    }
