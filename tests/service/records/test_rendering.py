"""A record whose names and comments would be scripts or forgeries: wherever they are shown, they are text."""

import csv
import re
import unicodedata
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from typing import Any, Final
from uuid import UUID
from xml.etree import ElementTree

import httpx
import msgspec
import pytest
from msgspec import Struct

from domain.match.events import Visibility
from domain.registry import GAMES
from tests.replays.records.evenings import full_evening
from tests.service.conftest import running_service
from tests.service.records.books import BASE, body_of, take_in

pytestmark = pytest.mark.slow

SCRIPT: Final = "<script>alert(1)</script>"
IMAGE: Final = "\"><img src=x onerror='alert(1)'>"
FORMULA: Final = '=HYPERLINK("http://example.org")'
TAG: Final = 'Ada"] [Result "Ada 99'

TEXTS: Final = {
    "Player 0": SCRIPT,
    "Player 1": IMAGE,
    "Player 2": FORMULA,
    "Player 3": TAG,
    "Bologna": f"{SCRIPT} {TAG}",
    "club": "<b onclick=x>",
    "what if": f"</title>{SCRIPT}",
    "another title": f") {IMAGE}",
    "opening": "]]><script>",
}
"""What stands in an evening, and what is put in its place."""

COMMENTS: Final = (
    f"{SCRIPT}\n\n[a](javascript:alert(1)) ![b](http://example.org/b.png) <a href='javascript:x' onclick='x'>c</a>",
    '}\n\n[Result "Ada 99"]\n\n99. Ada wins. )',
)
"""What everybody is to see beside it."""

_HEADER: Final = re.compile(r'\[[A-Za-z0-9 ]+ "(?:[^"\\]|\\.)*"\]')


class Shown(Struct):
    """A match made of such texts."""

    key: str
    match_id: str
    players: list[str]
    variations: list[str]
    last: int


@pytest.fixture(scope="module")
def service(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("rendering")) as client:
        yield client


@pytest.fixture(scope="module", params=GAMES)
def shown(service: httpx.Client, request: pytest.FixtureRequest) -> Shown:
    one = full_evening(GAMES[request.param])
    record = _replaced(msgspec.json.decode(body_of(one)))
    last = record["annotations"][-1]
    record["annotations"] += [
        {
            "version": last["version"] + number,
            "type": "added",
            "id": str(UUID(int=number)),
            "by": "ada",
            "at": last["at"],
            "anchor": 0,
            "step": 0,
            "content": {"kind": "comment", "text": text},
            "audience": "public",
            "eyes": "public",
        }
        for number, text in enumerate(COMMENTS, start=1)
    ]
    answer = take_in(service, msgspec.json.encode(record))
    assert answer.status_code == 201, answer.text
    listed = service.get(f"{BASE}/matches/{one.id}/variations").json()["items"]
    assert one.match.visibility is not Visibility.PRIVATE
    return Shown(
        request.param,
        str(one.id),
        [str(player) for player in one.match.seats],
        [variation["id"] for variation in listed if variation["step"] is not None and variation["title"]],
        one.match.step,
    )


def _replaced(told: Any) -> Any:
    if isinstance(told, dict):
        return {name: _replaced(value) for name, value in told.items()}
    if isinstance(told, list):
        return [_replaced(value) for value in told]
    return TEXTS.get(told, told) if isinstance(told, str) else told


_LINKS: Final = ("href", "src", "action", "formaction", "xlink:href")
_NO_ICON: Final = "data:,"


class Page(HTMLParser):
    """What of a page could do something, and its texts."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str | None] = []
        self.images: list[str | None] = []
        self.handlers: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "script":
            self.scripts.append(told.get("src"))
        if tag == "img":
            self.images.append(told.get("src"))
        self.handlers += [name for name in told if name.startswith("on")]
        self.links += [
            str(told[name]) for name in ("href", "src", "action", "formaction", "xlink:href") if name in told
        ]

    def handle_data(self, data: str) -> None:
        self.text += data


def harmless(text: str) -> Page:
    """The page, if nothing in it but its own script does anything."""
    page = Page(text)
    assert all(source is not None and source.startswith("/static/") for source in page.scripts), page.scripts
    assert page.images == []
    assert page.handlers == []
    links = [link for link in page.links if link != _NO_ICON]
    assert not [link for link in links if re.match(r"\s*(javascript|data|vbscript):", link, re.IGNORECASE)]
    return page


def test_pages_show_text(service: httpx.Client, shown: Shown) -> None:
    addresses = ["/", f"/matches/{shown.match_id}", *(f"/players/{player}" for player in shown.players)]
    addresses += [f"/matches/{shown.match_id}?step={step}" for step in range(0, shown.last, 4)]
    addresses += [f"/matches/{shown.match_id}/variations/{variation}" for variation in shown.variations]
    for address in addresses:
        answer = service.get(address)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8"), address
        page = harmless(answer.text)
        assert SCRIPT in page.text or not address.startswith("/matches"), address


def test_pictures_show_text(service: httpx.Client, shown: Shown) -> None:
    path = f"{BASE}/matches/{shown.match_id}"
    for picture in (*(f"replay/steps/{step}.svg" for step in range(0, shown.last, 4)), "scoreboard.svg"):
        answer = service.get(f"{path}/{picture}")
        assert answer.headers["content-type"].startswith("image/svg+xml"), answer.text
        elements = list(ElementTree.fromstring(answer.text).iter())
        assert not [one.tag for one in elements if re.search("script|foreignObject|image|}a$", one.tag)]
        assert not [name for one in elements for name in one.attrib if name.startswith("on") or name.endswith("href")]
        harmless(answer.text)


def test_comments_are_given_as_clean_html(service: httpx.Client, shown: Shown) -> None:
    found = service.get(f"{BASE}/matches/{shown.match_id}/annotations", params={"limit": 1000}).json()["items"]
    pages = [harmless(one["html"]) for one in found if one["html"] is not None]
    assert pages
    assert not any(page.scripts for page in pages)
    assert {SCRIPT in page.text for page in pages} == {True, False}


def test_the_notation_cant_be_forged(service: httpx.Client, shown: Shown) -> None:
    answer = service.get(f"{BASE}/matches/{shown.match_id}/record", headers={"Accept": "text/plain"})
    head, _, moves = answer.text.partition("\n\n")
    assert all(_HEADER.fullmatch(line) for line in head.splitlines())
    numbered = [line for line in moves.splitlines() if re.match(r"\d+\. ", line)]
    assert [int(line.partition(".")[0]) for line in numbered] == list(range(shown.last + 1))
    assert not [line for line in moves.splitlines() if line.startswith("[")]
    assert moves.count("Result: ") == 1
    assert not [one for one in answer.text if one != "\n" and unicodedata.category(one) in {"Cc", "Zl", "Zp"}]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_no_spreadsheet_finds_a_formula(service: httpx.Client, shown: Shown) -> None:
    answer = service.get(f"{BASE}/matches/{shown.match_id}/record", headers={"Accept": "text/csv"})
    cells = [cell for row in csv.reader(answer.text.splitlines()) for cell in row]
    assert len(cells) > shown.last
    assert not [cell for cell in cells if re.match(r"[=+@\t\r]|-(?!\d+$)", cell)]


def test_what_was_written_is_kept_as_it_was(service: httpx.Client, shown: Shown) -> None:
    record = service.get(f"{BASE}/matches/{shown.match_id}/record")
    assert SCRIPT in [player["name"] for player in record.json()["players"]]
    assert take_in(service, record.content).json()["known"]
