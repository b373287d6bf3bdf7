"""Results seal by themselves after the hours that a series says: once, in whatever process, also after a restart."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.commands.play import MatchCommands
from service.eventstore.event_store import event_store
from service.process.time_seals import TimeSeals
from service.queries.matches import ReadModels
from service.reads.reads import Reads
from tests.service.conftest import running_service
from tests.service.results import dispute, result_of
from tests.service.scenes import BASE, MATCHES, dealt, whole

HOURS = 48


def in_series(api: httpx.Client, match: dict[str, Any], **wanted: Any) -> dict[str, Any]:
    players = [seat["player"]["id"] for seat in match["seats"]]
    body = {"game": "klunker", "players": players, "matches": [match["id"]], "seals_after": HOURS}
    series: dict[str, Any] = api.post(f"{BASE}/series", json=body | wanted).json()
    api.get(f"{BASE}/series", params={"after_position": series["position"]})
    api.get(MATCHES, params={"after_position": series["position"]})
    return series


async def sealed_at(conninfo: str, now: datetime) -> int:
    """How many results seal by themselves at a time, where two processes look for them at once."""

    def clock() -> datetime:
        return now

    async with event_store(conninfo) as one, event_store(conninfo) as other:
        processes = [
            TimeSeals(ReadModels(store.pool, Reads(store.pool)), MatchCommands(store.matches, clock), clock)
            for store in (one, other)
        ]
        return sum(await asyncio.gather(*(process.seal_due() for process in processes)))


@pytest.fixture(scope="module")
def conninfo(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.mark.slow
def test_what_nobody_disputes_seals_by_itself_when_it_is_due(conninfo: str, tmp_path: Path) -> None:
    with running_service(conninfo, tmp_path) as api:
        quiet, disputed, running, never = whole(api), whole(api), dealt(api), whole(api)
        dispute(api, disputed, 1)
        series = in_series(api, quiet)
        for match in (disputed, running):
            in_series(api, match)
        in_series(api, never, seals_after=None)
        ended = datetime.fromisoformat(api.get(f"{MATCHES}/{quiet['id']}").json()["updated_at"])
        early, due = ended + timedelta(hours=HOURS), datetime.now(UTC) + timedelta(hours=HOURS)
        assert asyncio.run(sealed_at(conninfo, early)) == 0  # it came to the series later than it ended
        assert result_of(api, quiet)["status"] == "provisional"
    assert asyncio.run(sealed_at(conninfo, due)) == 1  # the service was down meanwhile
    with running_service(conninfo, tmp_path) as api:
        assert result_of(api, quiet)["seal"] == {"how": "time", "at": due.isoformat().replace("+00:00", "Z")}
        *_, event = api.get(f"{MATCHES}/{quiet['id']}/events?limit=1000").json()["items"]
        assert (event["by"], event["facts"]["series_id"]) == ("clock", series["id"])
        assert result_of(api, disputed)["status"] == "disputed"
        assert api.get(f"{MATCHES}/{running['id']}").json()["result"] is None
        assert result_of(api, never)["status"] == "provisional"
    assert asyncio.run(sealed_at(conninfo, due)) == 0
