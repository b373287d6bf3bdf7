"""The colours of a picture, by light and in the dark, and the style sheet that chooses between them.

Kinds and seats have the colours of Okabe and Ito (Color Universal Design, 2008), which people with the usual kinds of
colour blindness can tell apart; no meaning rests on colour alone. What stands on a colour has its ``on`` tone.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple


class Tone(NamedTuple):
    """A colour by light and in the dark."""

    light: str
    dark: str


_DARK_ON: Final = Tone("#14181d", "#14181d")
_LIGHT_ON: Final = Tone("#ffffff", "#ffffff")

TONES: Final[dict[str, Tone]] = {
    "paper": Tone("#ffffff", "#12161b"),
    "panel": Tone("#f1f4f7", "#1d242c"),
    "card": Tone("#ffffff", "#2b343e"),
    "line": Tone("#c2cbd4", "#46525e"),
    "edge": Tone("#39424c", "#c9d2da"),
    "ink": Tone("#14181d", "#f0f3f6"),
    "soft": Tone("#4a545e", "#b3bec8"),
    "mark": Tone("#b8330a", "#ffa06a"),
    "back": Tone("#5b6b7b", "#5b6b7b"),
    "dark": _DARK_ON,
    "light": _LIGHT_ON,
    "light_square": Tone("#ece4d4", "#b3aa9a"),
    "dark_square": Tone("#b59b7c", "#7a6a57"),
    "blue": Tone("#0072b2", "#0072b2"),
    "orange": Tone("#e69f00", "#e69f00"),
    "green": Tone("#009e73", "#009e73"),
    "purple": Tone("#cc79a7", "#cc79a7"),
    "yellow": Tone("#f0e442", "#f0e442"),
    "sky": Tone("#56b4e9", "#56b4e9"),
    "vermilion": Tone("#d55e00", "#d55e00"),
    "red": Tone("#c9182b", "#c9182b"),
    "brown": Tone("#b07a4a", "#b07a4a"),
    "grey": Tone("#a3adb7", "#a3adb7"),
    "white": Tone("#ffffff", "#f2f4f6"),
}
"""Neutral tones first; what follows ``dark_square`` are the colours of kinds and seats."""

ON: Final[dict[str, str]] = {
    "blue": "light",
    "red": "light",
    "back": "light",
    "mark": "paper",
    "ink": "paper",
} | dict.fromkeys(("orange", "green", "purple", "yellow", "sky", "vermilion", "brown", "grey", "white"), "dark")
"""The tone of what stands on a colour."""

ROOT: Final = "partita-picture"
"""The class of the outermost element; every rule is bound to it, so that pictures can stand in one page."""

_FONTS: Final = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'DejaVu Sans',sans-serif"
_CLASSES: Final = re.compile('class="([^"]*)"')

_CUSTOM: Final = re.compile(r";(?:fill|stroke):var\([^)]*\)")
_IN_THE_DARK: Final = re.compile(r"@media \(prefers-color-scheme:dark\)\{[^{}]*\{[^{}]*\}\}")
_FONT: Final = re.compile(r"font-family:[^;}]*")
"""What of the rules only a browser understands."""


def style(body: str) -> str:
    """The rules that `body`, drawn elements, needs.

    Each colour is a custom property, so that a page may set its own; a plain colour stands before it for renderers
    that know no such properties.
    """
    return _rules(frozenset(" ".join(set(_CLASSES.findall(body))).split()))


def plain(picture: str, family: str) -> str:
    """`picture` for a renderer that knows neither custom properties nor media queries: by light, in one font."""
    return _FONT.sub(f"font-family:'{family}'", _IN_THE_DARK.sub("", _CUSTOM.sub("", picture)))


@lru_cache(maxsize=256)
def _rules(used: frozenset[str]) -> str:
    tones = [name for name in TONES if {f"f-{name}", f"s-{name}"} & used]
    light = "".join(f"--{name}:{TONES[name].light};" for name in tones)
    dark = "".join(f"--{name}:{TONES[name].dark};" for name in tones if TONES[name].dark != TONES[name].light)
    kinds = {"f": "fill", "s": "stroke"}
    classes = "".join(
        f".{ROOT} .{used_class}{{{kind}:{TONES[name].light};{kind}:var(--{name})}}"
        for used_class in sorted(used)
        for kind, name in [(kinds[used_class[0]], used_class[2:])]
    )
    return (
        f".{ROOT}{{{light}color-scheme:light dark;font-family:{_FONTS}}}"
        f"@media (prefers-color-scheme:dark){{.{ROOT}{{{dark}}}}}{classes}"
    )
