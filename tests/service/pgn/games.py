"""Games in PGN, read into matches and written again, and what python-chess finds in them."""

import io
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid5

import chess
import chess.pgn
from msgspec import Struct

from domain.annotations import annotations as written
from domain.annotations.content import Comment
from domain.games.chess.pgn import COMMAND
from domain.match.events import Visibility
from domain.match.folding import fold
from domain.match.match import Match
from domain.variations import variations as tried
from replays.exports.pgn import pgn_of
from replays.notebook import Notebook, notebook
from service.commands.imports import chess_games
from service.commands.imports.chess_games import ChessContent
from service.commands.imports.new_matches import NewMatch, match_of_play
from service.readers.play import Kind, Play
from service.readers.reading import read

AT = datetime(2026, 1, 2, tzinfo=UTC)
MATCH = UUID(int=7)


class Taken(Struct, frozen=True):
    """A game as it is here."""

    play: Play
    new: NewMatch
    match: Match
    notebook: Notebook

    @property
    def text(self) -> str:
        """It in PGN again."""
        names = [one.name or "?" for one in self.play.players]
        return pgn_of(MATCH, self.match, self.notebook, names).decode()


def plays(content: bytes | str) -> list[Play]:
    """The games of a file."""
    content = content.encode() if isinstance(content, str) else content
    found = list(read(io.BytesIO(content), Kind.PGN))
    return [one for one in found if isinstance(one, Play)]


def taken(play: Play) -> Taken:
    """A game as the match that comes of it."""
    seats = [uuid5(MATCH, f"seat {seat}") for seat in range(2)]
    new = match_of_play(play, seats, MATCH, visibility=Visibility.PUBLIC, at=AT, by="test")
    match = fold(None, new.events)
    assert match is not None
    notes = dict(new.notes)
    annotations = written.fold(None, notes.get(written.annotations_id(MATCH), ()))
    variations = tried.fold(None, notes.get(tried.variations_id(MATCH), ()))
    found = notebook(
        match,
        annotations or written.Annotations(MATCH),
        variations or tried.Variations(MATCH),
        lambda: enumerate(new.events, start=1),
    )
    return Taken(play, new, match, found)


def content_of(play: Play) -> ChessContent:
    """What a game is by the rules."""
    assert play.game is not None
    return chess_games.content_of(play.game)


def moves_of(play: Play) -> list[str]:
    """The moves of the main line, as they are written."""
    assert play.game is not None
    return [move.san for move in play.game.movetext.lines[0].moves]


def texts_of(content: ChessContent) -> list[str]:
    """The comments, in order."""
    return [one.content.text for one in content.notes if isinstance(one.content, Comment)]


def again(content: bytes | str) -> str:
    """A file, read and written again."""
    return "".join(taken(play).text for play in plays(content))


def oracle(content: bytes | str) -> Iterator[chess.pgn.Game]:
    """The games that python-chess finds."""
    text = io.StringIO(content.decode("utf-8-sig", errors="replace") if isinstance(content, bytes) else content)
    while (game := chess.pgn.read_game(text)) is not None:
        yield game


def described(game: chess.pgn.Game) -> tuple[dict[str, str], Any]:
    """All that python-chess finds in a game: what it is of, its lines, and what is said of each move."""
    headers = {name: value for name, value in game.headers.items() if value not in {"", "?", "????.??.??", "*"}}
    return headers, _node(game)


def _node(node: chess.pgn.GameNode) -> Any:
    stripped = chess.pgn.Game()
    stripped.comment = node.comment
    stripped.set_arrows([])
    stripped.set_clock(None)
    arrows = sorted((one.tail, one.head, one.color) for one in node.arrows())
    said = (_in_order(stripped.comment), node.clock(), node.eval(), arrows, sorted(node.nags))
    first = _in_order(node.starting_comment) if isinstance(node, chess.pgn.ChildNode) else ()
    move = node.move.uci() if node.move is not None else ""
    return move, first, said, [_node(child) for child in node.variations]


def _in_order(comment: str) -> tuple[str, list[str]]:
    """The words of a comment and its commands, wherever they stand in it."""
    return " ".join(COMMAND.sub(" ", comment).split()), sorted(found[0] for found in COMMAND.finditer(comment))
