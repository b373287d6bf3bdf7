"""One operation of the document, with what the framework doesn't know of it."""

from collections.abc import Sequence
from typing import Any, Final, get_args

import msgspec
from litestar.handlers import HTTPRouteHandler

from service.http.contract import answer_of, contract_of, fields_of
from service.http.csv_answers import CSV_HEADERS, csv_of
from service.http.flat import flat_table_of
from service.http.negotiation import CSV, JSON, NDJSON, PARQUET, SVG
from service.http.sse import EVENT_STREAM, event
from service.openapi.components import Components
from service.openapi.faults import faults
from service.openapi.http_terms import (
    ANSWER_HEADERS,
    FILE_SCHEMAS,
    FORMS,
    HEADERS_OF_STATUS,
    PARAMETERS,
    PARAMETERS_OF,
    REQUEST_HEADERS,
)
from service.problems.details import MEDIA_TYPE, Problem
from service.problems.kinds import (
    PROBLEMS,
)
from service.queries.tables.forms import TABLE_FORMS

_PICTURE: Final = "An SVG document, 360 units wide, with its text alternative in `title` and `desc`"


_NO_DATABASE_NEEDED: Final = frozenset({"getReadiness"})


class Operation:
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
        self._fields = fields_of(handler)
        self._writes = method != "get"
        self._scope = self._contract.scope or ("record" if self._writes else None)
        self._body = self._contract.body
        self._waits = "after_position" in self._fields
        self._streamed = self._contract.streamed is not None
        of_match = "{match_id}" in path and not self._waits and not self._streamed and not self._contract.unversioned
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
        if self._contract.upload:
            content = {
                name: {"schema": FILE_SCHEMAS.get(name, {"type": "string"}), "example": example}
                for name, example in self._contract.upload.items()
            }
            if "request" in self._example:
                content["application/json"]["example"] = self._example["request"]
            operation["requestBody"] = {"required": True, "content": content}
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
        schema = _not_null(generated["schema"]) | FORMS.get(name, {})
        described = PARAMETERS_OF.get((self._name, name)) or PARAMETERS.get(name, "")
        description = schema.pop("description", None) or described
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
            "Arbiter-Reason": self._contract.arbitrated,
            "Partita-After": self._waits,
            "If-None-Match": self._versioned,
            "Accept-Language": self._contract.localized,
            "Last-Event-ID": self._streamed and self._contract.resumable,
        }
        return [
            self._with_example(
                {
                    "name": name,
                    "in": "header",
                    "required": False,
                    "description": REQUEST_HEADERS[name][1],
                    "schema": REQUEST_HEADERS[name][0],
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
        answer = answer_of(self._handler)
        status = str(self._handler.status_code)
        if self._contract.file:
            return {status: self._file()}
        if answer is None:
            return {status: {"description": "It is done."}}
        if self._streamed:
            return {status: self._events(answer)}
        if self._contract.table is not None:
            return {status: self._table(answer)}
        return self._whole(status, answer)

    def _whole(self, status: str, answer: Any) -> dict[str, Any]:
        """An answer that is one document, with the further statuses that it may have."""
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
        good["content"] |= self._flat() | self._other_forms()
        names = [*self._contract.headers]
        if CSV in good["content"]:
            names += CSV_HEADERS
        if self._versioned or self._contract.conditional:
            names.append("ETag")
        if self._contract.localized:
            names.append("Content-Language")
        if names:
            good["headers"] = _header_schemas(names)
        answers = {status: good}
        also = self._contract.also
        answers |= {
            str(other): {"description": described, "content": good["content"]} for other, described in also.items()
        }
        if self._versioned:
            answers["304"] = {
                "description": "It is still what it was at the ETag of `If-None-Match`.",
                "headers": _header_schemas(["ETag"]),
            }
        if self._name in _NO_DATABASE_NEEDED:
            answers["503"] = good | {"description": "Something doesn't work; `checks` tells what."}
            answers["503"]["content"] = {"application/json": {"schema": content["schema"], "example": _FAILING}}
        return answers

    def _events(self, data: Any) -> dict[str, Any]:
        """An answer of server-sent events; what their `data` is, this version of OpenAPI has no words for."""
        self._components.ref(data)
        shown = self._example.get("response", {}).get("events", ())
        which = "an event with an `id`" if self._contract.resumable else "each event"
        return {
            "description": "Server-sent events, until the reader goes or what is followed ends or may not be read",
            "content": {
                EVENT_STREAM: {
                    "schema": {
                        "type": "string",
                        "description": f"Of {which}, `data` is JSON of the form `{data.__name__}`.",
                    },
                    "example": b"".join(
                        event(one["event"], msgspec.json.encode(one["data"]), one.get("id")) for one in shown
                    ).decode(),
                }
            },
        }

    def _table(self, row: Any) -> dict[str, Any]:
        """An answer of rows, in each form of tables."""
        shown = self._example.get("forms", {})
        headers = [*self._contract.headers, *(["Content-Language"] if self._contract.localized else [])]
        content: dict[str, Any] = {
            form.media_type: {"schema": {"type": "string", "description": form.title}} for form in TABLE_FORMS.values()
        }
        content[PARQUET]["schema"]["format"] = "binary"
        content[NDJSON]["schema"] = self._components.ref(row)
        for media_type, example in shown.items():
            content[media_type]["example"] = example
        return {
            "description": "The rows; as `application/x-ndjson`, one object of this form in each line",
            "content": content,
            "headers": _header_schemas(headers),
        }

    def _file(self) -> dict[str, Any]:
        """An answer that is a file of another program."""
        ((media_type, title),) = self._contract.file.items()
        content: dict[str, Any] = {"schema": {"type": "object" if media_type == JSON else "string"}}
        if shown := self._example.get("forms"):
            content["example"] = shown[media_type]
        return {
            "description": title,
            "content": {media_type: content},
            "headers": _header_schemas(self._contract.headers),
        }

    def _other_forms(self) -> dict[str, Any]:
        """The texts that may be asked for in place of JSON, by their media types."""
        shown = self._example.get("forms", {})
        return {
            name: {
                "schema": {"type": "string", "description": described},
                **({"example": shown[name]} if shown else {}),
            }
            for name, described in self._contract.forms.items()
        }

    def _flat(self) -> dict[str, Any]:
        """The answer as CSV, where it is a list or figures."""
        table = flat_table_of(self._handler)
        if table is None:
            return {}
        described = f"CSV (RFC 4180) with a line of names first: {', '.join(table.header)}"
        content: dict[str, Any] = {"schema": {"type": "string", "description": described}}
        if "response" in self._example:
            content["example"] = csv_of(table, self._example["response"]).decode()
        return {CSV: content}

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
            "result-sealed": self._contract.arbitrated,
            "too-large": self._body or self._contract.upload,
            "unsupported-media-type": self._body or self._contract.upload,
            "idempotency-key-reused": self._contract.idempotent,
            "internal-error": True,
            "damaged-log": "{match_id}" in self._path,
            "game-missing": "{match_id}" in self._path,
            "database-unavailable": needs_database,
            "read-model-behind": self._waits,
            "set-aside": self._waits,
            "unknown-position": self._waits,
        }
        names = [name for name, present in marks.items() if present]
        return list(dict.fromkeys([*names, *(kind.name for kind in self._contract.problems)]))

    def _problem(self, status: int, names: Sequence[str]) -> dict[str, Any]:
        shown = {**faults(), **self._example.get("problems", {})}
        content: dict[str, Any] = {"schema": self._components.ref(Problem)}
        examples = {name: {"summary": PROBLEMS[name].title, "value": shown[name]} for name in names if name in shown}
        if examples:
            content["examples"] = examples
        answer: dict[str, Any] = {
            "description": "; ".join(f"`{name}`: {PROBLEMS[name].title}" for name in names),
            "content": {MEDIA_TYPE: content},
        }
        if headers := HEADERS_OF_STATUS.get(status):
            answer["headers"] = _header_schemas(headers)
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


def _header_schemas(names: Sequence[str]) -> dict[str, Any]:
    return {name: {"description": ANSWER_HEADERS[name][1], "schema": ANSWER_HEADERS[name][0]} for name in names}


def _not_null(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a parameter: it may be left out, but null can't be sent."""
    if "oneOf" not in schema:
        return schema
    (arm,) = (arm for arm in schema["oneOf"] if arm != {"type": "null"})
    return {**arm, **{key: value for key, value in schema.items() if key != "oneOf"}}
