"""Names that lead nowhere without a key."""

import hmac
from typing import Final
from uuid import UUID

LEAST_KEY: Final = 16
"""Bytes that a key has at the least."""


class Pseudonyms:
    """Pseudonyms by HMAC-SHA-256 (RFC 2104): the same for the same thing and key, and nothing else is known of them."""

    def __init__(self, key: bytes) -> None:
        if len(key) < LEAST_KEY:
            message = f"A key has {LEAST_KEY} bytes or more."
            raise ValueError(message)
        self._key = key

    def match(self, match_id: UUID) -> str:
        """That of a match."""
        return self._of("match", match_id)

    def person(self, person: UUID) -> str:
        """That of a person."""
        return self._of("person", person)

    def group(self, first: UUID) -> str:
        """That of a group of people, by one that stands for it."""
        return self._of("group", first)

    def _of(self, kind: str, identity: UUID) -> str:
        return hmac.digest(self._key, kind.encode() + identity.bytes, "sha256").hex()[:24]
