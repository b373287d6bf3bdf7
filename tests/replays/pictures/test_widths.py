"""The widths that pictures are drawn with are those of the font that comes with them."""

import string
from pathlib import Path
from struct import unpack_from

import pytest

import replays.pictures
from replays.pictures.text import width

FONTS = Path(replays.pictures.__file__).parent / "fonts"
OURS = "’‘“”„–·×−…\u00a0"


class Font:
    """What a TrueType file says about widths: its tables ``cmap`` (in format 4) and ``hmtx``."""

    def __init__(self, path: Path) -> None:
        self.data = path.read_bytes()
        (number,) = unpack_from(">H", self.data, 4)
        records = [unpack_from(">4sLLL", self.data, 12 + 16 * place) for place in range(number)]
        self.tables = {tag.decode(): begin for tag, _, begin, _ in records}
        self.em: int = self._short("head", 18)
        self.measured: int = self._short("hhea", 34)
        cmap = self.tables["cmap"]
        subtables = [
            cmap + unpack_from(">HHL", self.data, cmap + 4 + 8 * place)[2] for place in range(self._short("cmap", 2))
        ]
        self.segments = next(begin for begin in subtables if unpack_from(">H", self.data, begin) == (4,))

    def _short(self, table: str, offset: int) -> int:
        (value,) = unpack_from(">H", self.data, self.tables[table] + offset)
        return int(value)

    def glyph(self, character: str) -> int:
        """The number of the drawing of a character."""
        code, begin = ord(character), self.segments
        (double,) = unpack_from(">H", self.data, begin + 6)
        for place in range(0, double, 2):
            (last,) = unpack_from(">H", self.data, begin + 14 + place)
            if code <= last:
                first, delta, offset = (
                    unpack_from(">H", self.data, begin + 16 + double * part + place)[0] for part in (1, 2, 3)
                )
                assert first <= code, f"{character} isn't in the font"
                if not offset:
                    return int(code + delta) & 0xFFFF
                found = begin + 16 + double * 3 + place + offset + 2 * (code - first)
                return int(unpack_from(">H", self.data, found)[0] + delta) & 0xFFFF
        raise AssertionError(character)

    def width(self, character: str) -> float:
        """In ems."""
        glyph = min(self.glyph(character), self.measured - 1)
        return self._short("hmtx", 4 * glyph) / self.em


@pytest.mark.parametrize(("name", "bold"), [("DejaVuSans", False), ("DejaVuSans-Bold", True)])
def test_a_sign_is_as_wide_as_the_font_has_it(name: str, bold: bool) -> None:
    font = Font(FONTS / f"{name}.ttf")
    signs = string.ascii_letters + string.digits + string.punctuation + " " + OURS
    wrong = {
        sign: (font.width(sign), width(sign, 1, bold=bold))
        for sign in signs
        if not -0.0005 <= width(sign, 1, bold=bold) - font.width(sign) <= 0.0015
    }
    assert wrong == {}
