"""Which matches are asked for, as a condition on the tables of read models."""

from collections.abc import Sequence
from datetime import date
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace

from domain.match.events import Visibility
from domain.match.parts import Status
from service.auth.access import Principal
from service.queries.options import ALIKE, EQUAL, beginnings_asked, option_parameters

Result: TypeAlias = Literal["won", "shared", "drawn", "lost"]
"""How a match ended for a seat: a shared victory is won, too; nobody has lost a match without a result."""

Compared: TypeAlias = Literal["better", "equal", "worse"]
"""The score of a seat, compared with that of another one."""


class MatchFilter(Struct, frozen=True, kw_only=True):
    """Which matches are asked for; None is any.

    Attributes:
        readable: the visibilities that may be listed; none before it is known who asks.
        own: the match that may be listed whatever its visibility.
        blind_to: a match that isn't listed.
        sees_all: whether scores that a match keeps secret may be known.
        subject: what is played: a game or a title, and whatever was merged into it.
        player: who sits in the match, or somebody merged into it.
        companion: who sits in it beside that, likewise.
        among: who sits in it whatever is asked of seats, likewise.
        seat, turn, rank, result: one seat of the match has all of these; it is that of `player`, if one is given.
        compared: the score of that seat is such, compared with the companion's.
        options: options of the game that are one value each, by name; with a `*` at its end, what begins so.
        counted: only matches that count once they are finished, or only those that don't.
        known: only matches in which all seats have points that may be known.
        timed: only matches of which the duration is known.
        first, last: matches between which it lies, in the order of play.
        duplicates: only matches of which there is another one: of the subject, with the same persons, on that date.
        among_matches: only these matches.
        changed_after: only matches with an event behind this position of the log.
    """

    readable: Sequence[Visibility] = ()
    own: UUID | None = None
    blind_to: UUID | None = None
    sees_all: bool = False
    game: str | None = None
    subject: UUID | None = None
    player: UUID | None = None
    companion: UUID | None = None
    among: UUID | None = None
    seat: int | None = None
    turn: int | None = None
    rank: int | None = None
    result: Result | None = None
    compared: Compared | None = None
    status: Status | None = None
    played_from: date | None = None
    played_to: date | None = None
    place: str | None = None
    tag: str | None = None
    options: dict[str, str] | None = None
    origin: str | None = None
    seats: int | None = None
    counted: bool | None = None
    sealed: bool | None = None
    irregular: bool | None = None
    known: bool = False
    timed: bool = False
    first: UUID | None = None
    last: UUID | None = None
    duplicates: bool = False
    among_matches: Sequence[UUID] | None = None
    changed_after: int | None = None

    def accessible_to(self, principal: Principal) -> "MatchFilter":
        """The same, with what `principal` may find in lists and know of it."""
        return replace(
            self,
            readable=principal.lists,
            own=principal.own_match,
            blind_to=principal.blind_to,
            sees_all=principal.sees_all,
        )

    def where(self, tables: str = "scoreboard") -> str:
        """The condition on a row `m` of the read model's matches; its parameters are those of :meth:`parameters`.

        `tables` is the name that the tables begin with. It has `status` and `counted` only where it holds all matches.
        """
        conditions = [_READABLE]
        if self.origin is None:
            conditions.append(_NO_SECOND_RECORD)
        conditions += [sql for name, sql in _FACTS.items() if getattr(self, name) is not None]
        if beginnings_asked(self.options):
            conditions.append(ALIKE)
        if self.known:
            conditions.append(SCORED)
        if self.timed:
            conditions.append("m.duration IS NOT NULL")
        if self.duplicates:
            conditions.append(_DUPLICATES)
        conditions += self._seated()
        decided = "m.decided" if tables == "scoreboard" else "true"  # in the others all have a result
        return " AND ".join(conditions).replace("{tables}", tables).replace("{decided}", decided)

    def where_grouped(self) -> str | None:
        """The condition on a row `m` of sums of matches, of any month; None where sums don't tell what is asked.

        What only `own` lets be found isn't in it.
        """
        asked = {name for name in self.__struct_fields__ if getattr(self, name) != getattr(_ANY, name)}
        if not asked <= _GROUPED | {"played_from", "played_to"}:
            return None
        conditions = [_LISTED, *(sql for name, sql in _FACTS.items() if name in asked & _GROUPED)]
        if self.origin is None:
            conditions.append(_PRIMARY)
        return " AND ".join(conditions)

    def _seated(self) -> list[str]:
        conditions = [sql for name, sql in _SEAT.items() if getattr(self, name) is not None]
        if self.result is not None:
            conditions.append(_RESULTS[self.result])
        if self.companion is not None:
            compared = f" AND {KNOWN} AND {_COMPARISONS[self.compared]}" if self.compared is not None else ""
            conditions.append(f"EXISTS (SELECT FROM {{tables}}_seat o WHERE {_COMPANION}{compared})")
        if not conditions:
            return []
        return [f"EXISTS (SELECT FROM {{tables}}_seat s WHERE s.match_id = m.match_id AND {' AND '.join(conditions)})"]

    def parameters(self) -> dict[str, Any]:
        """The query parameters of :meth:`where`."""
        return {
            "readable": [str(visibility) for visibility in self.readable],
            "own": self.own,
            "blind_to": self.blind_to,
            "all": self.sees_all,
            "game": self.game,
            "subject": self.subject,
            "player": self.player,
            "companion": self.companion,
            "among": self.among,
            "seat": self.seat,
            "turn": self.turn,
            "rank": self.rank,
            "status": None if self.status is None else self.status.value,
            "played_from": self.played_from,
            "played_to": self.played_to,
            "place": self.place,
            "tag": self.tag,
            **option_parameters(self.options),
            "origin": self.origin,
            "seats": self.seats,
            "counted": self.counted,
            "sealed": self.sealed,
            "irregular": self.irregular,
            "first": self.first,
            "last": self.last,
            "among_matches": None if self.among_matches is None else list(self.among_matches),
            "changed_after": self.changed_after,
        }


_ANY: Final = MatchFilter()
_GROUPED: Final = frozenset(
    {"readable", "own", "sees_all", "game", "subject", "place", "origin", "seats", "sealed", "irregular"}
)
"""What is the same for all matches of a group of which there are sums, or doesn't matter to it."""

# The players that a player stands for: itself, and those that were merged into it.
_NAMED: Final = "(SELECT id FROM players WHERE id = %({0})s OR merged_into = %({0})s)"
PERSON: Final = _NAMED.format("player")
OTHER_PERSON: Final = _NAMED.format("companion")

_LISTED: Final = "m.visibility = ANY(%(readable)s)"
_PRIMARY: Final = "m.origin <> 'second_record'"
_READABLE: Final = f"({_LISTED} OR m.match_id = %(own)s)"
_NO_SECOND_RECORD: Final = f"({_PRIMARY} OR m.match_id = %(own)s)"
KNOWN: Final = "(%(all)s OR m.scores_known)"
"""Whether the scores of the match `m` may be known."""

SCORED: Final = f"({KNOWN} AND m.scored)"
"""Whether every seat of the match `m` has points, and they may be known."""

SUBJECT: Final = "coalesce((SELECT b.merged_into FROM subjects b WHERE b.id = m.subject), m.subject)"
"""What the match `m` is of now."""

_BOUND: Final = (
    "SELECT b.played_on, b.ordinal, b.opened FROM {{tables}}_match b"
    " WHERE b.match_id = %({})s AND (b.visibility = ANY(%(readable)s) OR b.match_id = %(own)s)"
)
_FACTS: Final = {
    "blind_to": "m.match_id <> %(blind_to)s",
    "game": "m.game = %(game)s",
    "subject": (
        "m.subject = ANY(ARRAY(SELECT %(subject)s::uuid"
        " UNION ALL SELECT b.id FROM subjects b WHERE b.merged_into = %(subject)s))"
    ),
    "status": "m.status = %(status)s",
    "played_from": "m.played_on >= %(played_from)s",
    "played_to": "m.played_on <= %(played_to)s",
    "place": "strpos(lower(m.place), lower(%(place)s)) > 0",
    "tag": "EXISTS (SELECT FROM unnest(m.tags) tag WHERE lower(tag) = lower(%(tag)s))",
    "options": EQUAL,
    "origin": "m.origin = %(origin)s",
    "seats": "m.seats = %(seats)s",
    "counted": "m.counted = %(counted)s",
    "sealed": "m.sealed = %(sealed)s",
    "irregular": "m.irregular = %(irregular)s",
    "among": (
        "EXISTS (SELECT FROM {tables}_seat a WHERE a.match_id = m.match_id"
        f" AND a.player_id IN {_NAMED.format('among')})"
    ),
    "first": f"(m.played_on, m.ordinal, m.opened) >= ({_BOUND.format('first')})",
    "among_matches": "m.match_id = ANY(%(among_matches)s)",
    "changed_after": "m.changed > %(changed_after)s",
    "last": f"(m.played_on, m.ordinal, m.opened) <= ({_BOUND.format('last')})",
}

_SEAT: Final = {
    "player": f"s.player_id IN {PERSON}",
    "seat": "s.seat = %(seat)s",
    "turn": "(s.seat - m.start_seat + m.seats) %% m.seats = %(turn)s",
    "rank": f"{KNOWN} AND s.rank = %(rank)s",
}
_RESULTS: Final[dict[Result, str]] = {
    "won": "s.winner",
    "shared": "s.winner AND m.winners > 1",
    "drawn": "m.drawn",
    "lost": "NOT s.winner AND NOT m.drawn AND {decided}",
}

BETTER: Final = "(CASE WHEN m.lowest THEN {0} < {1} ELSE {0} > {1} END)"
"""Whether the first of two scores is the better one in the match `m`; null without one of them."""

_COMPANION: Final = f"o.match_id = m.match_id AND o.seat <> s.seat AND o.player_id IN {OTHER_PERSON}"
_COMPARISONS: Final[dict[Compared, str]] = {
    "better": BETTER.format("s.score", "o.score"),
    "equal": "s.score = o.score",
    "worse": BETTER.format("o.score", "s.score"),
}

# Matches that were taken out of statistics are settled: they neither are nor make duplicates.
_DUPLICATES: Final = """m.match_id IN (
    SELECT unnest(array_agg(same.match_id)) FROM (
        SELECT d.match_id, d.subject, d.played_on,
               array_agg(coalesce(p.merged_into, e.player_id) ORDER BY coalesce(p.merged_into, e.player_id)) AS persons
        FROM {tables}_match d JOIN {tables}_seat e USING (match_id) LEFT JOIN players p ON p.id = e.player_id
        WHERE d.counted AND (d.visibility = ANY(%(readable)s) OR d.match_id = %(own)s)
          AND (%(game)s::text IS NULL OR d.game = %(game)s)
          AND (%(played_from)s::date IS NULL OR d.played_on >= %(played_from)s)
          AND (%(played_to)s::date IS NULL OR d.played_on <= %(played_to)s)
        GROUP BY d.match_id
    ) same
    GROUP BY same.subject, same.played_on, same.persons HAVING count(*) > 1)"""
