"""Where the owner of the tables and the service are two roles, as docs/deploying.md sets them up."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from projections import PROJECTIONS
from service.database import DatabaseUnavailable, EmbeddedPostgres, migrate
from service.database.roles import LOG
from tests.docs.shell import ROOT, blocks
from tests.projections.log import any_game, recorder, rows
from tests.service.make_examples import FILE, examples_of
from tests.service.programs import Said, called, partita, serving, wait_until
from tests.service.scenes import BASE, MATCHES, dealt, whole

pytestmark = pytest.mark.slow

PAGE: Final = ROOT / "docs" / "deploying.md"
SECTION: Final = "## Two roles of the database"


def section() -> str:
    text = PAGE.read_text("utf-8")
    return text[text.index(SECTION) :].split("\n## ")[0]


def commands() -> dict[str, list[str]]:
    """The arguments of each command of the section, by its first one; in order."""
    lines = re.findall(r"^\$ partita (.+)$", section(), re.MULTILINE)
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.split()[0], line.split()[1:])
    return found


class Roles:
    """A database that was made by the SQL of the page, on the server of the tests."""

    def __init__(self, server: str) -> None:
        self._server = server

    def url(self, url: str) -> str:
        """What stands for a URL of the page here."""
        place = {name: conninfo_to_dict(self._server)[name] for name in ("host", "port")}
        return make_conninfo(url, **place)

    def run(self, command: str, *more: object) -> Said:
        """Run a command of the page."""
        words = [self.url(word) if word.startswith("postgresql:") else word for word in commands()[command]]
        return called(command, *words, *more)

    @property
    def service(self) -> str:
        (url,) = (word for word in commands()["serve"] if word.startswith("postgresql:"))
        return self.url(url)

    @property
    def owner(self) -> str:
        (url,) = (word for word in commands()["migrate"] if word.startswith("postgresql:"))
        return self.url(url)


@pytest.fixture
def roles(postgres: EmbeddedPostgres) -> Iterator[Roles]:
    """The database without any tables."""
    page = blocks(PAGE, "sql")[0]
    made = re.findall(r"CREATE (ROLE|DATABASE) (\w+)", page)
    admin = make_conninfo(postgres.admin_conninfo, dbname="postgres")
    try:
        with psycopg.connect(admin, autocommit=True) as connection:
            for statement in page.split(";\n"):
                connection.execute(sql.SQL(statement))
        yield Roles(postgres.admin_conninfo)
    finally:
        with psycopg.connect(admin, autocommit=True) as connection:
            for kind, name in reversed(made):
                force = " WITH (FORCE)" if kind == "DATABASE" else ""
                connection.execute(sql.SQL(f"DROP {kind} IF EXISTS {name}{force}"))


@pytest.fixture
def ready(roles: Roles) -> Roles:
    said = roles.run("migrate")
    assert said.code == 0, said.err
    return roles


def refused(conninfo: str, statement: str) -> bool:
    try:
        with psycopg.connect(conninfo) as connection:
            connection.execute(sql.SQL(statement))
            connection.rollback()
    except psycopg.errors.InsufficientPrivilege:
        return True
    return False


def all_at(conninfo: str, position: int) -> bool:
    """Whether all read models have got there."""
    with psycopg.connect(conninfo) as connection:
        return connection.execute("SELECT min(position) FROM projections").fetchone() == (position,)


def test_without_tables_the_service_says_who_makes_them(roles: Roles, tmp_path: Path) -> None:
    said = partita("serve", "--data", tmp_path, "--port", 0, "--database-url", roles.service)
    assert said.code == 1
    assert "partita migrate --grant-to partita_service" in said.err
    assert "Stop with" not in said.out


def test_a_migration_that_is_missing_is_told_and_grants_outlast_it(
    ready: Roles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = migrate._migrations()
    later = {**known, "9999_later.sql": "CREATE TABLE later (id bigserial, what text)"}
    monkeypatch.setattr(migrate, "_migrations", lambda: later)
    with pytest.raises(DatabaseUnavailable, match="partita migrate --grant-to partita_service"):
        migrate.migrate(ready.service)
    assert migrate.migrate(ready.owner) == ["9999_later.sql"]
    assert migrate.migrate(ready.service) == []
    with psycopg.connect(ready.service) as connection:
        connection.execute("INSERT INTO later (what) VALUES ('new')")


def test_the_service_does_all_that_the_interface_offers(ready: Roles, tmp_path: Path) -> None:
    operations = json.loads(examples_of(ready.service, tmp_path))
    assert operations.keys() == json.loads(FILE.read_bytes()).keys()


def test_the_log_can_be_added_to_and_not_changed(ready: Roles) -> None:
    with recorder(ready.service) as record:
        record.something(any_game(record.random))
    for table in LOG:
        assert refused(ready.service, f"DELETE FROM {table}")
        assert refused(ready.service, f"TRUNCATE {table}")
        assert refused(ready.service, f"DROP TABLE {table}")
        assert refused(ready.service, f"ALTER TABLE {table} DISABLE TRIGGER ALL")
    assert refused(ready.service, "UPDATE match_events SET state = state")
    assert refused(ready.service, "UPDATE log_leaves SET hash = hash")
    assert refused(ready.service, "UPDATE log_nodes SET hash = hash")
    assert refused(ready.service, "UPDATE audit SET subject = ''")
    assert refused(ready.service, "INSERT INTO schema_migrations (name) VALUES ('9999_later.sql')")
    assert refused(ready.service, "CREATE TABLE another (id int)")
    assert refused(ready.service, "CREATE SCHEMA another")
    assert refused(ready.service, "SELECT setval('match_events_notification_id_seq', 1)")
    assert not refused(ready.owner, "UPDATE match_events SET state = state")


def test_what_was_written_beside_a_match_goes_with_it_only(ready: Roles, tmp_path: Path) -> None:
    comment = {"step": 1, "content": {"kind": "comment", "text": "words"}}
    url = ("--database-url", ready.service)
    with serving(tmp_path / "data", *url, "--demo") as service, service.client() as client:
        kept, gone = dealt(client), whole(client)
        for match in (kept, gone):
            assert client.post(f"{MATCHES}/{match['id']}/annotations", json=comment).status_code == 201
        notes = "SELECT count(*) FROM match_events WHERE topic LIKE 'annotations/%'"
        with psycopg.connect(ready.service, autocommit=True) as connection:
            before = connection.execute(notes).fetchone()
            erase = "SELECT erase_notes(array_agg(%s::uuid), array_agg(DISTINCT originator_id)) FROM match_events"
            connection.execute(erase, (kept["id"],))
            assert connection.execute(notes).fetchone() == before
            assert client.delete(f"{MATCHES}/{gone['id']}").is_success
            assert connection.execute(notes).fetchone() < before  # type: ignore[operator]
            events = "SELECT count(*) FROM match_events WHERE originator_id = %s"
            (left,) = connection.execute(events, (gone["id"],)).fetchone() or (0,)
            connection.execute("SELECT erase_notes(ARRAY[%s::uuid], ARRAY[%s::uuid])", (gone["id"], gone["id"]))
            assert connection.execute(events, (gone["id"],)).fetchone() == (left,)
        assert client.get(f"{MATCHES}/{kept['id']}/annotations").json()["items"]
        assert service.stop() == 0
    for command in (("export", "--output", tmp_path / "all.jsonl"), ("verify",), ("demo", "--remove")):
        said = partita(*command, "--data", tmp_path / "data", *url)
        assert said.code == 0, (command, said.out, said.err)
    assert "rights: the role may do what the service does" in called("doctor", "--data", tmp_path / "data", *url).out


def test_the_owner_rebuilds_while_the_service_runs(ready: Roles, tmp_path: Path) -> None:
    url = ("--database-url", ready.service)
    with serving(tmp_path / "data", *url) as service, service.client() as client:
        whole(client)
        position = whole(client)["position"]
        wait_until(lambda: all_at(ready.owner, position))
        before = rows(ready.owner)
        assert called("rebuild", *url).code == 1
        said = ready.run("rebuild")
        assert said.code == 0, said.err
        assert rows(ready.owner) == before
        more = whole(client)
        listed = client.get(f"{BASE}/matches", params={"after_position": more["position"]}).json()["items"]
        assert len(listed) == 3
        assert service.stop() == 0
    with psycopg.connect(ready.service) as connection:
        for table in (table for kind in PROJECTIONS for table in kind.tables):
            granted = "SELECT has_table_privilege(%s, 'INSERT') AND NOT has_table_privilege(%s, 'TRUNCATE')"
            assert connection.execute(granted, (table, table)).fetchone() == (True,), table


@pytest.mark.parametrize("way", ["superuser", "member", "missing"])
def test_a_role_that_may_change_the_log_even_so_is_refused(ready: Roles, postgres: EmbeddedPostgres, way: str) -> None:
    admin = make_conninfo(postgres.admin_conninfo, dbname="postgres")
    with psycopg.connect(admin, autocommit=True) as connection:
        if way == "superuser":
            connection.execute("ALTER ROLE partita_service SUPERUSER")
        if way == "member":
            connection.execute("GRANT partita_owner TO partita_service")
    said = called(
        "migrate", "--database-url", ready.owner, "--grant-to", "nobody_here" if way == "missing" else "partita_service"
    )
    assert said.code == 1
    assert ("does not exist" if way == "missing" else "may change match_events even so") in said.err
