"""Retries: the key of a write, bound to what it came with."""

import hashlib
import re
from typing import Final

from service.auth.access import Principal
from service.eventstore.recorder import IdempotencyKey
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST

MAX_KEY: Final = 255
"""Characters that an ``Idempotency-Key`` may have."""


def idempotency_key(request: AnyRequest, principal: Principal, body: bytes) -> IdempotencyKey | None:
    """The ``Idempotency-Key`` of a write, bound to its method, address and body.

    Raises:
        ProblemError: 400 for a key that isn't 1 to 255 visible ASCII characters.
    """
    key = request.headers.get("idempotency-key")
    if key is None:
        return None
    if not re.fullmatch(rf"[\x21-\x7e]{{1,{MAX_KEY}}}", key):
        raise ProblemError(
            INVALID_REQUEST, f"A key is 1 to {MAX_KEY} visible ASCII characters.", parameter="Idempotency-Key"
        )
    way = " by session" if principal.session else ""  # such a request is told no tokens
    digest = hashlib.sha256(f"{request.method} {request.url.path}{way}\n".encode() + body).digest()
    return IdempotencyKey(principal.token_id, key, digest)
