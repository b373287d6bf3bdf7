"""A match followed live: what is told to whom, for how long, and again from where."""

import socket
import time
from collections.abc import Callable, Iterator
from typing import Any
from uuid import UUID

import httpx
import psycopg
import pytest

from benchmarks.leaves import append_leaves
from domain.match import commands
from tests.service.conftest import running_service
from tests.service.eventstore.blocking import BlockingStore, opened
from tests.service.http_client import client_of
from tests.service.live.reader import following
from tests.service.programs import wait_until
from tests.service.scenes import (
    DEAL,
    FIRST,
    MATCHES,
    NOBODY,
    ROUND,
    THREE,
    dealt,
    items,
    open_match,
    played,
    problem,
    whole,
)
from tests.tiers import thinned

HEARTBEAT = 0.3
PLACES = 12


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder = tmp_path_factory.mktemp("data")
    settings: dict[str, Any] = {"heartbeat_seconds": HEARTBEAT, "reading_seconds": 1.0, "streams": PLACES}
    with running_service(database, folder, **settings) as client:
        yield client


@pytest.fixture(scope="module")
def public(api: httpx.Client) -> Iterator[httpx.Client]:
    with client_of(api.base_url) as client:
        yield client


@pytest.fixture
def store(database: str) -> Iterator[BlockingStore]:
    """Writes past the service."""
    with opened(database) as store:
        yield store


def log(client: httpx.Client, match: dict[str, Any], **parameters: Any) -> list[dict[str, Any]]:
    return items(client, f"{MATCHES}/{match['id']}/events", include="retracted", **parameters)


def metric(api: httpx.Client, name: str) -> float:
    (line,) = (line for line in api.get("/metrics").text.splitlines() if line.startswith(f"{name} "))
    return float(line.split()[1])


# --- what is told ---


def test_what_was_before_comes_first_and_then_what_happens(api: httpx.Client) -> None:
    match = dealt(api)
    with following(api, match) as stream:
        assert [event["type"] for event in stream.take(2)] == ["opened", "played"]
        played(api, match, *ROUND)
        assert [event["version"] for event in stream.take(10)] == list(range(3, 13))
        api.patch(f"{MATCHES}/{match['id']}", json={"note": "well played"})
        assert stream.take(1)[0]["facts"]["note"] == "well played"
    with following(api, match) as stream:
        assert stream.take(13) == log(api, match)


@pytest.mark.parametrize("viewer", ["public", "seat:1", "recorder"])
def test_a_viewer_sees_what_the_log_shows(api: httpx.Client, viewer: str) -> None:
    match = dealt(api)
    with following(api, match, viewer=viewer) as stream:
        before = stream.take(2)
        played(api, match, *ROUND)
        assert before + stream.take(10) == log(api, match, viewer=viewer)
        assert stream.viewers == [viewer]


def test_who_has_no_token_sees_what_the_public_may(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    with following(public, match) as stream:
        dealing = stream.take(2)[1]
        assert {card for hand in dealing["action"]["hands"] for card in hand} == {"hidden"}
        assert stream.viewers == ["public"]
    problem(public.get(f"{MATCHES}/{match['id']}/stream", params={"viewer": "seat:0"}), 403, "forbidden")


@pytest.mark.parametrize("keep_secrets", [False, True])
def test_when_the_match_ends_what_follows_is_open(
    api: httpx.Client, public: httpx.Client, *, keep_secrets: bool
) -> None:
    """As in the log at that moment; what was told before isn't told again, but that it can be read open now."""
    match = open_match(api, options={"dealing": "open", "keep_secrets": keep_secrets})
    actions = THREE["actions"]
    with following(public, match) as stream:
        played(api, match, *actions[:-1])
        hidden = stream.take(len(actions))
        assert hidden == log(public, match)
        assert stream.viewers == ["public"]
        played(api, match, actions[-1])
        last = stream.take(1)
        assert last == log(public, match)[-1:]
        assert stream.viewers == (["public"] if keep_secrets else ["public", "recorder"])
        assert (hidden == log(public, match)[:-1]) is keep_secrets
        back = api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 1, "reason": "the wrong deck"})
        assert back.is_success
        assert stream.take(1)[0]["type"] == "retracted"
        assert stream.viewers[-1] == "public"


def test_whatever_is_accepted_the_answer_is_a_stream_of_events(api: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/stream"
    for accept in ("text/event-stream", "*/*", "application/json"):
        with api.stream("GET", path, headers={"Accept": accept}) as answer:
            assert answer.status_code == 200
            assert answer.headers["content-type"].startswith("text/event-stream")
            assert answer.headers["cache-control"] == "private, no-cache"
            assert next(answer.iter_lines()).startswith("retry: ")


def test_head_tells_the_headers_and_ends(api: httpx.Client) -> None:
    match = dealt(api)
    since = time.monotonic()
    answer = api.head(f"{MATCHES}/{match['id']}/stream")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert time.monotonic() - since < 15
    wait_until(lambda: metric(api, "partita_streams_open") == 0)


# --- again ---


@pytest.mark.slow
def test_who_comes_again_gets_what_it_hasnt_got(api: httpx.Client) -> None:
    match = whole(api)
    everything = log(api, match)
    for last in (0, 1, 2, 17, len(everything) - 1):
        with following(api, match, last, after=3) as stream:  # the address is still that of the first time
            assert stream.take(len(everything) - last) == everything[last:]
        with following(api, match, after=last) as stream:
            assert stream.take(len(everything) - last) == everything[last:]
    with following(api, match, len(everything)) as stream:
        stream.ping()
        api.patch(f"{MATCHES}/{match['id']}", json={"note": "afterwards"})
        assert stream.take(1)[0]["version"] == len(everything) + 1


@pytest.mark.slow
def test_the_step_is_right_after_a_retraction_however_often_one_comes_again(api: httpx.Client) -> None:
    match = dealt(api)
    played(api, match, *ROUND[:4])
    api.post(f"{MATCHES}/{match['id']}/retractions", json={"to_step": 2, "reason": "no"})
    api.patch(f"{MATCHES}/{match['id']}", json={"note": "?"})
    played(api, match, *ROUND[1:3])
    everything = log(api, match)
    for last in range(len(everything)):
        with following(api, match, last) as stream:
            assert stream.take(1) == everything[last : last + 1]


@pytest.mark.parametrize("last", thinned(["x", "3", "", "-1", "+1", "1.5", "١", "9" * 19], quick=2))
def test_an_id_that_isnt_one_of_ours(api: httpx.Client, last: str) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/stream"
    answer = api.get(path, headers={b"Last-Event-ID": last.encode()})
    assert problem(answer, 400, "invalid-request")["parameter"] == "Last-Event-ID"


def test_a_version_that_isnt_there_yet(api: httpx.Client) -> None:
    path = f"{MATCHES}/{dealt(api)['id']}/stream"
    assert problem(api.get(path, params={"after": 3}), 400, "invalid-request")["parameter"] == "after"
    for wrong in ("-1", "x", "1000001"):
        assert problem(api.get(path, params={"after": wrong}), 400, "invalid-request")["parameter"] == "after"


# --- how long ---


@pytest.mark.slow
def test_it_is_heard_of_when_nothing_happens(api: httpx.Client) -> None:
    match = dealt(api)
    since = time.monotonic()
    with following(api, match) as stream:
        stream.take(2)
        for _ in range(3):
            stream.ping()
        assert 3 * HEARTBEAT <= time.monotonic() - since < 30 * HEARTBEAT


def test_there_is_nothing_to_follow(api: httpx.Client, public: httpx.Client) -> None:
    problem(api.get(f"{MATCHES}/{NOBODY}/stream"), 404, "not-found")
    match = dealt(api, visibility="private")
    problem(public.get(f"{MATCHES}/{match['id']}/stream"), 404, "not-found")


def test_it_ends_when_the_match_becomes_private(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    with following(public, match) as stream, following(api, match) as own:
        stream.take(2)
        own.take(2)
        api.patch(f"{MATCHES}/{match['id']}", json={"visibility": "private"})
        assert stream.rest() == []
        assert own.take(1)[0]["facts"]["visibility"] == "private"


@pytest.mark.slow
def test_it_ends_when_the_match_is_removed(api: httpx.Client, store: BlockingStore) -> None:
    match = dealt(api)
    with following(api, match) as stream:
        stream.take(2)
        remove = commands.remove("a test", at=store.matches.load(UUID(match["id"])).updated_at, by="tester")
        store.matches.revise(UUID(match["id"]), lambda _: [remove])
        assert stream.rest() == []


@pytest.mark.slow
def test_it_ends_when_the_token_is_revoked(api: httpx.Client, database: str, client_with: Any) -> None:
    match = dealt(api, visibility="private")
    reader = client_with("read")
    with following(reader, match) as stream:
        stream.take(2)
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE tokens SET revoked_at = now() WHERE label = 'test'")
        assert stream.rest() == []
    problem(reader.get(f"{MATCHES}/{match['id']}/stream"), 401, "unauthenticated")


@pytest.mark.slow
def test_a_token_that_is_revoked_is_noticed_while_things_happen(
    api: httpx.Client, database: str, client_with: Any
) -> None:
    match = dealt(api, visibility="private")
    with following(client_with("read"), match) as stream:
        stream.take(2)
        with psycopg.connect(database) as connection:
            connection.execute("UPDATE tokens SET revoked_at = now() WHERE label = 'test'")
        events = iter(stream)
        end = time.monotonic() + 10
        told = True
        while told:
            assert time.monotonic() < end
            api.patch(f"{MATCHES}/{match['id']}", json={"note": str(time.monotonic())})
            told = next(events, None) is not None


@pytest.mark.slow
def test_there_are_only_so_many_places(api: httpx.Client) -> None:
    match = dealt(api)
    wait_until(lambda: metric(api, "partita_streams_open") == 0)
    with client_of(api.base_url, headers=api.headers, limits=httpx.Limits()) as client:
        streams = [following(client, match) for _ in range(PLACES)]
        readers = [stream.__enter__() for stream in streams]
        for reader in readers:
            reader.take(2)
        assert metric(api, "partita_streams_open") == PLACES
        answer = client.get(f"{MATCHES}/{match['id']}/stream")
        problem(answer, 503, "too-many-streams")
        assert int(answer.headers["retry-after"]) > 0
        played(api, match, FIRST)
        assert {tuple(event["version"] for event in reader.take(1)) for reader in readers} == {(3,)}
        for stream in streams:
            stream.__exit__(None, None, None)
    wait_until(lambda: metric(api, "partita_streams_open") == 0)


@pytest.mark.slow
def test_who_doesnt_read_is_dropped(api: httpx.Client, database: str) -> None:
    """And those that do read go on."""
    match = open_match(api, note="n" * 1000)
    api.patch(f"{MATCHES}/{match['id']}", json={"place": "here"})
    dropped = metric(api, "partita_streams_dropped_total")
    with socket.socket() as slow, following(api, match) as good, psycopg.connect(database) as connection:
        good.take(2)
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        slow.connect((str(api.base_url.host), int(api.base_url.port or 0)))
        slow.sendall(f"GET {MATCHES}/{match['id']}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        many = 6000  # more than the buffers of the network hold
        connection.execute(
            "INSERT INTO match_events (originator_id, originator_version, topic, state)"
            " SELECT originator_id, version, topic, state FROM match_events, generate_series(3, %s) version"
            " WHERE originator_id = %s AND originator_version = 2 ORDER BY version",
            (many, match["id"]),
        )
        append_leaves(connection)
        connection.commit()
        assert good.take(many - 2)[-1]["version"] == many
        wait_until(lambda: metric(api, "partita_streams_dropped_total") == dropped + 1)
        wait_until(lambda: metric(api, "partita_streams_open") == 1)
        played(api, match, DEAL)
        assert good.take(1)[0]["type"] == "played"


# --- whatever happens to the notifications ---


@pytest.mark.slow
def test_a_connection_for_notifications_that_is_lost(api: httpx.Client, database: str) -> None:
    match = dealt(api)
    with following(api, match) as stream:
        stream.take(2)
        for action in ROUND:
            with psycopg.connect(database) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
                    " AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN%' OR query LIKE '%array_agg%')"
                )
            played(api, match, action)
            stream.take(1)


@pytest.mark.slow
def test_an_event_that_nobody_was_notified_of(api: httpx.Client, database: str) -> None:
    match, other = dealt(api), dealt(api)
    api.patch(f"{MATCHES}/{other['id']}", json={"note": "?"})
    with following(api, match) as stream:
        stream.take(2)
        with psycopg.connect(database) as connection:
            connection.execute(
                "INSERT INTO match_events (originator_id, originator_version, topic, state)"
                " SELECT %s, 3, topic, state FROM match_events WHERE originator_id = %s AND originator_version = 3",
                (match["id"], other["id"]),
            )
            append_leaves(connection)
        assert stream.take(1)[0]["facts"]["note"] == "?"


@pytest.mark.slow
def test_one_connection_of_a_process_listens_for_all(api: httpx.Client, database: str) -> None:
    """Beside those of the read models' leaders, each of which listens on the one it writes by."""
    match = dealt(api)
    query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(database) as connection, following(api, match) as first:
        first.take(2)
        before = connection.execute(query).fetchone()
        with following(api, match) as second, following(api, dealt(api)) as third:
            second.take(2)
            third.take(2)
            assert connection.execute(query).fetchone() == before
