"""The OpenAPI document as it is committed; `test_openapi.py` holds it to the code, which takes seconds to render."""

import json
from pathlib import Path
from typing import Any, Final

COMMITTED: Final = Path(__file__).parents[2] / "openapi" / "openapi.json"
DOCUMENT: Final[dict[str, Any]] = json.loads(COMMITTED.read_bytes())
"""Only to be read."""
