"""D4: every operation that promises 304 gives it, and only as long as the answer is what it was."""

from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest

from tests.service.every_read import READS
from tests.service.scenes import BASE, MATCHES, THREE, known, make_player, open_match, played

PROMISED: Final = sorted(name for name, (_, operation) in READS.items() if "304" in operation["responses"])
TAGGED: Final = sorted(
    name for name, (_, operation) in READS.items() if "ETag" in operation["responses"].get("200", {}).get("headers", {})
)


def test_D4_what_has_an_entity_tag_promises_304() -> None:
    assert PROMISED == TAGGED
    assert {"getAnnotation", "getVariation", "getMatch", "getSeries"} <= set(PROMISED)
    for name in PROMISED:
        assert "If-None-Match" in {parameter["name"] for parameter in READS[name][1]["parameters"]}


@pytest.fixture(scope="module")
def ids(api: httpx.Client) -> Mapping[str, Any]:
    players = [make_player(api, name) for name in ("Ada of D4", "Bruno of D4", "Chiara of D4")]
    match = open_match(api, seats=known(*players))
    played(api, match, *THREE["actions"])
    path = f"{MATCHES}/{match['id']}"
    note = api.post(f"{path}/annotations", json={"step": 2, "content": {"kind": "comment", "text": "Why?"}}).json()
    line = api.post(f"{path}/variations", json={"step": 2, "actions": THREE["actions"][2:4]}).json()
    body = {"game": "klunker", "players": [player["id"] for player in players], "matches": [match["id"]]}
    series = api.post(f"{BASE}/series", json=body).json()
    return {
        "match_id": match["id"],
        "other_match": open_match(api)["id"],
        "annotation_id": note["id"],
        "variation_id": line["id"],
        "series_id": series["id"],
        "step": 2,
    }


@pytest.mark.parametrize("name", PROMISED)
def test_D4_what_is_promised_is_given(api: httpx.Client, ids: Mapping[str, Any], name: str) -> None:
    path, operation = READS[name]
    address = path.format(**ids)
    if name == "compareMatch":
        address += f"?with={ids['other_match']}"
    for form in operation["responses"]["200"]["content"]:
        first = api.get(address, headers={"Accept": form})
        assert (first.status_code, first.headers["content-type"].partition(";")[0]) == (200, form)
        tag = first.headers["etag"]
        again = api.get(address, headers={"Accept": form, "If-None-Match": tag})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)
        assert again.headers["vary"] == first.headers["vary"]
        changed = api.get(address, headers={"Accept": form, "If-None-Match": f'{tag[:-1]}0"'})
        assert (changed.status_code, changed.content) == (200, first.content)


@pytest.mark.slow
def test_D4_what_loses_its_step_has_another_tag_though_its_version_stays(api: httpx.Client) -> None:
    match = open_match(api)
    played(api, match, *THREE["actions"][:3])
    path = f"{MATCHES}/{match['id']}"
    note = api.post(f"{path}/annotations", json={"step": 3, "content": {"kind": "comment", "text": "Why?"}}).json()
    line = api.post(f"{path}/variations", json={"step": 3, "actions": [THREE["actions"][3]]}).json()
    ones = (f"{path}/annotations/{note['id']}", f"{path}/variations/{line['id']}")
    before = [api.get(one) for one in ones]
    assert api.post(f"{path}/retractions", json={"to_step": 2}).status_code == 201
    for one, first in zip(ones, before, strict=True):
        moved = api.get(one, headers={"If-None-Match": first.headers["etag"]})
        assert (moved.status_code, moved.json()["detached"]) == (200, True)
        assert moved.json()["version"] == first.json()["version"]


def test_D4_the_tag_of_an_annotation_is_one_to_write_on(api: httpx.Client, ids: Mapping[str, Any]) -> None:
    path = f"{MATCHES}/{ids['match_id']}"
    for one, body in (
        (f"{path}/annotations/{ids['annotation_id']}", {"content": {"kind": "comment", "text": "Since when?"}}),
        (f"{path}/variations/{ids['variation_id']}", {"title": "Another"}),
    ):
        tag = {"If-Match": api.get(one).headers["etag"]}
        assert api.patch(one, json=body, headers=tag).status_code == 200
        assert api.patch(one, json=body, headers=tag).status_code == 412
