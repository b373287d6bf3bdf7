"""English as it is printed, from English as it is typed: in source code, and in the English rules."""

import re
from typing import Final

_TYPED: Final = re.compile(r"""(?P<code>`[^`]*`)|(?<!\w)(["'])(?P<quoted>.*?)\2(?!\w)|'""")


def typeset(text: str) -> str:
    """A text that was typed, with the apostrophes and quotation marks of print; code between backticks stays."""
    return _TYPED.sub(_printed, text)


def _printed(typed: re.Match[str]) -> str:
    if typed["code"] is not None:
        return typed["code"]
    return "’" if typed["quoted"] is None else f"“{typeset(typed['quoted'])}”"
