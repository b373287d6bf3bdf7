"""C5: whether something may be read is looked at before anything of it is read or folded.

It is counted what is read and folded, which no clock disturbs: nothing of what is private for who may not read it, so
that the answer takes as long as for an id that nothing has.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import httpx
import pytest

from domain.annotations.annotations import annotations_id
from domain.variations.variations import variations_id
from service.eventstore.event_loader import EventLoader
from service.eventstore.log import EventLog
from service.eventstore.repository import Repository
from service.eventstore.visibilities import Visibilities
from tests.service import every_read
from tests.service.conftest import running_service
from tests.service.document import DOCUMENT
from tests.service.every_read import READS
from tests.service.scenes import BASE, DEAL, FIRST, MATCHES, guests, open_match, played

ABOUT: Final = [name for name, (path, _) in READS.items() if "{match_id}" in path or path.endswith("{series_id}")]
WRITES: Final = [
    (method.upper(), path)
    for path, methods in DOCUMENT["paths"].items()
    for method in methods
    if method not in {"get", "parameters"} and ("{match_id}" in path or "{series_id}" in path)
]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Counter[tuple[str, UUID]]:
    """What is asked for of each id, by what."""
    found: Counter[tuple[str, UUID]] = Counter()
    answers, events, follow, visible = (
        EventLoader._answers,
        EventLog.stored,
        Repository._folded,
        Visibilities._answers,
    )

    async def event_loader(self: EventLoader, connection: Any, requests: Any) -> Any:
        found.update(("news", known.originator_id) for known in requests)
        return await answers(self, connection, requests)

    def read(self: EventLog, originator_id: UUID, **which: Any) -> Any:
        found["events", originator_id] += 1
        return events(self, originator_id, **which)

    def fold(self: Any, originator_id: UUID, before: Any, newer: Any) -> Any:
        found["fold", originator_id] += 1
        return follow(self, originator_id, before, newer)

    async def visibilities(self: Visibilities, connection: Any, requests: Any) -> Any:
        found.update(("visibility", originator_id) for originator_id in requests)
        return await visible(self, connection, requests)

    monkeypatch.setattr(EventLoader, "_answers", event_loader)
    monkeypatch.setattr(EventLog, "stored", read)
    monkeypatch.setattr(Repository, "_folded", fold)
    monkeypatch.setattr(Visibilities, "_answers", visibilities)
    return found


class Hidden:
    """A private match with an annotation, in a private series, and who may not read them."""

    def __init__(self, api: httpx.Client, client_with: Any) -> None:
        match = open_match(api, visibility="private")
        played(api, match, DEAL, FIRST)
        written = api.post(
            f"{MATCHES}/{match['id']}/annotations", json={"step": 1, "content": {"kind": "comment", "text": "Well!"}}
        )
        assert written.status_code == 201, written.text
        players = [seat["player"]["id"] for seat in match["seats"]]
        opening = {"game": "klunker", "players": players, "length": 2, "visibility": "private"}
        series = api.post(f"{BASE}/series", json=opening)
        assert series.status_code == 201, series.text
        elsewhere = open_match(api, seats=guests())
        self.match, self.series = UUID(match["id"]), UUID(series.json()["id"])
        self.annotation = UUID(written.json()["id"])
        self.strangers: dict[str, dict[str, str]] = {
            "nobody": {},
            "another seat": {"Authorization": f"Bearer {elsewhere['seats'][0]['token']}"},
            "records only": {"Authorization": client_with("record").headers["authorization"]},
        }

    @property
    def all_ids(self) -> set[UUID]:
        return {self.match, self.series, annotations_id(self.match), variations_id(self.match)}

    def stands_for(self, match: UUID, series: UUID) -> dict[str, list[Any]]:
        return {
            "match_id": [match],
            "series_id": [series],
            "step": [0],
            "seat": [0],
            "annotation_id": [self.annotation],
            "variation_id": [uuid4()],
        }


@pytest.fixture
def hidden(api: httpx.Client, client_with: Any) -> Hidden:
    return Hidden(api, client_with)


@pytest.fixture
def fresh(database: str, tmp_path: Path, hidden: Hidden) -> Iterator[httpx.Client]:
    """A second service on the same database, which has nothing in memory."""
    with running_service(database, tmp_path) as client:
        del client.headers["authorization"]
        yield client


@pytest.mark.slow
def test_C5_nothing_of_what_is_private_is_read_for_who_may_not_read_it(
    fresh: httpx.Client, hidden: Hidden, counted: Counter[tuple[str, UUID]]
) -> None:
    asked = 0
    for who, headers in hidden.strangers.items():
        for name in ABOUT:
            for address, query, more in every_read.requests(name, hidden.stands_for(hidden.match, hidden.series), {}):
                answer = fresh.get(address, params=query, headers=headers | more)
                assert answer.status_code in {401, 403, 404}, (who, address, answer.text)
                asked += 1
    assert asked > 60
    read = {what for what, originator_id in counted if originator_id in hidden.all_ids}
    assert read == {"visibility"}, counted


def test_C5_nor_by_writes(fresh: httpx.Client, hidden: Hidden, counted: Counter[tuple[str, UUID]]) -> None:
    for headers in hidden.strangers.values():
        for method, path in WRITES:
            address = path
            for name, values in hidden.stands_for(hidden.match, hidden.series).items():
                address = address.replace(f"{{{name}}}", str(values[0]))
            body: dict[str, Any] = {"actions": [{"type": "pass", "seat": 0}]} if address.endswith("/actions") else {}
            answer = fresh.request(method, address, headers=headers, json=body)
            assert 400 <= answer.status_code < 500, (method, address, answer.text)
    assert {what for what, originator_id in counted if originator_id in hidden.all_ids} <= {"visibility"}, counted


@pytest.mark.slow
def test_C5_a_private_id_is_asked_for_like_an_absent_one(
    fresh: httpx.Client, hidden: Hidden, counted: Counter[tuple[str, UUID]]
) -> None:
    """The same questions in the same number, and the same answers."""
    absent_match, absent_series = uuid4(), uuid4()
    for headers in hidden.strangers.values():
        for name in ABOUT:
            answers = []
            asked = []
            for match, series in ((hidden.match, hidden.series), (absent_match, absent_series)):
                counted.clear()
                for address, query, more in every_read.requests(name, hidden.stands_for(match, series), {}):
                    answer = fresh.get(address, params=query, headers=headers | more)
                    answers.append((match == hidden.match, answer.status_code, answer.content))
                asked.append(Counter(what for what, _ in counted.elements()))
            assert asked[0] == asked[1], name
            assert [a[1:] for a in answers if a[0]] == [a[1:] for a in answers if not a[0]], name


@pytest.mark.slow
def test_C5_who_may_read_it_is_answered(fresh: httpx.Client, api: httpx.Client, hidden: Hidden) -> None:
    headers = {"Authorization": api.headers["authorization"]}
    assert fresh.get(f"{MATCHES}/{hidden.match}", headers=headers).status_code == 200
    assert fresh.get(f"{MATCHES}/{hidden.match}").status_code == 404  # now that it is in memory, too
    assert api.patch(f"{MATCHES}/{hidden.match}", json={"visibility": "unlisted"}).status_code == 200
    assert fresh.get(f"{MATCHES}/{hidden.match}").status_code == 200
    assert api.patch(f"{MATCHES}/{hidden.match}", json={"visibility": "private"}).status_code == 200
    assert fresh.get(f"{MATCHES}/{hidden.match}").status_code == 404


def test_C5_nor_by_who_may_only_give_tokens(
    fresh: httpx.Client, hidden: Hidden, client_with: Any, counted: Counter[tuple[str, UUID]]
) -> None:
    """The token of a seat names its match in the body."""
    fresh.headers["authorization"] = client_with("admin").headers["authorization"]
    private, absent = (
        fresh.post(f"{BASE}/tokens", json={"label": "x", "role": "seat", "match": str(match), "seat": seat})
        for match, seat in ((hidden.match, 0), (uuid4(), 0))
    )
    assert (private.status_code, private.json()["pointer"]) == (422, "/match")
    assert private.content == absent.content
    assert {what for what, originator_id in counted if originator_id in hidden.all_ids} == {"visibility"}, counted


@pytest.mark.parametrize(
    "scopes", [("admin", "read"), pytest.param(("admin", "record", "read", "annotate"), marks=pytest.mark.slow)]
)
def test_C5_who_may_read_it_gives_tokens_of_its_seats(
    fresh: httpx.Client, hidden: Hidden, client_with: Any, scopes: tuple[str, ...]
) -> None:
    fresh.headers["authorization"] = client_with(*scopes).headers["authorization"]
    wanted = {"label": "x", "role": "seat", "match": str(hidden.match), "seat": 0}
    assert fresh.post(f"{BASE}/tokens", json=wanted).status_code == 201
    assert fresh.post(f"{BASE}/tokens", json=wanted | {"seat": 9}).json()["pointer"] == "/seat"
