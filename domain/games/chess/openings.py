"""Openings by name, with the codes of the Encyclopaedia of Chess Openings: which moves make which is a fact.

A game is in the opening whose position it has had last, in whatever order the moves came.
"""

from functools import cache
from typing import Final

from msgspec import Struct

from domain.games.chess.fen import read_fen
from domain.games.chess.notation import move_written
from domain.games.chess.position import ChessPosition, after
from domain.games.chess.starts import USUAL, start_fen


class ChessOpening(Struct, frozen=True):
    """An opening.

    Attributes:
        eco: its code.
        name: what it is called, as a key; its words are in the locales, behind ``opening_``.
    """

    eco: str
    name: str


_TABLE: Final = (
    ("A", 0, "sokolsky", "b4"),
    ("A", 0, "grob", "g4"),
    ("A", 1, "larsen", "b3"),
    ("A", 2, "bird", "f4"),
    ("A", 2, "from_gambit", "f4 e5"),
    ("A", 4, "zukertort", "Nf3"),
    ("A", 9, "reti", "Nf3 d5 c4"),
    ("A", 10, "english", "c4"),
    ("A", 40, "queens_pawn", "d4"),
    ("A", 43, "old_benoni", "d4 c5"),
    ("A", 45, "indian", "d4 Nf6"),
    ("A", 45, "trompowsky", "d4 Nf6 Bg5"),
    ("A", 51, "budapest", "d4 Nf6 c4 e5"),
    ("A", 53, "old_indian", "d4 Nf6 c4 d6"),
    ("A", 56, "benoni", "d4 Nf6 c4 c5"),
    ("A", 57, "benko", "d4 Nf6 c4 c5 d5 b5"),
    ("A", 60, "modern_benoni", "d4 Nf6 c4 c5 d5 e6"),
    ("A", 80, "dutch", "d4 f5"),
    ("B", 0, "kings_pawn", "e4"),
    ("B", 0, "nimzowitsch", "e4 Nc6"),
    ("B", 0, "owen", "e4 b6"),
    ("B", 1, "scandinavian", "e4 d5"),
    ("B", 2, "alekhine", "e4 Nf6"),
    ("B", 6, "modern", "e4 g6"),
    ("B", 7, "pirc", "e4 d6 d4 Nf6"),
    ("B", 10, "caro_kann", "e4 c6"),
    ("B", 12, "caro_kann_advance", "e4 c6 d4 d5 e5"),
    ("B", 13, "caro_kann_exchange", "e4 c6 d4 d5 exd5"),
    ("B", 20, "sicilian", "e4 c5"),
    ("B", 21, "smith_morra", "e4 c5 d4 cxd4 c3"),
    ("B", 22, "alapin", "e4 c5 c3"),
    ("B", 23, "sicilian_closed", "e4 c5 Nc3"),
    ("B", 33, "sveshnikov", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"),
    ("B", 34, "accelerated_dragon", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6"),
    ("B", 41, "kan", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"),
    ("B", 44, "taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"),
    ("B", 56, "sicilian_classical", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6"),
    ("B", 70, "dragon", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"),
    ("B", 80, "scheveningen", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6"),
    ("B", 90, "najdorf", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    ("C", 0, "french", "e4 e6"),
    ("C", 1, "french_exchange", "e4 e6 d4 d5 exd5"),
    ("C", 2, "french_advance", "e4 e6 d4 d5 e5"),
    ("C", 3, "french_tarrasch", "e4 e6 d4 d5 Nd2"),
    ("C", 11, "french_classical", "e4 e6 d4 d5 Nc3 Nf6"),
    ("C", 15, "winawer", "e4 e6 d4 d5 Nc3 Bb4"),
    ("C", 20, "open_game", "e4 e5"),
    ("C", 21, "centre", "e4 e5 d4"),
    ("C", 21, "danish", "e4 e5 d4 exd4 c3"),
    ("C", 23, "bishops", "e4 e5 Bc4"),
    ("C", 25, "vienna", "e4 e5 Nc3"),
    ("C", 30, "kings_gambit", "e4 e5 f4"),
    ("C", 31, "falkbeer", "e4 e5 f4 d5"),
    ("C", 33, "kings_gambit_accepted", "e4 e5 f4 exf4"),
    ("C", 40, "kings_knight", "e4 e5 Nf3"),
    ("C", 40, "latvian", "e4 e5 Nf3 f5"),
    ("C", 41, "philidor", "e4 e5 Nf3 d6"),
    ("C", 42, "petrov", "e4 e5 Nf3 Nf6"),
    ("C", 44, "kings_knight", "e4 e5 Nf3 Nc6"),
    ("C", 44, "ponziani", "e4 e5 Nf3 Nc6 c3"),
    ("C", 44, "scotch", "e4 e5 Nf3 Nc6 d4"),
    ("C", 44, "scotch_gambit", "e4 e5 Nf3 Nc6 d4 exd4 Bc4"),
    ("C", 45, "scotch_main", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4"),
    ("C", 46, "three_knights", "e4 e5 Nf3 Nc6 Nc3"),
    ("C", 47, "four_knights", "e4 e5 Nf3 Nc6 Nc3 Nf6"),
    ("C", 50, "italian", "e4 e5 Nf3 Nc6 Bc4"),
    ("C", 50, "giuoco_piano", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    ("C", 51, "evans", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4"),
    ("C", 55, "two_knights", "e4 e5 Nf3 Nc6 Bc4 Nf6"),
    ("C", 60, "spanish", "e4 e5 Nf3 Nc6 Bb5"),
    ("C", 65, "berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("C", 68, "spanish_exchange", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"),
    ("C", 70, "morphy", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"),
    ("C", 80, "spanish_open", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4"),
    ("C", 84, "spanish_closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"),
    ("C", 89, "marshall", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"),
    ("D", 0, "closed_game", "d4 d5"),
    ("D", 0, "blackmar_diemer", "d4 d5 e4"),
    ("D", 0, "london", "d4 d5 Bf4"),
    ("D", 5, "colle", "d4 d5 Nf3 Nf6 e3 e6"),
    ("D", 6, "queens_gambit", "d4 d5 c4"),
    ("D", 7, "chigorin", "d4 d5 c4 Nc6"),
    ("D", 8, "albin", "d4 d5 c4 e5"),
    ("D", 10, "slav", "d4 d5 c4 c6"),
    ("D", 20, "queens_gambit_accepted", "d4 d5 c4 dxc4"),
    ("D", 30, "queens_gambit_declined", "d4 d5 c4 e6"),
    ("D", 32, "tarrasch", "d4 d5 c4 e6 Nc3 c5"),
    ("D", 43, "semi_slav", "d4 d5 c4 e6 Nc3 Nf6 Nf3 c6"),
    ("D", 80, "gruenfeld", "d4 Nf6 c4 g6 Nc3 d5"),
    ("E", 0, "catalan", "d4 Nf6 c4 e6 g3"),
    ("E", 11, "bogo_indian", "d4 Nf6 c4 e6 Nf3 Bb4+"),
    ("E", 12, "queens_indian", "d4 Nf6 c4 e6 Nf3 b6"),
    ("E", 20, "nimzo_indian", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("E", 60, "kings_indian", "d4 Nf6 c4 g6"),
)
"""Volume and number of the code, name and moves."""

LINES: Final = tuple((f"{volume}{number:02}", name, moves) for volume, number, name, moves in _TABLE)
"""Code, name and moves."""

LONGEST: Final = max(len(moves.split()) for _, _, moves in LINES)
"""After so many half-moves no position has a name any more."""


@cache
def openings() -> dict[ChessPosition, ChessOpening]:
    """Every opening by its position."""
    return {position_after(moves): ChessOpening(eco, name) for eco, name, moves in LINES}


@cache
def opening_of(eco: str) -> ChessOpening | None:
    """The opening with a code: of several the one that is reached first; None where no line has it."""
    lines = sorted((len(moves.split()), name) for code, name, moves in LINES if code == eco)
    return ChessOpening(eco, lines[0][1]) if lines else None


def position_after(moves: str) -> ChessPosition:
    """The position after some moves in notation, from the usual set-up."""
    position = read_fen(start_fen(USUAL)).position
    for san in moves.split():
        position = after(position, *move_written(position, san))
    return position


def opening_at(position: ChessPosition) -> ChessOpening | None:
    """The opening that has a position."""
    return openings().get(position)
