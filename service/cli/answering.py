"""What ``partita serve`` does when its database runs: makes it ready, and answers requests.

It needs nearly all of Partita, which takes a while to load. It stands apart from the command, so that the database
starts meanwhile.
"""

import asyncio
import os
import socket
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import psycopg
import uvicorn
from litestar.types import ASGIApp
from msgspec.structs import replace
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from projections import PROJECTIONS
from projections.continuity import LogRewound
from projections.follower import WrongVersion
from projections.runner import catch_up
from service.app import create_app
from service.auth.owner_token import ensure_owner_token
from service.cli.demo import has_matches, record_demo
from service.commands.parent import end_with_parent
from service.database.migrate import migrate
from service.eventstore.event_store import event_store
from service.evidence.head import LOG_KEY_FILE, ensure_key
from service.http.connections import ConnectionLimits
from service.http.protocol import protocol_within
from service.process import signals
from service.process.container import Services
from service.process.gc_tuning import gc_held_off, tune_gc
from service.process.logging import configure_logging
from service.process.settings import Settings

GRACE_SECONDS: Final = 4
"""How long open requests may take when the service stops."""

_DEMO_LOCK: Final = 0x64656D6F  # "demo": held by who records the sample matches


def make_ready(conninfo: str, data: Path, log_key: Path | None, *, demo: bool) -> Path:
    """Bring the database to the newest schema, with all that the service needs; tell where the owner's token is.

    With `demo`, sample matches are recorded if nothing was recorded yet.
    """
    migrate(conninfo)
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    token_file = ensure_owner_token(conninfo, data)
    ensure_key(log_key or data / LOG_KEY_FILE)
    if demo:
        _demo_on_first_start(conninfo)
    return token_file


def answer_requests(
    settings: Settings,
    listener: socket.socket,
    workers: int,
    forwarded_allow_ips: str,
    connections: ConnectionLimits,
) -> None:
    """Answer requests on `listener` until the process is stopped.

    Raises:
        click.ClickException: the service couldn't start.
    """
    proxies = tuple(proxy.strip() for proxy in forwarded_allow_ips.split(",") if proxy.strip())
    connections = replace(connections, proxies=proxies)
    config: dict[str, Any] = {
        "loop": "uvloop",
        "http": protocol_within(connections),
        "ws": "none",  # or a library for it would be loaded wherever there happens to be one
        "log_config": None,
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(forwarded_allow_ips),
        "forwarded_allow_ips": forwarded_allow_ips,
        "timeout_graceful_shutdown": GRACE_SECONDS,
    }
    if workers > 1:
        config |= {"factory": True, "workers": workers}
        with TemporaryDirectory(prefix="partita-metrics-") as folder:
            os.environ |= replace(settings, metrics=Path(folder)).to_environment()
            supervisor = Multiprocess(uvicorn.Config("service.cli.answering:worker", **config), sockets=[listener])
            with signals.heard(signals.begin_to_end):
                supervisor.run()
        started = STARTUP_FAILURE not in {process.exitcode for process in supervisor.processes}
    else:
        server = uvicorn.Server(uvicorn.Config(_application(settings), **config))
        server.run(sockets=[listener])
        started = server.started
    if not started:
        raise click.ClickException("The service couldn't start; the log above tells why.")


def worker() -> ASGIApp:
    """The application of one of several processes, which ends with the process that started it."""
    configure_logging()
    end_with_parent()
    return _application(Settings.from_environment())


def _application(settings: Settings) -> ASGIApp:
    """The application of this process, which from now on answers requests."""
    with gc_held_off():
        app = create_app(Services(settings))
    tune_gc()
    return app


def _demo_on_first_start(conninfo: str) -> None:
    async def recorded() -> bool:
        async with event_store(conninfo) as store:
            if await has_matches(store):
                return False
            click.echo("Recording sample matches:")
            await record_demo(store, lambda line: click.echo(f"  {line}"))
            return True

    with psycopg.connect(conninfo, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(%s)", (_DEMO_LOCK,))  # two may start at once
        if asyncio.run(recorded()):
            for projection in PROJECTIONS:  # so that they are listed from the first moment on
                with suppress(WrongVersion, LogRewound):  # it is about to be made anew
                    catch_up(connection, projection())
