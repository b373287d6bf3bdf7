"""Routes are made ready, and what is beside them is loaded, when somebody asks for it first."""

from collections.abc import Iterator

import pytest
from litestar import Router, get, post
from litestar.openapi import OpenAPIConfig
from litestar.params import FromPath
from litestar.testing import TestClient

from service.http.routes import Group, Routes


@get("/near/{number:int}", sync_to_thread=False)
def near(number: FromPath[int]) -> dict[str, int]:
    return {"number": number}


@post("/near/{number:int}", sync_to_thread=False)
def posted(number: FromPath[int]) -> dict[str, int]:
    return {"posted": number}


@get("/far", sync_to_thread=False)
def far() -> dict[str, bool]:
    return {"far": True}


loads: list[str] = []


def beside() -> Group:
    loads.append("far")
    return Group(Router("/", route_handlers=[]), [far])


def application() -> Routes:
    loads.clear()
    groups = [Group(Router("/", route_handlers=[]), [near, posted])]
    return Routes(groups, OpenAPIConfig(title="T", version="1"), beside=beside, near=("/near/",))


@pytest.fixture
def client() -> Iterator[TestClient[Routes]]:
    with TestClient(application()) as client:
        yield client


def test_a_route_answers_from_its_first_request_on(client: TestClient[Routes]) -> None:
    for _ in range(2):
        assert client.get("/near/3").json() == {"number": 3}
        assert client.post("/near/3").json() == {"posted": 3}


def test_what_is_beside_is_loaded_once_and_for_who_asks_elsewhere(client: TestClient[Routes]) -> None:
    assert client.get("/near/3").status_code == 200
    assert client.get("/near/3/nothing").status_code == 404
    assert loads == []
    for _ in range(2):
        assert client.get("/far").json() == {"far": True}
        assert client.get("/nowhere").status_code == 404
    assert loads == ["far"]


def test_the_document_has_all_of_them() -> None:
    assert set(application().openapi_schema.paths or ()) == {"/near/{number}", "/far"}


def test_applications_share_handlers_and_nothing_else() -> None:
    one, another = application(), application()
    with TestClient(one) as client:
        assert client.get("/near/3").json() == {"number": 3}
    with TestClient(another) as client:
        assert client.get("/near/4").json() == {"number": 4}
    assert near.owner is None
