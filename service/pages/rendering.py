"""Templates become answers: escaped, in the reader's language, under a policy that lets nothing in from elsewhere."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from jinja2 import Environment, PackageLoader, StrictUndefined
from litestar import Response

from domain.kernel.game import Language
from service.pages.words import WORDS

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:;"
        " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization, Cookie, Accept-Language",
}

_MEDIA_TYPES: Final = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8"}


def page(
    template: str, language: Language, context: Mapping[str, Any], *, status: int = 200
) -> Response[str]:
    """The page that `template` makes of `context`; every template also has the words of its language, as ``w``."""
    text = _environment().get_template(template).render(w=WORDS[language], language=language, **context)
    return Response(
        text,
        status_code=status,
        media_type="text/html; charset=utf-8",
        headers={**_HEADERS, "Content-Language": language},
    )


@cache
def static_file(name: str) -> tuple[bytes, str] | None:
    """The bytes and media type of a file that the pages use; None for what isn't one of them."""
    kind = name.rpartition(".")[2]
    file = resources.files("service.pages").joinpath("static", name)
    if kind not in _MEDIA_TYPES or "/" in name or not file.is_file():
        return None
    return file.read_bytes(), _MEDIA_TYPES[kind]


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
    return environment


def _address(name: str) -> str:
    """Where a file is served; it changes with the file, so that a browser may keep it for ever."""
    found = static_file(name)
    if found is None:
        raise LookupError(name)
    return f"/static/{name}?v={hashlib.sha256(found[0]).hexdigest()[:12]}"
