"""With what a king can be mated at all (C5.2, C6.4)."""

from typing import Final

from domain.games.chess.attacks import ALL
from domain.games.chess.meta import BLACK, WHITE
from domain.games.chess.position import ChessPosition

_DARK: Final = sum((0x55 if rank % 2 == 0 else 0xAA) << 8 * rank for rank in range(8))
_LIGHT: Final = ALL & ~_DARK


def can_mate(position: ChessPosition, colour: int) -> bool:
    """Whether some pieces like these could lead to `colour` mating, however badly the opponent plays.

    Only the pieces are looked at, not where they stand.
    """
    own = position.of(colour)
    if own & (position.pawns | position.rooks | position.queens):
        return True
    other = position.of(1 - colour)
    if own & position.knights:
        # a lone knight mates only where a piece of the opponent, that isn't a queen, takes a square from the king
        return own.bit_count() > 2 or bool(other & ~position.kings & ~position.queens)
    if own & position.bishops:
        both_colours = position.bishops & _DARK and position.bishops & _LIGHT
        return bool(both_colours or position.pawns or position.knights)
    return False


def is_dead(position: ChessPosition) -> bool:
    """Whether neither can mate with these pieces (C5.2)."""
    if position.pawns or position.rooks or position.queens:
        return False
    return not can_mate(position, WHITE) and not can_mate(position, BLACK)
