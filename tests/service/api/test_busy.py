"""More requests at once than may write."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest

from tests.service.conftest import running_service
from tests.service.scenes import DEAL, MATCHES, open_match, play, problem


@pytest.mark.slow
def test_who_finds_no_place_is_asked_to_come_again(new_database: Callable[[], str], tmp_path: Path) -> None:
    conninfo = new_database()
    with running_service(conninfo, tmp_path, concurrent_writes=3) as api:
        matches = [open_match(api) for _ in range(12)]

        def deal(match: dict[str, Any]) -> httpx.Response:
            return play(api, match, DEAL)

        with ThreadPoolExecutor(12) as pool, psycopg.connect(conninfo, autocommit=True) as holding:
            holding.execute("SELECT pg_advisory_lock(1836344168)")  # nobody gets on
            coming = [pool.submit(deal, match) for match in matches]
            while sum(one.done() for one in coming) < 9:
                pass
            assert api.get(f"{MATCHES}/{matches[0]['id']}").status_code == 200, "reading goes on"
            holding.execute("SELECT pg_advisory_unlock(1836344168)")
            answers = [one.result() for one in coming]
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [503] * 9
        for match, answer in zip(matches, answers, strict=True):
            if answer.status_code == 503:
                problem(answer, 503, "busy")
                assert answer.headers["retry-after"] == "1"
                assert play(api, match, DEAL).status_code == 201
