"""Importing on the pages, with forms alone."""

import json
import re
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import psycopg
import pytest

from domain.kernel.languages import LANGUAGES
from service.commands.imports.limits import MEBIBYTE, ImportLimits
from service.readers.reason import Reason
from tests.service.api.importing import BASE, is_at_end, plan_of, some_imports
from tests.service.api.test_pages import Outline, own, page, session, submit, token_of
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.readers.bgstats_files import export, game, person, play, score


@pytest.fixture(scope="module")
def conninfo(new_database: Callable[[], str]) -> str:
    return new_database()


@pytest.fixture(scope="module")
def api(conninfo: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(conninfo, tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def prefix() -> str:
    return uuid4().hex[:8]


def table(prefix: str, name: str = "Twin") -> bytes:
    return f"date,title,players,scores\n2020-01-02,Go {prefix},{name} {prefix}|Ida {prefix},7|8\n".encode()


OTHER_WORDS = b"Wann;Was;Wer\n2020-01-02;Go;Ada|Bo\n"


def plain(text: str) -> str:
    """What a page says, without its elements."""
    return " ".join(unescape(re.sub("<[^>]*>", "", text)).split())


def who_selects(text: str) -> list[dict[str, str | None]]:
    """The selects of a page in which it is chosen who somebody is."""
    return [one for one in Outline(text).all("select") if str(one["name"]).startswith("who-")]


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
    assert "Who is it?" in text, "one name belongs to several people"
    assert f'action="{path}/run"' not in text, "it isn't known who all people are"
    (select,) = who_selects(text)
    options = [option["value"] for option in Outline(text.partition("</select>")[0]).all("option")]
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
    (select,) = who_selects(text)
    (hidden,) = Outline(text).all("input", type="hidden")
    form = {str(hidden["name"]): str(hidden["value"]), str(select["name"]): "new"}
    assert submit(api, f"{path}/people", form).status_code == 303
    people = api.get(f"{BASE}{path}/people").json()["items"]
    assert {one["name"]: one["identity"] for one in people}[f"Ida {prefix}"] == "new"


def test_a_table_of_other_words_is_read_again_with_its_columns(api: httpx.Client, prefix: str) -> None:
    path = upload(api, f"Wann;Was;Wer\n2020-01-02;Go {prefix};Ada|Bo\n".encode()).headers["location"]
    text = page(api, path)
    assert "The file can’t be read any further (line\N{NO-BREAK SPACE}1). " in unescape(text), (
        "a line is told in words, not as code"
    )
    columns = dict.fromkeys(("scores", "winners", "place", "minutes", "note", "id"), "")
    columns |= {"date": "Wann", "title": "Was", "players": "Wer"}
    done(api, path, "plan", columns)
    text = page(api, path)
    assert "ready to be imported" in text
    asked = {"date", "title", "players", *columns}
    assert {one["name"] for one in Outline(text).all("select")} >= asked, "columns are chosen among those of the file"
    assert [one["value"] for one in Outline(text).all("option") if "selected" in one] == ["Wann", "Was", "Wer"]


def test_a_head_is_taken_as_it_stands_with_its_spaces(api: httpx.Client, prefix: str) -> None:
    path = upload(api, f" Wann ;Was;Wer\n2020-01-02;Go {prefix};Ada|Bo\n".encode()).headers["location"]
    assert [one["value"] for one in Outline(page(api, path)).all("option")][:4] == ["", " Wann ", "Was", "Wer"]
    done(api, path, "plan", {"date": " Wann ", "title": "Was", "players": "Wer"})
    assert "ready to be imported" in page(api, path)


@pytest.mark.parametrize("content", [";".join(f"c{place}" for place in range(51)), "Wann;Wann"])
def test_columns_are_written_where_they_are_too_many_or_alike(api: httpx.Client, prefix: str, content: str) -> None:
    text = page(api, upload(api, f"{content}\n{prefix}\n".encode()).headers["location"])
    assert Outline(text).all("select", name="date") == []
    assert len(Outline(text).all("input", name="date")) == 1


def test_reasons_are_told_in_the_language_of_who_reads(api: httpx.Client, prefix: str) -> None:
    crowd = "|".join(f"{name}{prefix}" for name in range(17))
    bad = f"date,title,players\nsoon,Go,Ada|Bo\n2020-01-02,Go,{crowd}\n".encode()
    unreadable, refused = (upload(api, content).headers["location"] for content in (OTHER_WORDS, bad))
    sentences = {
        "en": ("line 2: “soon” isn’t a date.", "Go, 2 January 2020 line 3: A sheet is for 1 to 16 players, not 17."),
        "de": ("Zeile 2: „soon“ ist kein Datum.", "Zeile 3: Ein Zettel ist für 1 bis 16 Spieler, nicht für 17."),
        "it": ("riga 2: «soon» non è una data.", "riga 3: Un foglio è per 1–16 giocatori, non per 17."),
    }
    missing = Reason.of("column_not_found", field="date", columns="Wann, Was, Wer")
    for language in LANGUAGES:
        reader = {"Accept-Language": language}
        assert missing.in_words(language).replace("`", "") in plain(page(api, unreadable, headers=reader))
        shown = plain(page(api, refused, headers=reader))
        assert [sentence for sentence in sentences[language] if sentence not in shown] == []
        answer = api.get(f"{BASE}{unreadable}", headers=reader).json()
        assert answer["fault"] == {"where": "line 1", "reason": str(missing)}, "the API tells it in English"


def test_a_reason_that_an_older_version_has_stored_is_shown_as_it_is(
    api: httpx.Client, conninfo: str, prefix: str
) -> None:
    path = upload(api, f"Wann {prefix};Was;Wer\n2020-01-02;Go;Ada|Bo\n".encode()).headers["location"]
    fault = {"at": "line 1", "reason": "No column is found for `date`."}
    play = {"at": "line 7", "title": "", "played_on": None, "reason": "It has no id."}
    plan: dict[str, Any] = {"plays": {"refused": 1}, "refused": [play], "changed": [], "people": [], "losses": {}}
    plan |= {"unreadable_scores": 0, "first": None, "last": None}
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "UPDATE import_uploads SET fault = %s, plan = %s WHERE import_id = %s",
            (json.dumps(fault).encode(), json.dumps(plan).encode(), path.rpartition("/")[2]),
        )
    shown = plain(page(api, path, headers={"Accept-Language": "de"}))
    assert "(Zeile 1). No column is found for date." in shown
    assert "Zeile 7: It has no id." in shown


@pytest.mark.parametrize("content", [b"PK\x03\x04...", b""])
def test_a_file_that_is_none_leads_back_to_the_form(api: httpx.Client, content: bytes) -> None:
    leads_back(upload(api, content), 422, "Nothing of this file can be imported.")


def test_the_form_tells_in_the_language_of_who_reads_why_a_file_is_none(api: httpx.Client) -> None:
    form = {"source": "", "visibility": "private"}
    headers = {**own(api), "Accept-Language": "de"}
    answer = api.post("/imports", data=form, files={"file": ("my.zip", b"PK\x03\x04...")}, headers=headers)
    assert "Das ist eine ZIP-Datei" in answer.text
    assert "unpacked" not in answer.text


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


def test_the_list_says_of_each_import_what_its_page_says(api: httpx.Client) -> None:
    done, asking, unreadable = some_imports(api)
    for language, words in (("en", "asks who is who"), ("it", "chiede chi è chi"), ("de", "fragt, wer wer ist")):
        listed = page(api, "/imports", headers={"Accept-Language": language})
        for import_id in (done, asking, unreadable):
            text = page(api, f"/imports/{import_id}", headers={"Accept-Language": language})
            (state,) = re.findall(r'id="state">([^<]+)</span>', text)
            (row,) = re.findall(rf'<tr>(?:(?!</tr>).)*href="/imports/{import_id}".*?</tr>', listed)
            assert row.endswith(f"<td>{state}</td></tr>")
            assert (state == words) is (import_id == asking)


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


@pytest.mark.parametrize(
    ("language", "place", "word"),
    [
        ("en", "line 5, column 13", "Only their beginning can be read"),
        ("de", "Zeile 5, Spalte 13", "Nur ihr Anfang ist lesbar"),
        ("it", "riga 5, colonna 13", "Se ne legge solo l’inizio"),
    ],
)
def test_of_a_broken_game_the_page_says_where_it_ends(
    api: httpx.Client, prefix: str, language: str, place: str, word: str
) -> None:
    game_text = f'[White "Ada {prefix}"]\n[Black "Bo {prefix}"]\n[Date "2021.03.04"]\n\n1. e4 e5 2. Ke3 *\n'
    answer = upload(api, game_text.encode(), "my.pgn")
    shown = plain(api.get(answer.headers["location"], headers={"Accept-Language": language}).text)
    assert word in shown
    assert f"Ada {prefix} – Bo {prefix}" in shown
    assert place in shown
