"""Text in a picture: what XML can hold, how wide it gets, and how it is made to fit.

A picture is drawn without knowing the reader's fonts. Widths are those of DejaVu Sans, which is wider than the usual
sans-serif fonts: what fits here fits there.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import fsum
from typing import Final

ELLIPSIS: Final = "…"

_ISOLATE, _END_OF_ISOLATE = "\u2068", "\u2069"  # first strong isolate, and its end (Unicode Annex 9)
_NO_BREAK: Final = "\u00a0"
_BIDI_CONTROLS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
_JOINERS: Final = frozenset({"\u200d", "\u200c"})

_ASCII: Final = (
    "318 401 460 838 636 950 780 275 390 390 500 838 318 361 318 337 636 636 636 636 636 636 636 636 "
    "636 636 337 337 838 838 838 531 1000 684 686 698 770 632 575 775 752 295 295 656 557 863 748 787 "
    "603 787 695 635 611 732 684 989 685 611 685 390 337 390 838 500 500 613 635 550 635 615 352 635 "
    "634 278 278 579 278 974 634 612 635 635 411 521 392 634 592 818 592 592 525 636 337 636 838 "
)
"""Thousandths of an em for each character from U+0020 to U+007E."""

_ASCII_BOLD: Final = (
    "348 456 521 838 696 1002 872 306 457 457 523 838 380 415 380 365 696 696 696 696 696 696 696 696 "
    "696 696 400 400 838 838 838 580 1000 774 762 734 830 683 683 821 837 372 372 775 637 995 837 850 "
    "733 850 770 720 682 812 774 1103 771 724 725 457 365 457 838 500 500 675 716 593 716 678 435 716 "
    "712 343 343 665 343 1042 712 687 716 716 493 595 478 712 652 924 645 652 582 712 365 712 838 "
)
"""The same in bold."""


_QUOTES: Final = {"’": 318, "‘": 318, "“": 519, "”": 519, "„": 519, "–": 500, "·": 318}
_QUOTES_BOLD: Final = {"’": 380, "‘": 380, "“": 658, "”": 658, "„": 658, "–": 500, "·": 380}
"""Thousandths of an em for signs that our own words have."""


def _table(ascii_widths: str, others: Mapping[str, int]) -> dict[str, float]:
    table = {chr(0x20 + place): int(width) / 1000 for place, width in enumerate(ascii_widths.split())}
    table |= {sign: width / 1000 for sign, width in others.items()}
    return table | {_NO_BREAK: table[" "], "×": table["+"], "−": table["+"], ELLIPSIS: 1.0}


_WIDTHS: Final = {False: _table(_ASCII, _QUOTES), True: _table(_ASCII_BOLD, _QUOTES_BOLD)}
"""Ems for each character that is known; in bold, and not."""

_OTHER: Final = 0.8
_WIDE: Final = 1.05
_PICTOGRAM: Final = 1.4


def clean(text: str) -> str:
    """`text` without what XML 1.0 can't hold, and without controls of the writing direction; one line."""
    return " ".join("".join(character if _holds(character) else " " for character in text).split())


def _holds(character: str) -> bool:
    no_character = ord(character) & 0xFFFE == 0xFFFE  # U+FFFE, U+FFFF and their like
    return not no_character and unicodedata.category(character) not in {"Cc", "Cs"} and character not in _BIDI_CONTROLS


def isolated(text: str) -> str:
    """`text` so that its writing direction doesn't turn round what stands beside it; then it isn't broken, either."""
    if any(unicodedata.bidirectional(character) in _RIGHT_TO_LEFT for character in text):
        return f"{_ISOLATE}{text.replace(' ', _NO_BREAK)}{_END_OF_ISOLATE}"
    return text


def clusters(text: str) -> Iterator[str]:
    """`text` in pieces that must not be cut: a character with its accents, joined pictograms."""
    piece = ""
    for character in text:
        if piece and not _continues(character, piece):
            yield piece
            piece = ""
        piece += character
    if piece:
        yield piece


def _continues(character: str, piece: str) -> bool:
    modifier = unicodedata.category(character)[0] == "M" or "\U0001f3fb" <= character <= "\U0001f3ff"
    flag = _is_flag(character) and len(piece) == 1 and _is_flag(piece)
    return modifier or flag or character in _JOINERS or piece[-1] in _JOINERS


def _is_flag(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


@lru_cache(maxsize=4096)
def width(text: str, size: float, *, bold: bool = False) -> float:
    """How wide `text` gets at most, in the units of `size`."""
    known = _WIDTHS[bold]
    return fsum(_cluster_width(piece, known) for piece in clusters(text)) * size  # sum() depends on the Python version


def _cluster_width(piece: str, known: Mapping[str, float]) -> float:
    """What is joined is one pictogram, or, without a font that has it, several boxes."""
    if len(piece) == 1:
        base = unicodedata.normalize("NFD", piece)[0]
        return known[base] if base in known else _width(piece)
    widths = [wide for wide in (known.get(character) or _width(character) for character in piece) if wide]
    return max([*widths, _OTHER * len(widths)]) if len(widths) > 1 else fsum(widths)


def _width(character: str) -> float:
    if unicodedata.category(character)[0] == "M" or character in _JOINERS or character in _BIDI_CONTROLS:
        return 0
    if character >= "\U0001f000":
        return _PICTOGRAM
    return _WIDE if unicodedata.east_asian_width(character) in {"W", "F"} else _OTHER


@lru_cache(maxsize=4096)
def fitted(text: str, room: float, size: float, *, bold: bool = False) -> str:
    """`text`, or its beginning with an ellipsis, at most `room` wide."""
    return isolated(_cut(text, room, size, bold=bold))


def _cut(text: str, room: float, size: float, *, bold: bool = False) -> str:
    if width(text, size, bold=bold) <= room:
        return text
    left = room - width(ELLIPSIS, size, bold=bold)
    shortened = ""
    for piece in clusters(text):
        left -= width(piece, size, bold=bold)
        if left < 0:
            break
        shortened += piece
    shortened = _without_half_bracket(shortened)
    opened = shortened.count(_ISOLATE) - shortened.count(_END_OF_ISOLATE)
    return shortened.rstrip() + ELLIPSIS + _END_OF_ISOLATE * opened


def _without_half_bracket(shortened: str) -> str:
    """``Ada (de`` without what says nothing: the beginning of an addition in brackets."""
    before, bracket, addition = shortened.rpartition(" (")
    return before if bracket and before.strip() and ")" not in addition else shortened


def without_addition(name: str, room: float, size: float, *, bold: bool = False) -> str:
    """`name`; where it has no room, without an addition in brackets at its end: ``Ada`` for ``Ada (demo)``."""
    before, bracket, _ = name.rpartition(" (")
    droppable = bracket and before.strip() and name.endswith(")")
    return before.rstrip() if droppable and width(name, size, bold=bold) > room else name


def in_short(text: str, room: float, size: float, most: int, names: Iterable[str] = ()) -> list[str]:
    """`text` in at most `most` lines of `room`; where it takes more, an ellipsis for sentences in its middle.

    If the first and the last have no room, it stands for the last ones. No sentence ends within one of `names`.
    """
    lines = wrapped(text, room, size, most + 1)
    if len(lines) <= most:
        return lines
    sentences = _sentences(text, names)
    for ending in ([sentences[-1]], []):
        for number in range(len(sentences) - 1 - len(ending), 0, -1):
            lines = wrapped(" ".join([*sentences[:number], ELLIPSIS, *ending]), room, size, most + 1)
            if len(lines) <= most:
                return lines
    return wrapped(text, room, size, most)


def _sentences(text: str, names: Iterable[str]) -> list[str]:
    for name in names:
        text = text.replace(name, name.replace(". ", f".{_NO_BREAK}"))
    return text.replace(". ", ".\n").split("\n")


def wrapped(text: str, room: float, size: float, most: int) -> list[str]:
    """`text` in at most `most` lines of `room`; what is left over is shown by an ellipsis."""
    lines = [""]
    words = [word for word in text.split(" ") if word]
    for place, word in enumerate(words):
        longer = f"{lines[-1]} {word}".lstrip()
        if width(longer, size) <= room or not lines[-1]:
            lines[-1] = longer
        elif len(lines) < most:
            lines.append(word)
        else:
            lines[-1] = " ".join([lines[-1], *words[place:]])
            break
    return [_cut(line, room, size) for line in lines]
