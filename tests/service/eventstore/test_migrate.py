"""The schema is made once, by whoever comes first."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final
from uuid import uuid4

import psycopg
import pytest
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment
from psycopg import sql
from psycopg.conninfo import make_conninfo

from projections import PROJECTIONS
from service.database import DatabaseUnavailable, EmbeddedPostgres
from service.database import migrate as module
from service.database.migrate import migrate
from tests.projections.log import any_game, recorder, rows


@pytest.fixture
def empty(postgres: EmbeddedPostgres) -> str:
    """A database without anything."""
    conninfo = make_conninfo(postgres.admin_conninfo, dbname=f"empty_{uuid4().hex}")
    name = psycopg.conninfo.conninfo_to_dict(conninfo)["dbname"]
    with psycopg.connect(make_conninfo(conninfo, dbname="postgres"), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(str(name))))
    return conninfo


@pytest.mark.slow
def test_several_processes_at_once(empty: str) -> None:
    with ProcessPoolExecutor(5, mp_context=get_context("spawn")) as pool:
        applied = list(pool.map(migrate, [empty] * 10))
    names = [*module._migrations(), *(kind.name for kind in PROJECTIONS)]
    assert sorted(applied) == sorted([names, *([[]] * 9)])


def test_all_or_nothing(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    known = module._migrations()
    monkeypatch.setattr(module, "_migrations", lambda: {**known, "9999_wrong.sql": "CREATE TABLE matches (wrong)"})
    with pytest.raises(DatabaseUnavailable, match="syntax error"):
        migrate(empty)
    with psycopg.connect(empty) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)
    monkeypatch.undo()
    assert migrate(empty) == [*known, *(kind.name for kind in PROJECTIONS)]


def test_a_newer_schema_is_left_alone(conninfo: str) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')")
    with pytest.raises(DatabaseUnavailable, match=r"9999_later\.sql"):
        migrate(conninfo)


def test_a_later_migration_keeps_what_is_there(conninfo: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorder(conninfo) as record:
        for _ in range(3):
            record.something(any_game(record.random))
    before = rows(conninfo)
    known = module._migrations()
    monkeypatch.setattr(module, "_migrations", lambda: {**known, "9999_later.sql": "CREATE TABLE later (id int)"})
    assert migrate(conninfo) == ["9999_later.sql"]
    assert migrate(conninfo) == []
    assert rows(conninfo) == before


def test_an_older_server(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "OLDEST_SERVER", 990000)
    with pytest.raises(DatabaseUnavailable, match="this server is 1"):
        migrate(empty)


_POSITIONS: Final = (
    "CREATE UNIQUE INDEX match_events_notification_id_idx ON public.match_events USING btree (notification_id)"
)


def test_the_library_would_make_the_same_tables(empty: str, conninfo: str) -> None:
    """Our migrations are the library's own layout, with an index of ours beside; that of positions has full pages."""
    parts = psycopg.conninfo.conninfo_to_dict(empty)
    names = {"DBNAME": "dbname", "HOST": "host", "PORT": "port", "USER": "user"}
    environment = {f"POSTGRES_{name}": str(parts[part]) for name, part in names.items()}
    factory = PostgresFactory(Environment("match", {**environment, "POSTGRES_PASSWORD": ""}))
    try:
        factory.application_recorder()
    finally:
        factory.close()
    ours = [part for part in layout(conninfo) if "match_events_access_idx" not in str(part[0])]
    full = " WITH (fillfactor='100')"
    assert [part for part in ours if full in str(part[0])] == [(f"{_POSITIONS}{full}",)]
    assert [(_POSITIONS,) if full in str(part[0]) else part for part in ours] == layout(empty) != []


def layout(conninfo: str) -> list[tuple[object, ...]]:
    with psycopg.connect(conninfo) as connection:
        return [
            *connection.execute(
                "SELECT column_name, data_type, is_nullable, column_default FROM information_schema.columns"
                " WHERE table_name = 'match_events' ORDER BY ordinal_position"
            ),
            *connection.execute("SELECT indexdef FROM pg_indexes WHERE tablename = 'match_events' ORDER BY indexname"),
            *connection.execute("SELECT reloptions FROM pg_class WHERE relname = 'match_events'"),
            *connection.execute(
                "SELECT attname, format_type(atttypid, -1) FROM pg_attribute"
                " WHERE attrelid = 'stored_event_uuid'::regclass ORDER BY attnum"
            ),
        ]
