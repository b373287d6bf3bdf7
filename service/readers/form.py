"""What msgspec says of something that hasn't the form it should have, as a reason."""

import re
from typing import Final

from service.readers.reason import Reason

_LACKS: Final = re.compile("Object missing required field `(?P<field>[^`]+)`")
_EXPECTED: Final = re.compile("Expected `(?P<form>[^`]+)`, got `(?P<found>[^`]+)`")


def reason_of_form(message: str) -> Reason:
    """The reason for a message without its place; one that isn't known here is in it as it is."""
    for key, shape in (("no_field", _LACKS), ("other_form", _EXPECTED)):
        if found := shape.fullmatch(message):
            return Reason(key, {name: text[:100] for name, text in found.groupdict().items()})
    return Reason.of("no_such_form", message=message[:200])
