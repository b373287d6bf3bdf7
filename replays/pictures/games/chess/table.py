"""A game of chess: the board between its two players; whose perspective it is sits below."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

import svg

from domain.games.chess.meta import BLACK, WHITE, ChessEnding, ChessPiece
from domain.games.chess.view import ChessView
from domain.kernel.points import points_written
from domain.kernel.words import listed
from replays.pictures.drawing import box, circle, halo, pill, text
from replays.pictures.games.chess.board import pieces_on
from replays.pictures.games.chess.pieces import piece_at
from replays.pictures.games.chess.words import WORDS
from replays.pictures.places import Spot
from replays.pictures.scene import Layout, Scene
from replays.pictures.seats import named
from replays.pictures.sheet import INSIDE, Block, page, panel, seat_places
from replays.pictures.text import isolated
from replays.pictures.text import width as text_width

SQUARE: Final = 41
LEFT: Final = 14
"""The room for the numbers of ranks; below the board there is as much for the letters of files."""

CLOCK: Final = 74
"""The room for what a clock shows, up to `99:59:59`."""

SMALL: Final = 17
"""The size of a captured piece."""

_ORDER: Final = "QRBNP"


class ChessTable:
    """A game being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: ChessView = scene.view
        self.before: ChessView = scene.before
        self.words = WORDS[scene.language]
        self.below = BLACK if scene.viewer == BLACK else WHITE
        self.pieces = pieces_on(self.view.fen)

    def drawn(self) -> str:
        """The whole picture."""
        blocks = [self._player(1 - self.below), self._board(), self._player(self.below)]
        return page(self.scene, self._situation(), blocks, [*self._described()])

    def _situation(self) -> str:
        """What happens, and in which opening."""
        if (opening := self.view.opening) is None:
            return self._now()
        name = self.words("opening", name=self.words[f"opening_{opening.name}"], eco=opening.eco)
        return self.words("now_in_opening", now=self._now(), opening=name)

    def _now(self) -> str:
        number = int(self.view.fen.rpartition(" ")[2])
        if self.view.ended is not None:
            return self.words("now_ended", ending=self.view.ended.ending.value)
        if self.view.check:
            return self.words("now_check", n=number, colour=_colour(self.view.turn))
        return self.words("now_move", n=number, colour=_colour(self.view.turn))

    # --- the board --------------------------------------------------------------------------------------------------

    def _corner(self, square: str) -> tuple[float, float]:
        """Where a square begins, above and on the left."""
        file, rank = "abcdefgh".index(square[0]), int(square[1]) - 1
        column, row = (file, 7 - rank) if self.below == WHITE else (7 - file, rank)
        return LEFT + SQUARE * column, 2 + SQUARE * row

    def _board(self) -> Block:
        drawn: list[svg.Element] = []
        places: dict[str, Spot] = {}
        for number in range(64):
            square = f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
            x, y = self._corner(square)
            dark = (number % 8 + number // 8) % 2 == 0
            drawn.append(box(x, y, SQUARE, SQUARE, fill="dark_square" if dark else "light_square", radius=0))
            places[square] = Spot(x, y, SQUARE, SQUARE, self._named(square))
        drawn += self._last_move()
        if self.view.check:
            x, y = self._corner(self.view.check)
            middle = SQUARE / 2
            drawn.append(circle(x + middle, y + middle, middle - 2, fill="vermilion", stroke="dark"))
        for square, (piece, colour) in self.pieces.items():
            x, y = self._corner(square)
            drawn.append(piece_at(piece, colour, x + 1.5, y + 1.5, SQUARE - 3))
        drawn += self._coordinates()
        drawn += self._outlined()
        return Block(8 * SQUARE + 18, drawn, self.words["board"], places)

    def _named(self, square: str) -> str:
        if square not in self.pieces:
            return square
        piece, colour = self.pieces[square]
        return f"{square}: {self.words('one_piece', piece=piece.name.lower(), colour=_colour(colour))}"

    def _coordinates(self) -> Iterator[svg.Element]:
        for number in range(8):
            _, y = self._corner(f"a{number + 1}")
            yield text(1, y + SQUARE / 2 + 4, str(number + 1), tone="soft")
            x, _ = self._corner(f"{'abcdefgh'[number]}1")
            yield text(x + SQUARE / 2, 8 * SQUARE + 14, "abcdefgh"[number], tone="soft", anchor="middle")

    def _last_move(self) -> Iterator[svg.Element]:
        """Where the last move came from and went to, also once something else has happened."""
        if self.view.last is not None:
            for square in (self.view.last.from_, self.view.last.to):
                x, y = self._corner(square)
                yield box(x + 1.5, y + 1.5, SQUARE - 3, SQUARE - 3, fill=None, stroke="dark", radius=2, thick=1.5)

    def _outlined(self) -> Iterator[svg.Element]:
        """The squares on which something stands now, or no longer."""
        if self.view.fen == self.before.fen:
            return
        before = pieces_on(self.before.fen)
        for number in range(64):
            square = f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
            if self.pieces.get(square) != before.get(square):
                x, y = self._corner(square)
                yield halo(x + 2.5, y + 2.5, SQUARE - 5, SQUARE - 5, radius=3)

    # --- the players ------------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> Block:
        """A player: colour, name, what was captured, clock, and what stands of offers and results."""
        compact = self.scene.layout is Layout.COMPACT
        height = 26 if compact else 48
        drawn: list[svg.Element] = [panel(height, strong=seat in self.scene.asked)]
        places = {"clock": Spot(INSIDE - CLOCK - 2, 3, CLOCK - 1, 20, self.words["clock"])}
        drawn.append(piece_at(ChessPiece.KING, seat, 3, 2, 22))
        right = float(INSIDE - 6)
        if (clock := self.view.clocks[seat]) is not None:
            drawn.append(text(right, 18, clock_written(clock), size=13, bold=True, anchor="end"))
            right -= CLOCK
        for words, fill, changed in self._notes(seat):
            broad = text_width(words, 12, bold=True) + 14
            right -= broad
            drawn += pill(right, 5, broad, words, fill=fill)
            if changed:
                drawn.append(halo(right, 5, broad, 16, radius=8))
            right -= 6
        drawn += named(self.scene, seat, 28, 18, right - 28, size=13)
        if not compact:
            drawn += self._captured(seat)
            places["captured"] = Spot(4, 26, INSIDE - 8, SMALL + 2, self.words["captured"])
        everywhere = seat_places(self.scene, seat, height, places)
        return Block(height, drawn, self.scene.names[seat], everywhere, aside=True)

    def _notes(self, seat: int) -> Iterator[tuple[str, str, bool]]:
        """What is said of a player beside the name, on which colour, and whether it is new."""
        if self.view.ended is not None:
            score = self.scene.standings[seat].score or 0
            yield points_written(score, self.scene.language), "ink", self.before.ended is None
        if self.view.offered == seat:
            yield self.words["offers_draw"], "yellow", self.before.offered != seat
        elif self.before.offered == seat and self.view.ended is None and self.view.last == self.before.last:
            yield self.words["offer_declined"], "grey", True

    def _captured(self, seat: int) -> Iterator[svg.Element]:
        x = 8.0
        for sign in sorted(self.view.captured[seat], key=_ORDER.index):
            yield piece_at(ChessPiece(sign), 1 - seat, x, 27, SMALL)
            x += SMALL

    # --- in words ---------------------------------------------------------------------------------------------------

    def _described(self) -> Iterator[str]:
        for colour in (WHITE, BLACK):
            name = isolated(self.scene.names[colour])
            yield self.words("side_told", name=name, colour=_colour(colour), pieces=self._standing(colour))
            if self.view.captured[colour]:
                yield self.words("captured_told", name=name, pieces=self._taken(colour))
            if (clock := self.view.clocks[colour]) is not None:
                yield self.words("clock_told", name=name, clock=clock_written(clock))
        if self.view.offered is not None:
            yield self.words("offer_told", name=isolated(self.scene.names[self.view.offered]))
        if self.view.seen > 1:
            yield self.words("seen_told", n=self.view.seen)
        if self.view.ended is not None and self.view.ended.ending is not ChessEnding.CHECKMATE:
            yield self.words("result_told", result=self.view.ended.result.name.lower())

    def _standing(self, colour: int) -> str:
        """The pieces of a colour with their squares, the king first."""
        own = [(piece, square) for square, (piece, of) in self.pieces.items() if of == colour]
        own.sort(key=lambda one: ("K" + _ORDER).index(one[0].value))
        kinds = (
            (piece, sorted(square for _, square in those)) for piece, those in groupby(own, key=lambda one: one[0])
        )
        return "; ".join(
            self.words("pieces_on", piece=piece.name.lower(), n=len(squares), squares=", ".join(squares))
            for piece, squares in kinds
        )

    def _taken(self, colour: int) -> str:
        """The pieces that a colour has captured, in the order of the captures."""
        pieces = (ChessPiece(sign).name.lower() for sign in self.view.captured[colour])
        return listed((self.words("piece", piece=piece) for piece in pieces), self.scene.language)


def _colour(colour: int) -> str:
    return "white" if colour == WHITE else "black"


def clock_written(milliseconds: int) -> str:
    """What a clock shows: hours, minutes and seconds; in the last ten seconds also tenths."""
    seconds = milliseconds // 1000
    if seconds < 10:
        return f"0:{seconds:02}.{milliseconds % 1000 // 100}"
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
