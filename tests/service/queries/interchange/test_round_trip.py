"""What goes to another program and comes back is the same, but for what the form says that it loses."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from domain.games.sheet.actions import SheetOptions
from domain.match import commands
from domain.match.folding import evolve
from domain.registry import GAMES
from service.eventstore.event_store import event_store
from service.eventstore.recorder import PlayerRow, SideRows
from service.queries.interchange.forms import PROGRAM_FORMS, ProgramName
from service.readers.play import Kind
from tests.service.commands.imports.importing import Done, counted, imported
from tests.service.commands.imports.plain_bgstats import counted as plainly_counted
from tests.service.programs import called
from tests.service.queries.interchange.facts import LOSSES, Facts, facts_of
from tests.service.queries.interchange.made_up import made_up
from tests.service.records.books import body_of, whole_of

pytestmark = pytest.mark.slow

KINDS: dict[ProgramName, Kind] = {"bgstats": Kind.BGSTATS, "bgg": Kind.BGG, "csv": Kind.CSV}
PLAYS = 150
TEAMS = ["a", "a", "b"]


def exported(conninfo: str, form: str) -> bytes:
    said = called("export", "--format", form, "--database-url", conninfo)
    assert said.code == 0, said.err
    for loss in PROGRAM_FORMS[KINDS_BY_NAME[form]].losses:
        assert loss.replace("-", " ") in said.err
    return said.out.encode()


KINDS_BY_NAME: dict[str, ProgramName] = {name: name for name in PROGRAM_FORMS}


def facts(done: Done) -> list[Facts]:
    """Of every match, in the order in which they were played."""
    ordered = sorted(enumerate(done.matches), key=lambda one: (one[1].played_on, one[1].ordinal, one[0]))
    return [facts_of(match, done.named(match)) for _, match in ordered]


def lossy(all_facts: list[Facts], form: ProgramName) -> list[Facts]:
    for one in all_facts:
        for loss in PROGRAM_FORMS[form].losses:
            LOSSES[loss](one)
    return all_facts


def test_every_loss_that_is_named_is_known_here_and_explained():
    named = {loss for form in PROGRAM_FORMS.values() for loss in form.losses}
    assert named == LOSSES.keys()
    text = Path(__file__).parents[4].joinpath("docs", "imports.md").read_text(encoding="utf-8")
    assert [loss for loss in named if f"| `{loss}` |" not in text] == []


@pytest.mark.parametrize("seed", [1, 2])
def test_a_file_of_bg_stats_counts_the_same_when_it_has_been_through(new_database: Callable[[], str], seed: int):
    document = made_up(seed, PLAYS)
    first = imported(new := new_database(), document)
    assert first.became == {"new": PLAYS}
    out = json.loads(exported(new, "bgstats"))
    assert plainly_counted(out) == plainly_counted(document)
    assert {play["uuid"] for play in out["plays"]} == {play["uuid"].lower() for play in document["plays"]}
    plain, plain_out = _plain_plays(document), _plain_plays(out)
    assert {uuid: plain_out[uuid] for uuid in plain} == plain
    second = imported(new_database(), out)
    assert counted(second) == plainly_counted(document)


def _plain_plays(document: dict[str, Any]) -> dict[str, Any]:
    """What a plain script finds of each play that both files say in the same words."""
    games = {one["id"]: one["name"] for one in document["games"]}
    places = {one["id"]: one["name"] for one in document["locations"]}
    people = {one["id"]: "?" if one["isAnonymous"] else one["name"] for one in document["players"]}
    return {
        play["uuid"].lower(): (
            games[play["gameRefId"]],
            play["playDate"],
            places.get(play["locationRefId"]),
            play["durationMin"],
            (play["comments"] or "").strip(),
            play["board"] or "",
            play["ignored"],
            [games[one["gameRefId"]] for one in play["expansionPlays"]],
            [
                (people[one["playerRefId"]], one["score"] or "", one["winner"], one["newPlayer"], one["role"] or "")
                for one in play["playerScores"]
            ],
        )
        for play in document["plays"]
    }


def native(conninfo: str, folder: Path) -> None:
    """Matches that no other program knows: of every game, and sheets with rounds, abandoned ones, and so on."""
    bodies = [body_of(whole_of(key)) for key in GAMES if key != "sheet"]
    file = folder / "records.ndjson"
    file.write_bytes(b"\n".join(bodies) + b"\n")
    assert called("import", file, "--database-url", conninfo).code == 0
    rows = [{"key": "coins", "label": "Coins"}, {"key": "debts", "label": "Debts", "minus": True}]
    bid = {"key": "bid", "label": "Bid", "counts": False}
    cells = [("coins", 0, "5"), ("coins", 1, "7.25"), ("debts", 1, "1")]
    end: dict[str, Any] = {"type": "end"}
    sheets: list[tuple[dict[str, Any], list[tuple[str, int, str]], dict[str, Any] | None]] = [
        ({"title": "Rows", "rows": rows}, cells, end),
        ({"title": "Rounds", "rows": rows, "rounds": 3}, cells, end),
        ({"title": "Many", "rows": rows, "rounds": 30}, cells, end),
        ({"title": "Bids", "rows": [*rows, bid]}, [*cells, ("bid", 0, "3")], end),
        ({"title": "Mates", "teams": TEAMS}, [("points", 0, "5"), ("points", 1, "5"), ("points", 2, "9")], end),
        ({"title": "Mates", "teams": TEAMS}, [("points", 0, "5"), ("points", 1, "6"), ("points", 2, "9")], end),
        ({"title": "Mates", "teams": TEAMS}, [("points", 0, "5"), ("points", 1, "?")], end),
        ({"title": "=Empty"}, [], end),
        ({"title": "Broken off"}, [("points", 0, "5")], {"type": "end", "unfinished": True}),
        ({"title": "Abandoned", "winning": "lowest"}, [("points", 0, "5")], None),
        ({"title": "Lost", "winning": "cooperative"}, [("points", 0, "5")], {"type": "end", "lost": True}),
        ({"title": "Places"}, [("points", 0, "5")], {"type": "end", "ranks": [2, 1, 1]}),
    ]  # fmt: skip
    _store(conninfo, sheets)


def _store(conninfo: str, sheets: list[Any]) -> None:
    async def store_all() -> None:
        async with event_store(conninfo) as store:
            for number, (options, cells, end) in enumerate(sheets):
                events = _events(options, cells, end, seats := [uuid4(), uuid4(), uuid4()], day=1 + number % 3)
                players = [PlayerRow(seat, f"Player {seat}") for seat in seats]
                side_rows = SideRows(players=players)
                write = store.log.to_write(UUID(int=number + 1), 0, events, "sheet", side_rows=side_rows)
                await store.group_commit.append(write)

    asyncio.run(store_all())


def _events(options: dict[str, Any], cells: Any, end: Any, seats: list[UUID], *, day: int) -> list[Any]:
    game = GAMES["sheet"]
    said: dict[str, Any] = {"at": datetime(2021, 1, 1, tzinfo=UTC), "by": "test"}
    opened = commands.open_match(
        game, msgspec.convert(options, SheetOptions), seats, played_on=date(2021, 1, day), note="Oh\n21:00", **said
    )
    events: list[Any] = [opened]
    match = evolve(None, opened)
    rounds: list[dict[str, int]] = [{"round": number + 1} for number in range(options.get("rounds", 0))] or [{}]
    written = [
        {"type": "score", "row": row, "seat": seat, "value": value} | number
        for number in rounds
        for row, seat, value in cells
    ]
    for action in [*written, *([end] if end is not None else [])]:
        events.append(commands.play(match, msgspec.convert(action, game.action_type), **said))
        match = evolve(match, events[-1])
    if end is None:
        events.append(commands.abandon(match, "late", **said))
    return events


@pytest.mark.parametrize("form", PROGRAM_FORMS)
def test_nothing_is_lost_but_what_the_form_says(new_database: Callable[[], str], tmp_path: Path, form: ProgramName):
    imported(new := new_database(), made_up(3, PLAYS))
    native(new, tmp_path)
    before = imported(new, made_up(3, 1), dry_run=True)
    after = imported(new_database(), exported(new, form), kind=KINDS[form])
    assert after.planned == {"new": len(before.matches)}
    for found, wanted in zip(lossy(facts(after), form), lossy(facts(before), form), strict=True):
        assert found == wanted
    again = imported(new, exported(new, form), kind=KINDS[form])
    assert again.planned.keys() <= {"known", "changed"}
    for found, wanted in zip(lossy(facts(again), form), lossy(facts(before), form), strict=True):
        assert found == wanted
