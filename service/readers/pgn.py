"""Games of chess in PGN (Portable Game Notation): a stream of plays, each with its moves.

The text is UTF-8 or, game by game, Windows-1252. Lines that begin with ``%`` are escaped and left out. A game without
headers begins behind the result of the one before.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import IO, Final

from msgspec import Struct
from msgspec.structs import replace

from domain.games.chess.pgn import ROSTER, header_of
from service.readers.bounded import MAX_ITEM
from service.readers.movetext import Movetext, read_movetext
from service.readers.pgn_headers import MappedHeaders, mapped
from service.readers.play import Loss, PgnGame, Play, SourcePlayer, UnreadableFile

_LONGEST_LINE: Final = MAX_ITEM
_LAST_WORD: Final = re.compile(r"\s*(?:\{([^}]*)\}|;([^\n]*))")
_WORD: Final = re.compile(r"\S")
_BRACES: Final = re.compile(rb"[{};]")
_SECONDS: Final = re.compile(r"(\d\d):(\d\d):(\d\d)", re.ASCII)
_PER_SECOND: Final = 100_000


class _RawGame(Struct):
    """What stands between the headers of one game and those of the next.

    Attributes:
        line: the number of its first line.
        moves_line: that of the first line of its moves.
        names: of its headers.
    """

    line: int
    headers: list[bytes] = []
    moves: list[bytes] = []
    moves_line: int = 0
    names: set[str] = set()


def looks_like_pgn(text: str) -> bool:
    """Whether a file that begins so is PGN."""
    while text.startswith(("%", ";")):
        text = text.partition("\n")[2].lstrip()
    return re.match(r'\[\s*[A-Za-z0-9_]+\s+"', text) is not None or re.match(r"1\.\s*[a-hNO0]", text) is not None


def read_pgn(file: IO[bytes]) -> Iterator[Play | Loss]:
    """The games of a file; last, how many of its lines are escaped.

    Raises:
        UnreadableFile: a game is too long.
    """
    splitter = _Splitter(file)
    copies: Counter[int] = Counter()
    on_day: Counter[date] = Counter()
    for raw in splitter.games():
        for play in _plays(raw):
            copies[hash(play.id)] += 1
            on_day[play.played_on] += 1
            yield _numbered(play, copies[hash(play.id)], on_day[play.played_on])
    if splitter.escaped:
        yield Loss("escaped_lines", splitter.escaped)


class _Splitter:
    """Splits a file into games, one at a time in memory."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._in_comment = False
        self.escaped = 0

    def games(self) -> Iterator[_RawGame]:
        game = _RawGame(1)
        size = 0
        for number, line in enumerate(self._lines(), start=1):
            if line.startswith(b"%"):
                self.escaped += 1
                if game.moves:
                    game.moves.append(b"\n")  # so that lines keep their numbers
                continue
            if line.lstrip().startswith(b"[") and self._begins(game, line):
                yield game
                game, size, self._in_comment = _RawGame(number), 0, False
            size += len(line)
            if size > MAX_ITEM:
                raise UnreadableFile("item_too_long", f"line {number}", most=MAX_ITEM)
            self._add(game, line, number)
        yield game

    def _add(self, game: _RawGame, line: bytes, number: int) -> None:
        stripped = line.strip()
        if not game.moves and stripped.startswith(b"[") and stripped.endswith(b"]"):
            game.headers.append(stripped)
            if (found := header_of(stripped.decode("latin-1"))) is not None:
                game.names.add(found[0])
            return
        if not game.moves:
            if not stripped:
                return
            game.moves_line = number
        game.moves.append(line)
        self._follow(line)

    def _begins(self, game: _RawGame, line: bytes) -> bool:
        """Whether a line begins the next game: a header behind moves, or one that this game has."""
        found = header_of(line.decode("latin-1"))
        if found is None:
            return False
        if self._in_comment:  # which somebody has forgotten to close
            return found[0] == ROSTER[0]
        return bool(game.moves) or found[0] in game.names

    def _follow(self, line: bytes) -> None:
        """Whether a comment is open at the end of the line."""
        at = 0
        while (found := _BRACES.search(line, at)) is not None:
            at = found.end()
            if self._in_comment:
                self._in_comment = found[0] != b"}"
            elif found[0] == b"{":
                self._in_comment = True
            elif found[0] == b";":
                return

    def _lines(self) -> Iterator[bytes]:
        first = True
        while line := self._file.readline(_LONGEST_LINE + 1):
            if first:
                line, first = line.removeprefix(b"\xef\xbb\xbf"), False
            if len(line) > _LONGEST_LINE:
                raise UnreadableFile("item_too_long", most=MAX_ITEM)
            yield from _unix(line)


def _unix(line: bytes) -> Iterator[bytes]:
    """The lines of a line, which may end as on any system."""
    yield from line.replace(b"\r\n", b"\n").replace(b"\r", b"\n").splitlines(keepends=True)


def _decoded(text: bytes) -> str:
    for encoding in ("utf-8", "cp1252"):
        try:
            return text.decode(encoding)
        except UnicodeDecodeError:
            continue
    return text.decode("latin-1")


def _plays(raw: _RawGame) -> Iterator[Play]:
    """The games of what stands between two heads: usually one."""
    if not raw.headers and not raw.moves:
        return
    text = _decoded(b"".join(raw.moves))
    head = [_decoded(line) for line in raw.headers]
    start, line, counted = 0, raw.line, 0
    while True:
        movetext = read_movetext(text, start)
        end = len(text) if movetext.stop is not None else _behind(text, movetext)
        if head or movetext.lines[0].moves or movetext.stop is not None:
            yield _play(head, text, start, end, movetext, line, raw.moves_line)
        following = _WORD.search(text, end)
        if following is None:
            return
        counted += text.count("\n", start, following.start())
        head, start, line = [], following.start(), raw.moves_line + counted


def _behind(text: str, movetext: Movetext) -> int:
    """Where the game ends: comments behind its result are still its own."""
    end = movetext.end
    while (found := _LAST_WORD.match(text, end)) is not None:
        line = movetext.lines[0]
        comment = (found[1] or found[2] or "").strip()
        if comment:
            (line.moves[-1] if line.moves else line).comments.append(comment)
        end = found.end()
    return end


def _play(head: list[str], text: str, start: int, end: int, movetext: Movetext, line: int, moves_line: int) -> Play:
    headers = mapped(head)
    source = " ".join([*head, *text[start:end].split()])
    game = PgnGame(
        headers=tuple(headers.all.items()),
        text=text,
        end=end,
        first_line=moves_line,
        movetext=movetext,
        digest=hashlib.sha256(source.encode("utf-8", "surrogatepass")).digest(),
    )
    return Play(
        id=headers.own_id or _identity(headers, movetext),
        at=f"line {line}",
        title=f"{headers.all.get('White', '?')} – {headers.all.get('Black', '?')}",
        played_on=headers.played_on,
        players=tuple(_player(headers, colour) for colour in ("White", "Black")),
        place=headers.place,
        note=headers.note,
        tags=headers.tags,
        losses=headers.losses,
        game=game,
    )


def _identity(headers: MappedHeaders, movetext: Movetext) -> str:
    """What a game is known by when it comes again: who, when, where, and its moves; no word beside them."""
    names = [headers.all.get(name, "") for name in (*ROSTER[:-1], "Variant", "FEN")]
    moves = (move.san.rstrip("+#") for move in movetext.lines[0].moves)
    return "pgn:" + hashlib.sha256("\n".join([*names, *moves]).encode()).hexdigest()[:40]


def _player(headers: MappedHeaders, colour: str) -> SourcePlayer:
    name = headers.names[colour]
    account = headers.all.get(f"{colour}FideId", "")
    by_name = f"name:{' '.join(name.casefold().split())}"
    identity = f"fide:{account}" if account.isascii() and account.isdecimal() else by_name
    return SourcePlayer(id=identity if name else "", name=name, anonymous=not name)


def _numbered(play: Play, copy: int, place: int) -> Play:
    """The same with its number among those that are alike, and on its day."""
    assert play.game is not None  # noqa: S101  # all plays here are games
    headers = dict(play.game.headers)
    time = _SECONDS.fullmatch(headers.get("UTCTime") or headers.get("Time") or "")
    seconds = (int(time[1]) * 60 + int(time[2])) * 60 + int(time[3]) if time else 0
    ordinal = seconds * _PER_SECOND + min(place, _PER_SECOND - 1)
    return replace(play, id=play.id if copy == 1 else f"{play.id}#{copy}", ordinal=ordinal)
