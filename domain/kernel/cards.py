"""Cards that aren't told, as values."""

from typing import Final

UNKNOWN: Final = "unknown"
"""A card that the record was never told."""

HIDDEN: Final = "hidden"
"""A card that the viewer may not know. Only views and redacted events hold it."""
