"""The document: what the framework generates, completed operation by operation."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from types import UnionType
from typing import Any, Final, get_args, get_origin

import msgspec
from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import Contact, License
from litestar.response import Stream

from service.http.contract import contract_of
from service.http.negotiation import SVG
from service.http.sse import EVENT_STREAM, event
from service.http.svg_rewrite import outer
from service.openapi.components import Components
from service.problems import (
    BEHIND,
    BUSY,
    DAMAGED_LOG,
    DATABASE_UNAVAILABLE,
    INTERNAL,
    MEDIA_TYPE,
    PROBLEMS,
    SET_ASIDE,
    TOO_MANY_FAILURES,
    Problem,
    ProblemError,
)

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
    "matches": "Matches: opened, found, described.",
    "play": "A match as it is played: actions, the table, the log.",
    "corrections": "Actions taken back, restored or corrected, and matches that people end. Nothing is ever deleted.",
    "replay": "Going through a match again.",
    "statistics": "Matches in numbers, each of which links to the matches behind it.",
    "annotations": "What people write to the steps of a match: comments, glyphs, marks on the board, tags.",
    "variations": "Lines that were not played, checked by the rules.",
    "records": "A match as one file: out and in, and in forms for people.",
    "series": "Matches of one game by the same players, whose totals count together.",
    "tokens": "Who may do what, and who plays which seat.",
    "operations": "For operators.",
}


_PICTURE: Final = "An SVG document, 360 units wide, with its text alternative in `title` and `desc`"

_NO_DATABASE_NEEDED: Final = frozenset({"getReadiness"})

_REQUEST_HEADERS: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "Idempotency-Key": (
        {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
        "Names the request: sent again with the same key and body, it gets the first answer and writes nothing.",
    ),
    "If-Match": (
        {"type": "string", "pattern": '^("[0-9]{1,18}(-[0-9a-f]+)?"|\\*)$'},
        "Decide the write on this version only: an ETag that was told before, or the version alone.",
    ),
    "Partita-After": (
        {"type": "string", "pattern": "^[0-9]{1,18}$"},
        "The same as `after_position`; where both are given, the later one counts.",
    ),
    "If-None-Match": (
        {"type": "string"},
        "Answer 304, without a body, when the answer is still what it was at this ETag.",
    ),
    "Last-Event-ID": (
        {"type": "string", "pattern": "^[0-9]{1,18}$"},
        "The `id` of the event that was seen last: those after it follow. It outdoes `after`.",
    ),
    "Accept-Language": (
        {"type": "string"},
        "The language of the sentences: Italian for who prefers it to English, else English.",
    ),
}

_ANSWER_HEADERS: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "ETag": (
        {"type": "string", "pattern": '^"[0-9]+(-[0-9a-f]+)?"$'},
        "The version of what is answered, or a number that changes with it; behind a hyphen, a digest of all else.",
    ),
    "Location": ({"type": "string", "format": "uri-reference"}, "The address of what was made."),
    "Content-Language": ({"type": "string", "enum": ["en", "it"]}, "The language of the sentences."),
    "Content-Security-Policy": ({"type": "string"}, "What the picture may do when it is opened by itself: nothing."),
    "Retry-After": ({"type": "integer"}, "After how many seconds to try again."),
    "WWW-Authenticate": ({"type": "string"}, "That a bearer token is needed, or that this one is no good."),
}

_HEADERS_OF_STATUS: Final[Mapping[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    412: ("ETag",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}

_PARAMETERS: Final[Mapping[str, str]] = {
    "author": "Only what the token with this id wrote.",
    "game": "Only matches of this game, by its key.",
    "kind": "Only those of this kind.",
    "name": "Only players with this as a part of the name, in upper or lower case.",
    "origin": "Only matches that people played (`table`), only those that a demonstration made (`simulation`), or only "
    "lines that were not played (`variation`).",
    "place": "Only matches with this as a part of the place's name, in upper or lower case.",
    "played_from": "Only matches of this date or later.",
    "played_to": "Only matches of this date or earlier.",
    "player": "Only matches in which this player had a seat, as the same person or as one merged into it.",
    "counted": "Only matches that count in statistics and ratings, or only those that don't.",
    "compared": "How the score of `player` compares with that of `with`: `better`, `equal` or `worse`.",
    "status": "Only matches that are played, finished by the rules or by agreement, or abandoned ones.",
    "sort": "By when they were recorded or by when they were played; `-` puts the newest first.",
}
"""What a parameter means where its handler doesn't say it."""

_PARAMETERS_OF: Final[Mapping[tuple[str, str], str]] = {
    ("getLeaderboard", "sort"): "By `wins`, `rating` or `best` score, the highest first.",
    ("keepBoard", "game"): "The key of a game of which boxes differ.",
    ("listSeries", "game"): "Only series of this game, by its key.",
    ("listSeries", "match"): "Only series in which this match counts.",
    ("listPlayers", "sort"): "By when they were made known, or who played last, or who plays most, first.",
    ("listTokens", "role"): "Only tokens of this role; those with other scopes have none.",
    ("listSeries", "player"): "Only series of this player, as the same person or as one merged into it.",
}
"""The same, where one operation means something else by it than the others."""

_FORMS: Final[Mapping[str, dict[str, Any]]] = {
    "viewer": {"pattern": "^(public|recorder|seat:(0|[1-9][0-9]?))$"},
}

_FAULTS: Final[Mapping[str, Problem]] = {
    kind.name: ProblemError(kind, detail).problem
    for kind, detail in (
        (INTERNAL, "The fault was logged."),
        (DAMAGED_LOG, "Its events can't all be read."),
        (TOO_MANY_FAILURES, "Too many tokens that are no good came from this address."),
        (BEHIND, "The position 42 wasn't reached."),
        (SET_ASIDE, "The read model `scoreboard` has set aside what that write belongs to."),
        (BUSY, "Others were faster, many times in a row."),
        (DATABASE_UNAVAILABLE, "The database can't be reached."),
    )
}
"""The problems that no request can provoke by itself."""


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
                _Completed(path, method, handlers[name], components, examples.get(name, {})).put_into(operation)
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


class _Completed:
    """One operation, with what the framework doesn't know of it."""

    def __init__(
        self, path: str, method: str, handler: HTTPRouteHandler, components: Components, example: dict[str, Any]
    ) -> None:
        self._path = path
        self._handler = handler
        self._components = components
        self._example = example
        self._name = str(handler.operation_id)
        self._contract = contract_of(handler)
        self._fields = handler.parsed_fn_signature.parameters
        self._writes = method != "get"
        self._scope = self._contract.scope or ("record" if self._writes else None)
        self._body = self._contract.body
        self._waits = "after_position" in self._fields
        self._streamed = self._contract.streamed is not None
        of_match = "{match_id}" in path and not self._waits and not self._streamed
        self._versioned = not self._writes and (of_match or self._contract.versioned)
        self._asks_who = path.startswith("/api/") and {"services", "request"} <= self._fields.keys()

    def put_into(self, operation: dict[str, Any]) -> None:
        """Complete what the framework generated."""
        operation.pop("deprecated", None)
        operation["parameters"] = [*map(self._parameter, operation.get("parameters", ())), *self._header_parameters()]
        if not operation["parameters"]:
            del operation["parameters"]
        if self._body:
            content: dict[str, Any] = {"schema": self._components.ref_of_body(self._body)}
            if "request" in self._example:
                content["example"] = self._example["request"]
            operation["requestBody"] = {"required": True, "content": {"application/json": content}}
        if self._scope:
            operation["security"] = [{"token": [self._scope]}]
        elif self._asks_who:
            operation["security"] = [{}, {"token": []}]
        else:
            operation["security"] = []
        operation["responses"] = self._answers() | self._problems()

    # --- parameters ---

    def _parameter(self, generated: dict[str, Any]) -> dict[str, Any]:
        name = generated["name"]
        schema = _not_null(generated["schema"]) | _FORMS.get(name, {})
        told = _PARAMETERS_OF.get((self._name, name)) or _PARAMETERS.get(name, "")
        description = schema.pop("description", None) or told
        if schema.get("type") == "integer":
            schema |= self._bounds(name)
        required = bool(generated.get("required"))
        return self._with_example(
            {"name": name, "in": generated["in"], "required": required, "description": description, "schema": schema}
        )

    def _bounds(self, name: str) -> dict[str, int]:
        """The framework leaves some out, and makes others floating point numbers."""
        for field_name, field in self._fields.items():
            definition: Any = field.kwarg_definition
            if definition is not None and name == (definition.name or field_name):
                bounds = {"minimum": definition.ge, "maximum": definition.le}
                return {key: int(bound) for key, bound in bounds.items() if bound is not None}
        return {}

    def _header_parameters(self) -> Sequence[dict[str, Any]]:
        marks = {
            "Idempotency-Key": self._contract.idempotent,
            "If-Match": self._contract.conditional,
            "Partita-After": self._waits,
            "If-None-Match": self._versioned,
            "Accept-Language": self._contract.localized,
            "Last-Event-ID": self._streamed,
        }
        return [
            self._with_example(
                {
                    "name": name,
                    "in": "header",
                    "required": False,
                    "description": _REQUEST_HEADERS[name][1],
                    "schema": _REQUEST_HEADERS[name][0],
                }
            )
            for name, present in marks.items()
            if present
        ]

    def _with_example(self, parameter: dict[str, Any]) -> dict[str, Any]:
        values = self._example.get("parameters", {})
        return parameter | ({"example": values[parameter["name"]]} if parameter["name"] in values else {})

    # --- answers ---

    def _answers(self) -> dict[str, Any]:
        answer = _answer_type(self._handler)
        status = str(self._handler.status_code)
        if answer is None:
            return {status: {"description": "It is done."}}
        if self._streamed:
            return {status: self._events(answer)}
        is_picture = self._handler.media_type == SVG
        content: dict[str, Any] = {"schema": {"type": "string"} if is_picture else self._components.ref(answer)}
        if "response" in self._example:
            content["example"] = self._example["response"]
        description = _PICTURE if is_picture else str(answer.__doc__).partition("\n\n")[0].rstrip(".")
        good: dict[str, Any] = {
            "description": description,
            "content": {SVG if is_picture else "application/json": content},
        }
        if self._contract.ndjson:
            good["description"] += "; as `application/x-ndjson`, one object of this form in each line"
            good["content"]["application/x-ndjson"] = self._line(answer)
        good["content"] |= self._other_forms()
        names = [*self._contract.headers]
        if self._versioned or self._contract.conditional:
            names.append("ETag")
        if self._contract.localized:
            names.append("Content-Language")
        if names:
            good["headers"] = _told(names)
        answers = {status: good}
        also = self._contract.also
        answers |= {str(other): {"description": told, "content": good["content"]} for other, told in also.items()}
        if self._versioned:
            answers["304"] = {
                "description": "It is still what it was at the ETag of `If-None-Match`.",
                "headers": _told(["ETag"]),
            }
        if self._name in _NO_DATABASE_NEEDED:
            answers["503"] = good | {"description": "Something doesn't work; `checks` tells what."}
            answers["503"]["content"] = {"application/json": {"schema": content["schema"], "example": _FAILING}}
        return answers

    def _events(self, data: Any) -> dict[str, Any]:
        """An answer of server-sent events; what their `data` is, this version of OpenAPI has no words for."""
        self._components.ref(data)
        shown = self._example.get("response", {}).get("events", ())
        return {
            "description": "Server-sent events, until the reader goes or the match may no longer be read",
            "content": {
                EVENT_STREAM: {
                    "schema": {
                        "type": "string",
                        "description": f"Of an event with an `id`, `data` is JSON of the form `{data.__name__}`.",
                    },
                    "example": b"".join(
                        event(one["event"], msgspec.json.encode(one["data"]), one.get("id")) for one in shown
                    ).decode(),
                }
            },
        }

    def _other_forms(self) -> dict[str, Any]:
        """The texts that may be asked for in place of JSON, by their media types."""
        shown = self._example.get("forms", {})
        return {
            name: {"schema": {"type": "string", "description": told}, **({"example": shown[name]} if shown else {})}
            for name, told in self._contract.forms.items()
        }

    def _line(self, page: Any) -> dict[str, Any]:
        (items,) = (field.type for field in msgspec.structs.fields(page) if field.name == "items")
        line: dict[str, Any] = {"schema": self._components.ref(get_args(items)[0])}
        if shown := self._example.get("response", {}).get("items"):
            line["example"] = shown[0]
        return line

    def _problems(self) -> dict[str, Any]:
        by_status: dict[int, list[str]] = {}
        for name in self._problem_names():
            by_status.setdefault(PROBLEMS[name].status, []).append(name)
        return {str(status): self._problem(status, names) for status, names in sorted(by_status.items())}

    def _problem_names(self) -> list[str]:
        needs_database = "services" in self._fields and self._name not in _NO_DATABASE_NEEDED
        may_be_refused = self._scope is not None or "viewer" in self._fields
        marks = {
            "invalid-request": True,
            "invalid-json": self._body,
            "not-acceptable": not self._writes and self._path.startswith("/api/") and not self._streamed,
            "unauthenticated": self._asks_who,
            "too-many-failures": self._asks_who,
            "forbidden": may_be_refused,
            "not-found": "{" in self._path,
            "version-conflict": self._contract.conditional,
            "too-large": self._body,
            "unsupported-media-type": self._body,
            "idempotency-key-reused": self._contract.idempotent,
            "internal-error": True,
            "damaged-log": "{match_id}" in self._path,
            "database-unavailable": needs_database,
            "read-model-behind": self._waits,
            "set-aside": self._waits,
            "unknown-position": self._waits,
        }
        names = [name for name, present in marks.items() if present]
        return list(dict.fromkeys([*names, *(kind.name for kind in self._contract.problems)]))

    def _problem(self, status: int, names: Sequence[str]) -> dict[str, Any]:
        shown = {**_FAULTS, **self._example.get("problems", {})}
        content: dict[str, Any] = {"schema": self._components.ref(Problem)}
        examples = {name: {"summary": PROBLEMS[name].title, "value": shown[name]} for name in names if name in shown}
        if examples:
            content["examples"] = examples
        answer: dict[str, Any] = {
            "description": "; ".join(f"`{name}`: {PROBLEMS[name].title}" for name in names),
            "content": {MEDIA_TYPE: content},
        }
        if headers := _HEADERS_OF_STATUS.get(status):
            answer["headers"] = _told(headers)
        return answer


_FAILING: Final = {
    "status": "failing",
    "checks": {
        "database": "connection refused",
        "move_history": "ok",
        "scoreboard": "ok",
        "series": "ok",
        "statistics": "ok",
    },
}


def _told(names: Sequence[str]) -> dict[str, Any]:
    return {name: {"description": _ANSWER_HEADERS[name][1], "schema": _ANSWER_HEADERS[name][0]} for name in names}


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a parameter: it may be left out, but null can't be sent."""
    if "oneOf" not in schema:
        return schema
    (arm,) = (arm for arm in schema["oneOf"] if arm != {"type": "null"})
    return {**arm, **{key: value for key, value in schema.items() if key != "oneOf"}}


def _answer_type(handler: HTTPRouteHandler) -> Any:
    """The struct in a handler's return annotation: of ``X``, ``Response[X]`` or ``Response[X] | Stream``.

    Of a stream of events, that in each of them.
    """
    if (streamed := contract_of(handler).streamed) is not None:
        return streamed
    annotation: Any = handler.parsed_fn_signature.return_type.annotation
    if get_origin(annotation) is UnionType or Stream in get_args(annotation):
        (annotation,) = (arm for arm in get_args(annotation) if arm is not Stream)
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    return None if annotation in {None, type(None)} else annotation
