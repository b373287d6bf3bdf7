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


LINES: Final = (
    ("A00", "sokolsky", "b4"),
    ("A00", "grob", "g4"),
    ("A01", "larsen", "b3"),
    ("A02", "bird", "f4"),
    ("A02", "from_gambit", "f4 e5"),
    ("A04", "zukertort", "Nf3"),
    ("A09", "reti", "Nf3 d5 c4"),
    ("A10", "english", "c4"),
    ("A40", "queens_pawn", "d4"),
    ("A43", "old_benoni", "d4 c5"),
    ("A45", "indian", "d4 Nf6"),
    ("A45", "trompowsky", "d4 Nf6 Bg5"),
    ("A51", "budapest", "d4 Nf6 c4 e5"),
    ("A53", "old_indian", "d4 Nf6 c4 d6"),
    ("A56", "benoni", "d4 Nf6 c4 c5"),
    ("A57", "benko", "d4 Nf6 c4 c5 d5 b5"),
    ("A60", "modern_benoni", "d4 Nf6 c4 c5 d5 e6"),
    ("A80", "dutch", "d4 f5"),
    ("B00", "kings_pawn", "e4"),
    ("B00", "nimzowitsch", "e4 Nc6"),
    ("B00", "owen", "e4 b6"),
    ("B01", "scandinavian", "e4 d5"),
    ("B02", "alekhine", "e4 Nf6"),
    ("B06", "modern", "e4 g6"),
    ("B07", "pirc", "e4 d6 d4 Nf6"),
    ("B10", "caro_kann", "e4 c6"),
    ("B12", "caro_kann_advance", "e4 c6 d4 d5 e5"),
    ("B13", "caro_kann_exchange", "e4 c6 d4 d5 exd5"),
    ("B20", "sicilian", "e4 c5"),
    ("B21", "smith_morra", "e4 c5 d4 cxd4 c3"),
    ("B22", "alapin", "e4 c5 c3"),
    ("B23", "sicilian_closed", "e4 c5 Nc3"),
    ("B33", "sveshnikov", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5"),
    ("B34", "accelerated_dragon", "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 g6"),
    ("B41", "kan", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 a6"),
    ("B44", "taimanov", "e4 c5 Nf3 e6 d4 cxd4 Nxd4 Nc6"),
    ("B56", "sicilian_classical", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 Nc6"),
    ("B70", "dragon", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6"),
    ("B80", "scheveningen", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6"),
    ("B90", "najdorf", "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
    ("C00", "french", "e4 e6"),
    ("C01", "french_exchange", "e4 e6 d4 d5 exd5"),
    ("C02", "french_advance", "e4 e6 d4 d5 e5"),
    ("C03", "french_tarrasch", "e4 e6 d4 d5 Nd2"),
    ("C11", "french_classical", "e4 e6 d4 d5 Nc3 Nf6"),
    ("C15", "winawer", "e4 e6 d4 d5 Nc3 Bb4"),
    ("C20", "open_game", "e4 e5"),
    ("C21", "centre", "e4 e5 d4"),
    ("C21", "danish", "e4 e5 d4 exd4 c3"),
    ("C23", "bishops", "e4 e5 Bc4"),
    ("C25", "vienna", "e4 e5 Nc3"),
    ("C30", "kings_gambit", "e4 e5 f4"),
    ("C31", "falkbeer", "e4 e5 f4 d5"),
    ("C33", "kings_gambit_accepted", "e4 e5 f4 exf4"),
    ("C40", "kings_knight", "e4 e5 Nf3"),
    ("C40", "latvian", "e4 e5 Nf3 f5"),
    ("C41", "philidor", "e4 e5 Nf3 d6"),
    ("C42", "petrov", "e4 e5 Nf3 Nf6"),
    ("C44", "kings_knight", "e4 e5 Nf3 Nc6"),
    ("C44", "ponziani", "e4 e5 Nf3 Nc6 c3"),
    ("C44", "scotch", "e4 e5 Nf3 Nc6 d4"),
    ("C44", "scotch_gambit", "e4 e5 Nf3 Nc6 d4 exd4 Bc4"),
    ("C45", "scotch_main", "e4 e5 Nf3 Nc6 d4 exd4 Nxd4"),
    ("C46", "three_knights", "e4 e5 Nf3 Nc6 Nc3"),
    ("C47", "four_knights", "e4 e5 Nf3 Nc6 Nc3 Nf6"),
    ("C50", "italian", "e4 e5 Nf3 Nc6 Bc4"),
    ("C50", "giuoco_piano", "e4 e5 Nf3 Nc6 Bc4 Bc5"),
    ("C51", "evans", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4"),
    ("C55", "two_knights", "e4 e5 Nf3 Nc6 Bc4 Nf6"),
    ("C60", "spanish", "e4 e5 Nf3 Nc6 Bb5"),
    ("C65", "berlin", "e4 e5 Nf3 Nc6 Bb5 Nf6"),
    ("C68", "spanish_exchange", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6"),
    ("C70", "morphy", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4"),
    ("C80", "spanish_open", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4"),
    ("C84", "spanish_closed", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7"),
    ("C89", "marshall", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 O-O c3 d5"),
    ("D00", "closed_game", "d4 d5"),
    ("D00", "blackmar_diemer", "d4 d5 e4"),
    ("D00", "london", "d4 d5 Bf4"),
    ("D05", "colle", "d4 d5 Nf3 Nf6 e3 e6"),
    ("D06", "queens_gambit", "d4 d5 c4"),
    ("D07", "chigorin", "d4 d5 c4 Nc6"),
    ("D08", "albin", "d4 d5 c4 e5"),
    ("D10", "slav", "d4 d5 c4 c6"),
    ("D20", "queens_gambit_accepted", "d4 d5 c4 dxc4"),
    ("D30", "queens_gambit_declined", "d4 d5 c4 e6"),
    ("D32", "tarrasch", "d4 d5 c4 e6 Nc3 c5"),
    ("D43", "semi_slav", "d4 d5 c4 e6 Nc3 Nf6 Nf3 c6"),
    ("D80", "gruenfeld", "d4 Nf6 c4 g6 Nc3 d5"),
    ("E00", "catalan", "d4 Nf6 c4 e6 g3"),
    ("E11", "bogo_indian", "d4 Nf6 c4 e6 Nf3 Bb4+"),
    ("E12", "queens_indian", "d4 Nf6 c4 e6 Nf3 b6"),
    ("E20", "nimzo_indian", "d4 Nf6 c4 e6 Nc3 Bb4"),
    ("E60", "kings_indian", "d4 Nf6 c4 g6"),
)
"""Code, name and moves."""

LONGEST: Final = max(len(moves.split()) for _, _, moves in LINES)
"""After so many half-moves no position has a name any more."""


@cache
def openings() -> dict[ChessPosition, ChessOpening]:
    """Every opening by its position."""
    return {position_after(moves): ChessOpening(eco, name) for eco, name, moves in LINES}


def position_after(moves: str) -> ChessPosition:
    """The position after some moves in notation, from the usual set-up."""
    position = read_fen(start_fen(USUAL)).position
    for san in moves.split():
        position = after(position, *move_written(position, san))
    return position


def opening_at(position: ChessPosition) -> ChessOpening | None:
    """The opening that has a position."""
    return openings().get(position)
