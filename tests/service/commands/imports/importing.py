"""Imports files of tests, and tells what is in the log afterwards."""

import asyncio
import io
import json
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

import psycopg
from msgspec import Struct

from domain.kernel.viewer import RECORDER
from domain.match.events import Visibility
from domain.match.match import Match
from service.commands.imports.carrying_out import Carried, carry_out
from service.commands.imports.planning import Plan, SourceFile, plan
from service.commands.imports.taking_back import TakenBack, take_back
from service.eventstore.errors import NotFound
from service.eventstore.event_store import EventStore, event_store
from service.readers.mapping import TableMapping
from service.readers.play import Kind


class Done(Struct):
    plan: Plan
    carried: Carried
    matches: list[Match]
    names: dict[UUID, str | None]

    @property
    def planned(self) -> dict[str, int]:
        return {str(fate): number for fate, number in self.plan.plays.items() if number}

    @property
    def became(self) -> dict[str, int]:
        return {str(fate): number for fate, number in self.carried.plays.items() if number}

    def options(self, index: int) -> Any:
        return self.matches[index].options

    @property
    def titles(self) -> list[str]:
        return sorted(map(_title, self.matches))

    def named(self, match: Match) -> list[str]:
        return [self.names[seat] or "?" for seat in match.seats]


def imported(
    conninfo: str,
    body: bytes | dict[str, Any],
    *,
    kind: Kind = Kind.BGSTATS,
    source: str | None = None,
    mapping: TableMapping | None = None,
    answers: Mapping[str, UUID | None] | None = None,
    dry_run: bool = False,
) -> Done:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()

    async def run() -> Done:
        async with event_store(conninfo) as store:
            asked = SourceFile(io.BytesIO(content), kind, source or str(kind), "made-up", mapping)
            found = await plan(store, asked, answers or {})
            carried = Carried(UUID(int=0), {}, 0)
            if not dry_run:
                carried = await carry_out(store, asked, found, visibility=Visibility.PUBLIC, by="test")
            return Done(found, carried, await matches_of(store, conninfo), names_of(conninfo))

    return asyncio.run(run())


def taken_back(conninfo: str, import_id: UUID) -> TakenBack:
    async def caught_up(position: int) -> None:
        del position

    async def run() -> TakenBack:
        async with event_store(conninfo) as store:
            return await take_back(store, import_id, by="test", caught_up=caught_up)

    return asyncio.run(run())


async def matches_of(store: EventStore, conninfo: str) -> list[Match]:
    with psycopg.connect(conninfo) as connection:
        ids = connection.execute(
            "SELECT originator_id FROM match_events WHERE topic = 'match/opened' ORDER BY notification_id"
        ).fetchall()
    found = []
    for (match_id,) in ids:
        try:
            found.append(await store.matches.load(match_id))
        except NotFound:
            continue
    return found


def names_of(conninfo: str) -> dict[UUID, str | None]:
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute(
            "SELECT o.id, p.name FROM players o JOIN players p ON p.id = coalesce(o.merged_into, o.id)"
        ).fetchall()
    return dict(rows)


def events(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        row = connection.execute("SELECT count(*) FROM match_events").fetchone()
    assert row is not None
    return int(row[0])


def _title(match: Match) -> str:
    options: Any = match.options
    return str(options.title)


def counted(done: Done) -> dict[str, Any]:
    """The same figures as the plain script's, of what is here."""
    plays: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    totals: dict[str, Decimal] = {}
    for match in done.matches:
        plays[_title(match)] += 1
        for name, standing in zip(done.named(match), match.standings(RECORDER), strict=True):
            wins[name] += bool(standing.winner)
            if standing.score is not None:
                totals[name] = totals.get(name, Decimal(0)) + Decimal(str(standing.score))
    return {
        "plays": dict(plays),
        "wins": {name: number for name, number in wins.items() if number},
        "totals": {name: total for name, total in totals.items() if total},
        "unreadable": done.plan.unreadable_scores,
    }
