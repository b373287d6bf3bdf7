"""Answers about matches that are given again, byte by byte, in front of everything else."""

import asyncio
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from time import perf_counter
from typing import Any, Final
from uuid import UUID

import psycopg
from cachetools import LRUCache
from litestar import Request
from litestar.types import ASGIApp, Receive, Send
from msgspec import Struct

from domain.annotations.annotations import annotations_id
from service.auth.access import Principal
from service.auth.authentication import Authentication, Credential, credential_of
from service.http.basis import Basis
from service.http.requests import NOTES, SHORTCUT, WHOLE, PassesOn, RequestNotes, SendsWhole
from service.http.session import session_of
from service.live.log_tail import LogTail, Look, Moment
from service.queries.player_names import disambiguated

ROOM: Final = 32_000_000
"""Bytes of answers that are remembered, more or less."""

_LONGEST_QUESTION: Final = 2_000
"""Bytes of address and headers; what is longer isn't remembered."""

_BRIEFLY: Final = 1.0
"""Seconds for finding out who asks, where that isn't known."""

_HEARD: Final = 5_000
"""Different requests that are known as they were sent; after more, that begins anew."""

_SAME_ANSWER: Final = frozenset(
    {
        b"authorization",  # in its place is who it stands for
        b"connection",
        b"priority",
        b"referer",
        b"traceparent",
        b"tracestate",
        b"user-agent",
        b"x-forwarded-for",
    }
)
"""Headers by which no answer differs. All others are part of what is asked, whatever they are."""

_GIVEN_AGAIN: Final = frozenset({200, 304})
_ASIDE: Final = 2_000  # bytes, more or less, of an answer beside its body


class _AnswerKey(Struct, frozen=True, cache_hash=True):
    """What an answer is remembered by: the rights of who asks, and all else that may decide it."""

    rights: Hashable
    question: Hashable


class _Heard(Struct, frozen=True, eq=False):
    """What a request was found to be that came byte by byte like that: it needn't be looked through again.

    Attributes:
        credential: what it came with.
        principal: for whom that stood.
        own: the key of what is told to this token, and no other.
        shared: the key of what all are told who have the same rights.
    """

    credential: Credential | None
    principal: Principal
    own: _AnswerKey
    shared: _AnswerKey


class _Given(Struct, eq=False):
    """An answer that was given; of a page of a read model, `body` is all in front of the position.

    Attributes:
        lines: its headers as they are sent.
        since: a moment from which on no event has made it another one.
        stamp: of names that make it no other one.
    """

    status: int
    headers: list[tuple[bytes, bytes]]
    lines: bytes
    body: bytes
    basis: Basis
    originators: tuple[UUID, ...]
    since: Moment
    stamp: bytes
    notes: RequestNotes


class AnswersAgain:
    """Gives an answer to a GET again to who asks the same with the same rights, if all that it rests on is as it was.

    That is found out each time, by one question to the database for all who ask at once (decision 72): whether the
    match or its notes have changed, what its players are called, how far a read model has got. Who asks is looked up
    as by the routes, which say what may be given again (:attr:`RequestNotes.basis`). Whatever is in doubt goes to
    `app`.
    """

    def __init__(
        self,
        app: ASGIApp,
        tail: LogTail,
        authentication: Authentication,
        count: Callable[[str, int, float], object],
        room: int = ROOM,
    ) -> None:
        """`count` takes operation, status and seconds of each that is given again."""
        self._app = app
        self._tail = tail
        self._authentication = authentication
        self._count = count
        self._given: LRUCache[_AnswerKey, _Given] = LRUCache(room, getsizeof=lambda given: len(given.body) + _ASIDE)
        self._heard: dict[Hashable, _Heard] = {}
        self._being_made: dict[_AnswerKey, asyncio.Event] = {}

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Answer, or pass it on."""
        began = perf_counter()
        sent = (scope["path"], scope["query_string"], scope["scheme"], *scope["headers"])
        heard = self._heard.get(sent)
        if heard is None or self._authentication.at_hand(heard.credential) is not heard.principal:
            heard = await self._hear(scope, sent)
        if heard is None:
            await self._app(scope, receive, send)
            return
        given = self._at_hand(heard)
        if given is None:
            with suppress(psycopg.Error):  # so that what was written until now makes it no staler
                await self._tail.look()
        behind = None if given is None else await self._behind(given)
        if given is not None and behind is None and (being_made := self._being_made.get(heard.shared)) is not None:
            await being_made.wait()  # once: many who ask for what has just changed don't all make it
            given = self._at_hand(heard)
            behind = None if given is None else await self._behind(given)
        if given is None or behind is None:
            await self._pass_on(heard, scope, receive, send)
            return
        notes, send_whole = scope.get(NOTES), scope.get(WHOLE)
        self._count(given.notes.operation, given.status, perf_counter() - began)
        if notes is not None:
            _copy(given.notes, heard.principal, notes)  # for somebody who also watches what is sent
        elif send_whole is not None and send_whole(given.status, _whole(given, behind)):
            if (takes_shortcut := scope.get(SHORTCUT)) is not None:
                takes_shortcut(partial(self._answer, heard))
            return
        headers, body = given.headers, given.body + behind
        if given.basis.read_model is not None:
            headers = [*headers, (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": given.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})

    def _answer(self, heard: _Heard, send_whole: SendsWhole, pass_on: PassesOn) -> None:
        """Answer where nothing is to be found out but whether the answer is still so (:data:`Shortcut`)."""
        began = perf_counter()
        is_known = self._authentication.at_hand(heard.credential) is heard.principal
        given = self._at_hand(heard) if is_known else None
        if given is None:
            pass_on(None)
            return

        def go_on(look: Look | psycopg.Error) -> None:
            if isinstance(look, psycopg.Error) or not _are_called_so(given, look):
                pass_on(None)
                return
            behind = self._behind_now(given, look)
            if behind is None or not send_whole(given.status, _whole(given, behind)):
                pass_on(None)
                return
            self._count(given.notes.operation, given.status, perf_counter() - began)

        self._tail.ask(go_on, positions=given.basis.read_model is not None)

    async def _hear(self, scope: Any, sent: Hashable) -> _Heard | None:
        """What a request is; None if it can't be answered here, and also who isn't let in is told why by the routes."""
        question = _question(scope)
        if question is None:
            return None
        authorization, session = _credentials(scope)
        principal = await self._who(authorization, session, scope)
        if principal is None:
            return None
        own, shared = _AnswerKey(_rights(principal), question), _AnswerKey(_shared_rights(principal), question)
        heard = _Heard(credential_of(authorization, session), principal, own, shared)
        if len(self._heard) >= _HEARD:
            self._heard.clear()
        self._heard[sent] = heard
        return heard

    async def _who(self, authorization: str | None, session: str | None, scope: Any) -> Principal | None:
        """Who asks; None for who is let in by nothing that is sent along, or while the database gives no answer.

        The routes go on waiting for an answer that takes long, rather than ask again when there was none.
        """
        address = scope["client"][0] if scope["client"] else ""
        try:
            async with asyncio.timeout(_BRIEFLY):
                return await self._authentication.recognized(authorization, session, address)
        except (psycopg.Error, TimeoutError):
            return None

    def _at_hand(self, heard: _Heard) -> _Given | None:
        """The last answer to that, whether it is still so or not."""
        return self._given.get(heard.own) or self._given.get(heard.shared)

    async def _behind(self, given: _Given) -> bytes | None:
        """What comes behind the body of the answer as of now; None where that has to be made."""
        basis, positions = given.basis, given.basis.read_model is not None
        try:
            look = await self._tail.look(positions=positions)
            if not _are_called_so(given, look):
                look = await self._tail.look(basis.seats, positions=positions)
                if _labels(tuple([look.names[player] for player in basis.seats])) != basis.names:
                    return None
                given.stamp = look.stamp
        except psycopg.Error:
            return None
        return self._behind_now(given, look)

    def _behind_now(self, given: _Given, look: Look) -> bytes | None:
        """The same, when it is known who is called how."""
        if not self._tail.is_unchanged(given.originators, given.since):
            return None
        if self._tail.moment is not None:
            given.since = self._tail.moment
        read_model = given.basis.read_model
        if read_model is None:
            return b""
        position = look.positions.get(read_model)
        return None if position is None else b"%d}" % position

    async def _pass_on(self, heard: _Heard, scope: Any, receive: Receive, send: Send) -> None:
        """Have it answered, and remember the answer if it may be given again."""
        notes = scope.setdefault(NOTES, RequestNotes())
        since, stamp = self._tail.moment, self._tail.stamp
        start: Any = None

        async def watched(message: Any) -> None:
            nonlocal start
            await send(message)
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None and since is not None and notes.basis is not None and not message.get("more_body"):
                given = _given(start, message.get("body", b""), notes, notes.basis, since, stamp)
                if given is not None and len(given.body) <= self._given.maxsize // 16:
                    self._given[heard.own if notes.basis.own else heard.shared] = given
            start = None  # what comes bit by bit isn't remembered

        if heard.shared in self._being_made:
            await self._app(scope, receive, watched)
            return
        being_made = self._being_made[heard.shared] = asyncio.Event()
        try:
            await self._app(scope, receive, watched)
        finally:
            del self._being_made[heard.shared]
            being_made.set()


def _given(start: Any, body: bytes, notes: RequestNotes, basis: Basis, since: Moment, stamp: bytes) -> _Given | None:
    """An answer as it is remembered; None where it can't be."""
    headers = list(start["headers"])
    names = {name for name, _ in headers}
    if start["status"] not in _GIVEN_AGAIN or b"set-cookie" in names:
        return None
    if basis.read_model is not None:
        if b"content-encoding" in names:  # nothing can be put behind it
            return None
        body, headers = basis.front, [header for header in headers if header[0] != b"content-length"]
    originators = (basis.match_id, annotations_id(basis.match_id)) if basis.annotated else (basis.match_id,)
    lines = b"".join([b"%b: %b\r\n" % header for header in headers])
    return _Given(start["status"], headers, lines, body, basis, originators, since, stamp, notes)


def _are_called_so(given: _Given, look: Look) -> bool:
    """Whether surely nobody in the answer is called something else by now."""
    return not given.basis.seats or (look.stamp != b"" and look.stamp == given.stamp)


def _whole(given: _Given, behind: bytes) -> Sequence[bytes]:
    """The pieces of an answer."""
    if given.basis.read_model is None:
        return given.lines, b"\r\n", given.body
    return given.lines, b"content-length: %d\r\n\r\n" % (len(given.body) + len(behind)), given.body, behind


def _question(scope: Any) -> Hashable:
    """All that may decide an answer, beside who asks; None for what is too long to be remembered."""
    headers = tuple([header for header in scope["headers"] if header[0] not in _SAME_ANSWER])
    path, query = scope["path"], scope["query_string"]
    if len(path) + len(query) + sum([len(name) + len(value) for name, value in headers]) > _LONGEST_QUESTION:
        return None
    return path, query, scope["scheme"], headers


def _credentials(scope: Any) -> tuple[str | None, str | None]:
    """The ``Authorization`` and the session that a request came with; one of them at most counts."""
    authorization, has_cookies = None, False
    for name, value in scope["headers"]:
        if name == b"authorization":
            authorization = value.decode("latin-1")
        elif name == b"cookie":
            has_cookies = True
    return authorization, session_of(Request(scope)) if has_cookies and authorization is None else None


def _rights(principal: Principal) -> Hashable:
    """What decides what this token, and no other, is told."""
    return principal.token_id, principal.scopes


def _shared_rights(principal: Principal) -> Hashable:
    """What decides what all are told who have the same rights; who has rights at one match shares them with nobody."""
    return _rights(principal) if principal.own is not None else principal.scopes


@lru_cache(maxsize=4096)
def _labels(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(disambiguated(names))


def _copy(given: RequestNotes, principal: Principal, notes: RequestNotes) -> None:
    """Note of a request what was noted of the one before it."""
    notes.operation, notes.template, notes.parameters = given.operation, given.template, given.parameters
    notes.token_id = principal.token_id
