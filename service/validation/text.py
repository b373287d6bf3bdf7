"""What people write: names, places, notes."""

import unicodedata
from typing import Final

NAME_LENGTH: Final = 80
PLACE_LENGTH: Final = 120
NOTE_LENGTH: Final = 4000
COMMENT_LENGTH: Final = 8000
TAG_LENGTH: Final = 40
MOST_TAGS: Final = 20

# Characters that turn the direction of writing and can make a text look like another one.
_DIRECTION: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
# Letters and signs that nobody sees.
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")


class InvalidText(ValueError):  # noqa: N818  # what it is
    """A text that can't be kept; `str()` tells why, for people, and `key` and `facts` who has other words for it."""

    def __init__(self, message: str, key: str, **facts: str | int) -> None:
        super().__init__(message)
        self.key = key
        self.facts = facts


def normalized(text: str) -> str:
    """`text` in the normal form C of Unicode, in which texts are stored and searched."""
    return unicodedata.normalize("NFC", text)


def clean(text: str, longest: int, *, lines: bool = False, required: bool = False) -> str:
    """`text` in the normal form C of Unicode, without white space around it.

    `lines` allows line breaks and tabs; `required` wants something that can be seen.

    Raises:
        InvalidText: it is too long, empty, or has control characters.
    """
    text = normalized(text.replace("\r\n", "\n")).strip()
    if len(text) > longest:
        raise InvalidText(
            f"It has {len(text)} characters; {longest} are the most.", "too_long", length=len(text), most=longest
        )
    if text and text.isascii() and text.isprintable():  # as most are: nothing in it can be wrong
        return text
    for character in text:
        if lines and character in "\n\t":
            continue
        category = unicodedata.category(character)
        if character in _DIRECTION or category in {"Cc", "Cs", "Co", "Zl", "Zp"} or _is_no_character(character):
            code = f"U+{ord(character):04X}"
            raise InvalidText(f"The character {code} can't stand here.", "bad_character", character=code)
    if required and not any(_visible(character) for character in text):
        raise InvalidText("It is empty.", "blank")
    return text


def _visible(character: str) -> bool:
    category = unicodedata.category(character)
    # One not assigned yet, as far as this Python knows, may well be next year's emoji.
    return category == "Cn" or (category[0] not in "CZM" and character not in _BLANK)


def _is_no_character(character: str) -> bool:
    """Whether Unicode promises never to assign it."""
    return ord(character) & 0xFFFE == 0xFFFE or "\ufdd0" <= character <= "\ufdef"
