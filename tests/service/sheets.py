"""Score sheets as the tests of the service keep them."""

from collections.abc import Sequence
from typing import Any

import httpx

from domain.subjects.subject import subject_of_title
from tests.service.scenes import open_match, played


def sheet(
    api: httpx.Client,
    title: str,
    values: Sequence[str],
    end: dict[str, Any] | None = None,
    *,
    seats: Sequence[dict[str, Any]] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A sheet with a value for each seat, closed with `end`; the answer to the last write, with its id."""
    chosen = seats or [{"name": f"Guest {seat}", "new": True} for seat in range(len(values))]
    match = open_match(api, game="sheet", options={"title": title, **(options or {})}, seats=chosen, **more)
    written = [
        {"type": "score", "seat": seat, "row": "points", "value": value} for seat, value in enumerate(values) if value
    ]
    last = played(api, match, *written, {"type": "end", **(end or {})})
    return {"id": match["id"], "seats": match["seats"], "position": last["position"]}


def subject_id(title: str) -> str:
    """The id of the subject of sheets with this title."""
    return str(subject_of_title("sheet", title).id)
