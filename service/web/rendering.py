"""Templates become answers: escaped, in the reader's language, under a policy that lets nothing in from elsewhere."""

from collections.abc import Mapping
from typing import Any, Final

from litestar import Response

from domain.kernel.languages import Language
from service.http.conditional import digest_of, versioned
from service.http.negotiation import language_of
from service.http.preferences import theme_of
from service.http.requests import AnyRequest
from service.http.session import is_signed_in
from service.web.words import WORDS

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
    from service.web.environment import page_environment

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
