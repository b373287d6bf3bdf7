"""How a process finds the database of its log when it starts."""

import socket
from pathlib import Path
from threading import Timer

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.eventstore.log import RECONNECT_SECONDS, EventLog


@pytest.mark.slow
def test_a_first_host_that_is_silent_delays_the_start_and_no_more(conninfo: str) -> None:
    known = conninfo_to_dict(conninfo)
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes connections in, and never answers
        hosts = f"127.0.0.1,{known['host']}"
        ports = f"{silent.getsockname()[1]},{known.get('port', 5432)}"
        log = EventLog(make_conninfo(conninfo, host=hosts, port=ports, connect_timeout=2), connections=2)
        try:
            assert log.last_position() == 0
        finally:
            log.close()


@pytest.mark.slow
def test_a_database_that_is_down_for_a_while_delays_the_start_and_no_more(conninfo: str, tmp_path: Path) -> None:
    known = conninfo_to_dict(conninfo)
    name = f".s.PGSQL.{known.get('port', 5432)}"
    back = Timer(2 * RECONNECT_SECONDS, (tmp_path / name).symlink_to, [Path(str(known["host"]), name)])
    back.start()
    log = EventLog(make_conninfo(conninfo, host=str(tmp_path)), connections=2)
    try:
        assert log.last_position() == 0
    finally:
        log.close()
        back.join()
