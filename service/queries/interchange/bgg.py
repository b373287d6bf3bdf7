"""Plays as BoardGameGeek's XML API 2 sends them, which :mod:`service.readers.bgg` reads again.

https://boardgamegeek.com/wiki/page/BGG_XML_API2#Plays
"""

import re
from collections.abc import Sequence
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from service.queries.interchange.plays import distinct_names
from service.readers.play import Play

_BEGIN: Final = b'<?xml version="1.0" encoding="utf-8"?>\n<plays>\n'
_NO_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class BggWriter:
    """Writes a page of all plays, and holds nothing back."""

    def begin(self) -> bytes:
        """The declaration, and the beginning of the page."""
        return _BEGIN

    def rows(self, plays: Sequence[Play]) -> bytes:
        """Some more plays."""
        return b"".join(tostring(_play(play), encoding="utf-8") + b"\n" for play in plays)

    def end(self) -> bytes:
        """The end of the page."""
        return b"</plays>\n"


def _play(play: Play) -> Element:
    element = Element(
        "play",
        {
            "id": play.id,
            "date": str(play.played_on),
            "quantity": "1",
            "length": str(play.minutes or 0),
            "incomplete": _flag(play.unfinished),
            "nowinstats": _flag(not play.counted),
            "location": _plain(play.place),
        },
    )
    item = {"name": _plain(play.title), "objecttype": "thing", "objectid": str(play.bgg_id or 0)}
    SubElement(SubElement(element, "item", item), "subtypes")
    if play.note:
        SubElement(element, "comments").text = _plain(play.note)
    players = SubElement(element, "players")
    for player, name in zip(play.players, distinct_names(play), strict=True):
        attributes = {
            "username": "",
            "userid": "0",
            "name": _plain(name),
            "startposition": "1" if player.start else "",
            "color": _plain(player.role),
            "score": _plain(player.score),
            "new": _flag(player.new),
            "rating": "0",
            "win": _flag(player.won),
        }
        SubElement(players, "player", attributes)
    return element


def _flag(value: bool) -> str:
    return str(int(value))


def _plain(text: str) -> str:
    """`text` without the characters that XML 1.0 has no place for (2.2)."""
    return _NO_XML.sub("", text)
