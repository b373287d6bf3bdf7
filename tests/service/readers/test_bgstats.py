"""The export of BG Stats: every field that is taken, and every trap."""

import io
import json
from datetime import date

import pytest

from service.readers.bgstats import read_bgstats
from service.readers.play import BadPlay, Loss, Play, UnreadableFile, Winning
from tests.service.readers.bgstats_files import export, game, person, play, score


def plays(document):
    return [one for one in read(document) if isinstance(one, Play)]


def read(document):
    return list(read_bgstats(io.BytesIO(json.dumps(document).encode())))


def test_a_play_has_all_that_the_source_says():
    document = export(
        games=[game(1, "Zug um Haus", bggId=7), game(2, "Die Erweiterung", isExpansion=True)],
        players=[person(1, "Ada"), person(2, "Bruno")],
        locations=[{"id": 4, "uuid": "l", "name": "Bologna"}],
        tags=[{"id": 9, "name": "club"}],
        plays=[
            play(
                "AAAA-1",
                1,
                [score(1, "12", winner=True, role="red", newPlayer=True), score(2, "9+2", startPlayer=True, rank=2)],
                playDate="2021-03-04 20:15:00",
                locationRefId=4,
                durationMin=75,
                comments="A long evening.",
                board="Map B",
                tags=[{"tagRefId": 9}],
                expansionPlays=[{"gameRefId": 2, "bggId": 0}],
            )
        ],
    )
    [found] = plays(document)
    assert found.id == "aaaa-1"
    assert (found.title, found.bgg_id, found.played_on) == ("Zug um Haus", 7, date(2021, 3, 4))
    assert (found.place, found.minutes, found.note) == ("Bologna", 75, "A long evening.\n20:15")
    assert (found.tags, found.variant, found.expansions) == (("club",), "Map B", ("Die Erweiterung",))
    first, second = found.players
    assert (first.id, first.name, first.score, first.won, first.role, first.new) == (
        "person-1", "Ada", "12", True, "red", True,
    )  # fmt: skip
    assert (second.score, second.won, second.start, second.rank) == ("9+2", False, True, 2)


def test_zeros_and_nulls_stand_for_unknown():
    document = export(plays=[play("p", 1, [score(1, None, rank=0)], durationMin=0, locationRefId=0)])
    [found] = plays(document)
    assert (found.minutes, found.place, found.players[0].score, found.players[0].rank) == (None, "", "", None)


@pytest.mark.parametrize("written", ["9+9-9", "4+", "7.5", "-3", "1110000", "49-46ish", "36, 42"])
def test_a_score_is_taken_as_it_is_written(written):
    [found] = plays(export(plays=[play("p", 1, [score(1, written)])]))
    assert found.players[0].score == written


@pytest.mark.parametrize(
    ("setting", "defaults", "winning"),
    [
        (0, {"highestWins": True}, Winning.HIGHEST),
        (0, {"highestWins": False}, Winning.LOWEST),
        (0, {"cooperative": True}, Winning.COOPERATIVE),
        (0, {"noPoints": True}, Winning.NAMED),
        (1, {"highestWins": False}, Winning.HIGHEST),
        (2, {}, Winning.LOWEST),
        (3, {}, Winning.NAMED),
        (4, {}, Winning.COOPERATIVE),
        (6, {}, Winning.COOPERATIVE),
    ],
)
def test_who_wins_follows_the_play_and_else_the_game(setting, defaults, winning):
    document = export(games=[game(1, "X", **defaults)], plays=[play("p", 1, [score(1, "1")], scoringSetting=setting)])
    assert plays(document)[0].winning is winning


def test_an_anonymous_person_is_nobody_in_particular_and_may_sit_twice():
    document = export(
        players=[person(1, "Ada"), person(2, "Anonymous player", isAnonymous=True)],
        plays=[play("p", 1, [score(1, "1"), score(2, "2"), score(2, "3")])],
    )
    [found] = plays(document)
    assert [(one.id, one.anonymous) for one in found.players] == [("person-1", False), ("", True), ("", True)]


def test_a_score_sheet_in_a_string_is_read_by_players_and_by_scores():
    sheet = {
        "rounds": [
            {
                "rows": [
                    {"label": "Cities {row}", "repetition": 1, "scores": {"PERSON-1": "5", "key-of-bruno": "7"}},
                    {"label": "Debts", "negative": True, "scores": {"person-1": "1"}},
                    {"label": "Empty", "scores": {}},
                    {"label": "Done", "type": "checkbox", "scores": {"person-1": "1"}},
                ]
            }
        ]
    }
    document = export(
        players=[person(1, "Ada"), person(2, "Bruno")],
        plays=[
            play(
                "p",
                1,
                [score(1, "4"), score(2, "7", metaData='{"scoreUuid": "key-of-bruno"}')],
                scoresheet=json.dumps(sheet),
            )
        ],
    )
    [found] = plays(document)
    assert [(row.label, row.cells, row.minus) for row in found.rows] == [
        ("Cities 1", ("5", "7"), False),
        ("Debts", ("1", ""), True),
    ]


def test_broken_strings_with_json_lose_the_sheet_and_not_the_play():
    document = export(plays=[play("p", 1, [score(1, "4", metaData='{"x')], scoresheet='{"rounds": [')])
    [found] = plays(document)
    assert found.losses == ("score_sheets",)
    assert found.players[0].score == "4"


def test_what_can_not_be_taken_is_counted():
    document = export(plays=[play("p", 1, [score(1, "4")], playImages='[{"url": "x"}]', rating=8)])
    document["challenges"] = [{}, {}]
    found = read(document)
    assert found[0] == Loss("challenges", 2)
    assert found[1].losses == ("pictures", "ratings")


def test_a_bad_play_is_a_fault_with_its_place_and_the_others_are_read():
    document = export(
        plays=[
            play("a", 1, [score(1, "4")]),
            play("b", 77, [score(1, "4")]),
            play("c", 1, [score(1, "4")], playDate="0000-00-00"),
            {"uuid": 5},
            play("d", 1, [score(55, "4")]),
            play("e", 1, [score(1, "4")]),
        ]
    )
    found = read(document)
    assert [one.id for one in found if isinstance(one, Play)] == ["a", "e"]
    assert [one.at for one in found if isinstance(one, BadPlay)] == [
        "/plays/1",
        "/plays/2",
        "/plays/3/uuid",
        "/plays/4",
    ]


def test_lists_that_plays_refer_to_may_come_behind_them():
    document = export(plays=[play("a", 1, [score(1, "4")])])
    behind = {"plays": document.pop("plays"), **document}
    assert plays(behind)[0].title == "Some game"


def test_a_file_of_something_else_is_refused():
    with pytest.raises(UnreadableFile, match="no plays"):
        read({"hello": []})
