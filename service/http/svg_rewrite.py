"""Addresses that end in a suffix, such as ``steps/12.svg``.

The framework's parameters are whole segments of a path. So the suffix is routed as a segment of its own,
``steps/12/.svg``, into which requests are brought before they are routed; nobody outside has to do with that form.
"""

from typing import Any, Final

from litestar.types import ASGIApp, Receive, Send

SUFFIX: Final = ".svg"


def outer(path: str) -> str:
    """The path of a route as it is asked for."""
    return path.replace(f"/{SUFFIX}", SUFFIX)


def routed(path: str) -> str:
    """The path of a request as it is routed; the inner form, asked for from outside, leads nowhere."""
    if not path.endswith(SUFFIX):
        return path
    return f"{path.removesuffix(SUFFIX)}/{SUFFIX}" if not path.endswith(f"/{SUFFIX}") else f"{path}/{SUFFIX}"


class RoutesSuffixes:
    """Brings each request into the form that is routed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http" and scope["path"].endswith(SUFFIX):
            scope = {**scope, "path": routed(scope["path"])}
        await self._app(scope, receive, send)
