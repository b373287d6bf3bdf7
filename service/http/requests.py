"""What all that read requests share."""

from typing import Any

from litestar import Request

AnyRequest = Request[Any, Any, Any]


def short(text: str) -> str:
    """`text`, which may quote the request, so that an answer can hold it."""
    text = text if len(text) <= 200 else f"{text[:200]}…"
    return text.encode(errors="replace").decode()
