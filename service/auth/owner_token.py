"""The owner's token, in a file of the data folder."""

import hmac
import re
from pathlib import Path
from typing import Final

import psycopg

from service.auth.access import ROLES
from service.auth.secret import Bearer, fresh

OWNER_TOKEN_FILE: Final = "owner-token"  # noqa: S105  # a file's name

_FORM: Final = re.compile("partita_([0-9a-f]{12,20})_[0-9a-f]{48,64}")


class DamagedToken(Exception):  # noqa: N818  # what it is
    """The file of the owner's token holds something else; `str()` tells what to do, for people."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} doesn't hold the owner's token. Delete it, and the next start makes a new one.")


def ensure_owner_token(conninfo: str, data: Path) -> Path:
    """The file with the owner's token, which has all scopes; it is made on the first start.

    A token file that the database doesn't know is made known, and one whose token was revoked is written anew: who can
    write the data folder owns the service, and is never locked out of it.

    Raises:
        DamagedToken: the file holds something else.
    """
    file = data / OWNER_TOKEN_FILE
    with psycopg.connect(conninfo) as connection:
        connection.execute("LOCK TABLE tokens IN SHARE ROW EXCLUSIVE MODE")  # several processes may start at once
        token = _read(file) if file.exists() else _written(file)
        row = connection.execute("SELECT hash, revoked_at FROM tokens WHERE id = %s", (token.id,)).fetchone()
        if row is not None and not hmac.compare_digest(bytes(row[0]), token.digest):
            raise DamagedToken(file)
        if row is not None and row[1] is not None:
            token, row = _written(file), None
        if row is None:
            connection.execute(
                "INSERT INTO tokens (id, hash, scopes, label) VALUES (%s, %s, %s, 'owner')",
                (token.id, token.digest, sorted(ROLES["owner"])),
            )
    return file


def _read(file: Path) -> Bearer:
    text = file.read_bytes().strip().decode("ascii", errors="replace")
    form = _FORM.fullmatch(text)
    if form is None:
        raise DamagedToken(file)
    return Bearer(form[1], text)


def _written(file: Path) -> Bearer:
    """A new token, in the file for its owner only."""
    token = fresh()
    unfinished = file.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(mode=0o600)
    unfinished.write_text(f"{token.text}\n", encoding="ascii")
    unfinished.rename(file)
    return token
