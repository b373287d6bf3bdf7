"""The addresses by which ``partita serve`` is reached."""

import re
import socket
from typing import Final
from urllib.parse import urlsplit

import click

ANY_HOST: Final = "0.0.0.0"  # noqa: S104  # phones are to get in

_ELSEWHERE: Final = "192.0.2.1"  # kept for documentation (RFC 5737): nothing is sent there, only a way is looked up


def address_here() -> str:
    """The address by which this machine is known in its network.

    Raises:
        click.ClickException: it is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((_ELSEWHERE, 9))
        except OSError:
            detail = "This machine seems to be in no network; --public-url names the address that others see."
            raise click.ClickException(detail) from None
        return str(asked.getsockname()[0])


def public_url(_: click.Context, __: click.Parameter, value: str | None) -> str | None:
    """An address that others see, as an option has it, without a slash at its end.

    Raises:
        click.BadParameter: it isn't http:// or https:// with a host and nothing behind it.
    """
    if value is None:
        return None
    try:
        address = urlsplit(value)
        whole = address.scheme in {"http", "https"} and address.hostname and (address.port or 1)
    except ValueError:
        whole = None
    if not whole or re.search(r"[^!-~]|[@?#]", value) or address.path.rstrip("/"):
        raise click.BadParameter("It is http:// or https://, a host, and perhaps a port.")
    return f"{address.scheme}://{address.netloc}"
