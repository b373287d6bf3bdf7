"""Importing on the pages, with forms alone."""

import json
import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from service.commands.imports.limits import MEBIBYTE, ImportLimits
from tests.service.api.importing import BASE, is_at_end, plan_of, some_imports
from tests.service.api.test_pages import Outline, own, page, session, submit, token_of
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.readers.bgstats_files import export, game, person, play, score


@pytest.fixture
def prefix() -> str:
    return uuid4().hex[:8]


def table(prefix: str, name: str = "Twin") -> bytes:
    return f"date,title,players,scores\n2020-01-02,Go {prefix},{name} {prefix}|Ida {prefix},7|8\n".encode()


def upload(api: httpx.Client, content: bytes, name: str = "my.csv", **fields: str) -> httpx.Response:
    form = {"source": uuid4().hex, "visibility": "private"} | fields
    answer = api.post("/imports", data=form, files={"file": (name, content)}, headers=own(api))
    if answer.status_code == httpx.codes.SEE_OTHER:
        settled(api, answer.headers["location"])
    return answer


def settled(api: httpx.Client, path: str) -> None:
    """Waits until nobody works on the import any longer."""
    is_at_end(api, api.get(f"{BASE}{path}"))


def done(api: httpx.Client, path: str, action: str, form: dict[str, str]) -> None:
    assert submit(api, f"{path}/{action}", form).status_code == httpx.codes.SEE_OTHER
    settled(api, path)


@pytest.mark.slow
def test_a_file_is_sent_planned_answered_imported_and_taken_back(api: httpx.Client, prefix: str) -> None:
    twins = [api.post(f"{BASE}/players", json={"name": f"Twin {prefix}", "new": True}).json()["id"] for _ in range(2)]
    answer = upload(api, table(prefix))
    assert answer.status_code == 303, answer.text
    path = answer.headers["location"]
    text = page(api, path)
    assert "asks who is who" in text
    assert f'action="{path}/run"' not in text, "it isn't known who all people are"
    (select,) = Outline(text).all("select")
    options = [option["value"] for option in Outline(text).all("option")]
    assert options[0] == ""
    assert {*options[1:3]} == set(twins)
    assert options[3:] == ["new"]
    (hidden,) = Outline(text).all("input", type="hidden")
    form = {str(hidden["name"]): str(hidden["value"]), str(select["name"]): twins[0]}
    assert submit(api, f"{path}/people", form).status_code == 303
    text = page(api, path)
    assert f'action="{path}/run"' in text
    done(api, path, "run", {})
    text = page(api, path)
    assert "What was imported" in text
    assert 'href="/matches?game=sheet&amp;played_from=2020-01-02&amp;played_to=2020-01-02"' in text
    assert f'href="{path}"' in page(api, "/imports")
    done(api, path, "take-back", {"sure": "yes"})
    assert "taken back" in page(api, path)
    assert api.get(f"{BASE}{path}").json()["matches"] == 0


def test_an_answer_can_be_another_one_later(api: httpx.Client, prefix: str) -> None:
    ida = api.post(f"{BASE}/players", json={"name": f"Ida {prefix}"}).json()["id"]
    path = upload(api, table(prefix)).headers["location"]
    text = page(api, path)
    chosen = [one["value"] for one in Outline(text).all("option") if "selected" in one]
    assert chosen == [ida]
    (select,) = Outline(text).all("select")
    (hidden,) = Outline(text).all("input", type="hidden")
    form = {str(hidden["name"]): str(hidden["value"]), str(select["name"]): "new"}
    assert submit(api, f"{path}/people", form).status_code == 303
    people = api.get(f"{BASE}{path}/people").json()["items"]
    assert {one["name"]: one["identity"] for one in people}[f"Ida {prefix}"] == "new"


def test_a_table_of_other_words_is_read_again_with_its_columns(api: httpx.Client, prefix: str) -> None:
    path = upload(api, f"Wann;Was;Wer\n2020-01-02;Go {prefix};Ada|Bo\n".encode()).headers["location"]
    text = page(api, path)
    assert "The file can’t be read on." in text
    assert "<code>line 1</code>" in text
    columns = dict.fromkeys(("scores", "winners", "place", "minutes", "note", "id"), "")
    columns |= {"date": "Wann", "title": "Was", "players": "Wer"}
    done(api, path, "plan", columns)
    text = page(api, path)
    assert "ready to be imported" in text
    assert [one["value"] for one in Outline(text).all("input", name="date")] == ["Wann"]


@pytest.mark.parametrize("content", [b"PK\x03\x04...", b""])
def test_a_file_that_is_none_leads_back_to_the_form(api: httpx.Client, content: bytes) -> None:
    leads_back(upload(api, content), 422, "Nothing of this file can be imported.")


@pytest.mark.slow
def test_a_file_that_is_too_large_leads_back_to_the_form(new_database: Callable[[], str], tmp_path: Path) -> None:
    with running_service(new_database(), tmp_path, imports=ImportLimits(size=MEBIBYTE)) as api:
        leads_back(upload(api, bytes(MEBIBYTE + 1)), 413, "This file is too large.")


def leads_back(answer: httpx.Response, status: int, words: str) -> None:
    assert answer.status_code == status
    assert words in answer.text
    assert Outline(answer.text).all("form", action="/imports")


@pytest.mark.parametrize(
    "body",
    [
        b"--x\r\n",
        b"",
        b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\na\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="other"\r\n\r\na\r\n--x--',
        b'--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n' + b"a" * 5000 + b"\r\n--x--",
        b'--x\r\nContent-Disposition: form-data; name="source"\r\n\r\n\xff\r\n--x--',
        (b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n' * 2) + b"--x--",
    ],
)
def test_broken_forms_are_refused(api: httpx.Client, body: bytes) -> None:
    headers = own(api) | {"Content-Type": "multipart/form-data; boundary=x"}
    assert api.post("/imports", content=body, headers=headers).status_code == 400


def test_other_forms_are_refused(api: httpx.Client) -> None:
    assert submit(api, "/imports", {"visibility": "public"}).status_code == 415
    stranger = own(api) | {"Origin": "https://elsewhere.example"}
    answer = api.post("/imports", data={"visibility": "public"}, files={"file": b"x"}, headers=stranger)
    assert answer.status_code == 403


def test_html_in_a_file_is_text(api: httpx.Client, prefix: str) -> None:
    nasty = f'<script>alert("{prefix}")</script>'
    document = export(
        games=[game(1, nasty)],
        players=[person(1, nasty, uuid=prefix)],
        plays=[play(f"{prefix}-a", 1, [score(1, "1")]), play(nasty, 9, [])],
    )
    answer = upload(api, json.dumps(document).encode(), name=f"{nasty}.json")
    text = page(api, answer.headers["location"])
    assert nasty not in text
    assert nasty in unescape(text)


def test_every_state_has_a_page_in_every_language(api: httpx.Client) -> None:
    for import_id in some_imports(api):
        for language in ("en", "it", "de"):
            text = page(api, f"/imports/{import_id}", headers={"Accept-Language": language})
            assert f'<html lang="{language}"' in text
            ids = [attributes["id"] for _, attributes in Outline(text).elements if attributes.get("id")]
            assert len(ids) == len(set(ids))
            assert {one["for"] for one in Outline(text).all("label") if one.get("for")} <= set(ids)


def test_who_may_not_import_is_led_to_the_sign_in_or_refused(
    api: httpx.Client, public: httpx.Client, prefix: str
) -> None:
    found = plan_of(api, table(prefix), source=prefix)
    for path in ("/imports", f"/imports/{found['id']}"):
        page(public, path, 401)
        reader = api.post(f"{BASE}/tokens", json={"role": "reader", "label": "x"}).json()["token"]
        with client_of(api.base_url, headers=session(api, reader)) as browser:
            page(browser, path, 403)
            assert 'href="/imports"' not in page(browser, "/players")
    assert 'href="/imports"' in page(api, "/players")


def test_a_browser_that_is_signed_in_imports(api: httpx.Client, prefix: str) -> None:
    with client_of(api.base_url, headers=session(api, token_of(api))) as browser:
        path = upload(browser, table(prefix)).headers["location"]
        assert re.fullmatch(r"/imports/[0-9a-f-]{36}", path)
        assert submit(browser, f"{path}/discard", {}).headers["location"] == "/imports"
        page(browser, path, 404)
