"""Games of chess in PGN: imported and written again, beside python-chess's own reading of the same text."""

import asyncio
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Final

import chess.pgn

from benchmarks.harness import Effort, Figure, Report
from benchmarks.memory import forget_peak, most_memory
from benchmarks.stage import Stage, stage
from domain.games.chess.fen import read_fen
from domain.games.chess.moves import has_legal_move, legal_moves
from domain.games.chess.notation import san_of
from domain.games.chess.position import after, checkers
from domain.games.chess.starts import USUAL, start_fen
from domain.match.events import Visibility
from service.cli.program_files import write_games
from service.cli.tables import brought_up_to_date
from service.commands.imports.carrying_out import carry_out
from service.commands.imports.planning import SourceFile, plan
from service.eventstore.event_store import event_store
from service.queries.filters import MatchFilter
from service.queries.interchange.games import READ_MODEL
from service.readers.play import Kind, Play
from service.readers.reading import read

_DIFFERENT: Final = 200
"""Games of different moves; beyond, the same are played by others."""

_HALF_MOVES: Final = 80
_ORACLE: Final = "read by python-chess"


def run(effort: Effort) -> Report:
    """As many games as the largest bundle has records."""
    number = effort.bundles[-1]
    with tempfile.TemporaryDirectory(prefix="partita-bench-") as folder, stage() as place:
        file = Path(folder, "games.pgn")
        half_moves = _write(file, number)
        works: dict[str, Callable[[], object]] = {
            _ORACLE: partial(_oracle, file),
            "read": partial(_read, file),
            "planned": partial(_import, place, file, dry_run=True),
            "planned and imported": partial(_import, place, file),
            "the same file again": partial(_import, place, file),
            "listed": partial(brought_up_to_date, place.conninfo, (READ_MODEL,)),
            "exported": partial(_export, place, file.with_suffix(".out")),
        }
        seconds: dict[str, float] = {}
        memory: dict[str, float] = {}
        for name, work in works.items():
            before, start = forget_peak(), perf_counter()
            work()
            seconds[name], memory[name] = perf_counter() - start, most_memory() - before
        size, database = file.stat().st_size / 1e6, place.database
    figures = [_figure(name, number, seconds) for name in works]
    figures += [
        Figure(name=f"{name}, more memory at its peak", value=memory[name], unit="MB", beside="", ratio=None)
        for name in works
        if name != _ORACLE
    ]
    notes = (
        f"{number:,} games of {half_moves:,} half-moves played at random, {size:.1f} MB; {database}.",
        "All in one run, one after the other; an import is planned first, so the rules check each game twice.",
        "Listed: the read model that an export goes through; while a service runs, it follows by itself.",
    )
    return Report("Games in PGN", tuple(figures), notes)


def _figure(name: str, number: int, seconds: dict[str, float]) -> Figure:
    beside = None if name == _ORACLE else seconds[_ORACLE] / seconds[name]
    return Figure(
        name=name, value=number / seconds[name], unit="games/s", beside="" if beside is None else _ORACLE, ratio=beside
    )


def _oracle(file: Path) -> None:
    with file.open(encoding="utf-8") as text:
        while (game := chess.pgn.read_game(text)) is not None:
            if game.errors:
                raise AssertionError(f"python-chess refuses a game: {game.errors}")


def _read(file: Path) -> None:
    with file.open("rb") as content:
        if not all(isinstance(one, Play) for one in read(content, Kind.PGN)):
            raise AssertionError("a game wasn't read")


def _import(place: Stage, file: Path, *, dry_run: bool = False) -> None:
    async def work() -> None:
        with file.open("rb") as content:
            asked = SourceFile(content, Kind.PGN, "pgn", file.name)
            async with event_store(place.conninfo) as store:
                found = await plan(store, asked, {})
                if found.broken or found.refused:
                    raise AssertionError("a game was refused")
                if not dry_run:
                    await carry_out(store, asked, found, visibility=Visibility.PUBLIC, by="benchmark")

    asyncio.run(work())


def _export(place: Stage, out: Path) -> None:
    with out.open("wb") as file:
        write_games(place.conninfo, MatchFilter(), file)


# --- the games ---


def _write(file: Path, number: int) -> int:
    """The games; gives how many half-moves they have."""
    chance = Random(21)
    games = [_moves(chance) for _ in range(min(number, _DIFFERENT))]
    half_moves = 0
    with file.open("w", encoding="utf-8") as text:
        for one in range(number):
            moves = games[one % len(games)]
            half_moves += len(moves)
            text.write(
                f'[Event "At random"]\n[Site "Nowhere"]\n[Date "2020.{1 + one % 12:02}.{1 + one % 28:02}"]\n'
                f'[Round "{one}"]\n[White "Player {one % 97}"]\n[Black "Opponent {one % 89}"]\n[Result "*"]\n\n'
            )
            numbered = [f"{1 + ply // 2}. {san}" if ply % 2 == 0 else san for ply, san in enumerate(moves)]
            text.write("\n".join(" ".join(numbered[at : at + 12]) for at in range(0, len(numbered), 12)))
            text.write(" *\n\n")
    return half_moves


def _moves(chance: Random) -> list[str]:
    position = read_fen(start_fen(USUAL)).position
    written: list[str] = []
    while len(written) < _HALF_MOVES and has_legal_move(position, in_check=bool(checkers(position))):
        move = chance.choice(legal_moves(position))
        left = after(position, *move)
        written.append(san_of(position, move, left))
        position = left
    return written
