"""The process that keeps the read models up: started, started again, and ended with the service."""

import time
from collections.abc import Iterator
from typing import Any

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service, living, running, serving, wait_until
from tests.service.scenes import MATCHES, open_match

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    data = tmp_path_factory.mktemp("projector") / "data"
    with serving(data) as running:
        running.wait_ready()
        yield running
        assert running.stop() == 0
    clean_up(data)


@pytest.fixture
def another(service: Service) -> Iterator[Service]:
    """A second service on the same database."""
    with serving(service.data) as running:
        running.wait_ready()
        yield running


def projectors(service: Service) -> list[psutil.Process]:
    return running(service.process.pid, "service.process.projector")


def listed(api: httpx.Client, match: dict[str, Any]) -> bool:
    answer = api.get(MATCHES, params={"after_position": match["position"]})
    return answer.status_code == 200 and match["id"] in {item["id"] for item in answer.json()["items"]}


def test_one_that_dies_is_started_again(service: Service) -> None:
    with service.client() as api:
        assert listed(api, open_match(api))
        (projector,) = projectors(service)
        projector.kill()
        match = open_match(api)
        wait_until(lambda: listed(api, match))
        wait_until(lambda: api.get("/health/ready").status_code == 200)
        assert projectors(service) != [projector]
    assert "the projector is started again" in service.said


def test_it_ends_with_the_service(another: Service) -> None:
    (projector,) = projectors(another)
    assert another.stop() == 0
    assert living([projector]) == []


def test_it_ends_when_the_service_is_killed(another: Service) -> None:
    (projector,) = projectors(another)
    another.process.kill()
    wait_until(lambda: living([projector]) == [])


def test_readiness_says_what_is_wrong(service: Service) -> None:
    (projector,) = projectors(service)
    with service.client() as api:
        projector.suspend()  # so that it can't be ready again too soon
        projector.kill()
        deadline = time.monotonic() + 30
        while (answer := api.get("/health/ready")).status_code == 200:
            assert time.monotonic() < deadline
        assert answer.json()["checks"]["scoreboard"].startswith("it ended with")
        wait_until(lambda: api.get("/health/ready").status_code == 200)
