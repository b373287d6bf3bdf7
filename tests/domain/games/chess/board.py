"""Short ways to a position, and to moves, in the tests of chess."""

from typing import Any

from domain.games.chess.actions import ChessMove
from domain.games.chess.attacks import NAMES
from domain.games.chess.moves import legal_moves
from tests.domain.games.support import Table


def game(fen: str = "", **options: Any) -> Table:
    """A game from a position, or from the usual set-up."""
    return Table.opened("chess", 2, fen=fen, **options)


def sans(table: Table, *moves: str) -> Table:
    """`table` after moves in notation, by turns."""
    for move in moves:
        table.plays(ChessMove(seat=table.state.turn, san=move))
    return table


def by_squares(table: Table, squares: str, **more: Any) -> ChessMove:
    """The move of who is to move between two squares, such as ``e2e4``."""
    return ChessMove(seat=table.state.turn, from_=squares[:2], to=squares[2:4], **more)


def reached_from(table: Table, square: str) -> set[str]:
    """Where the piece on a square may go."""
    return {NAMES[target] for origin, target, _ in legal_moves(table.state.position) if NAMES[origin] == square}
