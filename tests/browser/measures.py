"""What Chromium is asked about the texts of a page and its pictures, as scripts: each gives a list of what is amiss."""

from pathlib import Path
from typing import Final

_FOLDER: Final = Path(__file__).parent

PICTURE_TEXTS: Final = (_FOLDER / "measure.js").read_text(encoding="utf-8")
"""Texts of pictures that leave their picture, or lie on each other."""

PAGE_TEXTS: Final = (_FOLDER / "page_texts.js").read_text(encoding="utf-8")
"""Texts outside the pictures: what is cut off, lies on other text, is broken within a short word, or
has apostrophes and quotation marks as they are typed."""

CUT_PICTURES: Final = (_FOLDER / "cut_pictures.js").read_text(encoding="utf-8")
"""Pictures of which a part can't be seen, or only by scrolling a box."""

COVERED_SENTENCES: Final = """
const controls = document.querySelector(".replay .steps")?.getBoundingClientRect();
return !controls ? [] : [...document.querySelectorAll(".replay .sentence")].map((one) => one.getBoundingClientRect())
    .filter(({ top, bottom, left }) => left < controls.right && controls.left < left + 1)
    .filter(({ top, bottom }) => top < controls.bottom - 1 && controls.top < bottom - 1)
    .map(({ bottom }) => `the controls lie on ${Math.round(bottom - controls.top)} px of the sentence`);
"""
"""What is told of a step where the controls of the replay lie on it."""

SMALL_TEXTS: Final = """
const shown = [...document.querySelectorAll("#board text, #chart text, .plot text")];
const size = (one) => parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a;
return [...new Set(shown.filter((one) => one.getClientRects().length && size(one) < 11.9)
    .map((one) => `${size(one).toFixed(1)} px: ${one.textContent}`))];
"""
"""Texts of the board and of charts that are set smaller than 12 pixels of the screen."""

LARGE_BOARDS: Final = """
const shown = [...document.querySelectorAll("#board svg")].filter((one) => one.getClientRects().length);
return shown.map((one) => one.getScreenCTM().a).filter((scale) => scale > 1.61)
    .map((scale) => `a board drawn ${scale.toFixed(2)} times as large as it is`);
"""
"""Boards that are made so large that their text is larger than the headings."""

HIDDEN_CONTROLS: Final = """
const below = (one) => Math.round(one.getBoundingClientRect().bottom - innerHeight);
return [...document.querySelectorAll(".replay .buttons")].filter((one) => scrollY === 0 && below(one) > 0)
    .map((one) => `the buttons of the replay end ${below(one)} px below the window`);
"""
"""Buttons of a replay for which somebody has to scroll."""

WIDER_THAN_THE_WINDOW: Final = """
const { scrollWidth, clientWidth } = document.documentElement;
return scrollWidth > clientWidth ? [`${scrollWidth} wide`] : [];
"""
"""Whether a page has to be pushed aside; a phone's window isn't asked: it is as wide as what doesn't fit in."""

CUT_TABLES: Final = """
const hidden = (one) => one.scrollWidth - one.clientWidth;
return [...document.querySelectorAll(".scroll")].filter((one) => one.checkVisibility() && hidden(one) > 1)
    .map((one) => `${hidden(one)} px of a table are cut off: ${one.querySelector("tr").textContent}`);
"""
"""Tables that have to be pushed aside for all of their columns to be seen."""

OVERLONG_FIELDS: Final = """
const end = document.querySelector("main").getBoundingClientRect().right;
const room = parseFloat(getComputedStyle(document.querySelector("main")).paddingRight);
return [...document.querySelectorAll("main :is(input, select, textarea, button)")]
    .filter((one) => one.getClientRects().length && !one.closest(".scroll, #board"))
    .filter((one) => one.getBoundingClientRect().right > end - room + 1).map((one) => `over the edge: ${one.name}`);
"""
"""Fields and buttons that reach into the margin of the page."""

CUT_NAVIGATION: Final = """
const hidden = (one) => one.scrollWidth - one.clientWidth;
return [...document.querySelectorAll(".site .sections")].filter((one) => hidden(one) > 1)
    .map((one) => `${hidden(one)} px of the navigation are cut off: ${one.lastElementChild.textContent.trim()}`);
"""
"""Entries of the navigation that have to be scrolled to."""

ALL: Final = (
    PICTURE_TEXTS,
    PAGE_TEXTS,
    CUT_PICTURES,
    COVERED_SENTENCES,
    SMALL_TEXTS,
    LARGE_BOARDS,
    HIDDEN_CONTROLS,
    WIDER_THAN_THE_WINDOW,
    CUT_TABLES,
    CUT_NAVIGATION,
    OVERLONG_FIELDS,
)
