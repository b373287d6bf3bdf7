"""Calls a service operation by operation, and keeps what was sent and answered as examples."""

import json
import re
from contextlib import AbstractContextManager, closing
from typing import Any, Final

import httpx

from service.app import build
from service.http.svg_rewrite import outer

NOBODY: Final = "0b7e7e4c-2f5b-4b8e-9d3a-6f1c1d2e3f40"
"""An id that nothing has."""

Example = dict[str, Any]


class Scenario:
    """Calls a service, operation by operation, and keeps what was sent and answered."""

    def __init__(self, api: httpx.Client) -> None:
        self.examples: dict[str, Example] = {}
        self.bearers: dict[str, str] = {}
        """The tokens of operations for which the owner's isn't good."""
        self._api = api
        self._operations = {
            operation["operationId"]: (method, outer(path), operation)
            for path, methods in sorted(build(None).openapi_schema.to_schema()["paths"].items())
            for method, operation in methods.items()
            if isinstance(operation, dict) and "operationId" in operation
        }

    @property
    def operations(self) -> dict[str, tuple[str, str, dict[str, Any]]]:
        """Method, path and what the framework tells of each operation."""
        return self._operations

    def call(self, operation: str, request: Any = None, **parameters: Any) -> Any:
        """An example: a request that is accepted."""
        answer = self.send(operation, request, parameters)
        assert answer.is_success, (operation, answer.text)
        example: Example = {}
        if parameters:
            example["parameters"] = parameters
        if request is not None:
            example["request"] = request
        if answer.content:
            is_json = answer.headers["content-type"] == "application/json"
            example["response"] = answer.json() if is_json else answer.text
        self.examples[operation] = {**self.examples.get(operation, {}), **example}
        return example.get("response")

    def refused(self, operation: str, problem: str, request: Any = None, **parameters: Any) -> None:
        """A request that gives `problem`."""
        self.keep(operation, problem, self.send(operation, request, parameters))

    def keep(self, operation: str, problem: str, answer: httpx.Response) -> None:
        """Keep an answer as the example of `problem`."""
        told = answer.json()
        assert told["type"] == f"/problems/{problem}", (operation, problem, told)
        self.examples.setdefault(operation, {}).setdefault("problems", {})[problem] = told

    def send(
        self,
        operation: str,
        request: Any = None,
        parameters: dict[str, Any] | None = None,
        *,
        raw: bytes | None = None,
        headers: dict[str, str] | None = None,
    ) -> httpx.Response:
        """Send a request; `raw` is a body in place of `request`."""
        request_to = self._request(operation, request, parameters or {}, raw, headers or {})
        return self._api.send(request_to)

    def stream(self, operation: str, parameters: dict[str, Any]) -> AbstractContextManager[httpx.Response]:
        """Send a request whose answer has no end."""
        return closing(self._api.send(self._request(operation, None, parameters, None, {}), stream=True))

    def _request(
        self, operation: str, request: Any, parameters: dict[str, Any], raw: bytes | None, headers: dict[str, str]
    ) -> httpx.Request:
        method, path, _ = self._operations[operation]
        query = dict(parameters)
        headers = dict(headers)
        if operation in self.bearers:
            headers.setdefault("Authorization", f"Bearer {self.bearers[operation]}")
        for name in [name for name in query if name[0].isupper()]:
            headers[name] = str(query.pop(name))
        for name in re.findall(r"{(\w+)}", path):
            path = path.replace(f"{{{name}}}", str(query.pop(name)))
        if request is not None or raw is not None:
            raw = json.dumps(request).encode() if raw is None else raw
            headers.setdefault("Content-Type", "application/json")
        return self._api.build_request(method, path, params=query, headers=headers, content=raw)
