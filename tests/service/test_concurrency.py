"""Many clients at once, on many matches and on one: nothing is lost, doubled or out of order."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier, Event
from typing import Any

import httpx
import pytest

from tests.service.database.test_embedded import clean_up
from tests.service.programs import Service, serving
from tests.service.recording import BASE, Client, any_of, log_of, verify_state

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module", params=[pytest.param(1, marks=pytest.mark.long), 2])
def service(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service of one or of two processes; with two, clients meet both in one process and in several."""
    data = tmp_path_factory.mktemp("concurrency") / "data"
    with serving(data, "--workers", request.param) as running:
        running.wait_ready()
        yield running
        assert running.stop() == 0
        assert "request failed" not in running.said
    clean_up(data)


def test_32_clients_on_32_matches(service: Service) -> None:
    clients = [Client(service.url, service.token, Random(number), Event()) for number in range(32)]
    with ThreadPoolExecutor(32) as pool:
        list(pool.map(lambda client: client.record_some(12), clients))
        assert [len(client.writes) for client in clients] == [13] * 32
        list(pool.map(lambda client: client.verify(3), clients))
    assert sum(client.repeated for client in clients) == 0


def open_match(api: httpx.Client) -> str:
    seats = [{"name": name} for name in ("Ada", "Bea", "Cid")]
    opening = {"game": "klunker", "seats": seats, "options": {"dealing": "server"}}
    return str(api.post(BASE, json=opening).json()["id"])


def race(service: Service, match_id: str, until: int, *, if_match: bool) -> list[tuple[int, dict[str, Any]]]:
    """Eight clients play one match until it has `until` steps; gives all answers of each."""
    barrier = Barrier(8, timeout=30)

    def play(number: int) -> list[tuple[int, dict[str, Any]]]:
        random = Random(number)
        answers: list[tuple[int, dict[str, Any]]] = []
        with service.client() as api:
            barrier.wait()
            while True:
                legal = api.get(f"{BASE}/{match_id}/legal-actions").json()
                if legal["step"] >= until:
                    return answers
                headers = {"If-Match": f'"{legal["version"]}"'} if if_match else {}
                body = {"actions": [any_of(legal, random)]}
                answer = api.post(f"{BASE}/{match_id}/actions", json=body, headers=headers)
                answers.append((answer.status_code, answer.json() | {"asked": legal["version"], "sent": body}))

    with ThreadPoolExecutor(8) as pool:
        return [answer for answers in pool.map(play, range(8)) for answer in answers]


def verify_race(service: Service, match_id: str, accepted: list[dict[str, Any]]) -> None:
    """The log is what was accepted, in the order of the versions."""
    accepted.sort(key=lambda answer: int(answer["version"]))
    with service.client() as api:
        log = log_of(api, match_id)
        assert [event["version"] for event in log] == list(range(1, len(log) + 1))
        assert log[2:] == [event for answer in accepted for event in answer["events"]]
        sent = [action for answer in accepted for action in answer["sent"]["actions"]]
        assert [event["action"] for event in log[2:] if event["action"].get("seat") is not None] == sent
        verify_state(api, match_id, log)


def test_8_clients_on_one_match(service: Service) -> None:
    with service.client() as api:
        match_id = open_match(api)
    answers = race(service, match_id, 40, if_match=False)
    assert set(Counter(status for status, _ in answers)) <= {201, 422}
    verify_race(service, match_id, [answer for status, answer in answers if status == 201])


def test_8_clients_that_name_the_version_they_saw(service: Service) -> None:
    with service.client() as api:
        match_id = open_match(api)
    answers = race(service, match_id, 40, if_match=True)
    assert set(Counter(status for status, _ in answers)) == {201, 412}
    accepted = [answer for status, answer in answers if status == 201]
    asked = [answer["asked"] for answer in accepted]
    assert len(set(asked)) == len(asked), "two writers won the same version"
    for status, answer in answers:
        if status == 412:
            assert answer["version"] > answer["asked"]
    verify_race(service, match_id, accepted)


def test_one_request_sent_by_8_clients_is_done_once(service: Service) -> None:
    with service.client() as api:
        match_id = open_match(api)
    barrier = Barrier(8, timeout=30)

    def send(number: int) -> list[dict[str, Any]]:
        answers = []
        with service.client() as api:
            for turn in range(10):
                legal = api.get(f"{BASE}/{match_id}/legal-actions").json()
                body = {"actions": [any_of(legal, Random(turn))]}
                barrier.wait()
                answer = api.post(
                    f"{BASE}/{match_id}/actions", json=body, headers={"Idempotency-Key": f"{match_id}-{turn}"}
                )
                assert answer.status_code == 201, answer.text
                answers.append(answer.json())
                barrier.wait()
        return answers

    with ThreadPoolExecutor(8) as pool:
        all_answers = list(pool.map(send, range(8)))
    assert all(answers == all_answers[0] for answers in all_answers)
    with service.client() as api:
        assert log_of(api, match_id)[2:] == [event for answer in all_answers[0] for event in answer["events"]]
