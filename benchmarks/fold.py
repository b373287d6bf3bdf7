"""Folding: how fast the events of a match become its state."""

from collections.abc import Sequence
from functools import partial
from time import process_time
from typing import cast

import chess

from benchmarks.harness import Effort, Report, Work, rates
from benchmarks.plays import CHESS_PLIES, Play, chess_games, demo_plays
from domain.codec import decode
from domain.match.events import MatchEvent
from domain.match.folding import fold
from domain.registry import GAMES

PUSH = "python-chess push"


def run(effort: Effort) -> Report:
    """Events a second of each game, beside moves a second of python-chess."""
    games = chess_games(effort.chess_games)
    works: dict[str, Work] = {PUSH: partial(push_all, games)}
    for key in GAMES:
        plays = demo_plays(key, effort.matches)
        works[f"{key}, events at hand"] = partial(fold_all, plays)
        works[f"{key}, from stored bytes"] = partial(decode_and_fold_all, plays)
    found = rates(works, effort, process_time)
    figures = [found[PUSH].figure(PUSH, "moves/s")]
    for name, samples in found.items():
        if name != PUSH:
            figures.append(samples.figure(name, "events/s", PUSH, found[PUSH]))
    notes = (
        "An event is an action with all that followed from it; the folded state is the whole match.",
        f"python-chess pushes moves that were parsed before; a game has {CHESS_PLIES} half-moves.",
        "By processor time.",
    )
    return Report("Folding", tuple(figures), notes)


def push_all(games: Sequence[Sequence[chess.Move]]) -> int:
    """Play the games; tells how many moves these were."""
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push(move)
    return sum(map(len, games))


def fold_all(plays: Sequence[Play]) -> int:
    """Fold the matches; tells how many events these were."""
    for play in plays:
        fold(None, play.events)
    return sum(len(play.events) for play in plays)


def decode_and_fold_all(plays: Sequence[Play]) -> int:
    """The same from what is stored."""
    for play in plays:
        fold(None, (cast("MatchEvent", decode(topic, stored)) for topic, stored in play.stored))
    return sum(len(play.events) for play in plays)
