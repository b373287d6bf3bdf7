"""Templates become answers: escaped, in the reader's language, under a policy that lets nothing in from elsewhere."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response

from domain.kernel.game import Language
from service.http import AnyRequest, digest_of, language_of, versioned
from service.pages.session import is_signed_in
from service.pages.words import WORDS, day, decimal

HTML: Final = "text/html"

# Pictures that stand in a page bring a style sheet of their own.
_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Vary": "Authorization, Cookie, Accept, Accept-Language",
}

_MEDIA_TYPES: Final = {"css": "text/css", "js": "text/javascript"}


def page(request: AnyRequest, template: str, **context: Any) -> Response[bytes]:
    """The page that `template` makes of `context`, or 304 for a browser that has it."""
    language = language_of(request)
    text = rendered(request, template, language, context)
    headers = _HEADERS | {"Cache-Control": "private, no-cache", "Content-Language": language}
    return versioned(request, digest_of(text), text.encode(), headers, HTML)


def fault_page(
    request: AnyRequest, template: str, status: int, headers: Mapping[str, str], **context: Any
) -> Response[bytes]:
    """The page that tells what is wrong; nobody keeps it."""
    language = language_of(request)
    told = _HEADERS | {"Cache-Control": "no-store", "Content-Language": language} | dict(headers)
    text = rendered(request, template, language, context)
    return Response(text.encode(), status_code=status, media_type=HTML, headers=told)


def rendered(request: AnyRequest, template: str, language: Language, context: Mapping[str, Any]) -> str:
    """The text of a page; every template also has the words of its language, as ``w``."""
    return (
        _environment()
        .get_template(template)
        .render(w=WORDS[language], language=language, signed_in=is_signed_in(request), **context)
    )


class StaticFile:
    """A file that the pages use.

    Attributes:
        media_type: what it is.
        digest: tells its content from any other.
    """

    def __init__(self, content: bytes, media_type: str) -> None:
        self.content = content
        self.media_type = media_type
        self.digest = hashlib.sha256(content).hexdigest()[:16]


@cache
def static_files() -> Mapping[str, StaticFile]:
    """All of them, by name."""
    return {
        file.name: StaticFile(file.read_bytes(), _MEDIA_TYPES[file.name.rpartition(".")[2]])
        for file in resources.files("service.pages").joinpath("static").iterdir()
    }


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("service.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = _address
    environment.filters |= {"day": day, "decimal": decimal}
    return environment


def _address(name: str) -> str:
    """Where a file is served; it changes with the file, so that a browser may keep it for ever."""
    return f"/static/{name}?v={static_files()[name].digest}"
