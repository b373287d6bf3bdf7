"""Templates become answers: escaped, in the reader's language, under a policy that lets nothing in from elsewhere."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any, Final
from uuid import UUID

from jinja2 import Environment, PackageLoader, StrictUndefined, Undefined
from litestar import Response
from typing_extensions import override

from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.kernel.typesetting import typeset
from domain.kernel.words import Words
from service.api.games import rules_address
from service.http.conditional import digest_of, versioned
from service.http.negotiation import language_of
from service.http.preferences import theme_of
from service.http.requests import AnyRequest
from service.http.session import is_signed_in
from service.web.appearance import drawn_height, heights, languages, theme_rules
from service.web.assets import static_address
from service.web.words import WORDS, day, decimal, numbers_of, percent, points_or_dash, short_day, weekday

HTML: Final = "text/html"

# Pictures that stand in a page bring a style sheet of their own.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FRAMED_POLICY: Final = (
    "default-src 'none'; style-src 'self' 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors *"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Vary": "Authorization, Cookie, Accept, Accept-Language",
}


def page(request: AnyRequest, template: str, **context: Any) -> Response[bytes]:
    """The page that `template` makes of `context`, or 304 for a browser that has it."""
    language = language_of(request)
    text = rendered(request, template, language, context)
    headers = _HEADERS | {"Cache-Control": "private, no-cache", "Content-Language": language}
    return versioned(request, digest_of(text), text.encode(), headers, HTML)


def framed_page(request: AnyRequest, template: str, **context: Any) -> Response[bytes]:
    """A page that any site may show within its own: it has no script and no form, and is made for everybody."""
    language = language_of(request)
    text = rendered(request, template, language, context)
    headers = _HEADERS | {"Content-Security-Policy": _FRAMED_POLICY, "Content-Language": language}
    return versioned(request, digest_of(text), text.encode(), headers | {"Cache-Control": "no-cache"}, HTML)


def fault_page(
    request: AnyRequest, template: str, status: int, headers: Mapping[str, str], **context: Any
) -> Response[bytes]:
    """The page that tells what is wrong; nobody keeps it."""
    language = language_of(request)
    sent = _HEADERS | {"Cache-Control": "no-store", "Content-Language": language} | dict(headers)
    text = rendered(request, template, language, context)
    return Response(text.encode(), status_code=status, media_type=HTML, headers=sent)


def fresh_page(request: AnyRequest, template: str, **context: Any) -> Response[bytes]:
    """A page that nobody keeps: it shows what is told once, or a form as somebody left it."""
    return fault_page(request, template, 200, {}, **context)


def rendered(request: AnyRequest, template: str, language: Language, context: Mapping[str, Any]) -> str:
    """The text of a page; every template also has the words of its language, as ``w``, and who looks at it."""
    return (
        page_environment()
        .get_template(template)
        .render(
            w=WORDS[language],
            language=language,
            signed_in=is_signed_in(request),
            visitor=request.state.get("visitor"),
            theme=theme_of(request),
            **context,
        )
    )


class StrictEnvironment(Environment):
    """An environment in which a template gets what it names, or fails.

    A name behind a mapping is one of its keys and never a method of the mapping; what nobody has written a form for,
    such as a method or an object without one, isn't printed.
    """

    @override
    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute) if isinstance(obj, Mapping) else super().getattr(obj, attribute)

    @override
    def getitem(self, obj: Any, argument: Any) -> Any:
        if not isinstance(obj, Mapping):
            return super().getitem(obj, argument)
        try:
            return obj[argument]
        except KeyError:
            return self.undefined(obj=obj, name=argument)


def _unbroken_addition(name: str) -> str:
    """A name whose addition in brackets, as of “Ada (2)”, doesn't go to a line of its own."""
    return name.replace(" (", "\N{NO-BREAK SPACE}(")


def _printable(value: Any) -> Any:
    """What a template prints, as it is.

    Raises:
        TypeError: it has no form for people, and Python's own may hold a memory address.
    """
    if not isinstance(
        value, str | int | float | Decimal | date | UUID | Undefined
    ):  # an undefined one tells its name itself
        raise TypeError(f"a page can't print {type(value).__name__}")
    return value


def _english(detail: str) -> str:
    """What a problem tells programs, which is in English, as people read it."""
    return typeset(detail.replace("`", ""))


@cache
def page_environment() -> StrictEnvironment:
    """What the templates of the pages are rendered with."""
    environment = StrictEnvironment(
        loader=PackageLoader("service.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "static": static_address,
        "rules_address": rules_address,
        "languages": languages(),
        "theme": None,
        "theme_rules": theme_rules,
    }
    environment.filters |= {
        "english": _english,
        "day": day,
        "short_day": short_day,
        "weekday": weekday,
        "decimal": decimal,
        "game_title": game_title,
        "numbers": numbers_of,
        "percent": percent,
        "points": points_or_dash,
        "template": Words.template,
        "unbroken_addition": _unbroken_addition,
        "drawn_height": drawn_height,
        "heights": heights,
    }
    return environment
