"""Every trap of people's files: the winners, totals and numbers here are those of the file."""

import json

import pytest

from domain.kernel.viewer import RECORDER
from domain.match.parts import Status
from service.readers.play import Kind
from tests.service.commands.imports.importing import counted, imported
from tests.service.commands.imports.plain_bgstats import counted as plainly_counted
from tests.service.readers.bgstats_files import export, game, person, play, score

PEOPLE = [person(1, "Ada"), person(2, "Bruno"), person(3, "Chiara"), person(4, "Nobody", isAnonymous=True)]
GAMES = [
    game(1, "Highest"),
    game(2, "Lowest", highestWins=False),
    game(3, "Together", cooperative=True),
    game(4, "Without points", noPoints=True),
    game(5, "Teams", usesTeams=True),
]
SHEET = json.dumps(
    {
        "groups": [
            {"rows": [{"label": "Coins", "scores": {"PERSON-1": "10", "PERSON-2": "9"}}]},
            {"rows": [{"label": "Debts", "negative": True, "scores": {"PERSON-1": "1", "PERSON-2": "2"}}]},
        ]
    }
)


def won(number, written, **fields):
    return score(number, written, winner=True, **fields)


TRAPS = {
    "plain": play("a", 1, [won(1, "12"), score(2, "9")]),
    "same time and game": play("b", 1, [won(1, "12"), score(2, "9")]),
    "tie broken by the table": play("c", 1, [won(1, "9"), score(2, "9")]),
    "several winners": play("d", 1, [won(1, "9"), won(2, "9"), score(3, "1")]),
    "winners with different scores": play("e", 1, [won(1, "9"), won(2, "7"), score(3, "8")]),
    "the lower one has won": play("f", 1, [score(1, "20"), won(2, "9")]),
    "nobody is named": play("g", 1, [score(1, "20"), score(2, "9")]),
    "no scores": play("h", 1, [won(1, ""), score(2, None)]),
    "sums, signs and decimals": play("i", 1, [won(1, "9+9-9"), score(2, "4+"), score(3, "-2.5")]),
    "large": play("j", 1, [won(1, "1110000"), score(2, "0")]),
    "no number": play("k", 1, [won(1, "49-46ish"), score(2, "36, 42"), score(3, "5")]),
    "lowest": play("l", 2, [score(1, "12"), won(2, "3")]),
    "lowest for once": play("m", 1, [score(1, "12"), won(2, "3")], scoringSetting=2),
    "together, won": play("n", 3, [won(1, "12"), won(2, "12")]),
    "together, lost": play("o", 3, [score(1, ""), score(2, "")]),
    "together, partly won": play("p", 3, [won(1, ""), score(2, "")]),
    "without points": play("q", 4, [won(1, ""), score(2, "")]),
    "anonymous twice": play("r", 1, [won(1, "3"), score(4, "2"), score(4, "1")]),
    "ranks": play("s", 1, [won(1, "3", rank=1), score(2, "1", rank=3), score(3, "1", rank=2)]),
    "zeros": play("t", 1, [won(1, "3", rank=0)], durationMin=0, locationRefId=0),
    "doesn't count": play("u", 1, [won(1, "3")], ignored=True),
    "a sheet": play("v", 1, [won(1, "9"), score(2, "7")], scoresheet=SHEET),
    "a sheet that doesn't add up": play("w", 1, [won(1, "10"), score(2, "7")], scoresheet=SHEET),
    "broken strings": play("x", 1, [won(1, "10", metaData="{")], scoresheet="{", metaData="{"),
    "mixed case": play("ABCDEF", 1, [won(1, "10")]),
    "html": play("y", 1, [won(1, "<b>10</b>")], comments="<script>alert(1)</script>"),
}  # fmt: skip
FILE = export(games=GAMES, players=PEOPLE, plays=list(TRAPS.values()))


@pytest.fixture(scope="module")
def done(new_database):
    return imported(new_database(), FILE)


def test_all_winners_totals_and_numbers_are_those_that_a_plain_script_finds(done):
    assert counted(done) == plainly_counted(FILE)
    assert done.became["new"] == len(TRAPS)
    assert done.planned.get("refused") is None


@pytest.mark.parametrize("trap", TRAPS)
def test_the_winners_of_each_are_those_of_the_file(done, trap):
    match = match_of(done, trap)
    standings = match.standings(RECORDER)
    wanted = [bool(one["winner"]) for one in TRAPS[trap]["playerScores"]]
    assert [bool(one.winner) for one in standings] == wanted
    assert match.finished
    assert match.status is Status.FINISHED


def match_of(done, trap):
    return done.matches[list(TRAPS).index(trap)]


def test_who_is_anonymous_is_somebody_else_in_each_seat(done):
    match = match_of(done, "anonymous twice")
    assert len(set(match.seats)) == 3
    assert done.named(match) == ["Ada", "?", "?"]


def test_places_told_by_the_source_stand(done):
    assert [one.rank for one in match_of(done, "ranks").standings(RECORDER)] == [1, 3, 2]


def test_rows_that_add_up_count_and_others_stand_beside_the_score(done):
    assert [row.label for row in match_of(done, "a sheet").options.rows] == ["Coins", "Debts"]
    beside = match_of(done, "a sheet that doesn't add up").options.rows
    assert [(row.label, row.counts) for row in beside] == [("", True), ("Coins", False), ("Debts", False)]


def test_what_does_not_count_at_the_source_does_not_count_here(done):
    assert not match_of(done, "doesn't count").counted


def test_the_score_of_a_team_is_counted_once(new_database):
    scores = [won(1, "21", team="red"), won(2, "21", team="red"), score(3, "8", team="blue")]
    document = export(games=GAMES, players=PEOPLE, plays=[play("a", 5, scores, usesTeams=True)])
    [match] = imported(new_database(), document).matches
    assert [(one.score, bool(one.winner)) for one in match.standings(RECORDER)] == [(21, True), (21, True), (8, False)]


XML = b"""<plays username="ada">
<play id="7" date="2020-02-03" quantity="2" length="30" incomplete="0" nowinstats="0" location="Bologna">
 <item name="Highest" objecttype="thing" objectid="822"/>
 <players><player username="ada" userid="5" name="Ada" startposition="1" score="12" win="1"/>
 <player username="" userid="0" name="Bruno" startposition="" score="x" win="0"/></players></play>
<play id="8" date="2020-02-03" quantity="1" length="0" incomplete="1" nowinstats="1" location="">
 <item name="Highest" objecttype="thing" objectid="822"/>
 <players><player username="ada" userid="5" name="Ada" score="" win="0"/></players></play>
<play id="9" date="0000-00-00" quantity="1"><item name="Highest" objectid="822"/></play>
<play id="10" date="2020-02-03" quantity="1"><item name="Highest" objectid="822"/></play>
</plays>"""


def test_plays_of_boardgamegeek(new_database):
    done = imported(new_database(), XML, kind=Kind.BGG)
    assert done.planned == {"new": 3, "refused": 2}
    assert [(one.at, str(one.reason)[:9]) for one in done.plan.refused] == [
        ("/plays/play[3]", "There is "),
        ("/plays/play[4]", "Nobody ha"),
    ]
    first, _, unfinished = done.matches
    assert done.options(0) == done.options(1)
    assert (done.options(0).bgg_id, done.options(0).minutes, first.place) == (822, 30, "Bologna")
    assert [bool(one.winner) for one in first.standings(RECORDER)] == [True, False]
    assert not unfinished.counted
    assert unfinished.state.closed.unfinished


def test_a_table(new_database):
    text = "date;game;players;scores;winner\n2020-01-02;Highest;Ada, Bruno;1.5, 2;Bruno\n2020-01-02;;Ada;1;\n"
    done = imported(new_database(), text.encode(), kind=Kind.CSV)
    [match] = done.matches
    assert [(str(one.score), bool(one.winner)) for one in match.standings(RECORDER)] == [("1.5", False), ("2", True)]
    assert [one.at for one in done.plan.refused] == ["line 3"]
