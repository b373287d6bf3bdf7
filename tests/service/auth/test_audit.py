"""The audit trail: what is in it of whom, what isn't, and how long; and when tokens were last used."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, TypeVar

import httpx
import msgspec
import psycopg
import pytest
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from structlog.testing import capture_logs

from service.app import build
from service.auth.audit import AuditEntry, AuditFilter, AuditTrail, Deed
from service.auth.last_uses import LastUses
from service.observability.audits import EXPORTS, UNAUDITED
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.programs import Said, called, wait_until
from tests.service.scenes import BASE, DEAL, MATCHES, dealt, make_player, open_match, play

T = TypeVar("T")

ALL: Final = AuditFilter()


@pytest.fixture(scope="module")
def database(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(database, tmp_path_factory.mktemp("data")) as client:
        yield client


def with_pool(conninfo: str, work: Callable[[AsyncConnectionPool[AsyncConnection[Any]]], Awaitable[T]]) -> T:
    async def run() -> T:
        pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(
            conninfo, min_size=1, open=False, kwargs={"autocommit": True}
        )
        async with pool:
            return await work(pool)

    return asyncio.run(run())


def entries(conninfo: str, wanted: AuditFilter = ALL, before: int | None = None, limit: int = 1000) -> list[AuditEntry]:
    """The entries, the oldest first."""
    return with_pool(conninfo, lambda pool: AuditTrail(pool).page(wanted, before, limit))[::-1]


@pytest.fixture
def since(database: str) -> Callable[[], list[tuple[str, str, str | None]]]:
    """Action, subject and result of what has come since the test began."""
    before = len(entries(database))
    return lambda: [(one.action, one.subject, one.result) for one in entries(database)[before:]]


def token_of(client: httpx.Client) -> str:
    return client.headers["authorization"].split("_")[1]


# --- what is in it ---


def test_it_tells_who_made_changed_removed_and_exported_what(
    api: httpx.Client, database: str, since: Callable[[], Any]
) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    assert api.patch(path, json={"place": "Bologna"}).status_code == 200
    assert api.get(f"{path}/record").status_code == 200
    assert api.get(f"{BASE}/exports/plays?game=klunker").status_code == 200
    assert api.delete(path).status_code == 200
    made = api.post(f"{BASE}/tokens", json={"role": "reader", "label": "A reader"}).json()
    assert api.delete(f"{BASE}/tokens/{made['id']}").status_code == 204
    assert since() == [
        ("openMatch", MATCHES, path),
        ("correctMatch", path, None),
        ("getRecord", f"{path}/record", None),
        ("exportPlays", f"{BASE}/exports/plays?game=klunker", None),
        ("removeMatch", path, None),
        ("createToken", f"{BASE}/tokens", f"{BASE}/tokens/{made['id']}"),
        ("revokeToken", f"{BASE}/tokens/{made['id']}", None),
    ]
    newest = entries(database)[-1]
    assert (newest.token_id, newest.label, newest.account) == (token_of(api), "owner", None)
    assert abs(newest.at - datetime.now(UTC)) < timedelta(minutes=5)


def test_what_is_played_refused_read_or_the_same_as_before_is_not_in_it(
    api: httpx.Client, since: Callable[[], Any]
) -> None:
    match = open_match(api)
    path = f"{MATCHES}/{match['id']}"
    play(api, match, DEAL)
    api.get(f"{path}/state")
    assert api.post(MATCHES, json={"game": "none"}).status_code == 400
    with client_of(api.base_url) as public:
        assert public.delete(path).status_code == 401
        assert public.get("/nowhere").status_code == 404
    record = api.get(f"{path}/record")
    again = api.get(f"{path}/record", headers={"If-None-Match": record.headers["etag"]})
    assert again.status_code == 304
    assert [action for action, *_ in since()] == ["openMatch", "getRecord"]


def test_who_signs_in_and_joins_is_in_it_without_what_they_came_by(api: httpx.Client, database: str) -> None:
    base = str(api.base_url).rstrip("/")
    own = {"Origin": base, "Accept": "text/html"}
    bearer = api.headers["authorization"].removeprefix("Bearer ")
    before = len(entries(database))
    code = api.post(f"{BASE}/invitations", json={"role": "recorder", "label": "Phones"}).json()["code"]
    with client_of(api.base_url) as browser:
        assert browser.post("/join", data={"code": code}, headers=own).status_code == 303
        assert browser.post("/sign-in", data={"token": bearer, "to": f"/?q={bearer}"}, headers=own).status_code == 303
    invited, joined, signed = entries(database)[before:]
    assert (invited.action, joined.action, signed.action) == ("createInvitation", "join", "sign_in")
    assert (joined.label, signed.token_id) == ("Phones", token_of(api))
    told = repr(entries(database))
    assert code not in told
    assert bearer.split("_")[2] not in told


def test_every_operation_that_changes_something_is_in_it_or_named_as_left_out() -> None:
    """Names that are listed exist; all others that aren't safe are told."""
    unsafe, safe = set[str](), set[str]()
    for route in build(None).routes:
        for handler in getattr(route, "route_handlers", ()):
            name = handler.operation_id if isinstance(handler.operation_id, str) else handler.handler_name
            (unsafe if handler.http_methods - {"GET", "HEAD", "OPTIONS"} else safe).add(name)
    assert unsafe >= UNAUDITED
    assert safe >= EXPORTS
    assert {name for name in safe if name.startswith("export")} <= EXPORTS
    assert len(unsafe - UNAUDITED) > 60


def test_what_cannot_be_told_is_in_the_log_of_the_process(
    api: httpx.Client, database: str, since: Callable[[], Any]
) -> None:
    with psycopg.connect(database, autocommit=True) as connection, capture_logs() as log:
        connection.execute("ALTER TABLE audit RENAME TO elsewhere")
        try:
            player = make_player(api, "Nobody in particular")
        finally:
            connection.execute("ALTER TABLE elsewhere RENAME TO audit")
    (told,) = [entry for entry in log if entry["event"] == "not in the audit trail"]
    assert told["deed"].action == "createPlayer"
    assert player["id"] in (told["deed"].result or "")
    assert since() == []


# --- pages of it, and its end ---


def test_it_is_filtered_and_read_in_pages(conninfo: str) -> None:
    async def add(pool: AsyncConnectionPool[AsyncConnection[Any]]) -> None:
        for number in range(6):
            await AuditTrail(pool).add(
                Deed(
                    action=f"a{number % 2}", subject=f"/x/{number}", token_id=f"t{number % 3}", result=f"/made/{number}"
                )
            )

    with_pool(conninfo, add)
    whole = entries(conninfo)
    assert [one.subject for one in whole] == [f"/x/{number}" for number in range(6)]
    newest = entries(conninfo, limit=2)
    assert newest == whole[-2:]
    assert entries(conninfo, before=newest[0].id, limit=2) == whole[2:4]
    assert [one.id for one in entries(conninfo, AuditFilter(token_id="t1"))] == [whole[1].id, whole[4].id]
    assert entries(conninfo, AuditFilter(action="a1", token_id="t1")) == [whole[1]]
    assert entries(conninfo, AuditFilter(mentions="/made/3")) == entries(conninfo, AuditFilter(mentions="x/3"))
    assert entries(conninfo, AuditFilter(since=whole[4].at)) == whole[4:]
    assert entries(conninfo, AuditFilter(until=whole[4].at)) == whole[:4]


@pytest.mark.slow
def test_it_is_kept_for_as_long_as_is_wanted(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()

    def aged() -> None:
        with psycopg.connect(conninfo) as connection:
            for days in (1, 29, 31, 5000):
                connection.execute(
                    "INSERT INTO audit (at, action, subject) VALUES (now() - %s, 'a', %s)", (timedelta(days), str(days))
                )

    def subjects() -> list[str]:
        return [one.subject for one in entries(conninfo)]

    aged()
    with running_service(conninfo, tmp_path, audit_days=0):
        pass
    assert subjects() == ["1", "29", "31", "5000"]
    with running_service(conninfo, tmp_path, audit_days=30):
        wait_until(lambda: subjects() == ["1", "29"])


# --- the command ---


def audit(conninfo: str, *arguments: object) -> Said:
    said = called("audit", *arguments, "--database-url", conninfo)
    assert said.code == 0, said.err
    return said


def test_commands_are_in_it_under_the_account_that_ran_them(conninfo: str, tmp_path: Path) -> None:
    output = tmp_path / "all.ndjson"
    made = json.loads(
        called("token", "create", "--json", "--role", "reader", "--label", "X", "--database-url", conninfo).out
    )
    for command in (
        ("token", "revoke", made["id"]),
        ("export", "--game", "klunker", "--output", output),
        ("rebuild", "scoreboard"),
        ("retry",),
    ):
        assert called(*command, "--database-url", conninfo).code == 0
    told = [json.loads(line) for line in audit(conninfo, "--json").out.splitlines()][::-1]
    assert [(one["action"], one["subject"]) for one in told] == [
        ("partita token create", f"{made['id']} X"),
        ("partita token revoke", made["id"]),
        ("partita export", f"records {output} --game klunker"),
        ("partita rebuild", "scoreboard"),
        ("partita retry", "all"),
    ]
    assert {one["token_id"] for one in told} == {None}
    assert all(one["account"] for one in told)
    assert made["token"].split("_")[2] not in repr(told)


def test_who_administers_reads_it_over_http_page_by_page(api: httpx.Client, database: str) -> None:
    open_match(api)
    match = open_match(api)
    answer = api.get(f"{BASE}/audit", params={"about": match["id"]}).json()
    (item,) = answer["items"]
    assert answer["next_cursor"] is None
    newest = entries(database, AuditFilter(mentions=match["id"]))[-1]
    assert item | {"at": newest.at} == msgspec.to_builtins(newest, builtin_types=(datetime,))
    first = api.get(f"{BASE}/audit", params={"limit": 1}).json()
    second = api.get(f"{BASE}/audit", params={"limit": 1, "cursor": first["next_cursor"]}).json()
    assert first["items"][0]["id"] > second["items"][0]["id"]
    assert api.get(f"{BASE}/audit", params={"token_id": "nobody"}).json()["items"] == []


def test_the_command_shows_a_line_for_people(api: httpx.Client, database: str) -> None:
    match = open_match(api)
    said = audit(database, "--about", match["id"], "--limit", 1).out
    assert said.rstrip("\n").endswith(f"{token_of(api)} (owner)  openMatch  {MATCHES} -> {MATCHES}/{match['id']}")
    assert audit(database, "--token", "nobody").out == ""
    assert audit(database, "--until", "2020-01-01").out == ""
    assert len(audit(database, "--since", "2020-01-01", "--limit", 2).out.splitlines()) == 2


# --- last uses ---


@pytest.mark.slow
def test_tokens_tell_when_they_were_last_used(conninfo: str, tmp_path: Path) -> None:
    with running_service(conninfo, tmp_path) as api:
        made = [api.post(f"{BASE}/tokens", json={"role": "reader", "label": label}).json() for label in "ab"]
        assert [token["last_used_at"] for token in made] == [None, None]
        with client_of(api.base_url, made[0]["token"]) as reader:
            assert reader.get(f"{BASE}/players").status_code == 200
            assert reader.get(f"{BASE}/players").status_code == 200
    # The service has ended, and written what it knew.
    with running_service(conninfo, tmp_path) as api:
        items = {item["id"]: item["last_used_at"] for item in api.get(f"{BASE}/tokens").json()["items"]}
    used = datetime.fromisoformat(items[made[0]["id"]])
    assert abs(used - datetime.now(UTC)) < timedelta(minutes=5)
    assert items[made[1]["id"]] is None
    assert items[token_of(api)] is not None
    listed = called("token", "list", "--database-url", conninfo).out
    assert f"used {used:%Y-%m-%d %H:%M} UTC" in listed
    assert "never used" in listed


def test_the_latest_use_counts_whoever_writes_it_first(conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO tokens (id, hash, scopes, label) VALUES ('t', '', '{}', '')")
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)

    async def used(pool: AsyncConnectionPool[AsyncConnection[Any]]) -> datetime:
        for at in (noon, noon - timedelta(hours=1)):
            uses = {"t": at.timestamp(), "no such token": at.timestamp()}
            await LastUses(pool, uses).write()
            assert uses == {}
        async with pool.connection() as connection:
            row = await (await connection.execute("SELECT last_used_at FROM tokens WHERE id = 't'")).fetchone()
        assert row is not None
        found: datetime = row[0]
        return found

    assert with_pool(conninfo, used) == noon


def test_uses_that_cannot_be_written_are_written_later(conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO tokens (id, hash, scopes, label) VALUES ('t', '', '{}', '')")

    async def work(pool: AsyncConnectionPool[AsyncConnection[Any]]) -> Any:
        uses = LastUses(pool, {"t": 1.5})
        with psycopg.connect(conninfo, autocommit=True) as connection:
            connection.execute("ALTER TABLE tokens RENAME TO elsewhere")
            with pytest.raises(psycopg.Error):
                await uses.write()
            connection.execute("ALTER TABLE elsewhere RENAME TO tokens")
            await uses.write()
            return connection.execute("SELECT last_used_at FROM tokens").fetchone()

    (at,) = with_pool(conninfo, work)
    assert at == datetime(1970, 1, 1, 0, 0, 1, 500_000, tzinfo=UTC)


def test_dealt_matches_need_no_more_entries_than_they_are_opened_with(
    api: httpx.Client, since: Callable[[], Any]
) -> None:
    dealt(api)
    assert [action for action, *_ in since()] == ["openMatch"]
