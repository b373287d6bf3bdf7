"""The languages and themes that a page can be shown in, and the size of what is drawn in it."""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

from babel import Locale
from msgspec import Struct

from replays.pictures.palette import ROOT, TONES
from service.http.preferences import LANGUAGES, Theme

_READABLE: Final = 12.0
"""How many pixels text needs at the least to be read."""


class LanguageChoice(Struct, frozen=True):
    """A language, by its own name."""

    code: str
    name: str


@cache
def languages() -> Sequence[LanguageChoice]:
    """The languages that the pages speak."""
    return [LanguageChoice(code, (Locale(code).get_display_name(code) or code).capitalize()) for code in LANGUAGES]


def drawn_height(picture: str) -> float:
    """How high a picture is as it is drawn: an SVG document that begins at (0, 0)."""
    return _drawn(picture)[1]


def heights(picture: str) -> str:
    """How high a picture is, as a style: ``--tall`` as it is drawn, ``--least`` where its smallest text has 12 pixels.

    It is an SVG document that begins at (0, 0), and ``--shape`` times as wide as high.
    """
    broad, tall = _drawn(picture)
    smallest = min((float(size) for size in re.findall(r' font-size="([\d.]+)"', picture)), default=_READABLE)
    return f"--tall: {tall:g}px; --least: {tall * _READABLE / smallest:.4g}px; --shape: {broad / tall:.4g}"


def _drawn(picture: str) -> tuple[float, float]:
    """How wide and high it is as it is drawn."""
    found = re.search(r' viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    if found is None:
        raise ValueError("a picture without a viewBox")
    return float(found[1]), float(found[2])


@cache
def theme_rules(theme: Theme) -> str:
    """The style rules that give the pictures of a page the colours of `theme`, whatever the browser prefers."""
    tones = "".join(f"--{name}:{getattr(tone, theme)};" for name, tone in TONES.items())
    return f"[data-theme] .{ROOT}{{{tones}color-scheme:{theme}}}"
