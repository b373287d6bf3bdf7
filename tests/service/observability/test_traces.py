"""Traces: spans of requests and of what they wait for; nothing at all unless it is wanted."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from service.observability.traces import Traces
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.live.reader import following
from tests.service.programs import ROOT, environment, serving, wait_until
from tests.service.scenes import BASE, MATCHES, dealt, open_match

TRACE = "4bf92f3577b34da6a3ce929d0e0e4736"
PARENT = "00f067aa0ba902b7"


@pytest.fixture(scope="module")
def exporter() -> InMemorySpanExporter:
    return InMemorySpanExporter()


@pytest.fixture(scope="module")
def api(
    new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory, exporter: InMemorySpanExporter
) -> Iterator[httpx.Client]:
    begin = Traces.begin
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Traces, "begin", lambda: begin(SimpleSpanProcessor(exporter)))
        with running_service(new_database(), tmp_path_factory.mktemp("data"), traces=True) as client:
            yield client


@pytest.fixture
def spans(exporter: InMemorySpanExporter) -> Callable[..., list[ReadableSpan]]:
    """The spans since the test began that have a name; waits until there are `number`, since they end after answers."""
    exporter.clear()

    def named(name: str, number: int = 1) -> list[ReadableSpan]:
        def found() -> list[ReadableSpan]:
            return [span for span in exporter.get_finished_spans() if span.name == name]

        wait_until(lambda: len(found()) >= number)
        return found()

    return named


Spans = Callable[..., list[ReadableSpan]]


def test_a_request_is_a_span_with_its_route_and_how_it_ended(api: httpx.Client, spans: Spans) -> None:
    match = open_match(api)
    api.get(f"{MATCHES}/{match['id']}?viewer=public")
    (span,) = spans(f"GET {MATCHES}/{{match_id}}")
    assert span.attributes == {
        "http.request.method": "GET",
        "http.response.status_code": 200,
        "http.route": f"{MATCHES}/{{match_id}}",
        "url.path": f"{MATCHES}/{match['id']}",
        "partita.operation": "getMatch",
    }
    assert span.kind.name == "SERVER"
    assert span.resource.attributes["service.name"] == "partita"
    assert span.status.is_ok or span.status.is_unset
    (opened,) = spans(f"POST {MATCHES}")
    within = [one for one in spans("append events") if one.parent and one.parent.span_id == opened.context.span_id]
    assert [one.attributes["partita.events"] for one in within if one.attributes] == [1]
    waited = [one for one in spans("database connection") if one.context.trace_id == opened.context.trace_id]
    assert waited
    assert all([event.name for event in one.events] == ["given"] for one in waited)


def test_a_request_is_a_part_of_the_trace_that_it_names(api: httpx.Client, spans: Spans) -> None:
    api.get(f"{BASE}/games", headers={"traceparent": f"00-{TRACE}-{PARENT}-01"})
    api.get(f"{BASE}/games", headers={"traceparent": "nonsense"})
    first, second = spans(f"GET {BASE}/games", 2)
    assert f"{first.context.trace_id:032x}" == TRACE
    assert first.parent is not None
    assert f"{first.parent.span_id:016x}" == PARENT
    assert second.parent is None


def test_secrets_and_addresses_that_lead_nowhere_are_not_told(
    api: httpx.Client, spans: Spans, exporter: InMemorySpanExporter
) -> None:
    bearer = api.headers["authorization"].removeprefix("Bearer ")
    code = api.post(f"{BASE}/invitations", json={"role": "recorder"}).json()["code"]
    with client_of(api.base_url) as browser:
        for path in (f"/join/{code}", f"/join?code={code}", f"/{bearer}", f"{BASE}/games/{bearer}"):
            browser.get(path)
    nowhere = spans("GET")
    assert [span.attributes for span in nowhere if span.attributes] == [
        {"http.request.method": "GET", "http.response.status_code": 404}
    ]
    spans(f"GET {BASE}/games/{{game}}")
    told = " ".join(span.to_json() for span in exporter.get_finished_spans())
    assert code not in told
    assert bearer.split("_")[2] not in told


def test_the_span_of_a_stream_ends_when_it_has_begun(api: httpx.Client, spans: Spans) -> None:
    match = dealt(api)
    with following(api, match) as reader:
        reader.take(1)
        assert len(spans(f"GET {MATCHES}/{{match_id}}/stream")) == 1
    api.get("/health/live")
    api.get(f"{BASE}/games")
    spans(f"GET {BASE}/games")
    assert len(spans(f"GET {MATCHES}/{{match_id}}/stream")) == 1
    assert spans("GET /health/live", 0) == []


@pytest.mark.slow
def test_nothing_of_it_is_loaded_unless_it_is_wanted() -> None:
    program = (
        "import sys; from service.cli.main import main; import service.cli.answering; list(main.commands.values())\n"
        "assert not [name for name in sys.modules if name.startswith('opentelemetry')]"
    )
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, env=environment(), check=True)


@pytest.mark.slow
def test_without_the_extra_it_says_what_to_install() -> None:
    program = (
        "import sys\n"
        "sys.modules['opentelemetry'] = None\n"
        "sys.argv = ['partita', 'serve', '--traces', '--port', '0']\n"
        "from service.cli.main import main; main()"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == "Error: --traces takes an extra: pip install 'partita[otel]'.\n"


class Collector(BaseHTTPRequestHandler):
    """Takes what is sent by OTLP."""

    taken: list[ExportTraceServiceRequest]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        assert self.path == "/v1/traces"
        self.taken.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Nothing."""


@pytest.mark.slow
def test_spans_of_all_workers_are_sent_by_otlp_at_the_end_at_the_latest(tmp_path: Path) -> None:
    taken: list[ExportTraceServiceRequest] = []
    handler = type("Handler", (Collector,), {"taken": taken})
    with HTTPServer(("127.0.0.1", 0), handler) as collector:
        Thread(target=collector.serve_forever, daemon=True).start()
        where = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": f"http://127.0.0.1:{collector.server_port}",
            "OTEL_EXPORTER_OTLP_COMPRESSION": "none",
        }
        with serving(tmp_path / "data", "--traces", "--workers", 2, **where) as service:
            with service.client() as client:
                client.get(f"{BASE}/games")
            assert service.stop() == 0
        collector.shutdown()
    names = {
        span.name
        for request in taken
        for one in request.resource_spans
        for scope in one.scope_spans
        for span in scope.spans
    }
    assert f"GET {BASE}/games" in names


@pytest.mark.slow
def test_a_collector_that_is_not_there_keeps_nobody(tmp_path: Path) -> None:
    nowhere = {"OTEL_EXPORTER_OTLP_ENDPOINT": "http://127.0.0.1:9"}
    with serving(tmp_path / "data", "--traces", **nowhere) as service:
        with service.client() as client:
            assert client.get(f"{BASE}/games").status_code == 200
        assert service.stop() == 0
