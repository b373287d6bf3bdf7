"""Plays of BoardGameGeek, as its XML API sends them."""

import io
from datetime import date

import pytest

from service.readers.bgg import read_bgg
from service.readers.play import BadPlay, Play, UnreadableFile


def read(body, head='<?xml version="1.0" encoding="utf-8"?>'):
    return list(read_bgg(io.BytesIO(f'{head}<plays username="ada" total="1" page="1">{body}</plays>'.encode())))


PLAY = """
<play id="17" date="2020-05-06" quantity="1" length="45" incomplete="0" nowinstats="0" location="Bologna">
  <item name="Some game" objecttype="thing" objectid="822"><subtypes><subtype value="boardgame"/></subtypes></item>
  <comments>Good &amp; short</comments>
  <players>
    <player username="ada" userid="5" name="Ada" startposition="1" color="red" score="12" new="1" rating="0" win="1"/>
    <player username="" userid="0" name="Bruno B." startposition="north" color="" score="" new="0" rating="8" win="0"/>
    <player username="" userid="0" name="" startposition="" color="" score="3" new="0" rating="0" win="0"/>
  </players>
</play>
"""


def test_a_play_has_all_that_the_source_says():
    [found] = read(PLAY)
    assert (found.id, found.title, found.bgg_id, found.played_on) == ("17", "Some game", 822, date(2020, 5, 6))
    assert (found.minutes, found.place, found.note, found.losses) == (45, "Bologna", "Good & short", ("ratings",))
    ada, bruno, nobody = found.players
    assert (ada.id, ada.role, ada.score, ada.won, ada.new, ada.start) == ("user:5", "red", "12", True, True, True)
    assert (bruno.id, bruno.name, bruno.score, bruno.won, bruno.start) == (
        "name:bruno b.",
        "Bruno B.",
        "",
        False,
        False,
    )
    assert nobody.anonymous
    assert not nobody.id


def test_a_quantity_stands_for_several_plays():
    found = read(PLAY.replace('quantity="1"', 'quantity="3"'))
    assert [one.id for one in found] == ["17", "17#2", "17#3"]
    assert isinstance(read(PLAY.replace('quantity="1"', 'quantity="999999999"'))[0], BadPlay)


def test_incomplete_plays_and_those_that_do_not_count_say_so():
    [found] = read(PLAY.replace('incomplete="0"', 'incomplete="1"').replace('nowinstats="0"', 'nowinstats="1"'))
    assert (found.unfinished, found.counted) == (True, False)


def test_a_play_without_a_date_is_a_fault_with_its_path():
    found = read(PLAY + PLAY.replace("2020-05-06", "0000-00-00") + PLAY.replace('id="17"', 'id="18"'))
    assert [type(one) for one in found] == [Play, BadPlay, Play]
    assert found[1].at == "/plays/play[2]"


@pytest.mark.parametrize(
    "head",
    [
        '<!DOCTYPE plays [<!ENTITY a "b"><!ENTITY c "&a;&a;&a;">]>',
        '<!DOCTYPE plays SYSTEM "file:///etc/passwd">',
    ],
)
def test_document_types_are_refused(head):
    with pytest.raises(UnreadableFile, match="declares entities"):
        read(PLAY, head)


@pytest.mark.parametrize("body", [PLAY[:-10], "<play", "<a>" * 100, "\0"])
def test_what_is_no_xml_is_refused(body):
    with pytest.raises(UnreadableFile):
        read(body)


def test_another_document_is_refused():
    with pytest.raises(UnreadableFile, match="page of plays"):
        list(read_bgg(io.BytesIO(b"<items/>")))
