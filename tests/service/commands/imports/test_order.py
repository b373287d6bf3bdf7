"""Several plays a day keep the order that their source gives, in whatever order and parts they are imported."""

import copy
from typing import Any

import pytest

from service.readers.play import Kind
from tests.service.commands.imports.importing import Done, imported
from tests.service.readers.bgstats_files import export, play, score


def at(uuid: str, time: str, entered: str) -> dict[str, Any]:
    fields = {"playDate": f"2020-01-02 {time}", "entryDate": entered, "comments": uuid}
    return play(uuid, 1, [score(1, "1", winner=True)], **fields)


PLAYS = [
    at("a", "00:00:00", ""),
    at("b", "00:00:00", "2020-01-02 23:00:00"),
    at("c", "00:00:00", "2020-01-02 23:00:01"),
    at("d", "00:00:00", "2020-01-09 09:00:00"),
    at("e", "09:30:00", "2020-01-02 08:00:00"),
    at("f", "20:15:00", "2020-01-02 21:00:00"),
    at("g", "20:15:00", "2020-01-02 21:00:05"),
    at("h", "20:15:01", "2020-01-02 20:00:00"),
]


def order(done: Done) -> str:
    ordered = sorted(enumerate(done.matches), key=lambda one: (one[1].played_on, one[1].ordinal, one[0]))
    return "".join(match.note[:1] for _, match in ordered)


@pytest.mark.slow
@pytest.mark.parametrize("parts", ["hgfedcba", "ceg,hfdba", "d,c,b,a,h,g,f,e", "bdafhceg"])
def test_plays_of_bg_stats_follow_their_times_and_entries(conninfo: str, parts: str):
    by_name = {one["uuid"]: one for one in PLAYS}
    for part in parts.split(","):
        done = imported(conninfo, export(plays=[by_name[name] for name in part]))
    assert order(done) == "abcdefgh"


def test_a_play_that_is_put_elsewhere_is_a_correction(conninfo: str):
    imported(conninfo, export(plays=PLAYS))
    moved = copy.deepcopy(PLAYS)
    moved[0]["entryDate"] = "2020-01-02 23:00:02"
    done = imported(conninfo, export(plays=moved))
    assert done.became == {"known": 7, "changed": 1}
    assert order(done) == "bcadefgh"


def bgg(*plays: tuple[str, int]) -> bytes:
    each = "".join(
        f'<play id="{play}" date="2020-02-03" quantity="{quantity}"><item name="Highest" objectid="1"/>'
        f"<comments>{play[-1]}</comments>"
        '<players><player userid="0" name="Ada" score="1" win="1"/></players></play>'
        for play, quantity in plays
    )
    return f"<plays>{each}</plays>".encode()


def test_plays_of_boardgamegeek_follow_their_ids(conninfo: str):
    imported(conninfo, bgg(("90000003", 1), ("90000001", 2)), kind=Kind.BGG)
    done = imported(conninfo, bgg(("90000004", 1), ("90000002", 1)), kind=Kind.BGG)
    assert order(done) == "11234"


def test_rows_of_a_table_come_as_they_stand_or_as_a_column_says(conninfo: str):
    rows = ["2020-01-02,X,Ada,1,a", "2020-01-03,X,Ada,1,d", "2020-01-02,X,Ada,1,b", "2020-01-02,X,Ada,1,c"]
    text = "\n".join(["date,game,player,score,note", *rows]).encode()
    assert order(imported(conninfo, text, kind=Kind.CSV, source="one")) == "abcd"
    rows = ["2020-01-04,X,Ada,1,g,9", "2020-01-04,X,Ada,1,f,8", "2020-01-04,X,Ada,1,e,"]
    text = "\n".join(["date,game,player,score,note,order", *rows]).encode()
    assert order(imported(conninfo, text, kind=Kind.CSV, source="two")) == "abcdefg"
