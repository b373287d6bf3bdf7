"""The owner's token: never lost, never locked out."""

import stat
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from service.auth.owner_token import OWNER_TOKEN_FILE, DamagedToken, ensure_owner_token


def knows(conninfo: str, token: str) -> bool:
    with psycopg.connect(conninfo) as connection:
        query = "SELECT 1 FROM tokens WHERE hash = sha256(%s::bytea)"
        return connection.execute(query, (token.encode(),)).fetchone() is not None


def test_the_owners_token_is_made_once_and_for_its_reader_only(conninfo: str, tmp_path: Path) -> None:
    file = ensure_owner_token(conninfo, tmp_path)
    token = file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert knows(conninfo, token.strip())
    assert ensure_owner_token(conninfo, tmp_path).read_text() == token


def test_a_fresh_database_learns_the_token_of_the_folder(new_database: Callable[[], str], tmp_path: Path) -> None:
    token = ensure_owner_token(new_database(), tmp_path).read_text().strip()
    fresh = new_database()
    assert not knows(fresh, token)
    ensure_owner_token(fresh, tmp_path)
    assert knows(fresh, token)


@pytest.mark.parametrize("content", ["", "\n", "partita_", "a word", "partita_0123456789ab_xyz", "\xff\x00"])
def test_a_damaged_token_file_is_told_with_what_to_do(conninfo: str, tmp_path: Path, content: str) -> None:
    (tmp_path / OWNER_TOKEN_FILE).write_text(content, encoding="latin-1")
    with pytest.raises(DamagedToken, match="Delete it"):
        ensure_owner_token(conninfo, tmp_path)


def test_a_token_file_with_another_secret_is_damaged(conninfo: str, tmp_path: Path) -> None:
    file = ensure_owner_token(conninfo, tmp_path)
    token = file.read_text().strip()
    file.write_text(token[:-1] + ("0" if token[-1] != "0" else "1"))
    with pytest.raises(DamagedToken):
        ensure_owner_token(conninfo, tmp_path)


def test_a_revoked_owner_is_not_locked_out(conninfo: str, tmp_path: Path) -> None:
    """The next start gives another token; the revoked one stays what it is."""
    file = ensure_owner_token(conninfo, tmp_path)
    first = file.read_text().strip()
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE tokens SET revoked_at = now()")
    second = ensure_owner_token(conninfo, tmp_path).read_text().strip()
    assert second != first
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with psycopg.connect(conninfo) as connection:
        rows = connection.execute("SELECT revoked_at IS NULL, scopes FROM tokens ORDER BY came").fetchall()
    assert rows == [(False, ["admin", "annotate", "read", "record"]), (True, ["admin", "annotate", "read", "record"])]
    assert ensure_owner_token(conninfo, tmp_path).read_text().strip() == second


def test_a_token_file_of_an_earlier_version_is_still_good(conninfo: str, tmp_path: Path) -> None:
    token = "partita_0123456789ab_" + "0123456789abcdef" * 3
    (tmp_path / OWNER_TOKEN_FILE).write_text(f"{token}\n")
    assert ensure_owner_token(conninfo, tmp_path).read_text().strip() == token
    assert knows(conninfo, token)
