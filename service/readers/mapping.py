"""Which column of a table holds what: as it is said, or guessed from the heads in English, Italian and German."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct, structs

from service.readers.play import UnreadableFile, Winning

Column = Annotated[str, Meta(min_length=1, max_length=200)]


class Shape(StrEnum):
    """What a row is."""

    PLAY = "play"
    """A play: its people and scores stand in one cell each."""
    PLAYER = "player"
    """A player of a play: the rows of a play follow one another."""


DateOrder = Literal["ymd", "dmy", "mdy"]


class TableMapping(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a table is read. What is left out is guessed; columns are named by their heads.

    Attributes:
        date, title: the columns of these.
        ranks, teams, roles: as `scores`.
        place, minutes, note, tags: columns of the play.
        shape: whether a row is a play or a player.
        id: a column with an id of the play; without one, a play is known by date, title and its number among those.
        ordinal: a column with a number that orders the plays of a date; without one, they come as they stand there.
        players: in a table with a row a play, the people, between separators; else the one of the row.
        scores: their scores in the same order, or the one of the row.
        winners: the winners by name, or whether the one of the row has won.
        delimiter, encoding: of the file.
        separator: between people, scores, tags and so on.
        dates: the order of year, month and day.
        winning: who wins; no table says it.
    """

    date: Column | None = None
    title: Column | None = None
    players: Column | None = None
    scores: Column | None = None
    winners: Column | None = None
    ranks: Column | None = None
    teams: Column | None = None
    roles: Column | None = None
    place: Column | None = None
    minutes: Column | None = None
    note: Column | None = None
    tags: Column | None = None
    id: Column | None = None
    ordinal: Column | None = None
    shape: Shape | None = None
    delimiter: Annotated[str, Meta(min_length=1, max_length=1)] | None = None
    separator: Annotated[str, Meta(min_length=1, max_length=3)] | None = None
    encoding: Literal["utf-8", "utf-16", "cp1252"] | None = None
    dates: DateOrder | None = None
    winning: Winning = Winning.HIGHEST


COLUMNS: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "date": frozenset(
            {"date", "played on", "played", "day", "data", "giocata il", "giorno", "datum", "gespielt am", "tag"}
        ),
        "title": frozenset({"title", "game", "name of game", "titolo", "gioco", "titel", "spiel"}),
        "players": frozenset(
            {"players", "player", "names", "name", "giocatori", "giocatore", "nomi", "nome", "spieler", "namen"}
        ),
        "scores": frozenset(
            {"scores", "score", "points", "punteggi", "punteggio", "punti", "punkte", "ergebnis", "punktzahl"}
        ),
        "winners": frozenset(
            {"winners", "winner", "won", "win", "vincitori", "vincitore", "vinto", "sieger", "gewinner", "gewonnen"}
        ),
        "ranks": frozenset({"ranks", "rank", "position", "posizione", "posto", "rang", "platz", "platzierung"}),
        "teams": frozenset({"teams", "team", "squadre", "squadra", "mannschaft", "mannschaften"}),
        "roles": frozenset(
            {"roles", "role", "colour", "color", "ruoli", "ruolo", "colore", "rolle", "rollen", "farbe"}
        ),
        "place": frozenset({"place", "location", "where", "luogo", "dove", "ort", "wo"}),
        "minutes": frozenset({"minutes", "duration", "length", "minuti", "durata", "minuten", "dauer"}),
        "note": frozenset(
            {"note", "notes", "comment", "comments", "commento", "commenti", "notiz", "notizen", "kommentar"}
        ),
        "tags": frozenset({"tags", "etichette", "schlagwörter", "schlagworte"}),
        "id": frozenset({"id", "play id", "uuid"}),
        "ordinal": frozenset({"ordinal", "order", "ordine", "reihenfolge"}),
    }
)
"""The heads by which a column is found, in small letters."""


def completed(said: TableMapping, heads: Sequence[str]) -> TableMapping:
    """`said`, with the columns that aren't said guessed from `heads`.

    Raises:
        UnreadableFile: a column that is said isn't there, or date, title or players aren't found.
    """
    for field in COLUMNS:
        if (column := getattr(said, field)) is not None and column not in heads:
            raise UnreadableFile("no_such_column", "line 1", column=column)
    taken = {getattr(said, field) for field in COLUMNS}
    free = {head.strip().casefold(): head for head in reversed(heads) if head not in taken}
    guessed = {
        field: next((free[name] for name in free if name in names), None)
        for field, names in COLUMNS.items()
        if getattr(said, field) is None
    }
    mapping = structs.replace(said, **guessed)
    for field in ("date", "title", "players"):
        if getattr(mapping, field) is None:
            found = ", ".join(head[:40] for head in heads[:20])
            raise UnreadableFile("column_not_found", "line 1", field=field, columns=found)
    return mapping
