"""Where msgspec found a mistake, as a JSON pointer (RFC 6901)."""

import re
from typing import Final

_LOCATED: Final = re.compile("(.*) - at `([^`]*)`", re.DOTALL)
_PART: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+|\.\.\.)\]")


def located(message: str) -> tuple[str, str]:
    """What msgspec says is wrong, and the pointer to it; that is empty where it says no place."""
    if found := _LOCATED.fullmatch(message):
        return found[1], pointer(found[2])
    return message, ""


def pointer(path: str) -> str:
    """A pointer for a path as msgspec writes it: ``$.actions[0].jewel``; as far as it says which items."""
    return "".join(f"/{name or index}" for name, index in _PART.findall(path) if index != "...")
