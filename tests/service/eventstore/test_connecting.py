"""How a process finds the database of its log when it starts."""

import socket

import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from service.eventstore.log import EventLog


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
