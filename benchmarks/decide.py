"""Deciding: how fast an action is checked against the rules, and how fast all legal ones are told."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from time import process_time
from typing import Any

import chess

from benchmarks.harness import Effort, Figure, Report, Work, rates
from benchmarks.plays import BY, Play, chess_games, demo_plays
from domain.kernel.game import AnyGame
from domain.kernel.pending import AwaitSeats
from domain.match import commands
from domain.match.folding import evolve
from domain.match.match import Match
from domain.registry import GAMES

PARSE_PUSH = "python-chess parse_uci + push"
CHECK_PUSH = "python-chess is_legal + push"
LEGAL = "python-chess legal_moves"

_AT = datetime(2026, 11, 27, 20, 0, tzinfo=UTC)


def run(effort: Effort) -> Report:
    """Actions a second of each game, beside moves a second of python-chess."""
    games = chess_games(effort.chess_games)
    texts = [[move.uci() for move in moves] for moves in games]
    boards = _boards(games)
    works: dict[str, Work] = {
        PARSE_PUSH: partial(parse_and_push_all, texts),
        CHECK_PUSH: partial(check_and_push_all, games),
        LEGAL: partial(list_moves, boards),
    }
    sizes = [f"{sum(board.legal_moves.count() for board in boards) / len(boards):.0f} in chess"]
    for key, game in GAMES.items():
        plays = demo_plays(key, effort.matches)
        steps = [step for play in plays for step in play.steps()]
        asked = _asked(plays)
        works[f"{key}, decide"] = partial(decide_all, game, steps)
        works[f"{key}, decide + evolve"] = partial(play_all, plays)
        works[f"{key}, legal_actions"] = partial(list_actions, game, asked)
        listed = [game.legal_actions(state, seat) for state, seat in asked]
        mean = sum(len(legal.actions) + len(legal.templates) for legal in listed) / len(listed)
        sizes.append(f"{mean:.0f} in {key}")
    found = rates(works, effort, process_time)
    figures: list[Figure] = []
    for name, samples in found.items():
        if name in {PARSE_PUSH, CHECK_PUSH}:
            figures.append(samples.figure(name, "moves/s"))
        elif name == LEGAL:
            figures.append(samples.figure(name, "positions/s"))
        elif name.endswith("legal_actions"):
            figures.append(samples.figure(name, "positions/s", LEGAL, found[LEGAL]))
        else:
            figures.append(samples.figure(name, "actions/s", PARSE_PUSH, found[PARSE_PUSH]))
    notes = (
        "decide + evolve is what a write does: the event is made with all its facts, and folded into the match.",
        f"The mean number of legal choices: {', '.join(sizes)}.",
        "By processor time.",
    )
    return Report("Deciding", tuple(figures), notes)


def parse_and_push_all(games: Sequence[Sequence[str]]) -> int:
    """Read each move as text, which refuses an illegal one, and play it."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(board.parse_uci(move))
    return sum(map(len, games))


def check_and_push_all(games: Sequence[Sequence[chess.Move]]) -> int:
    """The same without reading."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            assert board.is_legal(move)
            board.push(move)
    return sum(map(len, games))


def list_moves(boards: Sequence[chess.Board]) -> int:
    """All legal moves on each board."""
    for board in boards:
        list(board.legal_moves)
    return len(boards)


def decide_all(game: AnyGame, steps: Sequence[tuple[Match, Any]]) -> int:
    """The facts of each action."""
    for match, action in steps:
        game.decide(match.state, action)
    return len(steps)


def play_all(plays: Sequence[Play]) -> int:
    """The event of each action, and the match after it, on which the next one is played."""
    actions = 0
    for play in plays:
        match = evolve(None, play.events[0])
        for action in play.actions:
            _, match = commands.play_on(match, action, at=_AT, by=BY)
        actions += match.step
    return actions


def list_actions(game: AnyGame, asked: Sequence[tuple[Any, int]]) -> int:
    """All that a seat may do in each position."""
    for state, seat in asked:
        game.legal_actions(state, seat)
    return len(asked)


def _asked(plays: Sequence[Play]) -> list[tuple[Any, int]]:
    """Every position in which a seat is asked, with that seat."""
    found = []
    for play in plays:
        for match, _ in play.steps():
            pending = match.pending
            if isinstance(pending, AwaitSeats):
                found += [(match.state, seat) for seat in pending.seats]
    return found


def _boards(games: Sequence[Sequence[chess.Move]]) -> list[chess.Board]:
    """Every position before a move."""
    found = []
    for moves in games:
        board = chess.Board()
        for move in moves:
            found.append(board.copy(stack=False))
            board.push(move)
    return found
