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
from service.readers.play import BadPlay, Play, SourcePlayer, UnreadableFile
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
        raise UnreadableFile(f"It isn't XML: {error}.") from None
    except DefusedXmlException:
        raise UnreadableFile("It declares entities or a document type, which plays have no use for.") from None
    except (ValueError, LookupError) as error:  # an encoding that there isn't
        raise UnreadableFile(f"It can't be decoded: {error}.") from None


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
                raise UnreadableFile("It isn't a page of plays of BoardGameGeek.", f"/{root.tag[:40]}")
        if depth > MAX_DEPTH:
            raise UnreadableFile(f"It is nested more than {MAX_DEPTH} levels deep.")
        if event == "end" and depth == 1:
            if element.tag == "play":
                number += 1
                yield from _read(element, f"/plays/play[{number}]", plays_on)
            root.clear()
            bounded.advance()


def _read(element: Element, at: str, plays_on: "Counter[date]") -> Iterator[Play | BadPlay]:
    try:
        play = _play(element, at)
    except ValueError as error:
        yield BadPlay(at, f"{error}.")
        return
    quantity = max(1, whole(element.get("quantity")))
    if quantity > _MOST_PLAYS:
        yield BadPlay(at, f"It stands for {quantity} plays; {_MOST_PLAYS} are the most.")
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
        ValueError: it has no date, such as ``0000-00-00``, no id, or no game.
    """
    item = element.find("item")
    if item is None:
        raise ValueError("It doesn't say what was played")
    if not (play_id := element.get("id", "").strip()):
        raise ValueError("It has no id")
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
