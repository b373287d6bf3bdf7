"""Addresses of the API that end in a suffix, such as ``steps/12.svg``.

The framework's parameters are whole segments of a path. So the suffix is routed as a segment of its own,
``steps/12/.svg``, into which requests are brought before they are routed; nobody outside has to do with that form.
"""

from typing import Final

SUFFIX: Final = ".svg"


def outer(path: str) -> str:
    """The path of a route as it is asked for."""
    return path.replace(f"/{SUFFIX}", SUFFIX)
