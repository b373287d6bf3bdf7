"""While the database is frozen requests are told so in time, and afterwards all goes on."""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.service.database.test_embedded import the_postmaster
from tests.service.programs import frozen, serving, wait_until
from tests.service.scenes import BASE, FIRST, MATCHES, dealt, problem

pytestmark = pytest.mark.slow

FROZEN_SECONDS = 20
MARGIN = 10


def test_a_frozen_database_is_told_in_time(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--database-seconds", 3) as service, service.client() as client:
        match = dealt(client)
        address = f"{MATCHES}/{match['id']}/actions"
        key = {"Idempotency-Key": "while-it-is-frozen"}
        with ThreadPoolExecutor() as others:
            began = time.monotonic()
            with frozen(the_postmaster(data)):
                waiting = [
                    others.submit(client.get, f"{BASE}/matches"),
                    others.submit(client.get, "/", headers={"Accept": "text/html"}),
                    others.submit(client.post, address, json={"actions": [FIRST]}, headers=key),
                ]
                answers = [one.result(FROZEN_SECONDS) for one in waiting]
                assert time.monotonic() - began < 3 + MARGIN
                assert client.get(f"{BASE}/games").status_code == 200  # this takes no database
                time.sleep(max(0, FROZEN_SECONDS - (time.monotonic() - began)))
        problem(answers[0], 503, "database-unavailable")
        problem(answers[2], 503, "database-unavailable")
        assert answers[1].headers["content-type"].startswith("text/html")
        for answer in answers:
            assert (answer.status_code, int(answer.headers["retry-after"])) == (503, 1)
        wait_until(lambda: client.get("/health/ready").status_code == 200, 60)
        assert client.post(address, json={"actions": [FIRST]}, headers=key).is_success
        assert client.get(f"{MATCHES}/{match['id']}").json()["version"] == 3
