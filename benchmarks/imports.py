"""Imports of an export of BG Stats: plays a second beside bare JSON reading, and the memory that it takes."""

import asyncio
import json
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

from benchmarks.harness import Effort, Figure, Report
from benchmarks.memory import forget_peak, most_memory
from benchmarks.stage import Stage, stage
from domain.match.events import Visibility
from service.commands.imports.carrying_out import carry_out
from service.commands.imports.planning import SourceFile, plan
from service.eventstore.event_store import event_store
from service.readers.play import Kind, Play
from service.readers.reading import read

_PEOPLE: Final = 100
_GAMES: Final = 300
_BARE: Final = "bare JSON reading, as a whole"


def run(effort: Effort) -> Report:
    """An export of as many plays as ten of the largest bundles have records."""
    number = 10 * effort.bundles[-1]
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
        export = Path(folder, "export.json")
        _write(export, number)
        size = export.stat().st_size / 1e6
        works: dict[str, Callable[[], None]] = {
            "read as plays": partial(_read, export),
            "planned": partial(_import, place, export, dry_run=True),
            "planned and imported": partial(_import, place, export),
            "the same file again": partial(_import, place, export),
            _BARE: partial(_load, export),
        }
        seconds: dict[str, float] = {}
        peaks: dict[str, float] = {}
        for name, work in works.items():
            before, start = forget_peak(), perf_counter()
            work()
            seconds[name], peaks[name] = perf_counter() - start, most_memory() - before
        database = place.database
    figures = [figure for name in works for figure in _figures(name, number, seconds, peaks)]
    notes = (
        f"{number:,} plays of {_GAMES} games by {_PEOPLE} people, 4 each, {size:.1f} MB; {database}.",
        "Memory is what it took at its peak, beyond that of the process before.",
    )
    return Report("Imports", tuple(figures), notes)


def _figures(name: str, number: int, seconds: dict[str, float], peaks: dict[str, float]) -> list[Figure]:
    ratio = None if name == _BARE else seconds[_BARE] / seconds[name]
    rate = Figure(
        name=name, value=number / seconds[name], unit="plays/s", beside="" if ratio is None else _BARE, ratio=ratio
    )
    return [rate, Figure(name=f"{name}, more memory at its peak", value=peaks[name], unit="MB")]


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
            asked = SourceFile(file, Kind.BGSTATS, "benchmark", export.name)
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
