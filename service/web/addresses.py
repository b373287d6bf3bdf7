"""Addresses of pages."""

from urllib.parse import urlencode


def address(path: str, **parameters: object) -> str:
    """`path` with those of the `parameters` that there are; what is empty is none."""
    given = {name: str(value) for name, value in parameters.items() if value is not None and value != ""}
    return f"{path}?{urlencode(given)}" if given else path
