"""The way of most writes, actions with a token: to what the route calls and back, past the framework."""

import re
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Request, Response
from litestar.types import ASGIApp, Receive, Send

from service.api.match_access import may_play
from service.api.play import play_actions, played
from service.api.schemas.play import PlayedAnswer
from service.http.bodies import MAX_BODY
from service.http.conditional import ASKED_EACH_TIME, ask_each_time, etag
from service.http.requests import NOTES, WHOLE, AnyRequest, RequestNotes
from service.process.container import Services

_HEX: Final = "[0-9a-f]"
_ADDRESS: Final = re.compile(f"/api/v1/matches/({_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}})/actions")
_TEMPLATE: Final = "/api/v1/matches/{match_id:uuid}/actions"
_OPERATION: Final = str(play_actions.operation_id)

_CREATED: Final = 201

_JSON: Final = frozenset({b"*/*", b"application/json"})

_OUT_OF_THE_ORDINARY: Final = frozenset({b"cookie", b"transfer-encoding"})

_encode: Final = msgspec.json.Encoder().encode


class PlaysDirectly:
    """Answers what the route of :func:`service.api.play.play_actions` answers, for requests that are plain.

    Such a one has a token, a body of a known length, and neither a query nor a cookie, and takes JSON. All others go to
    `app`, the routes with everything around them (decision 75).
    """

    def __init__(
        self,
        app: ASGIApp,
        services: Services,
        answer_problem: Callable[[AnyRequest, Exception], Response[Any]],
        finished: Callable[[ASGIApp], ASGIApp],
        smallest_compressed: int,
    ) -> None:
        """`answer_problem` answers what is refused; `finished` gives an answer what those of the routes get.

        An answer of fewer bytes than `smallest_compressed` is never compressed.
        """
        self._app = app
        self._services = services
        self._answer_problem = answer_problem
        self._finished = finished
        self._smallest_compressed = smallest_compressed

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer, or pass it on."""
        address = _ADDRESS.fullmatch(scope["path"])
        if address is None or not _is_plain(scope):
            await self._app(scope, receive, send)
            return
        began, match_id = perf_counter(), UUID(address[1])
        notes, send_whole = scope.get(NOTES), scope.get(WHOLE)
        request: AnyRequest = Request(scope, receive, send)
        try:
            principal = await may_play(self._services, request, match_id)
            body = await _body(receive)
            if body is None:
                return
            answer = await played(self._services, request, principal, match_id, body)
        except Exception as error:  # noqa: BLE001  # whatever it is, it is answered, as by the framework
            refusal = self._answer_problem(request, error)
            self._note(notes, match_id, refusal.status_code or 0, began)
            await self._send(refusal, scope, receive, send)
            return
        self._note(notes, match_id, _CREATED, began)
        content = _encode(answer)
        is_short = len(content) < self._smallest_compressed or not _takes_compressed(scope)
        send_now = send_whole if is_short and notes is None else None
        if send_now is not None and send_now(_CREATED, (_LINES % (answer.version, len(content)), content)):
            return
        await self._send(await _created(answer), scope, receive, send)

    def _note(self, notes: RequestNotes | None, match_id: UUID, status: int, began: float) -> None:
        if notes is not None:  # for somebody who watches
            notes.operation, notes.template, notes.parameters = _OPERATION, _TEMPLATE, {"match_id": match_id}
        self._services.metrics.requests.count(_OPERATION, status, perf_counter() - began)

    async def _send(self, response: Response[Any], scope: Any, receive: Receive, send: Send) -> None:
        await self._finished(response.to_asgi_response(None, Request(scope)))(scope, receive, send)


def _is_plain(scope: Any) -> bool:
    """Whether nothing about a request needs more than its token and its body."""
    if scope["query_string"]:
        return False
    has_token, length = False, b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            has_token = True
        elif name == b"content-length":
            length = value
        elif name in _OUT_OF_THE_ORDINARY or (name == b"accept" and value not in _JSON):
            return False
    return has_token and length.isdigit() and int(length) <= MAX_BODY


def _takes_compressed(scope: Any) -> bool:
    return any(name == b"accept-encoding" and b"gzip" in value for name, value in scope["headers"])


async def _body(receive: Receive) -> bytes | None:
    """The body of a request; None where its sender has gone."""
    pieces: list[bytes] = []
    while True:
        message: Any = await receive()
        if message["type"] != "http.request":
            return None
        pieces.append(message["body"])
        if not message["more_body"]:
            return b"".join(pieces)


async def _created(answer: PlayedAnswer) -> Response[Any]:
    return await ask_each_time(Response(answer, status_code=_CREATED, headers={"ETag": etag(answer.version)}))


_LINES: Final = b"".join(
    [
        b'content-type: application/json\r\netag: "%d"\r\ncontent-length: %d\r\n',
        *(f"{name.lower()}: {value}\r\n".encode() for name, value in ASKED_EACH_TIME.items() if name != "Vary"),
        f"vary: {ASKED_EACH_TIME['Vary']}, Accept-Encoding\r\n".encode(),
        b"x-content-type-options: nosniff\r\n\r\n",
    ]
)
"""The headers of an answer, all but those that the server has for all, with places for version and length."""
