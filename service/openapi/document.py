"""The document: what the framework generates, completed operation by operation."""

from functools import cache
from importlib import resources
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Contact, License

from service.http.svg_rewrite import outer
from service.openapi.components import Components
from service.openapi.operation import Operation

TITLE: Final = "Partita"
VERSION: Final = "1"

_METHODS: Final = frozenset({"get", "post", "patch", "put", "delete"})

_DESCRIPTION: Final = """\
Records tabletop games action by action, checks every action against the rules, and replays them.

- Writing takes a token: `Authorization: Bearer …`. Public matches can be read without one.
- Errors are problem details (RFC 9457); `type` leads to a page that explains them.
- `version` counts the events of a match, and its `ETag` begins with it; `If-Match` makes a write conditional.
- `Idempotency-Key` makes a retry safe: the same key and body get the first answer again.
- A write's `position`, given as `after_position` or `Partita-After`, lets a read wait for that write.
"""

_TAGS: Final = {
    "games": "The games, their rules, their leaders.",
    "players": "People.",
    "subjects": "What was played: games, and titles of score sheets.",
    "matches": "Matches: opened, found, described.",
    "play": "A match as it is played: actions, the table, the log.",
    "corrections": "Actions taken back, restored or corrected, and matches that people end. Nothing is ever deleted.",
    "second records": "What somebody else recorded of a match, compared with it, and which of both is right.",
    "results": "How a match has ended: confirmed seat by seat, disputed, sealed, and changed by arbiters.",
    "replay": "Going through a match again.",
    "statistics": "Matches in numbers, each of which links to the matches behind it.",
    "annotations": "What people write to the steps of a match: comments, glyphs, marks on the board, tags.",
    "variations": "Lines that were not played, checked by the rules.",
    "records": "A match as one file: out and in, and in forms for people.",
    "exports": "All matches as flat tables, for analysis.",
    "series": "Matches of one game by the same players, whose totals count together.",
    "imports": "Files of other programs: planned first, imported in the background, taken back.",
    "tokens": "Who may do what, and who plays which seat.",
    "operations": "For operators.",
}


def openapi_config() -> OpenAPIConfig:
    """What the framework needs to know to generate its part."""
    return OpenAPIConfig(
        title=TITLE,
        version=VERSION,
        description=_DESCRIPTION,
        license=License(name="Apache-2.0", identifier="Apache-2.0"),
        contact=Contact(name="The Partita project"),
        use_handler_docstrings=True,
    )


def document(app: Litestar) -> dict[str, Any]:
    """The whole document; `app` was built with :func:`openapi_config`."""
    generated = app.openapi_schema.to_schema()
    handlers = _handlers(app)
    examples = _examples()
    components = Components()
    for path, methods in generated["paths"].items():
        for method, operation in methods.items():
            if method in _METHODS:
                name = operation["operationId"]
                Operation(path, method, handlers[name], components, examples.get(name, {})).put_into(operation)
    return {
        "openapi": "3.1.0",
        "info": generated["info"],
        "tags": [{"name": name, "description": text} for name, text in _TAGS.items()],
        "paths": dict(sorted((outer(path), methods) for path, methods in generated["paths"].items())),
        "components": {
            "schemas": components.schemas(),
            "securitySchemes": {
                "token": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token; the owner's is in the file `owner-token` of the service's data folder.",
                }
            },
        },
    }


def rendered(app: Litestar) -> bytes:
    """The document as it is committed and served: JSON with stable order and two spaces of indent."""
    return msgspec.json.format(msgspec.json.encode(document(app)), indent=2) + b"\n"


def _handlers(app: Litestar) -> dict[str, HTTPRouteHandler]:
    found = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if isinstance(handler, HTTPRouteHandler) and isinstance(handler.operation_id, str):
                found[handler.operation_id] = handler
    return found


@cache
def _examples() -> dict[str, Any]:
    """What was sent and answered once, by operation: ``parameters``, ``request``, ``response`` and ``problems``."""
    text = resources.files("service").joinpath("examples.json").read_bytes()
    examples: dict[str, Any] = msgspec.json.decode(text)
    return examples
