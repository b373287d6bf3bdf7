"""What can stand against who asks; `str()` of each says it to people."""

from typing import ClassVar


class AccessDenied(Exception):  # noqa: N818  # what it is
    """It isn't for who asks."""


class Unauthenticated(AccessDenied):
    """Nobody is known to have sent the request, and what it wants takes a token.

    Attributes:
        challenge: how a token is to be sent (RFC 6750, 3).
    """

    challenge: ClassVar = "Bearer"


class InvalidToken(Unauthenticated):
    """The token that was sent is no good."""

    challenge: ClassVar = 'Bearer error="invalid_token"'


class TooManyFailures(AccessDenied):
    """Many tokens, codes or PINs that are no good came; `retry_after` seconds are to be waited."""

    def __init__(self, retry_after: int, what: str = "tokens", where: str = "from this address") -> None:
        super().__init__(f"Too many {what} that are no good came {where}.")
        self.retry_after = retry_after


class Forbidden(AccessDenied):
    """The token is good, and doesn't allow it."""


class UnknownViewer(ValueError):  # noqa: N818  # what it is
    """There is no such viewer of this match."""
