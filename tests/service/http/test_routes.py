"""Routes are made ready by who asks for them first, and for the document."""

from collections.abc import Iterator
from typing import Any

import pytest
from litestar import Router, get, post
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath
from litestar.testing import TestClient

from service.http.routes import RouteGroup, Routes


@get("/things/{number:int}", sync_to_thread=False)
def read(number: FromPath[int]) -> dict[str, int]:
    return {"number": number}


@post("/things/{number:int}", sync_to_thread=False)
def posted(number: FromPath[int]) -> dict[str, int]:
    return {"posted": number}


@get("/other", sync_to_thread=False)
def other() -> dict[str, bool]:
    return {"other": True}


@get("/above/{number:int}", sync_to_thread=False)
def above(number: FromPath[int]) -> dict[str, int]:
    return {"above": number}


ALL = ("/things/{number:int}", "/other", "/api/above/{number:int}")


async def marked(response: Any) -> Any:
    response.headers["x-group"] = "above"
    return response


ABOVE = RouteGroup(Router("/api", route_handlers=(), after_request=marked), [above])
BESIDE = RouteGroup(Router("/", route_handlers=()), [read, posted, other])


def application() -> Routes:
    return Routes([ABOVE, BESIDE], OpenAPIConfig(title="T", version="1"))


@pytest.fixture
def client() -> Iterator[TestClient[Routes]]:
    with TestClient(application()) as client:
        yield client


def ready(app: Routes) -> dict[str, set[str]]:
    """The methods of each address that are."""
    routes: list[Any] = app.routes
    return {route.path: set(route.route_handler_map) for route in routes}


def test_a_route_answers_from_its_first_request_on(client: TestClient[Routes]) -> None:
    for _ in range(2):
        assert client.get("/things/3").json() == {"number": 3}
        assert client.post("/things/3").json() == {"posted": 3}
        assert client.delete("/things/3").status_code == 405
        assert client.get("/nothing").status_code == 404


def test_only_what_is_asked_for_is_made_ready(client: TestClient[Routes]) -> None:
    unready: dict[str, set[str]] = {path: set() for path in ALL}
    assert ready(client.app) == unready
    assert client.get("/other").json() == {"other": True}
    assert ready(client.app) == unready | {"/other": {"GET", "OPTIONS"}}


def test_the_document_has_all_of_them_and_is_not_served(client: TestClient[Routes]) -> None:
    assert client.get("/schema").status_code == 404
    assert client.get("/schema/openapi.json").status_code == 404
    assert set(client.app.openapi_schema.paths or ()) == {path.replace(":int", "") for path in ALL}
    assert client.app.openapi_schema is client.app.openapi_schema


def test_a_group_has_what_is_around_it_and_no_other_has(client: TestClient[Routes]) -> None:
    for _ in range(2):
        answer = client.get("/api/above/3")
        assert answer.json() == {"above": 3}
        assert answer.headers["x-group"] == "above"
        assert "x-group" not in client.get("/things/3").headers
    assert client.get("/above/3").status_code == client.get("/api/other").status_code == 404


def test_a_method_that_there_is_not_is_no_way_to_others() -> None:
    route: Any = next(one for one in application().routes if one.path == "/other")
    handlers = route.route_handler_map
    assert handlers["GET"][0].handler_name == "other"
    with pytest.raises(KeyError):
        _ = handlers["DELETE"]


def test_applications_share_no_handler() -> None:
    one, another = application(), application()
    for app, number in ((one, 3), (another, 4)):
        with TestClient(app) as client:
            assert client.get(f"/things/{number}").json() == {"number": number}
