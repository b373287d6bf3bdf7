"""Pictures in a real browser: all of them in one page, with the browser's own fonts, by light and in the dark."""

import json
import re
import subprocess
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from replays.pictures.palette import TONES
from replays.pictures.text import width
from tests.browser.test_reference import FLAGS
from tests.replays.pictures.golden import DOCUMENTS, FOLDER

pytestmark = pytest.mark.slow

PICTURES = [*sorted(FOLDER.glob("*.svg")), *sorted(DOCUMENTS.glob("*.svg"))]

SCRIPT = """
const pictures = [...document.querySelectorAll("svg")];
document.getElementById("told").textContent = JSON.stringify({
    ids: [...document.querySelectorAll("svg [id]")].map(element => element.id),
    labels: pictures.map(picture =>
        picture.getAttribute("aria-labelledby").split(" ").map(id => document.getElementById(id).textContent)),
    paper: [...new Set(pictures.map(picture => getComputedStyle(picture.querySelector("rect")).fill))],
    ink: [...new Set([...document.querySelectorAll("text.f-ink")].map(text => getComputedStyle(text).fill))],
    texts: [...document.querySelectorAll("svg text")].map(text => [
        text.textContent, +text.getAttribute("font-size"), text.getAttribute("font-weight") == "bold",
        text.getComputedTextLength()]),
});
"""


def seen(chromium: str, pictures: Iterable[str], folder: Path, *, dark: bool = False) -> dict[str, Any]:
    """What a browser makes of pictures inlined in one page."""
    page = folder / "page.html"
    body = "".join(pictures)
    page.write_text(f"<!doctype html><meta charset=utf-8><body>{body}<pre id=told></pre><script>{SCRIPT}</script>")
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    done = subprocess.run(
        [chromium, *FLAGS, scheme, f"--user-data-dir={folder / 'profile'}", "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    told = re.search(r'<pre id="told">(.*?)</pre>', done.stdout, flags=re.DOTALL)
    assert told is not None
    found: dict[str, Any] = json.loads(unescape(told[1]))
    return found


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_pictures_stand_in_one_page_in_the_readers_scheme(chromium: str, tmp_path: Path, dark: bool) -> None:
    page = seen(chromium, (file.read_text(encoding="utf-8") for file in PICTURES), tmp_path, dark=dark)
    assert len(set(page["ids"])) == len(page["ids"]) == 2 * len(PICTURES)
    assert all(len(label) == 2 and all(label) for label in page["labels"])
    for tone in ("paper", "ink"):
        assert page[tone] == [rgb(TONES[tone].dark if dark else TONES[tone].light)]


def test_text_is_nowhere_wider_than_it_was_taken_to_be(chromium: str, tmp_path: Path) -> None:
    page = seen(chromium, (file.read_text(encoding="utf-8") for file in PICTURES), tmp_path)
    assert len(page["texts"]) > 1000
    for words, size, bold, broad in page["texts"]:
        assert broad <= width(words, size, bold=bold) * 1.02 + 0.5, words
