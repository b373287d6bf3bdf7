"""The service does what its OpenAPI document says, whatever is sent: as schemathesis makes it up from the document."""

import re
from collections.abc import Callable, Iterator
from itertools import cycle
from typing import Any
from uuid import UUID

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.checks import not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.core.result import Ok
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from service.commands.imports.limits import ImportLimits
from tests.service.conftest import running_service
from tests.service.document import DOCUMENT
from tests.service.scenes import MATCHES, dealt, drawn, guests, make_player, open_match, whole

pytestmark = pytest.mark.slow

AnyCase = Case[Any]
OPERATIONS = {operation["operationId"] for methods in DOCUMENT["paths"].values() for operation in methods.values()}
EVERY_OPERATION = pytest.mark.parametrize(
    "name",
    sorted(OPERATIONS - {"streamEvents"}),  # that has no end; tests/service/live tell of it
)

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
    negative_data_rejection,
)


schemathesis.serializer.alias("application/x-chess-pgn", "text/plain")


@pytest.fixture(scope="module")
def document() -> BaseSchema:
    """The document as schemathesis reads it."""
    return schemathesis.openapi.from_dict(DOCUMENT)


@pytest.fixture(scope="module")
def busy(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator["Busy"]:
    """A service in which something happened already."""
    with running_service(new_database(), tmp_path_factory.mktemp("data"), imports=ImportLimits(files=100_000)) as api:
        yield Busy(api)


class Busy:
    """A service with matches in all sorts of states."""

    def __init__(self, api: httpx.Client) -> None:
        self.api = api
        secret = {"dealing": "secret"}
        matches = [
            open_match(api),
            dealt(api),
            open_match(api, options={}, seats=guests(5)),
            open_match(api, options=secret),
            whole(api),
            whole(api, drawn(), options=secret | {"keep_secrets": True}),
            dealt(api, visibility="private", note="of nobody's business"),
        ]
        api.patch(f"{MATCHES}/{matches[1]['id']}", json={"place": "elsewhere", "seats": guests()})
        self._matches = cycle(match["id"] for match in matches)
        self._players = cycle(make_player(api, f"Player {number}")["id"] for number in range(3))

    def send(self, case: AnyCase) -> None:
        """Send `case` and hold the answer against the document. Ids are made ones that there are, to get deeper."""
        for name, known in (("match_id", self._matches), ("player_id", self._players)):
            if _is_uuid(case.path_parameters.get(name)):
                case.path_parameters[name] = next(known)
        if "game" in case.path_parameters and re.fullmatch(r"\w+", str(case.path_parameters["game"])):
            case.path_parameters["game"] = "klunker"
        for place, name in ((case.query, "after_position"), (case.headers, "Partita-After")):
            if place and re.fullmatch(r"\d+", str(place.get(name, ""))):
                place[name] = "1"  # what comes later isn't a position of the log
        # A version that is gone is told before the actions are read: which game they are of, the match tells.
        stale = "If-Match" in (case.headers or {})
        unsent = not all(map(_is_sent, (case.query or {}).values()))
        lenient = stale or unsent or _is_some_file(case)
        checks = [check for check in CHECKS if not (lenient and check is negative_data_rejection)]
        headers = {"Authorization": self.api.headers["authorization"]}
        case.call_and_validate(base_url=str(self.api.base_url), headers=headers, checks=checks)


def _is_sent(value: Any) -> bool:
    """Whether a parameter gets into a query: what has no value doesn't, however bad its name is."""
    return any(map(_is_sent, value)) if isinstance(value, list | dict) else value is not None


def _is_some_file(case: AnyCase) -> bool:
    """Whether no parameter is wrong in a request to plan an import: any text is a file, which may be unreadable."""
    parameters = (ParameterLocation.PATH, ParameterLocation.QUERY)
    wrong = case.meta is not None and any(map(case.meta.is_negative_at, parameters))
    return case.operation.definition.raw["operationId"] == "planImport" and not wrong


def _is_uuid(text: Any) -> bool:
    try:
        return bool(UUID(text))
    except (ValueError, AttributeError, TypeError):
        return False


bounded = settings(
    max_examples=6,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
)


def send_all(document: BaseSchema, name: str, busy: Busy, so_many: settings, every: int = 1) -> None:
    """Send an operation what schemathesis makes up for it: examples, bounds, and what Hypothesis finds.

    Of more than a hundred requests only each `every`-th of the rest is sent: actions alone have two thousand bounds.

    Made up here and not for `parametrize()` of schemathesis: that does it for all operations, in each process, before
    any test runs, which takes as long as sending.
    """
    made_up = 0

    @so_many
    def send(case: AnyCase) -> None:
        nonlocal made_up
        made_up += 1
        if made_up <= 100 or made_up % every == 0:
            busy.send(case)

    made = get_all_tests(schema=document.include(operation_id=name), test_func=send, settings=None, given_kwargs=None)
    (one,) = made
    assert isinstance(one, Ok), one
    _, test = one.ok()
    test()
    assert made_up > 5


@EVERY_OPERATION
def test_a_few_requests(document: BaseSchema, name: str, busy: Busy) -> None:
    send_all(document, name, busy, bounded, every=10)


@pytest.mark.long
@EVERY_OPERATION
def test_many_requests(document: BaseSchema, name: str, busy: Busy) -> None:
    send_all(document, name, busy, settings(bounded, max_examples=300, derandomize=False))
