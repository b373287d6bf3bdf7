"""What all that read requests share."""

from typing import Any

from litestar import Request

AnyRequest = Request[Any, Any, Any]
