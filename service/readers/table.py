"""A table as CSV, with a row a play or a row a player."""

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from typing import IO, Final, TypeAlias

from msgspec import Struct, structs

from domain.match.events import MOST_ORDINAL
from service.readers.mapping import DateOrder, Shape, TableMapping, completed
from service.readers.play import BadPlay, Play, SourcePlayer, UnreadableFile, UnreadablePlay
from service.readers.table_text import MAX_LINE, dialect_of, encoding_of, lines_of
from service.readers.text import day_of, positive, true

_LOOKED_AT: Final = 2000
"""Rows from which the order of dates, the separator and the shape are guessed."""

_DATE: Final = re.compile(r"(\d{1,4})[-./ ](\d{1,2})[-./ ](\d{1,4})", re.ASCII)
_SEPARATORS: Final = (";", "|", ",", "/", "&", "+")

Row: TypeAlias = Mapping[str, str]


class _Numbered(Struct, frozen=True):
    line: int
    cells: Row


def read_table(file: IO[bytes], said: TableMapping | None = None) -> Iterator[Play | BadPlay]:
    """The plays of a table, whose first row holds the heads of its columns.

    Raises:
        UnreadableFile: it can't be decoded, a line is too long, or a column isn't found.
    """
    mapping = mapping_of(file, said or TableMapping())
    counter: Counter[tuple[str, ...]] = Counter()
    plays_on: Counter[date] = Counter()
    for line, rows in _plays(_rows(file, mapping), mapping):
        try:
            play = _play(rows, f"line {line}", mapping, counter)
        except UnreadablePlay as error:
            yield BadPlay(f"line {line}", error.reason)
            continue
        plays_on[play.played_on] += 1
        yield play if play.ordinal else structs.replace(play, ordinal=plays_on[play.played_on])


def heads_of(file: IO[bytes], said: TableMapping) -> list[str]:
    """The heads of the columns of `file`.

    Raises:
        UnreadableFile: it can't be decoded, its first line is too long, or two columns have the same head.
    """
    return _heads(file, _written(file, said))


def mapping_of(file: IO[bytes], said: TableMapping) -> TableMapping:
    """All of how `file` is read: what isn't said is guessed.

    Raises:
        UnreadableFile: as of :func:`read_table`.
    """
    said = _written(file, said)
    mapping = completed(said, _heads(file, said))
    sample = [row.cells for row, _ in zip(_rows(file, mapping), range(_LOOKED_AT), strict=False)]
    if mapping.shape is None or mapping.separator is None:
        separator, shape = _separation([row[mapping.players or ""] for row in sample], mapping)
        mapping = structs.replace(mapping, separator=separator, shape=shape)
    if mapping.dates is None:
        mapping = structs.replace(mapping, dates=_date_order([row[mapping.date or ""] for row in sample]))
    return mapping


def _written(file: IO[bytes], said: TableMapping) -> TableMapping:
    """`said`, with the encoding and the delimiter in which `file` is written."""
    encoding = said.encoding or encoding_of(file)
    file.seek(0)
    return structs.replace(said, encoding=encoding, delimiter=said.delimiter or dialect_of(file, encoding))


def _heads(file: IO[bytes], mapping: TableMapping) -> list[str]:
    heads = next(_records(file, mapping), (1, []))[1]
    if repeated := [head for head, times in Counter(heads).items() if head and times > 1]:
        raise UnreadableFile("same_columns", "line 1", column=repeated[0][:40])
    return heads


def _records(file: IO[bytes], mapping: TableMapping) -> Iterator[tuple[int, list[str]]]:
    """The rows with the lines on which they begin."""
    file.seek(0)
    csv.field_size_limit(MAX_LINE)
    reader = csv.reader(lines_of(file, mapping.encoding or "utf-8"), delimiter=mapping.delimiter or ",")
    line = 1
    try:
        for cells in reader:
            if any(cells):
                yield line, cells
            line = reader.line_num + 1
    except csv.Error:
        raise UnreadableFile("not_csv", f"line {line}") from None


def _rows(file: IO[bytes], mapping: TableMapping) -> Iterator[_Numbered]:
    records = _records(file, mapping)
    _, heads = next(records, (1, []))
    empty = [""] * len(heads)
    for line, cells in records:
        filled = [cell.strip() for cell in cells[: len(heads)]]
        yield _Numbered(line, dict(zip(heads, filled + empty[len(filled) :], strict=True)))


def _separation(people: Sequence[str], mapping: TableMapping) -> tuple[str, Shape]:
    """What stands between people, and whether any do: where none do in any row, a row is a player."""
    used = Counter(sign for cell in people for sign in _SEPARATORS if sign in cell)
    separator = mapping.separator or max(_SEPARATORS, key=lambda sign: used[sign])
    shape = mapping.shape or (Shape.PLAY if used[separator] or mapping.separator else Shape.PLAYER)
    return separator, shape


def _date_order(written: Iterable[str]) -> DateOrder:
    """The order in which all of these are dates.

    Raises:
        UnreadableFile: day and month can't be told apart.
    """
    found = [match for match in map(_DATE.match, written) if match]
    if not any(len(match[3]) == 4 for match in found):
        return "ymd"
    if any(int(match[2]) > 12 for match in found):
        return "mdy"
    if any(int(match[1]) > 12 or "." in match[0] for match in found):
        return "dmy"
    raise UnreadableFile("unclear_dates")


def _day(written: str, order: DateOrder) -> date:
    """The date that is written.

    Raises:
        UnreadablePlay: it isn't one.
    """
    found = _DATE.match(written)
    if found is None:
        raise UnreadablePlay("not_a_date", written=written[:40])
    first, second, third = (int(part) for part in found.groups())
    year, month, day = {
        "ymd": (first, second, third),
        "dmy": (third, second, first),
        "mdy": (third, first, second),
    }[order]
    return day_of(year, month, day)


def _plays(rows: Iterable[_Numbered], mapping: TableMapping) -> Iterator[tuple[int, list[Row]]]:
    """The rows of each play, with the line of the first one."""
    if mapping.shape is Shape.PLAY:
        for row in rows:
            yield row.line, [row.cells]
        return
    for _, group in groupby(rows, lambda row: _common(row.cells, mapping)):
        line, play, people = 0, list[Row](), set[str]()
        for row in group:
            person = name_key(row.cells[mapping.players or ""])
            if play and mapping.id is None and person in people:  # somebody plays again
                yield line, play
                play, people = [], set()
            line = line if play else row.line
            play.append(row.cells)
            people.add(person)
        yield line, play


def _common(row: Row, mapping: TableMapping) -> tuple[str, ...]:
    """What all rows of a play have in common."""
    if mapping.id is not None:
        return (row[mapping.id],)
    return tuple(row[column] for column in (mapping.date, mapping.title, mapping.place) if column is not None)


def _play(rows: Sequence[Row], at: str, mapping: TableMapping, counter: "Counter[tuple[str, ...]]") -> Play:
    """The play in `rows`; `counter` counts those of a date and title, and so knows them where they have no id.

    Raises:
        UnreadablePlay: it isn't one.
    """
    first = rows[0]

    def cell(field: str) -> str:
        column = getattr(mapping, field)
        return first[column] if column is not None else ""

    played_on = _day(cell("date"), mapping.dates or "ymd")
    title = cell("title")
    if not (play_id := cell("id")):
        alike = (played_on.isoformat(), name_key(title))
        counter[alike] += 1
        play_id = "|".join((*alike, str(counter[alike])))
    players = _together(first, mapping) if mapping.shape is Shape.PLAY else [_player(row, mapping) for row in rows]
    return Play(
        id=play_id,
        at=at,
        title=title,
        played_on=played_on,
        players=tuple(players),
        winning=mapping.winning,
        place=cell("place"),
        minutes=positive(cell("minutes")),
        note=cell("note"),
        tags=tuple(dict.fromkeys(_split(cell("tags"), mapping))),
        ordinal=min(positive(cell("ordinal")) or 0, MOST_ORDINAL),
    )


def _player(row: Row, mapping: TableMapping) -> SourcePlayer:
    def cell(field: str) -> str:
        column = getattr(mapping, field)
        return row[column] if column is not None else ""

    name = cell("players")
    won = cell("winners")
    return SourcePlayer(
        id=name_key(name),
        name=name,
        anonymous=not name,
        team=cell("teams"),
        role=cell("roles"),
        score=cell("scores"),
        won=true(won) or bool(won and name_key(won) == name_key(name)),
        rank=positive(cell("ranks")),
    )


def _together(row: Row, mapping: TableMapping) -> list[SourcePlayer]:
    names = _split(row[mapping.players or ""], mapping)
    keys = [name_key(name) for name in names]
    lists = {field: _list(field, row, mapping, len(names)) for field in ("scores", "ranks", "teams", "roles")}
    winners = _split(row[mapping.winners], mapping) if mapping.winners is not None else []
    for winner in winners:
        if name_key(winner) not in keys:
            raise UnreadablePlay("winner_without_seat", name=winner[:40])
    won = {name_key(winner) for winner in winners}
    return [
        SourcePlayer(
            id=key,
            name=name,
            team=lists["teams"][seat],
            role=lists["roles"][seat],
            score=lists["scores"][seat],
            won=key in won,
            rank=positive(lists["ranks"][seat]),
        )
        for seat, (name, key) in enumerate(zip(names, keys, strict=True))
    ]


def _list(field: str, row: Row, mapping: TableMapping, people: int) -> list[str]:
    """What stands in the column of `field` for each of the people."""
    column = getattr(mapping, field)
    written = row[column] if column is not None else ""
    if not written:
        return [""] * people
    parts = [part.strip() for part in written.split(mapping.separator or ";")]
    if len(parts) != people:
        raise UnreadablePlay("other_number", parts=len(parts), column=str(column), people=people)
    return parts


def _split(written: str, mapping: TableMapping) -> list[str]:
    parts = (part.strip() for part in written.split(mapping.separator or ";"))
    return [part for part in parts if part]


def name_key(name: str) -> str:
    """What is the same in names that people take for the same: case and spacing don't count."""
    return " ".join(name.casefold().split())
