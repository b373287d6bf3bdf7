"""Codes of six signs, short enough to be read out, by which somebody joins.

Signs are those of Crockford's Base32: digits and letters without I, L, O and U, which look like others; who types
those, or small letters, is understood all the same.
"""

import hashlib
import hmac
import re
import secrets
from typing import Final
from uuid import UUID

SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH: Final = 6

_MEANT: Final = str.maketrans("OIL", "011")
_BETWEEN: Final = re.compile(r"[\s\-.]+")
_SALT: Final = b"partita invitation"


def random_code() -> str:
    """A code that nobody can guess in the few tries that there are."""
    return "".join(secrets.choice(SIGNS) for _ in range(LENGTH))


def derived_code(maker: str, invitation: UUID) -> str:
    """The code that who has the credential `maker` makes: always the same, so that it can be told again.

    Nobody can work it out without the whole text of `maker` (HMAC, RFC 2104), which the database doesn't hold.
    """
    digest = hmac.digest(maker.encode(), f"invitation {invitation}".encode(), "sha256")
    return "".join(SIGNS[byte % len(SIGNS)] for byte in digest[:LENGTH])


def read_code(text: str) -> str | None:
    """The code that somebody typed, if it is one."""
    if not text.isascii() or len(text) > 40:
        return None
    code = _BETWEEN.sub("", text).upper().translate(_MEANT)
    return code if len(code) == LENGTH and set(code) <= set(SIGNS) else None


def spelled(code: str) -> str:
    """A code as people read it: in two groups."""
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def hashed(code: str) -> bytes:
    """What is stored of a code: scrypt (RFC 7914), some 15 ms of work for each guess.

    A code has 30 random bits, few enough that who reads the database could try all of a fast hash's in seconds. The
    salt is the same for all, since a code is looked up by its hash.
    """
    return hashlib.scrypt(code.encode(), salt=_SALT, n=2**13, r=8, p=1, dklen=32)
