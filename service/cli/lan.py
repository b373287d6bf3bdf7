"""Serving phones in the same network: the code that makes one a recorder."""

from datetime import timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

import click
import psycopg

from service.auth.access import ROLES
from service.auth.code import hashed, random_code, spelled
from service.auth.invitation_repository import NewInvitation
from service.auth.secret import read_bearer
from service.http.qr import terminal_of

LIFETIME: Final = timedelta(hours=24)
USES: Final = 20

_TRIES: Final = 3


def code_for_recorders(conninfo: str, token_file: Path) -> str:
    """A code that makes phones recorders, given by the owner."""
    owner = read_bearer(token_file.read_text(encoding="ascii").strip())
    if owner is None:
        raise ValueError(token_file)
    for _ in range(_TRIES):
        code = random_code()
        invitation = NewInvitation(
            id=uuid4(),
            hash=hashed(code),
            label="From the terminal",
            created_by=owner.id,
            lifetime=LIFETIME,
            uses=USES,
            scopes=sorted(ROLES["recorder"]),
        )
        try:
            with psycopg.connect(conninfo) as connection:
                connection.execute(*invitation.insertion)
        except psycopg.errors.UniqueViolation:
            continue
        return code
    raise click.ClickException("No code was free; start again.")


def welcome(url: str, code: str) -> str:
    """What the terminal says to those at the table."""
    hours = LIFETIME // timedelta(hours=1)
    plain = "" if url.startswith("https:") else _PLAIN
    return (
        f"\n{terminal_of(f'{url}/join/{code}')}\n"
        f"Phones in this network: scan it, or open {url}/join and type {spelled(code)}\n"
        f"Who does may record. The code is good for {hours} hours and {USES} phones.\n{plain}"
    )


_PLAIN: Final = (
    "This is plain HTTP: whoever is in the same network could read along and take over what a phone may do.\n"
    "At home that may do; elsewhere put a web server with TLS in front (docs/operations.md).\n"
)
