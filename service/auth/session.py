"""Who is signed in at the pages: a cookie with a token, which lets a browser read, and fill in the pages' own forms.

Reading changes nothing, so the cookie may come with any GET. A write by cookie must come from a form of these pages:
whatever else a browser is made to send has another origin, and is refused.
"""

import re
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler

from service.http.requests import AnyRequest
from service.problems import FORBIDDEN, ProblemError

COOKIE: Final = "partita_token"
_SECONDS: Final = 30 * 24 * 3600

FORM: Final = {"form": True}
"""Marks a route (`opt`) that takes a form of the pages; it must also have the guard :func:`verify_own_form`."""


def authorization_of(request: AnyRequest) -> str | None:
    """The ``Authorization`` of a request; without that header, what the cookie of a browser stands for."""
    header: str | None = request.headers.get("authorization")
    if header is not None:
        return header
    token = request.cookies.get(COOKIE)
    if not token or not (request.method == "GET" or request.route_handler.opt.get("form")):
        return None
    return f"Bearer {token}"


def is_signed_in(request: AnyRequest) -> bool:
    """Whether the browser has a cookie that could be taken away."""
    return bool(request.cookies.get(COOKIE))


def signed_in(request: AnyRequest, token: str) -> Cookie:
    """The cookie for who has `token`: scripts can't read it, and no other site's pages send it."""
    return _cookie(request, token, _SECONDS)


def signed_out(request: AnyRequest) -> Cookie:
    """Takes the cookie away."""
    return _cookie(request, "", 0)


def _cookie(request: AnyRequest, token: str, seconds: int) -> Cookie:
    return Cookie(
        key=COOKIE,
        value=token,
        max_age=seconds,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def verify_own_form(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Refuse a form that wasn't sent by a page of this service.

    Browsers tell so in ``Sec-Fetch-Site`` (W3C Fetch Metadata); over plain HTTP from another machine they leave that
    out, and ``Origin`` (RFC 6454) is compared with the host that was asked.

    Raises:
        ProblemError: 403.
    """
    site = connection.headers.get("sec-fetch-site")
    origin = _host(connection.headers.get("origin", ""))
    own = site == "same-origin" if site is not None else origin is not None and origin == connection.headers.get("host")
    if not own:
        raise ProblemError(FORBIDDEN, "This form is taken from the pages of this service only.")


def local(address: str) -> str:
    """`address` if it is a page of this service, else that of the home page: nobody is sent elsewhere."""
    return address if _LOCAL.fullmatch(address) and not address.startswith(_NOWHERE) else "/"


_LOCAL: Final = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,1000}")
_NOWHERE: Final = ("/sign-in", "/sign-out")


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
