"""Plays of BoardGameGeek, in the form in which its XML API 2 sends them: pages of ``<plays><play …/></plays>``.

https://boardgamegeek.com/wiki/page/BGG_XML_API2#Plays describes it. Files with several pages one after the other are no
XML; each page is a file of its own.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import IO, Any, Final
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse
from msgspec import structs

from domain.match.events import MOST_ORDINAL
from service.readers.bounded import MAX_DEPTH, BoundedFile
from service.readers.play import BadPlay, Play, SourcePlayer, UnreadableFile, UnreadablePlay
from service.readers.reason import Reason
from service.readers.text import day_and_time, positive, true, whole, with_time

_MOST_PLAYS: Final = 1000
"""Plays that one entry may stand for."""


def read_bgg(file: IO[bytes]) -> Iterator[Play | BadPlay]:
    """The plays of a page; one that stands for several comes as often, with ``#2``, ``#3`` and so on behind its id.

    Raises:
        UnreadableFile: it isn't XML, isn't a page of plays, has a document type or entities, is too deep, or has too
            long an element.
    """
    bounded = BoundedFile(file)
    try:
        yield from _plays(bounded)
    except ParseError as error:
        line, column = error.position
        raise UnreadableFile("not_xml", code=error.code, line=line, column=column + 1) from None
    except DefusedXmlException:
        raise UnreadableFile("declares_entities") from None
    except (ValueError, LookupError):  # an encoding that there isn't
        raise UnreadableFile("not_decodable") from None


def _plays(bounded: BoundedFile) -> Iterator[Play | BadPlay]:
    events = iterparse(bounded, events=("start", "end"), forbid_dtd=True)
    root: Any = None
    depth = number = 0
    plays_on: Counter[date] = Counter()
    for event, element in events:
        depth += 1 if event == "start" else -1
        if root is None:
            root = element
            if root.tag != "plays":
                raise UnreadableFile("no_page_of_plays", f"/{root.tag[:40]}")
        if depth > MAX_DEPTH:
            raise UnreadableFile("too_deep", most=MAX_DEPTH)
        if event == "end" and depth == 1:
            if element.tag == "play":
                number += 1
                yield from _read(element, f"/plays/play[{number}]", plays_on)
            root.clear()
            bounded.advance()


def _read(element: Element, at: str, plays_on: "Counter[date]") -> Iterator[Play | BadPlay]:
    try:
        play = _play(element, at)
    except UnreadablePlay as error:
        yield BadPlay(at, error.reason)
        return
    quantity = max(1, whole(element.get("quantity")))
    if quantity > _MOST_PLAYS:
        yield BadPlay(at, Reason.of("too_many_plays", quantity=quantity, most=_MOST_PLAYS))
        return
    plays_on[play.played_on] += 1
    ordinal = _ordinal(play.id) or plays_on[play.played_on]
    yield structs.replace(play, ordinal=ordinal)
    for number in range(2, quantity + 1):
        yield structs.replace(play, id=f"{play.id}#{number}", ordinal=ordinal + number - 1)


def _ordinal(play_id: str) -> int:
    """What orders the plays of a date: ids of BoardGameGeek grow. 0 where it isn't one of these."""
    return min(max(0, whole(play_id)) * _MOST_PLAYS, MOST_ORDINAL - _MOST_PLAYS)


def _play(element: Element, at: str) -> Play:
    """The play.

    Raises:
        UnreadablePlay: it has no date, such as ``0000-00-00``, no id, or no game.
    """
    item = element.find("item")
    if item is None:
        raise UnreadablePlay("no_game")
    if not (play_id := element.get("id", "").strip()):
        raise UnreadablePlay("no_id")
    played_on, time = day_and_time(element.get("date", ""))
    comments = element.findtext("comments") or ""
    return Play(
        id=play_id,
        at=at,
        title=item.get("name", "").strip(),
        bgg_id=positive(item.get("objectid")),
        played_on=played_on,
        players=tuple(_player(player) for player in element.iterfind("players/player")),
        place=element.get("location", "").strip(),
        minutes=positive(element.get("length")),
        note=with_time(comments.strip(), time),
        unfinished=true(element.get("incomplete")),
        counted=not true(element.get("nowinstats")),
        losses=("ratings",) if any(whole(one.get("rating")) for one in element.iterfind("players/player")) else (),
    )


def _player(element: Element) -> SourcePlayer:
    name, username = element.get("name", "").strip(), element.get("username", "").strip()
    account = positive(element.get("userid"))
    named = name or username
    return SourcePlayer(
        id=f"user:{account}" if account else f"name:{' '.join(named.casefold().split())}" if named else "",
        name=named,
        anonymous=not named,
        role=element.get("color", "").strip(),
        score=element.get("score", "").strip(),
        won=true(element.get("win")),
        new=true(element.get("new")),
        start=element.get("startposition", "").strip() == "1",
    )
