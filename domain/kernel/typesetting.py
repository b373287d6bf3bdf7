"""English as it is printed, from English as it is typed: in source code, and in the English rules."""

import re
from typing import Final

_QUOTED: Final = re.compile(r"""(?<!\w)(["'])(.*?)\1(?!\w)""")


def typeset(text: str) -> str:
    """A text that was typed, with the apostrophes and quotation marks of print."""
    return _QUOTED.sub("“\\2”", text).replace("'", "’")
