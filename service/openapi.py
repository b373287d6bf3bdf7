"""The OpenAPI 3.1 document, and the page that shows it.

The framework tells the paths and parameters; bodies, answers, errors and the games' own unions are put in here, since
bodies are decoded by ourselves (strictly) and the schemas of msgspec know discriminators and refused fields.
"""

from copy import deepcopy
from functools import cache
from importlib import resources
from types import UnionType
from typing import Any, Final, get_args, get_origin

import msgspec
from litestar import Litestar, MediaType, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Contact, License
from litestar.response import Stream

from domain.kernel.cards import HIDDEN
from domain.registry import GAMES
from service.problems import MEDIA_TYPE, PROBLEMS, Problem

TITLE: Final = "Partita"
VERSION: Final = "1"

_DESCRIPTION: Final = """\
Records tabletop games action by action, checks every action against the rules, and replays them.

- Writing takes a token: `Authorization: Bearer …`. Public matches can be read without one.
- Errors are problem details (RFC 9457); `type` leads to a page that explains them.
- `version` counts the events of a match and is its `ETag`; `If-Match` makes a write conditional.
- `Idempotency-Key` makes a retry safe: the same key and body get the first answer again.
- A write's `position`, given as `after_position` or `Partita-After`, lets a read wait for that write.
"""

_TAGS: Final = {
    "games": "The games, their rules, their leaders.",
    "players": "People.",
    "matches": "Matches: opened, found, corrected.",
    "play": "A match as it is played: actions, the table, the log.",
    "replay": "Going through a match again.",
    "operations": "For operators.",
}

_ALWAYS: Final = ("invalid-request", "internal-error", "database-unavailable")
_WITH_PATH: Final = ("not-found",)
_WITH_TOKEN: Final = ("unauthenticated", "forbidden")
_WITH_BODY: Final = ("invalid-json", "too-large", "unsupported-media-type")

_HEADERS: Final[dict[str, tuple[str, dict[str, Any], str]]] = {
    "idempotent": (
        "Idempotency-Key",
        {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
        "Names the request: sent again with the same key and body, it gets the first answer and writes nothing.",
    ),
    "conditional": (
        "If-Match",
        {"type": "string", "pattern": '^("[0-9]{1,18}"|\\*)$'},
        "Decide the write on this version of the match only.",
    ),
    "waits": (
        "Partita-After",
        {"type": "string", "pattern": "^[0-9]{1,18}$"},
        "The same as `after_position`.",
    ),
    "versioned": ("If-None-Match", {"type": "string"}, "Answer 304 when the match still has this ETag."),
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
    components = _Components()
    for path, methods in sorted(generated["paths"].items()):
        for method, operation in methods.items():
            if method in {"get", "post", "patch", "delete"}:
                handler = handlers[operation["operationId"]]
                _complete(path, method, operation, handler, components, examples.get(operation["operationId"], {}))
    generated["components"] = {
        "schemas": components.schemas(),
        "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "description": "A token of the service."}},
    }
    generated["tags"] = [{"name": name, "description": text} for name, text in _TAGS.items()]
    generated["paths"] = dict(sorted(generated["paths"].items()))
    generated.pop("servers", None)
    return {"openapi": "3.1.0", **{key: value for key, value in generated.items() if key != "openapi"}}


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


def _complete(
    path: str,
    method: str,
    operation: dict[str, Any],
    handler: HTTPRouteHandler,
    components: "_Components",
    example: dict[str, Any],
) -> None:
    """Put in what the framework doesn't know of an operation."""
    opt = handler.opt
    parameters = operation.setdefault("parameters", [])
    waits = any(parameter["name"] == "after_position" for parameter in parameters)
    versioned = method == "get" and "{match_id}" in path and not waits
    marks = {"idempotent": opt.get("idempotent"), "conditional": opt.get("conditional"), "waits": waits}
    for mark, present in (marks | {"versioned": versioned}).items():
        if present:
            name, schema, description = _HEADERS[mark]
            header = {"name": name, "in": "header", "required": False, "schema": schema, "description": description}
            parameters.append(header)
    names = [*_ALWAYS]
    if "{" in path:
        names += _WITH_PATH
    if path.startswith("/api/"):
        names += _WITH_TOKEN
        operation["security"] = [{"token": []}] if method != "get" else [{}, {"token": []}]
    if body := opt.get("body"):
        names += _WITH_BODY
        content: dict[str, Any] = {"schema": components.ref(body)}
        if "request" in example:
            content["example"] = example["request"]
        operation["requestBody"] = {"required": True, "content": {"application/json": content}}
    names += [name for name, needed in _refusals(path, method, opt, waits=waits) if needed]
    operation["responses"] = _answers(operation, handler, components, example, versioned=versioned) | _errors(
        names, components
    )


def _refusals(path: str, method: str, opt: dict[str, Any], *, waits: bool) -> list[tuple[str, Any]]:
    seats = path.endswith(("/matches", "/{match_id}")) and method != "get"
    return [
        ("version-conflict", opt.get("conditional")),
        ("idempotency-key-reused", opt.get("idempotent")),
        ("rule-violation", path.endswith("/actions")),
        ("invalid-setup", seats),
        ("unknown-player", seats or path.endswith("/merge")),
        ("unfit-text", seats or (opt.get("body") and "/players" in path)),
        ("busy", method != "get" and "/matches" in path),
        ("read-model-behind", waits),
    ]


def _answers(
    operation: dict[str, Any],
    handler: HTTPRouteHandler,
    components: "_Components",
    example: dict[str, Any],
    *,
    versioned: bool,
) -> dict[str, Any]:
    answer = _answer_type(handler)
    status = str(handler.status_code)
    description = operation["summary"]
    if answer is None:
        return {status: {"description": description}}
    content: dict[str, Any] = {"schema": components.ref(answer)}
    if "response" in example:
        content["example"] = example["response"]
    answers: dict[str, Any] = {status: {"description": description, "content": {"application/json": content}}}
    if handler.opt.get("ndjson"):
        (item,) = (field.type for field in msgspec.structs.fields(answer) if field.name == "items")
        line = {"schema": components.ref(get_args(item)[0])}
        answers[status]["content"]["application/x-ndjson"] = line
    if versioned or handler.opt.get("conditional"):
        etag = {"description": "The version of the match.", "schema": {"type": "string"}}
        answers[status]["headers"] = {"ETag": etag}
    if versioned:
        answers["304"] = {"description": "The match still has the version of `If-None-Match`."}
    if handler.operation_id == "getReadiness":
        answers["503"] = answers[status] | {"description": "Something doesn't work; `checks` tells what."}
    return answers


def _answer_type(handler: HTTPRouteHandler) -> Any:
    """The struct in a handler's return annotation: of ``X``, ``Response[X]`` or ``Response[X] | Stream``."""
    annotation: Any = handler.parsed_fn_signature.return_type.annotation
    if get_origin(annotation) is UnionType or Stream in get_args(annotation):
        (annotation,) = (arm for arm in get_args(annotation) if arm is not Stream)
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    return None if annotation in {None, type(None)} else annotation


def _errors(names: list[str], components: "_Components") -> dict[str, Any]:
    by_status: dict[int, list[str]] = {}
    for name in dict.fromkeys(names):
        by_status.setdefault(PROBLEMS[name].status, []).append(name)
    return {
        str(status): {
            "description": "; ".join(f"`{name}`: {PROBLEMS[name].title}" for name in kinds),
            "content": {
                MEDIA_TYPE: {
                    "schema": components.ref(Problem),
                    "example": {
                        "type": f"/problems/{kinds[0]}",
                        "title": PROBLEMS[kinds[0]].title,
                        "status": status,
                        "detail": PROBLEMS[kinds[0]].explanation.split(".")[0] + ".",
                    },
                }
            },
        }
        for status, kinds in sorted(by_status.items())
    }


class _Components:
    """The schemas that the document refers to; they are made at the end, all at once."""

    def __init__(self) -> None:
        self._types: dict[str, Any] = {}

    def ref(self, of: Any) -> dict[str, str]:
        """A reference to the schema of a struct."""
        self._types[of.__name__] = of
        return {"$ref": f"#/components/schemas/{of.__name__}"}

    def schemas(self) -> dict[str, Any]:
        """All schemas, the games' unions included."""
        _, found = _schemas(list(self._types.values()))
        arms: dict[str, list[dict[str, str]]] = {"Action": [], "Options": [], "PlayedAction": [], "Fact": []}
        for key, game in GAMES.items():
            prefix = key.capitalize()
            (action, options, fact), parts = _schemas([game.action_type, game.options_type, game.fact_type])
            found |= parts
            unions = {"Action": action, "Options": options}
            shown = {"PlayedAction": _with_hidden(action, parts, found), "Fact": _with_hidden(fact, parts, found)}
            for name, schema in (unions | shown).items():
                if "$ref" not in schema:
                    found[f"{prefix}{name}"] = schema
                    schema = {"$ref": f"#/components/schemas/{prefix}{name}"}  # noqa: PLW2901  # named from here on
                arms[name].append(schema)
        for name, refs in arms.items():
            found[name] = {"anyOf": refs, "description": _UNIONS[name]}
        return dict(sorted(found.items()))


_UNIONS: Final = {
    "Action": "An action of one of the games.",
    "Options": "The options of one of the games.",
    "PlayedAction": f"An action of one of the games; cards that the viewer may not know are `{HIDDEN}`.",
    "Fact": f"A thing that happened in one of the games; cards that the viewer may not know are `{HIDDEN}`.",
}


def _schemas(types: list[Any]) -> tuple[tuple[dict[str, Any], ...], dict[str, Any]]:
    return msgspec.json.schema_components(types, ref_template="#/components/schemas/{name}")


def _with_hidden(union: dict[str, Any], parts: dict[str, Any], into: dict[str, Any]) -> dict[str, Any]:
    """The union of what is shown: as `union`, but that any card may be hidden. Its parts go to `into` as ``Shown…``."""

    def shown(node: Any) -> Any:
        if isinstance(node, list):
            return [shown(item) for item in node]
        if not isinstance(node, dict):
            return node
        name = str(node.get("$ref", "")).rpartition("/")[2]
        if not name:
            return {key: shown_mapping(value) if key == "mapping" else shown(value) for key, value in node.items()}
        if "enum" in parts[name]:
            return {"anyOf": [node, {"const": HIDDEN}]}
        if f"Shown{name}" not in into:
            into[f"Shown{name}"] = {}  # a place to refer to while it is made
            into[f"Shown{name}"] = shown(parts[name])
        return {"$ref": f"#/components/schemas/Shown{name}"}

    def shown_mapping(mapping: dict[str, str]) -> dict[str, str]:
        return {tag: ref.replace("/schemas/", "/schemas/Shown") for tag, ref in mapping.items()}

    return shown(deepcopy(union))  # type: ignore[no-any-return]


@cache
def _examples() -> dict[str, Any]:
    text = resources.files("service").joinpath("examples.json").read_bytes()
    examples: dict[str, Any] = msgspec.json.decode(text)
    return examples


# --- the page ---

_PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Partita API</title>
</head>
<body>
<div id="reference"></div>
<script src="/docs/scalar.js"></script>
<script>
Scalar.createApiReference("#reference", {
  url: "/openapi.json", withDefaultFonts: false, agent: {disabled: true}, showDeveloperTools: "never",
  hideClientButton: true, telemetry: false
})
</script>
</body>
</html>
"""

# Whatever the script may want to load, it gets nothing from elsewhere.
_POLICY: Final = (
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; connect-src 'self';"
    " img-src 'self' data: blob:; font-src 'self' data:; worker-src blob:"
)


def routes_of_reference() -> list[HTTPRouteHandler]:
    """The document, and a page that shows it without anything from the network."""

    @get("/openapi.json", include_in_schema=False)
    async def openapi_json() -> Response[bytes]:
        return Response(_served(), media_type="application/json")

    @get("/docs", include_in_schema=False, media_type=MediaType.HTML)
    async def docs() -> Response[str]:
        return Response(_PAGE, headers={"Content-Security-Policy": _POLICY})

    @get("/docs/scalar.js", include_in_schema=False)
    async def script() -> Response[bytes]:
        bundle = resources.files("service.reference").joinpath("scalar.js").read_bytes()
        headers = {"Cache-Control": "public, max-age=86400"}
        return Response(bundle, media_type="text/javascript; charset=utf-8", headers=headers)

    return [openapi_json, docs, script]


@cache
def _served() -> bytes:
    from service.app import build  # noqa: PLC0415  # the document is of the whole application, made when first asked for

    return rendered(build(None))
