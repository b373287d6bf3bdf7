"""The languages and themes that a page can be shown in, and the size of what is drawn in it."""

import re
from collections.abc import Sequence
from functools import cache

from babel import Locale
from msgspec import Struct

from replays.pictures.palette import ROOT, TONES
from service.http.preferences import LANGUAGES, Theme


class LanguageChoice(Struct, frozen=True):
    """A language, by its own name."""

    code: str
    name: str


@cache
def languages() -> Sequence[LanguageChoice]:
    """The languages that the pages speak."""
    return [LanguageChoice(code, (Locale(code).get_display_name(code) or code).capitalize()) for code in LANGUAGES]


def drawn_height(picture: str) -> str:
    """How high a picture is, in its own units: an SVG document that begins at (0, 0)."""
    found = re.search(r' viewBox="0 0 [\d.]+ ([\d.]+)"', picture)
    if found is None:
        raise ValueError("a picture without a viewBox")
    return found[1]


@cache
def theme_rules(theme: Theme) -> str:
    """The style rules that give the pictures of a page the colours of `theme`, whatever the browser prefers."""
    tones = "".join(f"--{name}:{getattr(tone, theme)};" for name, tone in TONES.items())
    return f"[data-theme] .{ROOT}{{{tones}color-scheme:{theme}}}"
