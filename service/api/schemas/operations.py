"""What operators are told."""

from msgspec import Struct


class Health(Struct, frozen=True):
    """Whether the service works: `ok`, `degraded` or `failing`; `checks` says of each part `ok`, or what is wrong."""

    status: str
    checks: dict[str, str]
