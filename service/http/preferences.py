"""What somebody chose in the pages, by cookie: a language, and whether they are light or dark."""

import re
from typing import Any, Final, Literal, TypeAlias, get_args

from litestar.datastructures import Cookie
from litestar.types import ASGIApp, Receive, Send

from domain.kernel.languages import Language
from service.http.requests import AnyRequest

LANGUAGE: Final = "partita_language"
THEME: Final = "partita_theme"

Theme: TypeAlias = Literal["light", "dark"]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

_SECONDS: Final = 365 * 24 * 3600
_CHOSEN: Final = re.compile(rf"(?:^|;\s*){LANGUAGE}=({'|'.join(LANGUAGES)})(?:;|$)")


def theme_of(request: AnyRequest) -> Theme | None:
    """The theme that was chosen; None follows the browser's."""
    chosen = request.cookies.get(THEME)
    return next((theme for theme in THEMES if theme == chosen), None)


def chosen_language(request: AnyRequest) -> Language | None:
    """The language that was chosen; None follows ``Accept-Language``."""
    chosen = request.cookies.get(LANGUAGE)
    return next((language for language in LANGUAGES if language == chosen), None)


def preference(request: AnyRequest, key: str, value: str) -> Cookie:
    """The cookie that keeps a choice for a year; with an empty `value` it is taken away."""
    return Cookie(
        key=key,
        value=value,
        max_age=_SECONDS if value else 0,
        path="/",
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="lax",
    )


class ChosenLanguage:
    """Puts the language that was chosen in the pages in the place of ``Accept-Language``, for every route.

    So the pages, and what their scripts ask the API for, speak one language.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        """Pass everything on."""
        if scope["type"] == "http" and (language := _language_in(scope["headers"])):
            others = [(name, value) for name, value in scope["headers"] if name != b"accept-language"]
            scope = {**scope, "headers": [*others, (b"accept-language", language)]}
        await self._app(scope, receive, send)


def _language_in(headers: list[tuple[bytes, bytes]]) -> bytes | None:
    for name, value in headers:
        if name == b"cookie" and (found := _CHOSEN.search(value.decode("latin-1"))):
            return found[1].encode()
    return None
