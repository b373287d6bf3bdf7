"""Lists and figures of the API as CSV, for who asks for that: the same answer as in JSON, with the same rights."""

from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

import msgspec
from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.status_codes import HTTP_200_OK
from litestar.types import ASGIApp, Receive, Send

from replays.exports.cells import plain_cell
from service.http.conditional import csv_etag
from service.http.flat import FlatTable
from service.http.negotiation import CSV, csv_asked
from service.queries.tables.forms import csv_lines

CSV_HEADERS: Final = ("Link", "Partita-Position")
"""The headers that tell what an answer in JSON has beside its items."""


class AnswersCsv:
    """Middleware of routes that answer JSON: makes CSV of a good answer where ``Accept`` prefers that.

    What isn't in the rows is in headers: the next page in ``Link`` (RFC 8288), the position in ``Partita-Position``.
    Such an answer has an entity tag of its own.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass on what isn't asked for as CSV."""
        table = csv_asked(Request(scope))
        if table is None:
            await self._app(scope, receive, send)
            return

        start: Any = None
        body = b""

        async def send_csv(message: Any) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start":
                start = message
                return
            body += message["body"]
            if message["more_body"]:
                return
            if start["status"] == HTTP_200_OK:
                body = _converted(table, scope, start, body)
            headers = MutableScopeHeaders.from_message(start)
            if (tag := headers.get("etag")) is not None:
                headers["etag"] = csv_etag(tag)
            await send(start)
            await send({"type": "http.response.body", "body": body, "more_body": False})

        await self._app(scope, receive, send_csv)


def csv_of(table: FlatTable, answer: Any) -> bytes:
    """An answer, as JSON has it, as CSV. No text is taken for a formula by spreadsheets."""
    rows = ([plain_cell(cell) for cell in row] for row in table.rows(answer))
    return csv_lines([table.header, *rows])


def _converted(table: FlatTable, scope: Any, start: Any, body: bytes) -> bytes:
    """The body of an answer in JSON as CSV, and its headers with what isn't in it any more."""
    answer = msgspec.json.decode(body)
    content = csv_of(table, answer)
    headers = MutableScopeHeaders.from_message(start)
    headers["content-type"] = f"{CSV}; charset=utf-8"
    headers["content-length"] = str(len(content))
    headers["x-content-type-options"] = "nosniff"
    if (position := answer.get("position")) is not None:
        headers["partita-position"] = str(position)
    for name, value in following_page(scope, answer.get("next_cursor")).items():
        headers[name] = value
    return content


def following_page(scope: Any, cursor: str | None) -> dict[str, str]:
    """The header that leads to the next page of a list that isn't JSON; none without a cursor."""
    if cursor is None:
        return {}
    query = {**dict(parse_qsl(scope["query_string"].decode(), keep_blank_values=True)), "cursor": cursor}
    return {"Link": f'<{scope["path"]}?{urlencode(query)}>; rel="next"'}
