"""What is shown of games, as schemas: any card in it may be hidden."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.cards import HIDDEN
from service.openapi.refs import REF, ref_to, referred

SHOWN: Final = "Shown"
"""What the components begin with in which cards may be hidden."""


HIDDEN_CARD: Final = "HiddenCard"


def with_hidden(union: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The union of what is shown: as `union`, but that any card may be hidden.

    Parts of it that have cards are put into `found` once more, as ``Shown…``.
    """
    return dict(_shown(union, found, _having_cards(found)))


def _having_cards(found: Mapping[str, Any]) -> frozenset[str]:
    """The components that have, somewhere within, a value of an enumeration."""
    uses = {name: referred(schema) for name, schema in found.items()}
    having = {name for name, schema in found.items() if "enum" in schema or _has_inline_enum(schema)}
    while more := {name for name, used in uses.items() if name not in having and having & used}:
        having |= more
    return frozenset(having)


def _has_inline_enum(node: Any) -> bool:
    if isinstance(node, list):
        return any(map(_has_inline_enum, node))
    if not isinstance(node, dict):
        return False
    fields = node.get("properties", {})
    others = [value for key, value in node.items() if key != "properties"]
    values = [value for field, value in fields.items() if field != "type"]
    return "enum" in node or any(map(_has_inline_enum, [*others, *values]))


def _shown(node: Any, found: dict[str, Any], cards: frozenset[str]) -> Any:
    if isinstance(node, list):
        return [_shown(item, found, cards) for item in node]
    if not isinstance(node, dict):
        return node
    name = str(node.get("$ref", "")).removeprefix(REF)
    if name in cards:
        if "enum" in found[name]:
            return {"anyOf": [{"$ref": node["$ref"]}, ref_to(HIDDEN_CARD)], **_without_ref(node)}
        return {**node, **_shown_component(name, found, cards)}
    if "enum" in node:
        return {**node, "enum": [*node["enum"], HIDDEN]}
    changed = {}
    for key, value in node.items():
        if key == "mapping":
            changed[key] = {tag: _shown({"$ref": target}, found, cards)["$ref"] for tag, target in value.items()}
        elif key == "properties":
            changed[key] = {
                field: form if field == "type" else _shown(form, found, cards) for field, form in value.items()
            }
        else:
            changed[key] = _shown(value, found, cards)
    return changed


def _without_ref(node: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in node.items() if key != "$ref"}


def _shown_component(name: str, found: dict[str, Any], cards: frozenset[str]) -> dict[str, str]:
    shown = f"{SHOWN}{name}"
    if shown not in found:
        found[shown] = {}  # a place to refer to while it is made
        found[shown] = _shown(found[name], found, cards) | {"title": shown}
    return ref_to(shown)
