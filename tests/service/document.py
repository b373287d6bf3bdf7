"""The OpenAPI document as the code says it, made once for all tests of a process."""

import json
from typing import Any, Final

from service.app import build
from service.openapi import rendered

RENDERED: Final = rendered(build(None))
DOCUMENT: Final[dict[str, Any]] = json.loads(RENDERED)
"""Only to be read."""
