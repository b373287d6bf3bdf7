"""What somebody chose in the pages, by cookie: a language, and whether they are light or dark."""

from typing import Final, Literal, TypeAlias, get_args

from litestar.datastructures import Cookie

from domain.kernel.languages import Language
from service.http.requests import AnyRequest

LANGUAGE: Final = "partita_language"
THEME: Final = "partita_theme"

Theme: TypeAlias = Literal["light", "dark"]

LANGUAGES: Final[tuple[Language, ...]] = get_args(Language)
THEMES: Final[tuple[Theme, ...]] = get_args(Theme)

_SECONDS: Final = 365 * 24 * 3600


def theme_of(request: AnyRequest) -> Theme | None:
    """The theme that was chosen; None follows the browser's."""
    chosen = request.cookies.get(THEME)
    return next((theme for theme in THEMES if theme == chosen), None)


def chosen_language(request: AnyRequest) -> Language | None:
    """The language that was chosen, for pages and what they ask the API; None follows ``Accept-Language``."""
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
