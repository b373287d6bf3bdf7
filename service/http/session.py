"""The cookie of a browser that is signed in: it holds a session, which stands for a token.

Reading changes nothing, so the cookie may come with any GET. A write by cookie must come from a page of this service:
whatever else a browser is made to send has another origin, and is let in by no cookie.
"""

import re
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from service.auth.secret import Bearer
from service.auth.session_repository import LONGEST
from service.http.conditional import bearer_of
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import FORBIDDEN

COOKIE: Final = "partita_session"


def session_of(request: AnyRequest) -> str | None:
    """The session of a request that comes without an ``Authorization``, where its cookie counts."""
    session = request.cookies.get(COOKIE)
    if not session or not (request.method == "GET" or comes_from_own_page(request)):
        return None
    return session


def credential_of(request: AnyRequest) -> str:
    """The whole text of what a request was let in by; empty where it came with nothing."""
    return bearer_of(request) or session_of(request) or ""


def is_signed_in(request: AnyRequest) -> bool:
    """Whether the browser has a cookie that could be taken away."""
    return bool(request.cookies.get(COOKIE))


def signed_in(request: AnyRequest, session: Bearer) -> Cookie:
    """The cookie for `session`: scripts can't read it, and no other site's pages send it."""
    return _cookie(request, session.text, int(LONGEST.total_seconds()))


def signed_out(request: AnyRequest) -> Cookie:
    """Takes the cookie away."""
    return _cookie(request, "", 0)


def _cookie(request: AnyRequest, session: str, seconds: int) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=session,
        max_age=seconds,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def comes_from_own_page(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Whether a page of this service has sent a request, as the browser tells.

    Browsers tell so in ``Sec-Fetch-Site`` (W3C Fetch Metadata); over plain HTTP from another machine they leave that
    out, and ``Origin`` (RFC 6454) is compared with the host that was asked.
    """
    site = connection.headers.get("sec-fetch-site")
    if site is not None:
        return site == "same-origin"
    origin = _host(connection.headers.get("origin", ""))
    return origin is not None and origin == connection.headers.get("host")


def verify_own_form(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a form that wasn't sent by a page of this service.

    Raises:
        ProblemError: 403.
    """
    if not comes_from_own_page(connection):
        raise ProblemError(FORBIDDEN, "This form is taken from the pages of this service only.")


def local(address: str) -> str:
    """`address` if it is a page of this service, else that of the home page: nobody is sent elsewhere."""
    return address if _LOCAL.fullmatch(address) and not address.startswith(_NOWHERE) else "/"


_LOCAL: Final = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,1000}")
_NOWHERE: Final = ("/sign-in", "/sign-out", "/join")


def came_from(request: AnyRequest) -> str:
    """The page of this service that led here, as the browser tells (``Referer``); else the home page."""
    referer = request.headers.get("referer", "")
    if _host(referer) != request.headers.get("host"):
        return "/"
    before = urlsplit(referer)
    return local(before.path + (f"?{before.query}" if before.query else ""))


def _host(address: str) -> str | None:
    """The host, and the port if it is named, of an address; None without one."""
    try:
        return urlsplit(address).netloc or None
    except ValueError:
        return None
