"""What stands on a board, read from the notation of a position."""

from domain.games.chess.meta import BLACK, WHITE, ChessPiece


def pieces_on(fen: str) -> dict[str, tuple[ChessPiece, int]]:
    """The piece and its colour on each square where one stands, from a8 on."""
    found: dict[str, tuple[ChessPiece, int]] = {}
    for rank, row in zip("87654321", fen.split(maxsplit=1)[0].split("/"), strict=True):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
            else:
                colour = WHITE if sign.isupper() else BLACK
                found[f"{'abcdefgh'[file]}{rank}"] = (ChessPiece(sign.upper()), colour)
                file += 1
    return found
