"""Who may not know a secret is sent the same bytes whatever it is: bodies, headers, entity tags, sizes, refusals.

Two services hold the same matches with the same ids and times; in the other one, each match has other secrets
(`tests/service/twins.py`). Every `GET` of the OpenAPI document is covered by itself, as long as `STANDS_FOR` says what
stands for the names in its address. One that tells nothing of a match, or never ends, has its reason in `LEFT_OUT`.
Here the matches have come to their last step; `test_twin_walks.py` asks at steps on the way.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID, uuid5

import psycopg
import pytest
from msgspec import Struct, structs, to_builtins

from domain.codec import decode_with_id
from domain.kernel.errors import RuleViolation
from domain.kernel.viewer import PUBLIC, Viewer
from domain.match import commands
from domain.subjects.subject import subject_of_game
from service.auth.access import viewer_name
from service.auth.secret import derived
from service.eventstore.recorder import PlayerRow, SeatToken
from tests.domain.games.perturb import perturbed
from tests.domain.games.play import asked_seats, on_wire
from tests.service import every_read
from tests.service.conftest import running_service
from tests.service.eventstore.blocking import opened
from tests.service.every_read import READS, Asked
from tests.service.twin_services import LEFT_OUT, Both, write_beside, write_series
from tests.service.twins import STEPS, Twins, all_twins

pytestmark = pytest.mark.slow

_NAMES: Final = UUID(int=1)
_BEGIN: Final = datetime(2026, 1, 17, 19, 30, tzinfo=UTC)
_MAKER: Final = "partita_0_maker"


class Told(Struct, frozen=True):
    """A match that stands in both services, with the secrets of `twins.one` and of `twins.other`."""

    twins: Twins
    match_id: UUID
    ended: bool

    @property
    def name(self) -> str:
        state = "kept" if self.ended else "running"
        return f"{self.twins.game.meta.key}-{self.twins.setup.seats}-{viewer_name(self.twins.viewer)}-{state}"

    @property
    def token(self) -> str | None:
        """What `twins.viewer` comes with."""
        viewer = self.twins.viewer
        return derived(_MAKER, "seat", self.match_id, viewer).text if isinstance(viewer, int) else None


def _told() -> list[Told]:
    return [
        Told(twins, uuid5(_NAMES, f"{number} {ended}"), ended)
        for number, twins in enumerate(all_twins())
        for ended in (False, True)
    ]


MATCHES: Final = _told()
_SETUPS: Final = {told.twins.game.meta.key: told.twins.setup for told in reversed(MATCHES)}
EVERY_MATCH: Final = pytest.mark.parametrize(
    "told",
    [
        pytest.param(
            told, id=told.name, marks=() if told.twins.setup == _SETUPS[told.twins.game.meta.key] else pytest.mark.long
        )
        for told in MATCHES
    ],
)
"""Those of another set-up of the game take their time."""


def _steps(told: Told) -> list[int]:
    """Some that there are, the last, and one that there isn't; more of them where there is time."""
    apart = 9 if told.twins.setup == _SETUPS[told.twins.game.meta.key] else 5
    return [*range(0, len(told.twins.one), apart), len(told.twins.one), 999]


STANDS_FOR: Final[dict[str, Callable[[Told], Sequence[Any]]]] = {
    "match_id": lambda told: [told.match_id],
    "step": _steps,
    "seat": lambda told: range(told.twins.setup.seats),
    "game": lambda told: [told.twins.game.meta.key],
    "subject_id": lambda told: [subject_of_game(told.twins.game.meta.key).id],
    "series_id": lambda told: [uuid5(told.match_id, "series")],
    "player_id": lambda told: _players(told)[:1],
    "other": lambda told: _players(told)[1:2],
    "annotation_id": lambda told: [uuid5(told.match_id, "annotation"), uuid5(told.match_id, "open annotation")],
    "variation_id": lambda told: [uuid5(told.match_id, "variation")],
    "invitation_id": lambda told: [uuid5(told.match_id, "invitation")],
    "import_id": lambda told: [uuid5(told.match_id, "import")],
}
"""The values of a name in an address."""

ASKED: Final[dict[str, Callable[[Told], Sequence[Any]]]] = {
    "viewer": lambda told: ["public", "recorder", *(f"seat:{seat}" for seat in range(told.twins.setup.seats))],
    "step": _steps,
    "seat": lambda told: range(told.twins.setup.seats),
    "after": lambda told: [1, STEPS],
    "include": lambda told: ["retracted"],
    "version": lambda told: [1, STEPS, STEPS + 4, 999],
    "annotations": lambda told: ["false"],
    "with": lambda told: [one.match_id for one in MATCHES if one.twins is told.twins and one is not told],
}
"""The values of a query parameter, one of which is sent at a time."""


def _players(told: Told) -> list[UUID]:
    return [uuid5(told.match_id, f"player {seat}") for seat in range(told.twins.setup.seats)]


class Clock:
    """Tells the same times in both services."""

    def __init__(self) -> None:
        self.now = _BEGIN

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1, milliseconds=1)
        return self.now


def record(conninfo: str, line: Callable[[Twins], Sequence[Any]]) -> int:
    """Record every match with the secrets of one line; the position of the last event."""
    clock, position = Clock(), 0
    with opened(conninfo) as store:
        for told in MATCHES:
            position = _record(store.commands(clock), told, line(told.twins))
            match = store.matches.load(told.match_id)
            write_beside(store.notes, told.match_id, match, line(told.twins), clock())
            position = write_series(store, told.match_id, told.twins.game.meta.key, _players(told), clock())
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE players SET created_at = %s", (_BEGIN,))
    return position


def _record(match_commands: Any, told: Told, actions: Sequence[Any]) -> int:
    """A match in which two actions were taken back and played again."""
    setup, players = told.twins.setup, _players(told)
    bearers = [derived(_MAKER, "seat", told.match_id, seat) for seat in range(setup.seats)]
    match_commands.open_match(
        told.match_id,
        told.twins.game,
        structs.replace(setup.options, keep_secrets=told.ended),
        players,
        new_players=[PlayerRow(player, f"Player {seat}") for seat, player in enumerate(players)],
        tokens=[
            SeatToken(bearer.id, bearer.digest, told.match_id, seat, f"Seat {seat}", "a test")
            for seat, bearer in enumerate(bearers)
        ],
        played_on=date(2026, 1, 17),
        by="a test",
    )
    back = len(actions) - 2
    match_commands.play(told.match_id, lambda _: actions, by="a test")
    match_commands.revise(
        told.match_id, lambda match, at: [commands.retract(match, back, "a slip", at=at, by="a test")]
    )
    written = match_commands.play(told.match_id, lambda _: actions[back:], by="a test")
    if told.ended:
        written = match_commands.revise(
            told.match_id, lambda match, at: [commands.abandon(match, "late", at=at, by="a test")]
        )
    position: int = written.position
    return position


class Owned(Struct):
    both: Both
    token: str
    databases: tuple[str, str]

    def last_version(self, told: Told) -> int:
        """The id of the last event of a match in its stream, which has no end."""
        answer = self.both.same("GET", f"/api/v1/matches/{told.match_id}?viewer=public", token=self.token)
        return int(answer.json["version"])


@pytest.fixture(scope="module")
def services(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Owned]:
    data: Path = tmp_path_factory.mktemp("data")
    databases = new_database(), new_database()
    lines: tuple[Callable[[Twins], Sequence[Any]], ...] = (lambda twins: twins.one, lambda twins: twins.other)
    positions = {record(database, line) for database, line in zip(databases, lines, strict=True)}
    assert len(positions) == 1
    with running_service(databases[0], data) as one, running_service(databases[1], data) as other:
        both = Both([str(one.base_url), str(other.base_url)])
        position = positions.pop()
        for told in MATCHES:
            both.reach(told.match_id, (position, position))
        yield Owned(both, one.headers["authorization"].removeprefix("Bearer "), databases)
        both.close()


def requests(name: str, told: Told) -> Iterator[Asked]:
    """What to send to an operation of a match."""
    return every_read.requests(
        name,
        {known: values(told) for known, values in STANDS_FOR.items()},
        {parameter: values(told) for parameter, values in ASKED.items()},
    )


# --- reading ---


def test_every_read_is_covered_or_left_out_for_a_reason() -> None:
    assert set(LEFT_OUT) <= set(READS)
    for name in READS.keys() - LEFT_OUT.keys():
        assert list(requests(name, MATCHES[0])), name


def test_every_game_has_secrets_from_every_viewer(services: Owned) -> None:
    """Else nothing would be shown here."""
    for told in MATCHES:
        events = f"/api/v1/matches/{told.match_id}/events"
        assert services.both.differ(events, services.token), told.name
    viewers: dict[str, set[Viewer]] = {}
    for told in MATCHES:
        viewers.setdefault(told.twins.game.meta.key, set()).add(told.twins.viewer)
    assert all(found >= {PUBLIC, 0, 1} for found in viewers.values())


@EVERY_MATCH
def test_who_may_not_know_it_is_sent_the_same_bytes_whatever_a_secret_is(services: Owned, told: Told) -> None:
    answered = 0
    for name in READS.keys() - LEFT_OUT.keys():
        for address, query, headers in requests(name, told):
            until = services.last_version(told) if name == "streamEvents" else None
            answer = services.both.same("GET", address, token=told.token, query=query, headers=headers, until=until)
            answered += answer.status == 200
    assert answered > STEPS


# --- hashes of the log, which can't be the same ---


def test_proofs_of_secrets_are_refused_in_the_same_bytes(services: Owned) -> None:
    for told in MATCHES:
        proof = f"/api/v1/matches/{told.match_id}/proof"
        assert services.both.differ(proof, services.token)
        for query in ({}, {"version": 1}, {"version": STEPS}, {"version": 999}):
            assert services.both.same("GET", proof, token=told.token, query=query).status == 403


def test_each_hash_has_random_bytes_that_no_answer_tells(services: Owned) -> None:
    """They aren't the same in both services, whose answers are."""
    ids = [event_id for database in services.databases for event_id in ids_of(database)]
    assert {len(event_id) for event_id in ids} == {8}
    assert len(set(ids)) == len(ids) > 2 * STEPS * len(MATCHES)


def test_hashes_differ_as_well_where_no_secret_does(services: Owned, new_database: Callable[[], str]) -> None:
    """So that they differ tells nothing: whoever has guessed an event can't see in them that it is the right one."""
    again = new_database()
    record(again, lambda twins: twins.one)
    one, same, other = (leaves_of(database) for database in (services.databases[0], again, services.databases[1]))
    assert len(one) == len(same) == len(other)
    assert all(len(set(leaves)) == 3 for leaves in zip(one, same, other, strict=True))


def test_heads_and_consistency_are_alike_but_for_hashes(services: Owned) -> None:
    size = len(leaves_of(services.databases[0]))
    for first in (0, 1, STEPS, size - 1, size):
        one, other = services.both.each("GET", "/api/v1/log/consistency", query={"first": first})
        assert without_hashes(one.json) == without_hashes(other.json)
    one, other = services.both.each("GET", "/api/v1/log/head")
    assert without_hashes(one.json) == without_hashes(other.json)
    assert one.json["size"] == size
    services.both.same("GET", "/api/v1/log/consistency", query={"first": size + 1})


def ids_of(conninfo: str) -> list[bytes]:
    """What tells the events of a log apart, in its order."""
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT topic, state FROM match_events ORDER BY notification_id").fetchall()
    return [decode_with_id(topic, state)[0] for topic, state in rows]


def leaves_of(conninfo: str) -> list[bytes]:
    with psycopg.connect(conninfo) as connection:
        return [leaf for (leaf,) in connection.execute("SELECT hash FROM log_leaves ORDER BY position").fetchall()]


def without_hashes(told: dict[str, Any]) -> dict[str, Any]:
    """A head or a consistency proof without what is made of hashes, but with its sizes."""
    if "path" in told:
        return {**told, "path": [len(one) for one in told["path"]], "head": without_hashes(told["head"])}
    name, size, root, empty, signature = told["note"].split("\n")[:5]
    assert (empty, root) == ("", told["root"])
    return {**told, "root": len(root), "note": (name, size, len(signature))}


# --- being refused ---


PAGES: Final = (
    "/",
    "/matches",
    "/matches?player={player}&with={other}&status=finished",
    "/matches/{match}",
    "/matches/{match}?step=1",
    "/games",
    "/games/{game}",
    "/games/{game}/leaderboard?sort=best",
    "/subjects",
    "/subjects/{subject}",
    "/players",
    "/players/{player}",
    "/players/{player}/against/{other}",
    "/series",
    "/series/{series}",
    "/statistics?game={game}",
    "/statistics?player={player}",
    "/statistics/matches.csv",
    "/matches/{match}/comparison?with={same}",
)
"""The pages that tell of matches, as the reads of the API do that they are made of."""

PAGES_FOR_SOME: Final = (
    "/matches/{match}/record",
    "/matches/{match}/record?choice=0",
    "/matches/{match}/record/identify/1",
    "/matches/{match}/record/adjust",
    "/matches/{match}/result",
    "/embed/matches/{match}?step=1",
    "/matches/{match}/preview.png?step=1",
)
"""Those that not everybody is shown."""


@EVERY_MATCH
def test_pages_are_the_same_bytes_too(services: Owned, told: Told) -> None:
    names = {
        "match": told.match_id,
        "game": told.twins.game.meta.key,
        "subject": STANDS_FOR["subject_id"](told)[0],
        "series": STANDS_FOR["series_id"](told)[0],
        "player": STANDS_FOR["player_id"](told)[0],
        "other": STANDS_FOR["other"](told)[0],
        "same": ASKED["with"](told)[0],
    }
    headers = {"Accept": "text/html", "Host": "partita.example"}  # an address of a page may be in it, as its image's is
    for path in PAGES:
        answer = services.both.same("GET", path.format(**names), token=told.token, headers=headers)
        assert answer.status in {200, 303}, path
    shown = set()
    for path in PAGES_FOR_SOME:
        answer = services.both.same("GET", path.format(**names), token=told.token, headers=headers)
        assert answer.status in {200, 401, 403, 404}, path
        if answer.status == 200:
            shown.add(path)
    assert told.token is None or "/matches/{match}/record" in shown


@EVERY_MATCH
def test_a_seats_refusals_tell_nothing_of_the_others(services: Owned, told: Told) -> None:
    """Own actions that are nearly legal, others' actions, corrections: refused in the same words."""
    twins, path = told.twins, f"/api/v1/matches/{told.match_id}"
    for attempt in _refused(told):
        answer = services.both.same("POST", f"{path}/actions", token=told.token, body={"actions": [attempt]})
        assert answer.status in {400, 401, 403, 422}, answer
    for part, body in (
        ("retractions", {"to_step": 0}),
        ("amendments", {"step": 1, "actions": [], "dry_run": True}),
        ("restorations", {"version": 2}),
        ("conclusion", {}),
        ("reopening", {}),
    ):
        answer = services.both.same("POST", f"{path}/{part}", token=told.token, body=body, headers={"If-Match": '"1"'})
        assert answer.status in {401, 403, 412}, (part, answer)
    undo = services.both.same("POST", f"{path}/retractions", token=told.token, body={"to_step": 0})
    assert undo.status in {401, 422}, undo
    assert twins.viewer is PUBLIC or told.token is not None


def _refused(told: Told) -> Iterator[dict[str, Any]]:
    """Actions that both tables refuse to `viewer`."""
    twins, random = told.twins, Random(5)
    states = twins.states
    for action in {structs.replace(action) for action in twins.one[-12:]}:
        wire = to_builtins(action)
        yield from (
            attempt
            for attempt in (wire, *perturbed(twins.game.meta.key, wire, twins.setup.seats, random))
            if not isinstance(twins.viewer, int)
            or attempt.get("seat") != twins.viewer
            or not _legal(twins, states, attempt)
        )
    if isinstance(twins.viewer, int) and twins.viewer in asked_seats(twins.game, states[0]):
        options = twins.game.legal_actions(states[0], twins.viewer)
        for option in options.actions[:10]:
            for attempt in perturbed(twins.game.meta.key, to_builtins(option), twins.setup.seats, random):
                if not _legal(twins, states, attempt):
                    yield attempt


def _legal(twins: Twins, states: Sequence[Any], wire: dict[str, Any]) -> bool:
    """Whether one of the two tables would take it."""
    for state in states:
        try:
            twins.game.decide(state, on_wire(twins.game, wire))
        except (RuleViolation, ValueError):
            continue
        return True
    return False
