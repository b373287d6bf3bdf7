"""Files that were made to do harm, sent to be imported: each ends in a problem or fault with its place."""

import gzip
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.commands.imports.limits import ImportLimits
from tests.service.api.importing import is_at_end, plan_of, sent
from tests.service.conftest import running_service
from tests.service.readers.bgstats_files import export, person, play, score

BASE = "/api/v1"
SIZE = 8 << 20
LAUGHS = "".join(f'<!ENTITY l{number + 1} "{f"&l{number};" * 10}">' for number in range(9))


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="module")
def api(new_database: Callable[[], str], data: Path) -> Iterator[httpx.Client]:
    with running_service(new_database(), data, imports=ImportLimits(size=SIZE, files=12)) as client:
        yield client


def zipped(content: bytes) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("export.json", content)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(gzip.compress(b"0" * (1 << 24)), id="a gzip bomb"),
        pytest.param(zipped(b"0" * (1 << 24)), id="a zip bomb"),
        pytest.param(b"<!DOCTYPE html><script>alert(1)</script>", id="a web page"),
        pytest.param(b"\x89PNG\r\n\0\0", id="a picture"),
        pytest.param("date,title".encode("utf-16-le"), id="UTF-16 without its mark"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"[]", id="records"),
    ],
)
def test_what_is_no_file_of_plays_is_refused_and_not_stored(api: httpx.Client, data: Path, content: bytes) -> None:
    before = sorted((data / "uploads").glob("*"))
    answer = sent(api, content)
    assert (answer.status_code, answer.json()["type"]) == (422, "/problems/invalid-file")
    assert sorted((data / "uploads").glob("*")) == before


@pytest.mark.parametrize(
    ("content", "at"),
    [
        pytest.param(f"<!DOCTYPE plays [<!ENTITY l0 'ha'>{LAUGHS}]><plays>&l9;</plays>".encode(), "", id="laughs"),
        pytest.param(b'<!DOCTYPE plays SYSTEM "file:///etc/passwd"><plays/>', "", id="a file of the server"),
        pytest.param(b"<plays><play>", "", id="XML that breaks off"),
        pytest.param(b"date,title,players\n2020-01-02,Go," + b"x" * (2 << 20), "line 2", id="a line without end"),
        pytest.param(b'{"plays": ' + b"[" * 100_000, "", id="lists in lists"),
        pytest.param(b'{"plays": [{"uuid": "' + b"x" * (5 << 20) + b'"}]}', "", id="a text without end"),
        pytest.param(b'{"plays": [' + b"9" * 5000 + b"]}", "", id="a number without end"),
        pytest.param(b'{"plays": [{"uuid": "\xff\xfe"}]}', "", id="no UTF-8"),
        pytest.param(b'{"players": [1, 2', "", id="JSON that breaks off"),
    ],
)
def test_a_file_that_cannot_be_read_on_says_why_and_where(api: httpx.Client, content: bytes, at: str) -> None:
    found = plan_of(api, content)
    assert (found["state"], found["plan"]) == ("unreadable", None)
    assert found["fault"]["reason"]
    assert found["fault"]["where"].startswith(at)
    assert api.post(f"{BASE}/imports/{found['id']}/run").status_code == 409
    assert api.delete(f"{BASE}/imports/{found['id']}").status_code == 204


LONG = "".join(f"{number:x}" for number in range(4000))


@pytest.mark.parametrize(
    ("uuid", "person_uuid", "name", "title"),
    [
        pytest.param(LONG, "p", "Ada", "Go", id="a long id of a play"),
        pytest.param("a", LONG, "Ada", "Go", id="a long id of a person"),
        pytest.param("a\0", "p", "Ada", "Go", id="an id with NUL"),
        pytest.param("a", "p\0", "Ada", "Go", id="a person's id with NUL"),
        pytest.param("a", "p", "A\0da", "Go", id="a name with NUL"),
        pytest.param("a", "p", "Ada", "G\0o", id="a title with NUL"),
    ],
)
def test_ids_and_texts_that_cannot_be_stored_refuse_the_play_alone(
    api: httpx.Client, uuid: str, person_uuid: str, name: str, title: str
) -> None:
    other = f"good {hash((uuid, person_uuid, name, title))}"
    document = export(
        games=[{"id": 1, "name": title}, {"id": 2, "name": "Go"}],
        players=[person(1, name, uuid=person_uuid), person(2, "Bruno of hostile", uuid="good")],
        plays=[
            play(uuid, 1, [score(1, "1")]),
            play(other, 2, [score(2, "1")]),
        ],
    )
    found = plan_of(api, json.dumps(document).encode())
    assert found["state"] == "planned", found
    assert (found["plan"]["plays"]["new"], found["plan"]["plays"]["refused"]) == (1, 1)
    assert found["plan"]["refused"][0]["where"] == "/plays/0"
    done = is_at_end(api, api.post(f"{BASE}/imports/{found['id']}/run"))
    assert (done["state"], done["matches"]) == ("done", 1)


def test_html_in_names_is_text(api: httpx.Client) -> None:
    name = "<img src=x onerror=alert(1)>"
    table = f'date,title,players\n2020-01-02,"{name}","{name}"\n'
    found = plan_of(api, table.encode(), source="html", name=name)
    answer = api.get(f"{BASE}/imports/{found['id']}/people")
    assert answer.headers["Content-Type"] == "application/json"
    assert answer.json()["items"][0]["name"] == name
    done = is_at_end(api, api.post(f"{BASE}/imports/{found['id']}/run"))
    assert done["matches"] == 1


def endless(size: int) -> Iterator[bytes]:
    for _ in range(size >> 16):
        yield b"x" * (1 << 16)


@pytest.mark.parametrize("content", [b"x" * (SIZE + 1), endless(4 * SIZE)], ids=["announced", "without a length"])
def test_a_file_above_the_limit_is_refused_while_it_comes(api: httpx.Client, data: Path, content: Any) -> None:
    answer = sent(api, content)
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")
    assert not list((data / "uploads").glob("incoming-*"))


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "multipart/form-data; boundary=x"}, 415),
        ({"Content-Type": "text/html"}, 415),
        ({"Content-Type": "text/csv", "Content-Encoding": "gzip"}, 415),
    ],
)
def test_bodies_that_are_no_files_are_refused(api: httpx.Client, headers: dict[str, str], status: int) -> None:
    assert api.post(f"{BASE}/imports", content=b"x", headers=headers).status_code == status


@pytest.mark.slow
def test_more_files_than_there_is_room_for_are_turned_away(api: httpx.Client) -> None:
    found: list[str] = []
    while (answer := sent(api, f"date,title,players\n2020-01-02,Go,Ada {len(found)}\n".encode())).is_success:
        found.append(answer.json()["id"])
        assert len(found) <= 12
    assert (answer.status_code, answer.json()["type"]) == (503, "/problems/too-many-imports")
    assert int(answer.headers["Retry-After"]) > 0
    for one in found:
        api.delete(f"{BASE}/imports/{one}")
    assert sent(api, b"date,title,players\n2020-01-02,Go,Ada\n").is_success
