"""QR codes (ISO/IEC 18004) of addresses, for the camera of a phone."""

from io import BytesIO, StringIO
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import segno

PNG: Final = "image/png"

_QUIET: Final = 4  # modules around it, as the standard wants


def svg_of(text: str, title: str = "") -> str:
    """A QR code of `text` as an SVG element, as large as its place; `title` is its text alternative."""
    drawn = _code(text).svg_inline(border=_QUIET, light="#fff", dark="#000", omitsize=True, title=title or None)
    return str(drawn)


def png_of(text: str) -> bytes:
    """A QR code of `text` as a PNG file, eight pixels a module."""
    file = BytesIO()
    _code(text).save(file, kind="png", border=_QUIET, scale=8)
    return file.getvalue()


def terminal_of(text: str) -> str:
    """A QR code of `text` in half blocks, for a terminal."""
    lines = StringIO()
    _code(text).terminal(lines, border=2, compact=True)
    return lines.getvalue()


def _code(text: str) -> "segno.QRCode":
    import segno  # noqa: PLC0415  # most starts draw no code

    return segno.make_qr(text, error="m")
