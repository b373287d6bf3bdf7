"""A5: a role without CREATE on the database is told what to grant, and rebuilds in schemas that were made for it."""

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from projections import PROJECTIONS
from projections.rebuild import NotPrivileged, rebuild
from projections.runner import ProjectionRunner
from tests.projections.log import any_game, recorder, rows
from tests.projections.test_batches import follow
from tests.service.programs import called, wait_until

ROLE = "without_create"


@pytest.fixture
def limited(conninfo: str) -> str:
    """A role that owns all tables of a database with a log, and may make tables but no schemas."""
    with recorder(conninfo) as made:
        for _ in range(3):
            made.open(any_game(made.random))
    for kind in PROJECTIONS:
        follow(conninfo, kind)
    with psycopg.connect(conninfo, autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_roles WHERE rolname = %s", (ROLE,)).fetchone() is None:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(ROLE)))
        connection.execute(sql.SQL("GRANT CREATE, USAGE ON SCHEMA public TO {}").format(sql.Identifier(ROLE)))
        for (name,) in connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall():
            owned = sql.SQL("ALTER TABLE {} OWNER TO {}").format(sql.Identifier(name), sql.Identifier(ROLE))
            connection.execute(owned)
    return make_conninfo(conninfo, user=ROLE)


def ignored(done: int, end: int) -> None:
    pass


@pytest.mark.slow
def test_A5_a_rebuild_says_what_to_grant_and_changes_nothing(conninfo: str, limited: str) -> None:
    before = rows(conninfo)
    said = called("rebuild", "scoreboard", "--database-url", limited)
    name = conninfo_to_dict(conninfo)["dbname"]
    assert said.code == 1
    assert f"GRANT CREATE ON DATABASE {name} TO {ROLE}" in said.err
    assert f"CREATE SCHEMA rebuild_scoreboard AUTHORIZATION {ROLE}" in said.err
    assert "Traceback" not in said.err + said.out
    assert rows(conninfo) == before


@pytest.mark.slow
def test_A5_in_schemas_that_were_made_for_it_everything_is_rebuilt_again_and_again(conninfo: str, limited: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        for kind in PROJECTIONS:
            made = sql.SQL("CREATE SCHEMA {} AUTHORIZATION {}")
            connection.execute(made.format(sql.Identifier(f"rebuild_{kind.name}"), sql.Identifier(ROLE)))
    before = rows(conninfo)
    for _ in range(2):
        said = called("rebuild", "--database-url", limited)
        assert said.code == 0, said.err
        assert rows(conninfo) == before
    left = "SELECT tablename FROM pg_tables WHERE schemaname LIKE 'rebuild%'"
    with psycopg.connect(conninfo) as connection:
        assert connection.execute(left).fetchall() == []


def test_A5_a_schema_of_somebody_else_is_not_used(conninfo: str, limited: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA rebuild_series")
    (series,) = (kind for kind in PROJECTIONS if kind.name == "series")
    with pytest.raises(NotPrivileged):
        rebuild(limited, series(), ignored)


@pytest.mark.slow
def test_A5_a_new_version_of_a_read_model_waits_for_the_grant(conninfo: str, limited: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("UPDATE projections SET version = version - 1 WHERE name = 'series'")
    (series,) = (kind for kind in PROJECTIONS if kind.name == "series")
    runner = ProjectionRunner(limited, series)
    runner.start()
    try:
        wait_until(lambda: "GRANT CREATE ON DATABASE" in (runner.fault or ""))
        name = str(conninfo_to_dict(conninfo)["dbname"])
        with psycopg.connect(conninfo, autocommit=True) as connection:
            grant = sql.SQL("GRANT CREATE ON DATABASE {} TO {}")
            connection.execute(grant.format(sql.Identifier(name), sql.Identifier(ROLE)))
        wait_until(lambda: runner.fault is None)
    finally:
        runner.stop()
    with psycopg.connect(conninfo) as connection:
        found = connection.execute("SELECT version FROM projections WHERE name = 'series'").fetchone()
    assert found == (series.version,)


def test_A5_tables_of_somebody_else_are_told_without_a_traceback(conninfo: str, limited: str) -> None:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        name = sql.Identifier(str(conninfo_to_dict(conninfo)["dbname"]))
        connection.execute(sql.SQL("GRANT CREATE ON DATABASE {} TO {}").format(name, sql.Identifier(ROLE)))
        connection.execute("ALTER TABLE series OWNER TO postgres")
        connection.execute(sql.SQL("GRANT ALL ON series TO {}").format(sql.Identifier(ROLE)))
    before = rows(conninfo)
    said = called("rebuild", "series", "--database-url", limited)
    assert said.code == 1
    assert "The role may not do that in the database: must be owner of table series" in said.err
    assert rows(conninfo) == before
