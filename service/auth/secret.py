"""A bearer token (RFC 6750) as its holder has it: ``partita_<id>_<secret>``. The database keeps a hash of it only."""

import hashlib
import hmac
import re
import secrets
from typing import Final
from uuid import UUID

from msgspec import Struct

_ID_BYTES: Final = 10
_SECRET_BYTES: Final = 32

_FORM: Final = re.compile("partita_([0-9A-Za-z]{1,64})_[0-9A-Za-z]{1,128}")


class Bearer(Struct, frozen=True):
    """A token.

    Attributes:
        id: names it where it is spoken of, such as in the log; no secret.
        text: the whole token: who has it may what it stands for.
    """

    id: str
    text: str

    @property
    def digest(self) -> bytes:
        """What is stored of it: its SHA-256. A secret of so many random bits needs no slower hash."""
        return hashlib.sha256(self.text.encode()).digest()


def read_bearer(text: str) -> Bearer | None:
    """The token that `text` has the form of, if any."""
    form = _FORM.fullmatch(text)
    return Bearer(form[1], text) if form else None


def fresh() -> Bearer:
    """A token that nobody can guess."""
    return _made(secrets.token_bytes(_ID_BYTES), secrets.token_bytes(_SECRET_BYTES))


def derived(maker: str, purpose: str, of: UUID, number: int = 0) -> Bearer:
    """The token that who has the token `maker` makes for `purpose`: always the same, so that it can be returned again.

    Nobody can work it out without the whole text of `maker` (HMAC, RFC 2104), which the database doesn't hold.
    """
    message = f"{purpose} {of} {number}".encode()
    token_id, secret = (hmac.digest(maker.encode(), part + message, "sha256") for part in (b"id ", b"secret "))
    return _made(token_id[:_ID_BYTES], secret)


def _made(token_id: bytes, secret: bytes) -> Bearer:
    return Bearer(token_id.hex(), f"partita_{token_id.hex()}_{secret.hex()}")
