"""Tables: whatever encoding, delimiter, shape and order of dates."""

import io
from datetime import date

import pytest

from service.readers.mapping import TableMapping
from service.readers.play import BadPlay, UnreadableFile
from service.readers.table import read_table

A_ROW_A_PLAY = """Date;Game;Players;Scores;Winner;Place
2020-01-02;Some game;Ada, Bruno;12, 9;Ada;Bologna
2020-01-02;Some game;Bruno, Ada;7, 7+1;Ada, Bruno;Bologna
"""

A_ROW_A_PLAYER = """Data,Gioco,Giocatore,Punteggio,Vincitore
02/01/2020,Catan,Ada,12,sì
02/01/2020,Catan,Bruno,9,
02/01/2020,Catan,Ada,3,
02/01/2020,Catan,Chiara,4,sì
13/01/2020,Catan,Ada,1,sì
"""


def read(text, mapping=None, encoding="utf-8"):
    return list(read_table(io.BytesIO(text.encode(encoding)), mapping))


def test_a_row_is_a_play():
    first, second = read(A_ROW_A_PLAY)
    assert (first.title, first.played_on, first.place, first.at) == ("Some game", date(2020, 1, 2), "Bologna", "line 2")
    assert [(one.name, one.score, one.won) for one in first.players] == [("Ada", "12", True), ("Bruno", "9", False)]
    assert [one.won for one in second.players] == [True, True]
    assert first.id != second.id


def test_a_row_is_a_player_and_who_comes_again_plays_again():
    found = read(A_ROW_A_PLAYER)
    assert [[one.name for one in play.players] for play in found] == [["Ada", "Bruno"], ["Ada", "Chiara"], ["Ada"]]
    assert [[one.won for one in play.players] for play in found] == [[True, False], [False, True], [True]]
    assert [play.at for play in found] == ["line 2", "line 4", "line 6"]
    assert found[2].played_on == date(2020, 1, 13)


def test_a_play_is_known_again_when_its_scores_are_others():
    before, after = read(A_ROW_A_PLAY), read(A_ROW_A_PLAY.replace("12, 9", "13, 9"))
    assert [one.id for one in before] == [one.id for one in after]


def test_german_heads_and_dates_are_understood():
    text = "Datum\tSpiel\tSpieler\tPunkte\tSieger\tOrt\n3.4.2020\tKuhhandel\tÄnne/Jörg\t1/2\tjörg\tKöln\n"
    [found] = read(text, encoding="cp1252")
    assert (found.played_on, found.place) == (date(2020, 4, 3), "Köln")
    assert [(one.name, one.won) for one in found.players] == [("Änne", False), ("Jörg", True)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encodings_are_recognised(encoding):
    text = "date,title,players,scores\n2020-01-01,Café,Zoë;Ada,1;2\n"
    [found] = read(text, encoding=encoding)
    assert (found.title, found.players[0].name) == ("Café", "Zoë")


def test_a_mapping_says_what_is_not_guessed():
    text = "when,what,who,how many\n01/02/2020,Some game,Ada,5\n"
    with pytest.raises(UnreadableFile, match="No `date` column was found"):
        read(text)
    mapping = TableMapping(date="when", title="what", players="who", scores="how many", dates="mdy")
    [found] = read(text, mapping)
    assert (found.played_on, found.players[0].score) == (date(2020, 1, 2), "5")


def test_dates_that_can_be_read_in_two_ways_are_not_guessed():
    with pytest.raises(UnreadableFile, match="can’t be told apart"):
        read("date,title,player\n01/02/2020,Some game,Ada\n")


def test_rows_that_are_no_plays_are_faults_with_their_line():
    text = A_ROW_A_PLAY + "yesterday;X;Ada, Bruno;1, 2;Ada;\n2020-02-30;X;Ada;;;\n2020-02-01;X;Ada, Bruno;1;Ada;\n"
    found = read(text + "2020-02-01;X;Ada, Bruno;1, 2;Chiara;\n")
    assert [one.at for one in found if isinstance(one, BadPlay)] == ["line 4", "line 5", "line 6", "line 7"]


def test_cells_with_line_breaks_and_quotes_are_cells():
    [found] = read('date,title,player,note\n2020-01-01,"A ""game""",Ada,"one\ntwo"\n')
    assert (found.title, found.note) == ('A "game"', "one\ntwo")


def test_short_rows_and_blank_lines_are_read():
    [found] = read("date,title,player,score\n\n2020-01-01,A game,Ada\n\n")
    assert found.players[0].score == ""
