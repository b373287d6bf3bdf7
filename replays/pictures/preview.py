"""A picture as the image that other sites and messengers show beside a link (Open Graph): a PNG of a fixed size."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from resvg_py import svg_to_bytes

from replays.pictures.palette import TONES, plain

WIDTH: Final = 1200
HEIGHT: Final = 630
"""Pixels: what Open Graph's consumers crop least."""

_MARGIN: Final = 15
_FONTS: Final = Path(__file__).parent / "fonts"
_FAMILY: Final = "DejaVu Sans"
_FILES: Final = [str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf")]


@lru_cache(maxsize=64)
def preview(picture: str) -> bytes:
    """`picture`, an SVG document of :mod:`replays.pictures`, by light and whole, in the middle of a PNG."""
    placed = (
        f'<svg x="{_MARGIN}" y="{_MARGIN}" width="{WIDTH - 2 * _MARGIN}" height="{HEIGHT - 2 * _MARGIN}" '
        f"{plain(picture, _FAMILY).removeprefix('<svg ')}"
    )
    sheet = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{placed}</svg>'
    return bytes(
        svg_to_bytes(
            svg_string=sheet,
            background=TONES["paper"].light,
            skip_system_fonts=True,  # the same image everywhere
            font_files=_FILES,
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    )
