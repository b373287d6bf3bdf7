"""Through whose eyes a match is seen, and what a token allows."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.games.klunker import GAME
from domain.games.klunker.actions import KlunkerOptions
from domain.games.klunker.events import KlunkerPhase
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match import commands
from domain.match.events import Visibility
from domain.match.folding import evolve
from domain.match.match import Match
from service.auth.access import (
    ANONYMOUS,
    OwnRecord,
    Principal,
    may_read,
    sight,
)
from service.auth.errors import Forbidden, Unauthenticated, UnknownViewer

READER = Principal("r", frozenset({"read"}))
RECORDS = Principal("w", frozenset({"record"}))
ADMIN = Principal("a", frozenset({"admin"}))


def match(*, finished: bool, keep_secrets: bool = False) -> Match:
    """A match of three at step 0, which is its last one if it has finished."""
    options = KlunkerOptions(keep_secrets=keep_secrets)
    seats = [UUID(int=n) for n in range(3)]
    at = datetime(2024, 1, 1, tzinfo=UTC)
    opened = evolve(None, commands.open_match(GAME, options, seats, played_on=date(2024, 1, 1), at=at, by="x"))
    phase = KlunkerPhase.FINISHED if finished else KlunkerPhase.STOCK
    return replace(opened, step=5, state=replace(opened.state, phase=phase))


RUNNING, KEPT, OPEN = match(finished=False), match(finished=True, keep_secrets=True), match(finished=True)

SIGHTS: list[tuple[Match, Principal, str | None, int | None, Viewer | type[Exception]]] = [
    *(
        row
        for running in (RUNNING, KEPT)
        for step in (None, 3, 5)
        for outsider in (ANONYMOUS, READER)
        for row in (
            (running, outsider, None, step, PUBLIC),
            (running, outsider, "public", step, PUBLIC),
            (running, outsider, "seat:0", step, Forbidden),
            (running, outsider, "recorder", step, Forbidden),
            (running, outsider, "seat:3", step, UnknownViewer),
        )
    ),
    *(
        row
        for running in (RUNNING, KEPT)
        for step in (None, 3, 5)
        for insider in (RECORDS, ADMIN)
        for row in (
            (running, insider, None, step, RECORDER),
            (running, insider, "public", step, PUBLIC),
            (running, insider, "seat:2", step, 2),
            (running, insider, "recorder", step, RECORDER),
            (running, insider, "seat:-1", step, UnknownViewer),
        )
    ),
    *(
        row
        for anybody in (ANONYMOUS, READER, RECORDS, ADMIN)
        for step in (None, 3, 5)
        for row in (
            (OPEN, anybody, None, step, RECORDER),
            (OPEN, anybody, "public", step, RECORDER),
            (OPEN, anybody, "recorder", step, RECORDER),
            (OPEN, anybody, "seat:1", step, 1 if step == 3 else RECORDER),
            (OPEN, anybody, "nobody", step, UnknownViewer),
        )
    ),
]


@pytest.mark.parametrize(("seen", "principal", "asked", "step", "expected"), SIGHTS, ids=map(str, range(len(SIGHTS))))
def test_who_sees_through_whose_eyes(
    seen: Match, principal: Principal, asked: str | None, step: int | None, expected: Any
) -> None:
    if isinstance(expected, type):
        with pytest.raises(expected):
            sight(principal, seen, asked, step)
    else:
        assert sight(principal, seen, asked, step) == expected


@pytest.mark.parametrize("visibility", Visibility)
def test_only_readers_read_what_is_private(visibility: Visibility) -> None:
    assert may_read(READER, visibility) is (visibility is not Visibility.BLIND)
    assert may_read(ANONYMOUS, visibility) is (visibility in {Visibility.PUBLIC, Visibility.UNLISTED})


def test_a_second_record_is_read_by_who_keeps_it_and_who_arbitrates_or_administers() -> None:
    second, match = UUID(int=2), UUID(int=1)
    keeper = Principal("k", own=OwnRecord(second, blind_to=match))
    assert may_read(keeper.at(second), Visibility.BLIND)
    assert (keeper.at(second).sees_all, keeper.at(second).role, keeper.blind_to) == (True, "second_recorder", match)
    assert not may_read(keeper.at(match), Visibility.BLIND)
    assert not may_read(keeper.at(match), Visibility.PRIVATE)
    assert keeper.at(match).scopes == frozenset()
    assert may_read(ADMIN, Visibility.BLIND)
    assert may_read(Principal("j", frozenset({"arbitrate"})), Visibility.BLIND)
    assert not may_read(RECORDS, Visibility.BLIND)
    assert Visibility.BLIND not in READER.lists


def test_a_scope_is_required_of_a_token() -> None:
    RECORDS.require("record")
    with pytest.raises(Forbidden, match="scope 'record'"):
        READER.require("record")
    with pytest.raises(Unauthenticated, match="takes a token"):
        ANONYMOUS.require("read")
