"""References among the components of the document."""

from collections.abc import Mapping
from typing import Any, Final

REF: Final = "#/components/schemas/"


def used_by(names: set[str], found: Mapping[str, Any]) -> set[str]:
    """`names` and the components that these need."""
    used: set[str] = set()
    while names:
        used |= names
        names = {needed for name in names for needed in referred(found[name])} - used
    return used


def ref_to(name: str) -> dict[str, str]:
    """A reference to the component `name`."""
    return {"$ref": f"{REF}{name}"}


def referred(node: Any) -> set[str]:
    """The names of the components that a part of the document refers to."""
    if isinstance(node, list):
        return {name for item in node for name in referred(item)}
    if not isinstance(node, dict):
        return set()
    within = {name for value in node.values() for name in referred(value)}
    return within | {node["$ref"].removeprefix(REF)} if isinstance(node.get("$ref"), str) else within
