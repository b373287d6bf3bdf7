"""Schemas as all tools read them alike."""

from typing import Any, Final

import msgspec

from service.openapi.hidden_cards import SHOWN

_LONGEST_DEFAULT: Final = 80
"""In characters; longer ones aren't spelt out."""


def omitting_defaults() -> frozenset[str]:
    """The components of structs that leave defaults out when they are encoded; they bear one of two names."""
    names = set()
    classes = [msgspec.Struct]
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        if one.__struct_config__.omit_defaults:
            names |= {one.__name__, f"{one.__module__}.{one.__qualname__}"}
    return frozenset(names | {f"{SHOWN}{name}" for name in names})


def promise_defaults(schema: dict[str, Any]) -> None:
    """Say of an answer that fields with a default are there, too."""
    fields = schema.get("properties", {})
    if any("default" in form for form in fields.values()):
        schema["required"] = [name for name in fields if name in schema["required"] or "default" in fields[name]]


def tell_defaults(schema: dict[str, Any]) -> None:
    """Put defaults into words: generators take a `default` for a promise that the field is there, in requests too."""
    for name, form in schema.get("properties", {}).items():
        if "default" not in form:
            continue
        default = msgspec.json.encode(form.pop("default")).decode()
        if name in schema["required"] or default == "null":
            continue
        described = (
            f"Default: `{default}`."
            if len(default) <= _LONGEST_DEFAULT
            else "The schemas of the game tell the default."
        )
        form["description"] = f"{form['description']} {described}" if form.get("description") else described


def in_dialect(node: Any) -> Any:
    """What every tool reads alike.

    Tagged unions say ``oneOf``, since the tag fits one of them only; enumerations say that they are strings; what may
    be null has two types rather than two schemas; a list of a fixed length has no schema for further items, and no
    union stands in a union; an object that may hold anything says so.
    """
    if isinstance(node, list):
        return [in_dialect(item) for item in node]
    if not isinstance(node, dict):
        return node
    tagged = "discriminator" in node
    done = {"oneOf" if tagged and key == "anyOf" else key: in_dialect(value) for key, value in node.items()}
    if isinstance(values := node.get("enum"), list) and all(isinstance(value, str) for value in values):
        done.setdefault("type", "string")
    if done.get("type") == "object" and not done.keys() & {"properties", "additionalProperties"}:
        done["additionalProperties"] = True  # which goes without saying, but not for all who read it
    if node.get("items") is False:  # a tuple, whose length is told by minItems and maxItems
        del done["items"]
        if all(item == done["prefixItems"][0] for item in done["prefixItems"]):
            done["items"] = done.pop("prefixItems")[0]
    if isinstance(arms := done.get("anyOf"), list):
        done["anyOf"] = [inner for arm in arms for inner in (arm.get("anyOf") or arm.get("oneOf") or [arm])]
    match done.get("anyOf"):
        case [{"type": str(kind)} as form, {"type": "null"}]:
            del done["anyOf"]
            done |= form | {"type": [kind, "null"]}
    return done
