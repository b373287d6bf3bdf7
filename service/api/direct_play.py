"""The way of most writes, actions with a token: to what the route calls and back, past the framework."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from time import monotonic, perf_counter
from typing import Any, Final
from uuid import UUID

import msgspec
from litestar import Request, Response
from litestar.types import ASGIApp, Receive, Send
from msgspec import Struct

from service.api.match_access import may_play, surely_visible
from service.api.match_answers import played_answer
from service.api.play import play_actions, played, recorded
from service.api.schemas.play import PlayedAnswer
from service.auth.access import Principal
from service.auth.authentication import Credential, credential_of
from service.eventstore.log import AppendResult
from service.http.bodies import MAX_BODY
from service.http.conditional import ASKED_EACH_TIME, ask_each_time, etag, header_of
from service.http.requests import BEGUN, NOTES, SHORTCUT_ALIKE, WHOLE, AnyRequest, PassesOn, RequestNotes, SendsWhole
from service.process.container import Services

_HEX: Final = "[0-9a-f]"
_ADDRESS: Final = re.compile(f"/api/v1/matches/({_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{12}})/actions")
_TEMPLATE: Final = "/api/v1/matches/{match_id:uuid}/actions"
_OPERATION: Final = str(play_actions.operation_id)

_CREATED: Final = 201

_JSON: Final = frozenset({b"*/*", b"application/json"})

_OUT_OF_THE_ORDINARY: Final = frozenset({b"cookie", b"transfer-encoding"})

_OF_ONE: Final = frozenset({b"idempotency-key", b"if-match"})
"""What a request says of itself alone."""

_encode: Final = msgspec.json.Encoder().encode


class _Sender(Struct, frozen=True, eq=False):
    """What is known of requests that are alike but for the match and the actions.

    Attributes:
        principal: for whom their `credential` stood.
        takes_compressed: whether a long answer has to be compressed.
    """

    credential: Credential | None
    principal: Principal
    takes_compressed: bool


class _UnderWay(Struct, frozen=True, eq=False):
    """A request that is answered on its shortcut (:data:`ShortcutAlike`), since when, and how else it could be."""

    sender: _Sender
    match_id: UUID
    send_whole: SendsWhole
    pass_on: PassesOn
    since: float


class PlaysDirectly:
    """Answers what the route of :func:`service.api.play.play_actions` answers, for requests that are plain.

    Such a one has a token, a body of a known length, and neither a query nor a cookie, and takes JSON. All others go to
    `app`, the routes with everything around them (decision 75). Those that are like one before, of a recorder, are
    answered without being parsed; what is refused of them goes the usual way from there on (decision 85).
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
        self._under_way: dict[asyncio.Future[AppendResult], _UnderWay] = {}

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
            answer = await played(self._services, request, principal, match_id, body, scope.pop(BEGUN, None))
        except Exception as error:  # noqa: BLE001  # whatever it is, it is answered, as by the framework
            refusal = self._answer_problem(request, error)
            self._note(notes, match_id, refusal.status_code or 0, began)
            await self._send(refusal, scope, receive, send)
            return
        self._note(notes, match_id, _CREATED, began)
        takes_compressed = _takes_compressed(scope)
        if send_whole is not None and notes is None and self._sent_whole(answer, send_whole, takes_compressed):
            if principal.own is None and _is_like_others(scope):
                credential = credential_of(header_of(request, b"authorization"), None)
                scope[SHORTCUT_ALIKE](partial(self._play_alike, _Sender(credential, principal, takes_compressed)))
            return
        await self._send(await _created(answer), scope, receive, send)

    def give_up(self, seconds: float) -> None:
        """Have those go the usual way that have waited for so many seconds: there somebody answers in their place."""
        before = monotonic() - seconds
        for task, request in list(self._under_way.items()):
            if request.since < before:
                del self._under_way[task]
                request.pass_on(task)

    def _play_alike(
        self, sender: _Sender, match_id: UUID, body: bytes, send_whole: SendsWhole, pass_on: PassesOn
    ) -> None:
        """Answer a request that is like one before (:data:`ShortcutAlike`)."""
        is_known = self._services.authentication.at_hand(sender.credential) is sender.principal
        if not is_known or not surely_visible(self._services, sender.principal, match_id):
            pass_on(None)
            return
        request = _UnderWay(sender, match_id, send_whole, pass_on, monotonic())
        task = asyncio.create_task(recorded(self._services, sender.principal, match_id, body))
        self._under_way[task] = request
        task.add_done_callback(self._answer_alike)

    def _answer_alike(self, task: "asyncio.Future[AppendResult]") -> None:
        refused = task.cancelled() or task.exception() is not None
        request = self._under_way.pop(task, None)
        if request is None:  # it has gone the usual way
            return
        match = None if refused else self._services.matches.cached(request.match_id)
        if match is None or match.version != task.result().last_version:
            request.pass_on(task)
            return
        sender = request.sender
        answer = played_answer(match, sender.principal, task.result())
        if self._sent_whole(answer, request.send_whole, sender.takes_compressed):
            self._services.metrics.requests.count(_OPERATION, _CREATED, monotonic() - request.since)
        else:
            request.pass_on(task)

    def _sent_whole(self, answer: PlayedAnswer, send_whole: SendsWhole, takes_compressed: bool) -> bool:
        """Whether an answer could be sent at once."""
        content = _encode(answer)
        if takes_compressed and len(content) >= self._smallest_compressed:
            return False
        return send_whole(_CREATED, (_LINES % (answer.version, len(content)), content))

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


def _is_like_others(scope: Any) -> bool:
    """Whether nothing in the head of a request is about it alone."""
    return not any(name in _OF_ONE for name, _ in scope["headers"])


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
