"""A match's version is its ETag (RFC 9110, 13)."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from tests.service.scenes import DEAL, FIRST, MATCHES, dealt, play, played, problem

READS = ("/state", "/legal-actions", "/events")
WITH_NAMES = ("", "/replay", "/replay/steps/1")


@pytest.mark.parametrize("part", READS)
def test_what_has_not_changed_is_not_sent_again(api: httpx.Client, part: str) -> None:
    match = dealt(api)
    path = f"{MATCHES}/{match['id']}{part}"
    first = api.get(path)
    assert first.headers["etag"] == '"2"'
    for same in ('"2"', 'W/"2"', '"1", "2"', '"x","2"', "*"):
        answer = api.get(path, headers={"If-None-Match": same})
        assert (answer.status_code, answer.content) == (304, b""), same
        for name in ("etag", "cache-control", "vary"):
            assert answer.headers[name] == first.headers[name]
    for other in ('"1"', '"22"', 'W/"1"', "2", '"x"', "", '"'):
        answer = api.get(path, headers={"If-None-Match": other})
        assert (answer.status_code, answer.content) == (200, first.content), other
    played(api, match, FIRST)
    answer = api.get(path, headers={"If-None-Match": '"2"'})
    assert (answer.status_code, answer.headers["etag"]) == (200, '"3"')


@pytest.mark.parametrize("part", WITH_NAMES)
def test_what_has_names_has_a_tag_that_begins_with_the_version(api: httpx.Client, part: str) -> None:
    match = dealt(api)
    path = f"{MATCHES}/{match['id']}{part}"
    tag = api.get(path).headers["etag"]
    assert tag.startswith('"2-')
    for same in (tag, f"W/{tag}", f'"1", {tag}', "*"):
        assert api.get(path, headers={"If-None-Match": same}).status_code == 304
    for other in ('"2"', '"1"', '"2-0"'):
        assert api.get(path, headers={"If-None-Match": other}).status_code == 200
    played(api, match, FIRST)
    answer = api.get(path, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["etag"][:3]) == (200, '"3-')


def writes(api: httpx.Client, match: dict[str, Any], if_match: str) -> list[Callable[[], httpx.Response]]:
    headers = {"If-Match": if_match}
    return [
        lambda: play(api, match, FIRST, headers=headers),
        lambda: api.patch(f"{MATCHES}/{match['id']}", json={"note": "changed"}, headers=headers),
    ]


@pytest.mark.parametrize("write", [0, 1])
@pytest.mark.parametrize(
    "stale", ['"1"', '"3"', '"3-9f3c"', 'W/"2"', '"02"', '"2-x"', '"1", "3"', '"two"', '""', '"999999999999999999"']
)
def test_a_write_for_another_version_is_refused(
    api: httpx.Client, stored: Callable[[], Any], write: int, stale: str
) -> None:
    match = dealt(api)
    before = stored()
    answer = writes(api, match, stale)[write]()
    assert problem(answer, 412, "version-conflict")["version"] == 2
    assert answer.headers["etag"] == '"2"'
    assert stored() == before


@pytest.mark.parametrize("write", [0, 1])
@pytest.mark.parametrize("fresh", ['"2"', '"1", "2"', 'W/"1" , "2"', "*", '"2-9f3c"'])
def test_a_write_for_this_version_is_taken(api: httpx.Client, write: int, fresh: str) -> None:
    match = dealt(api)
    answer = writes(api, match, fresh)[write]()
    assert answer.is_success, answer.text
    assert answer.headers["etag"] == '"3"'


@pytest.mark.parametrize("write", [0, 1])
@pytest.mark.parametrize("broken", ["2", "", '"2', '"1" "2"', '"1",', 'w/"2"', '*, "2"'])
def test_what_is_no_entity_tag_is_refused(
    api: httpx.Client, stored: Callable[[], Any], write: int, broken: str
) -> None:
    match = dealt(api)
    before = stored()
    refused = problem(writes(api, match, broken)[write](), 400, "invalid-request")
    assert refused["parameter"] == "If-Match"
    assert stored() == before


def test_a_stale_write_is_refused_even_where_the_rules_would_refuse_it(api: httpx.Client) -> None:
    match = dealt(api)
    problem(play(api, match, DEAL, headers={"If-Match": '"1"'}), 412, "version-conflict")
    problem(play(api, match, DEAL, headers={"If-Match": '"2"'}), 422, "rule-violation")


def test_an_earlier_step_has_the_version_of_the_match(api: httpx.Client) -> None:
    match = dealt(api)
    path = f"{MATCHES}/{match['id']}/state"
    played(api, match, FIRST)
    answer = api.get(path, params={"step": 0})
    assert (answer.headers["etag"], answer.json()["version"]) == ('"3"', 3)
