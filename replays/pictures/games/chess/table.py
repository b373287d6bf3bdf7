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
from replays.pictures.sheet import INSIDE, Block, aside_of, page, panel, seat_places
from replays.pictures.text import isolated
from replays.pictures.text import width as text_width

SQUARE: Final = 41
WIDE_SQUARE: Final = 62
"""The width of a square, and that beside which a wide picture has both players."""

LEFT: Final = 14
"""The room for the numbers of ranks; below the board there is as much for the letters of files."""

CLOCK: Final = 4.5
"""The room for what a clock shows, up to `99:59:59`, beside what it is set in."""

LARGE: Final = 16
"""What all is set in that a phone shows: held sideways it has so little room that the picture is made smaller."""

SCORE: Final = 2
"""So many signs a score takes at the most."""

CAPTURED: Final = 26
"""The size of a captured piece."""

LEAST_CAPTURED: Final = 10
"""How far captured pieces are apart at the least, where they lie partly over each other on a phone."""

ASIDE_LINES: Final = 3
"""Lines of captured pieces in a narrow column, in which all have room."""

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
        self.compact, self.wide = scene.layout is Layout.COMPACT, scene.layout is Layout.LANDSCAPE
        self.square = WIDE_SQUARE if self.wide else SQUARE
        self.main = LEFT + 8 * self.square + 2
        self.size, self.name_size = (LARGE, LARGE) if self.compact else (12, 13)

    def drawn(self) -> str:
        """The whole picture."""
        player = self._player_aside if self.wide else self._player
        blocks = [player(1 - self.below), self._board(), player(self.below)]
        described = [*self._described()]
        return page(self.scene, self._situation(), blocks, described, main=self.main, tells_awaited=True)

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
        return LEFT + self.square * column, 2 + self.square * row

    def _board(self) -> Block:
        drawn: list[svg.Element] = []
        side = self.square
        places: dict[str, Spot] = {}
        for number in range(64):
            square = f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
            x, y = self._corner(square)
            dark = (number % 8 + number // 8) % 2 == 0
            drawn.append(box(x, y, side, side, fill="dark_square" if dark else "light_square", radius=0))
            places[square] = Spot(x, y, side, side, self._named(square))
        drawn += self._last_move()
        if self.view.check:
            x, y = self._corner(self.view.check)
            middle = side / 2
            drawn.append(circle(x + middle, y + middle, middle - 2, fill="vermilion", stroke="dark"))
        for square, (piece, colour) in self.pieces.items():
            x, y = self._corner(square)
            drawn.append(piece_at(piece, colour, x + 1.5, y + 1.5, side - 3))
        drawn += self._coordinates()
        drawn += self._outlined()
        room_for_labels = 6 if self.scene.remarks else 0
        return Block(8 * side + self.size + 6 + room_for_labels, drawn, self.words["board"], places)

    def _named(self, square: str) -> str:
        if square not in self.pieces:
            return square
        piece, colour = self.pieces[square]
        return f"{square}: {self.words('one_piece', piece=piece.name.lower(), colour=_colour(colour))}"

    def _coordinates(self) -> Iterator[svg.Element]:
        for number in range(8):
            _, y = self._corner(f"a{number + 1}")
            yield text(1, y + self.square / 2 + self.size / 3, str(number + 1), size=self.size, tone="soft")
            x, _ = self._corner(f"{'abcdefgh'[number]}1")
            letter, y = "abcdefgh"[number], 8 * self.square + self.size + 2
            yield text(x + self.square / 2, y, letter, size=self.size, tone="soft", anchor="middle")

    def _last_move(self) -> Iterator[svg.Element]:
        """Where the last move came from and went to, also once something else has happened."""
        if self.view.last is not None:
            for square in (self.view.last.from_, self.view.last.to):
                x, y = self._corner(square)
                side = self.square - 3
                yield box(x + 1.5, y + 1.5, side, side, fill=None, stroke="dark", radius=2, thick=1.5)

    def _outlined(self) -> Iterator[svg.Element]:
        """The squares on which something stands now, or no longer."""
        if self.view.fen == self.before.fen:
            return
        before = pieces_on(self.before.fen)
        for number in range(64):
            square = f"{'abcdefgh'[number % 8]}{number // 8 + 1}"
            if self.pieces.get(square) != before.get(square):
                x, y = self._corner(square)
                yield halo(x + 2.5, y + 2.5, self.square - 5, self.square - 5, radius=3)

    # --- the players ------------------------------------------------------------------------------------------------

    def _player(self, seat: int) -> Block:
        """A player: colour, name, what stands of offers and results, clock, and if there is room, captures."""
        high = self.name_size + 13
        height = high + 1 if self.compact else 31 + self._captured_lines(seat, INSIDE) * (CAPTURED + 1)
        drawn: list[svg.Element] = [panel(height, strong=seat in self.scene.asked)]
        clock, places = self._clock(seat, INSIDE)
        right = INSIDE - 6 - (self._clock_room if clock else 0)
        for words, fill, changed in self._notes(seat):
            broad = self._note_width(words)
            right -= broad
            drawn += self._note(right, 5, words, fill, changed=changed)
            right -= 6
        drawn += [*clock, *self._named_player(seat, right)]
        if not self.compact:
            drawn += self._captured(seat, 27, INSIDE)
            places["captured"] = Spot(4, 26, INSIDE - 8, height - 29, self.words["captured"])
        else:
            drawn += self._captured_in_line(seat, right)
        everywhere = seat_places(self.scene, seat, height, places)
        return Block(height, drawn, self.scene.names[seat], everywhere, aside=True)

    def _player_aside(self, seat: int) -> Block:
        """The same in the narrow column beside a large board: offers, results and captures are below the name."""
        broad, height = aside_of(self.main), 50 + ASIDE_LINES * (CAPTURED + 1)
        drawn: list[svg.Element] = [panel(height, strong=seat in self.scene.asked, broad=broad)]
        clock, places = self._clock(seat, broad)
        x, right = 8.0, broad - 6 - (self._clock_room if clock else 0)
        for words, fill, changed in self._notes(seat):
            wide = self._note_width(words)
            if right - wide > self._name_end(seat):
                right -= wide
                drawn += self._note(right, 4, words, fill, changed=changed)
                right -= 6
            else:
                drawn += self._note(x, 26, words, fill, changed=changed)
                x += wide + 6
        drawn += [*clock, *self._named_player(seat, right)]
        drawn += self._captured(seat, 47, broad)
        places["captured"] = Spot(4, 46, broad - 8, height - 49, self.words["captured"])
        everywhere = seat_places(self.scene, seat, height, places, broad)
        return Block(height, drawn, self.scene.names[seat], everywhere, aside=True)

    @property
    def _clock_room(self) -> float:
        return CLOCK * self.name_size + 15.5

    def _clock(self, seat: int, broad: float) -> tuple[list[svg.Element], dict[str, Spot]]:
        """What a clock shows, if it is known, and where it can be marked."""
        high = self.name_size + 7
        spot = Spot(broad - self._clock_room - 2, 3, self._clock_room - 1, high, self.words["clock"])
        if (clock := self.view.clocks[seat]) is None:
            return [], {"clock": spot}
        shown = text(broad - 6, self.name_size + 5, clock_written(clock), size=self.name_size, bold=True, anchor="end")
        return [shown], {"clock": spot}

    def _named_player(self, seat: int, right: float) -> Iterator[svg.Element]:
        size = self.name_size + 7
        yield box(4, 3, size, size, fill="light_square", radius=3)
        yield piece_at(ChessPiece.KING, seat, 4, 3, size)
        yield from named(self.scene, seat, 28, self.name_size + 5, right - 28, size=self.name_size)

    def _note(self, x: float, y: float, words: str, fill: str, *, changed: bool) -> Iterator[svg.Element]:
        broad = self._note_width(words)
        yield from pill(x, y, broad, words, fill=fill, size=self.size)
        if changed:
            yield halo(x, y, broad, self.size + 4, radius=8)

    def _note_width(self, words: str) -> float:
        """How wide a note is; a score is nearly round, so that a name has room before it."""
        broad = text_width(words, self.size, bold=True)
        return max(self.size + 4, broad + 8) if len(words) <= SCORE else broad + 14

    def _notes(self, seat: int) -> Iterator[tuple[str, str, bool]]:
        """What is said of a player beside the name, on which colour, and whether it is new."""
        if self.view.ended is not None:
            score = self.scene.standings[seat].score or 0
            yield points_written(score, self.scene.language), "ink", self.before.ended is None
        if self.view.offered == seat:
            yield self.words["offers_draw"], "yellow", self.before.offered != seat
        elif self.before.offered == seat and self.view.ended is None and self.view.last == self.before.last:
            yield self.words["offer_declined"], "grey", True

    def _captured(self, seat: int, y: float, room: float) -> Iterator[svg.Element]:
        """What was captured, in as many lines as it takes, on the colour of a square as on the board."""
        a_line, signs = _in_a_line(room), self._captured_signs(seat)
        for down, first in enumerate(range(0, len(signs), a_line)):
            top = y + down * (CAPTURED + 1)
            yield box(8, top, min(a_line, len(signs) - first) * CAPTURED, CAPTURED, fill="light_square", radius=3)
            for across, sign in enumerate(signs[first : first + a_line]):
                yield piece_at(ChessPiece(sign), 1 - seat, 8.0 + across * CAPTURED, top, CAPTURED)

    def _captured_in_line(self, seat: int, right: float) -> Iterator[svg.Element]:
        """What was captured, between a name and `right`; closer together where there is little room."""
        signs, size = self._captured_signs(seat), self.name_size + 7
        room = right - self._name_end(seat) - size - 6
        apart = min(size, room / max(1, len(signs) - 1))
        if not signs or room < 0 or apart < LEAST_CAPTURED:
            return
        begin = right - 4 - size - apart * (len(signs) - 1)
        yield box(begin, 3, right - 4 - begin, size, fill="light_square", radius=3)
        for place, sign in enumerate(signs):
            yield piece_at(ChessPiece(sign), 1 - seat, begin + place * apart, 3, size)

    def _captured_signs(self, seat: int) -> list[str]:
        return sorted(self.view.captured[seat], key=_ORDER.index)

    def _captured_lines(self, seat: int, room: float) -> int:
        """Lines that these pieces take; one if there are none yet."""
        return max(1, -(-len(self.view.captured[seat]) // _in_a_line(room)))

    def _name_end(self, seat: int) -> float:
        """Where a player's name ends, if it isn't cut."""
        return 28 + 18 + text_width(self.scene.names[seat], self.name_size, bold=True) + 6

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


def _in_a_line(room: float) -> int:
    """How many captured pieces stand side by side."""
    return int((room - 16) // CAPTURED)


def _colour(colour: int) -> str:
    return "white" if colour == WHITE else "black"


def clock_written(milliseconds: int) -> str:
    """What a clock shows: hours, minutes and seconds; in the last ten seconds also tenths."""
    seconds = milliseconds // 1000
    if seconds < 10:
        return f"0:{seconds:02}.{milliseconds % 1000 // 100}"
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
