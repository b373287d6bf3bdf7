"""F2: a position that the log doesn't have is refused at once; one that another process has just written never is."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.service.conftest import running_service
from tests.service.scenes import MATCHES, open_match, problem

pytestmark = pytest.mark.slow

WAIT_SECONDS: Final = 10.0


@pytest.fixture
def workers(conninfo: str, tmp_path: Path) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    with ExitStack() as stack:
        first, second = (
            stack.enter_context(running_service(conninfo, tmp_path, wait_seconds=WAIT_SECONDS)) for _ in range(2)
        )
        yield first, second


def test_F2_a_position_beyond_the_end_of_the_log(workers: tuple[httpx.Client, httpx.Client]) -> None:
    api, _ = workers
    end = open_match(api)["position"]
    for position in (end + 1, end + 1000, 10**18 - 1):
        for parameter, answer in (
            ("after_position", api.get(MATCHES, params={"after_position": position})),
            ("Partita-After", api.get(MATCHES, headers={"Partita-After": str(position)})),
        ):
            assert problem(answer, 400, "unknown-position")["parameter"] == parameter
            assert answer.elapsed.total_seconds() < WAIT_SECONDS, "it was waited for"
    assert api.get(MATCHES, params={"after_position": end}).json()["position"] >= end
    assert api.get(MATCHES, params={"after_position": 0}).status_code == 200


def test_F2_what_another_worker_has_just_written(workers: tuple[httpx.Client, httpx.Client]) -> None:
    first, second = workers

    def write_and_wait(number: int) -> set[int]:
        writer, reader = (first, second) if number % 2 else (second, first)
        return {
            reader.get(MATCHES, params={"after_position": open_match(writer)["position"]}).status_code
            for _ in range(10)
        }

    with ThreadPoolExecutor() as pool:
        assert set().union(*pool.map(write_and_wait, range(4))) == {200}
