"""Imports are planned, carried out, done again, corrected and taken back."""

import asyncio
import copy
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from domain.kernel.viewer import RECORDER
from domain.match import commands
from service.commands.imports import carrying_out, judging
from service.commands.imports.carrying_out import Unsure
from service.commands.imports.people import Identity, UnknownAnswer
from service.commands.imports.table import ImportNotFound, KnownPerson
from service.commands.play import MatchCommands
from service.eventstore.event_store import event_store
from tests.service.commands.imports.importing import events, imported, names_of, taken_back
from tests.service.readers.bgstats_files import export, game, person, play, score

FILE = export(
    games=[game(1, "Catan"), game(2, "Azul")],
    players=[person(1, "Ada"), person(2, "Bruno"), person(3, "Nobody", isAnonymous=True)],
    plays=[
        play("a", 1, [score(1, "12", winner=True), score(2, "9")]),
        play("b", 1, [score(1, "3"), score(2, "9", winner=True)]),
        play("c", 2, [score(1, "30", winner=True), score(3, "9")]),
    ],
)


def changed(**plays):
    document = copy.deepcopy(FILE)
    for one in document["plays"]:
        plays.get(one["uuid"], lambda _: None)(one)
    return document


def add_player(conninfo, name):
    player = uuid4()
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, %s)", (player, name))
    return player


def test_a_plan_writes_nothing(conninfo):
    done = imported(conninfo, FILE, dry_run=True)
    assert done.planned == {"new": 3}
    assert [(one.name, one.plays, one.identity) for one in done.plan.people] == [
        ("Ada", 3, Identity.NEW),
        ("Bruno", 2, Identity.NEW),
    ]
    assert (events(conninfo), names_of(conninfo)) == (0, {})


def test_the_same_file_twice_changes_nothing(conninfo):
    first = imported(conninfo, FILE)
    before = events(conninfo), names_of(conninfo)
    again = imported(conninfo, FILE)
    assert again.became == {"known": 3}
    assert again.carried.import_id == first.carried.import_id
    assert (events(conninfo), names_of(conninfo)) == before


def test_a_changed_play_is_a_correction_of_its_match(conninfo):
    imported(conninfo, FILE)
    other = changed(a=lambda one: one["playerScores"][0].update(score="8", winner=False) or one.update(comments="Oh"))
    other["plays"][0]["playerScores"][1]["winner"] = True
    done = imported(conninfo, other)
    assert done.planned["changed"] == 1
    assert [one.title for one in done.plan.changed] == ["Catan"]
    assert len(done.matches) == 3
    match = done.matches[0]
    assert [(one.score, bool(one.winner)) for one in match.standings(RECORDER)] == [(8, False), (9, True)]
    assert match.note == "Oh"
    assert match.retractions
    before = events(conninfo)
    assert imported(conninfo, other).became["known"] == 3
    assert events(conninfo) == before


def test_a_play_of_another_game_gets_another_match_in_the_place_of_the_first(conninfo):
    imported(conninfo, FILE)
    done = imported(conninfo, changed(a=lambda one: one.update(gameRefId=2)))
    assert done.titles == ["Azul", "Azul", "Catan"]
    again = imported(conninfo, FILE)
    assert again.titles == ["Azul", "Catan", "Catan"]
    assert taken_back(conninfo, done.carried.import_id).matches == 0
    assert taken_back(conninfo, again.carried.import_id).matches == 3


def test_other_people_in_a_play_are_a_correction_too(conninfo):
    imported(conninfo, FILE)
    other = changed(a=lambda one: one["playerScores"][1].update(playerRefId=3))
    done = imported(conninfo, other)
    assert done.named(done.matches[0]) == ["Ada", "?"]


def test_a_match_that_somebody_removed_stays_removed(conninfo):
    imported(conninfo, FILE)

    async def remove():
        async with event_store(conninfo) as store:
            with psycopg.connect(conninfo) as connection:
                [(match_id,)] = connection.execute("SELECT match_id FROM imported_plays WHERE play_id = 'a'").fetchall()
            command = MatchCommands(store.matches)
            await command.revise(match_id, lambda _, at: [commands.remove("wrong", at=at, by="x")])

    asyncio.run(remove())
    assert imported(conninfo, FILE).became["known"] == 3
    done = imported(conninfo, changed(a=lambda one: one.update(comments="Oh")))
    assert done.became["removed"] == 1
    assert len(done.matches) == 2


def test_an_import_is_taken_back_whole_and_can_be_done_again(conninfo):
    bruno = add_player(conninfo, "Bruno")
    done = imported(conninfo, FILE)
    back = taken_back(conninfo, done.carried.import_id)
    assert (back.matches, back.sealed, back.people) == (3, 0, 1)
    assert [name for name in names_of(conninfo).values() if name] == ["Bruno"]
    with pytest.raises(ImportNotFound):
        taken_back(conninfo, done.carried.import_id)
    again = imported(conninfo, FILE)
    assert again.became["new"] == 3
    assert [again.named(match) for match in again.matches] == [["Ada", "Bruno"], ["Ada", "Bruno"], ["Ada", "?"]]
    assert again.matches[0].seats[1] == bruno


def test_people_of_another_import_stay_when_one_is_taken_back(conninfo):
    first = imported(conninfo, FILE)
    imported(conninfo, changed(a=lambda one: one.update(uuid="d")))
    assert taken_back(conninfo, first.carried.import_id).people == 0
    assert sorted(name for name in names_of(conninfo).values() if name) == ["Ada", "Bruno"]


def test_who_is_known_by_name_is_the_same_and_who_is_not_alone_is_asked_for(conninfo):
    ada = add_player(conninfo, "ADA")
    brunos = [add_player(conninfo, "Bruno"), add_player(conninfo, "bruno")]
    plan = imported(conninfo, FILE, dry_run=True).plan
    assert [(one.name, one.identity) for one in plan.people] == [
        ("Ada", Identity.NAMESAKE),
        ("Bruno", Identity.UNSURE),
    ]
    assert plan.people[0].player == KnownPerson(ada, "ADA")
    assert [one.id for one in plan.unsure[0].candidates] == brunos
    with pytest.raises(Unsure):
        imported(conninfo, FILE)
    with pytest.raises(UnknownAnswer):
        imported(conninfo, FILE, answers={"Bruno": uuid4()})
    done = imported(conninfo, FILE, answers={"person-2": brunos[1]})
    assert done.matches[0].seats == (ada, brunos[1])


def test_nobody_sits_in_two_seats_of_a_play_whatever_is_answered(conninfo):
    ada = add_player(conninfo, "Ada Bianchi")
    answers = {"Ada": ada, "Bruno": ada}
    done = imported(conninfo, FILE, answers=answers)
    assert done.became == {"new": 1, "refused": 2}
    assert done.titles == ["Azul"]
    changed_seats = changed(c=lambda one: one["playerScores"][1].update(playerRefId=2))
    assert imported(conninfo, changed_seats, answers=answers).became == {"refused": 3}


def test_an_answer_is_remembered_even_when_the_name_changes(conninfo):
    brunos = [add_player(conninfo, "Bruno"), add_player(conninfo, "bruno")]
    imported(conninfo, FILE, answers={"Bruno": brunos[0]})
    later = changed(a=lambda one: one.update(uuid="later"))
    later["players"][1]["name"] = "Bruno the Great"
    plan = imported(conninfo, later).plan
    assert {one.id: one.identity for one in plan.people} == {
        "person-1": Identity.REMEMBERED,
        "person-2": Identity.REMEMBERED,
    }


def test_two_people_of_one_name_in_a_file_are_two_people(conninfo):
    twins = copy.deepcopy(FILE)
    twins["players"][1]["name"] = "Ada"
    done = imported(conninfo, twins)
    assert done.named(done.matches[0]) == ["Ada", "Ada"]
    assert len(set(done.matches[0].seats)) == 2


def test_a_name_that_was_erased_does_not_come_back(conninfo):
    imported(conninfo, FILE)
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE players SET name = NULL WHERE name = 'Ada'")
    done = imported(conninfo, changed(a=lambda one: one.update(uuid="later")))
    assert "Ada" not in names_of(conninfo).values()
    assert done.became["new"] == 1


def test_a_play_twice_in_a_file_is_there_once(conninfo):
    twice = copy.deepcopy(FILE)
    twice["plays"].append(play("A", 1, [score(1, "77")]))
    done = imported(conninfo, twice)
    assert (done.planned["new"], done.planned["refused"]) == (3, 1)
    assert done.plan.refused[0].at == "/plays/3"
    assert len(done.matches) == 3


BAD: list[dict[str, Any]] = [
    {"playDate": "2999-01-01 00:00:00"},
    {"playDate": "1500-01-01 00:00:00"},
    {"playerScores": []},
    {"playerScores": [score(1, "1"), score(1, "2")]},
    {"playerScores": [score(3, "1")] * 17},
    {"playerScores": [score(1, "1" * 101)]},
    {"playerScores": [score(1, "1\x00")]},
    {"comments": "a\x00b"},
    {"board": "x" * 101},
    {"uuid": " "},
]


def test_plays_that_the_rules_or_bounds_refuse_are_refused_one_by_one(conninfo):
    document = changed()
    document["plays"] += [{**play(f"bad {number}", 1, [score(1, "1")]), **bad} for number, bad in enumerate(BAD)]
    done = imported(conninfo, document)
    assert [one.at for one in done.plan.refused] == [f"/plays/{3 + number}" for number in range(len(BAD))]
    assert all(one.reason for one in done.plan.refused)
    assert len(done.matches) == 3


def test_what_was_interrupted_is_gone_on_with(conninfo, monkeypatch):
    class Interrupted(Exception):  # noqa: N818
        pass

    monkeypatch.setattr(judging, "BATCH", 1)
    carry = carrying_out._Carrier.carry
    calls: list[object] = []

    async def interrupted(self, batch):
        if len(calls) == 2:
            raise Interrupted
        calls.append(batch)
        await carry(self, batch)

    monkeypatch.setattr(carrying_out._Carrier, "carry", interrupted)
    with pytest.raises(Interrupted):
        imported(conninfo, FILE)
    monkeypatch.setattr(carrying_out._Carrier, "carry", carry)
    done = imported(conninfo, FILE)
    assert (done.became["known"], done.became["new"]) == (2, 1)
    assert taken_back(conninfo, done.carried.import_id).matches == 3


def test_ids_of_matches_follow_from_those_of_plays(conninfo, new_database):
    here = imported(conninfo, FILE)
    there_database = new_database()
    imported(there_database, FILE)
    with psycopg.connect(conninfo) as one, psycopg.connect(there_database) as other:
        query = "SELECT play_id, match_id FROM imported_plays ORDER BY 1"
        assert one.execute(query).fetchall() == other.execute(query).fetchall()
    assert len(here.matches) == 3
    assert all(isinstance(seat, UUID) for match in here.matches for seat in match.seats)
