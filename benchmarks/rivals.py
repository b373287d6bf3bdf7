"""Recording beside servers that others would write or take: a few lines with one INSERT, and boardgame.io in memory."""

from itertools import count
from typing import Final
from uuid import UUID

import msgspec

from benchmarks import boardgame_io
from benchmarks.actions import Measured, durably, posts_of
from benchmarks.boardgame_io import NotToBeHadError
from benchmarks.harness import Effort, Figure, Report
from benchmarks.load import send
from benchmarks.plays import scripts
from benchmarks.stage import other, request, seed, service, stage

CLIENTS: Final = 32

_MOVES: Final = 70
"""Of a match at boardgame.io: about as many as the others have."""

_ABOUT: Final = (
    "boardgame.io: its own server with its own memory, one process, and a game of one move without rules; played by its"
    " players' library over WebSocket, from another process."
)

_numbers = count(1)


def run(effort: Effort) -> Report:
    """One action a request, 32 matches at once."""
    try:
        folder, missing = boardgame_io.installed(), ""
    except NotToBeHadError as error:
        folder, missing = None, str(error)
    rounds = max(1, effort.rounds - 2)
    ours, handwritten, in_memory = Measured(), Measured(), Measured()
    with stage() as place:
        posts = [posts_of(place, CLIENTS) for _ in range(rounds)]
        seed(place, {match_id: play for each in posts for match_id, play in each.matches.items()})
        with service(place) as port, other("handwritten", place.conninfo) as their_port:
            for each in posts:
                ours.add_result(durably(place, port, each, effort))
                place.wait_for_projections()  # what they have yet to do mustn't slow down the others
                handwritten.add_result(send(their_port, _moves(), effort))
                if folder is not None:
                    with boardgame_io.server(folder) as boardgame_port:
                        played = boardgame_io.play(folder, boardgame_port, CLIENTS, _MOVES, effort)
                    in_memory.add(played.rate, played.p50_ms, played.p99_ms)
        database = place.database
    figures: list[Figure] = [
        ours.figure("stored", "actions/s", "FastAPI and one INSERT", handwritten),
        handwritten.figure("FastAPI and one INSERT", "moves/s"),
    ]
    if folder is not None:
        figures += [
            ours.figure("stored", "actions/s", "boardgame.io in memory", in_memory),
            in_memory.figure("boardgame.io in memory", "moves/s"),
        ]
    notes = (
        database + ".",
        f"{CLIENTS} clients, each with a match of its own; the read models follow only what is recorded here.",
        "FastAPI: models check types, psycopg stores each move in its own transaction; 32 connections, and no rules.",
        _ABOUT if folder is not None else f"boardgame.io: not measured, since {missing}.",
    )
    return Report("Recording compared with other servers", tuple(figures), notes)


def _moves() -> list[list[bytes]]:
    """The same actions for the hand-written service, for each client those of one match after another."""
    plays = scripts(8)
    return [
        [
            request(
                "POST",
                f"/matches/{match_id}/moves",
                body=msgspec.json.encode({"version": version, "move": action}),
            )
            for play in plays * 2
            for match_id in [UUID(int=(15 << 120) + next(_numbers))]
            for version, action in enumerate(play.actions, start=1)
        ]
        for _ in range(CLIENTS)
    ]
