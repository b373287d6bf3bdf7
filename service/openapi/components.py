"""The schemas of the document: our structs as msgspec describes them, and the games' own side by side."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec

from domain.kernel.boards import HasBoards
from domain.kernel.cards import HIDDEN
from domain.kernel.game import AnyGame
from domain.kernel.unknowns import HasUnknowns
from domain.registry import GAMES
from service.auth.access import ROLES, SEAT_ROLE
from service.openapi.dialect import in_dialect, omitting_defaults, promise_defaults, tell_defaults
from service.openapi.fields import complete
from service.openapi.hidden_cards import HIDDEN_CARD, with_hidden
from service.openapi.refs import REF, ref_to, referred, used_by

_UNIONS: Final = {
    "Action": "An action of one of the games.",
    "Options": "The options of one of the games.",
    "View": "The table of one of the games, as a viewer knows it.",
    "Identification": "What a seat held, in one of the games in which the record may not know it.",
    "Board": "The board and cards of a box of one of the games that have such a thing.",
    "PlayedAction": f"An action of one of the games; cards that the viewer may not know are `{HIDDEN}`.",
    "Fact": f"A thing that happened in one of the games; cards that the viewer may not know are `{HIDDEN}`.",
}
"""What each game has one of; the document has a component for all games' together."""


_FORMS: Final[Mapping[str, Mapping[str, dict[str, dict[str, Any]]]]] = {
    "SeatRequest": {"PlayerSeatRequest": {"player": {}}, "NamedSeatRequest": {"name": {}}},
    "TokenRequest": {
        "RoleTokenRequest": {"role": {"enum": [*ROLES]}},
        "SeatTokenRequest": {"role": {"enum": [SEAT_ROLE]}, "match": {}, "seat": {}},
        "ScopesTokenRequest": {"scopes": {}},
    },
}
"""Requests that have several forms: the fields that each form must have, and that only it may have."""


class Components:
    """The schemas that the document refers to; they are made at the end, all at once."""

    def __init__(self) -> None:
        self._refs: dict[Any, dict[str, str]] = {}
        self._bodies: set[Any] = set()

    def ref(self, of: Any) -> dict[str, str]:
        """A reference to the schema of a struct; where it leads is put in by :meth:`schemas`."""
        return self._refs.setdefault(of, {})

    def ref_of_body(self, of: Any) -> dict[str, str]:
        """The same, for the body of a request."""
        self._bodies.add(of)
        return self.ref(of)

    def schemas(self) -> dict[str, Any]:
        """All schemas, the games' unions included."""
        own = list(self._refs)
        of_games = [part for game in GAMES.values() for part in _parts(game).values()]
        # All in one go, so that parts of two games that have the same name are distinguished.
        schemas, found = msgspec.json.schema_components([*own, *of_games], ref_template=f"{REF}{{name}}")
        for name, schema in found.items():
            complete(name, schema)
        arms: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in _UNIONS}
        of_game = iter(schemas[len(own) :])
        for key, game in GAMES.items():
            parts = dict(zip(_parts(game), of_game, strict=False))
            shown = {
                "PlayedAction": with_hidden(parts["Action"], found),
                "Fact": with_hidden(parts.pop("Fact"), found),
            }
            for name, schema in (parts | shown).items():
                arms[name][key] = _named(f"{game.meta.name}{name}", schema, found)
        found[HIDDEN_CARD] = {
            "title": HIDDEN_CARD,
            "description": "A card that the viewer may not know.",
            "enum": [HIDDEN],
        }
        for name, description in _UNIONS.items():
            found[name] = {"anyOf": _flat(list(arms[name].values()), found), "description": description}
        found["View"] |= _discriminator("game", arms["View"])
        for name, schema in list(found.items()):
            if schema.get("properties", {}).get("options", {}).get("$ref") == f"{REF}Options":
                found[name] = _by_game(name, schema, arms["Options"], found)
        for name, forms in _FORMS.items():
            found[name] = _in_forms(name, found[name], forms, found)
        for ref, schema in zip(self._refs.values(), schemas, strict=False):
            ref.update(schema)
        return self._finished(found)

    def _finished(self, found: dict[str, Any]) -> dict[str, Any]:
        """Those of `found` that are used, complete."""
        used = used_by(referred(list(self._refs.values())), found)
        sent = used_by(referred([self._refs[of] for of in self._bodies]), found)
        for name in used - sent - omitting_defaults():
            promise_defaults(found[name])
        for name in used:
            tell_defaults(found[name])
        return {name: in_dialect(found[name]) for name in sorted(used)}


def _parts(game: AnyGame) -> dict[str, Any]:
    """What each game brings to the unions of all games."""
    parts = {
        "Action": game.action_type,
        "Options": game.options_type,
        "View": game.view_type,
        "Fact": game.fact_type,
    }
    if isinstance(game, HasUnknowns):
        parts["Identification"] = game.identification_type
    return parts | ({"Board": game.board_type} if isinstance(game, HasBoards) else {})


def _named(name: str, schema: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """`schema` as a component, unless it is one already."""
    if "$ref" in schema:
        return schema
    found[name] = {"title": name, **schema}
    return ref_to(name)


def _flat(arms: list[dict[str, Any]], found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The arms of the games' unions in one, since no tool reads a union of unions.

    Two games may use the same tag. Who takes the first arm that fits, whatever else there is, finds the larger first.
    """

    def size(arm: dict[str, Any]) -> tuple[int, int]:
        schema = found[arm["$ref"].removeprefix(REF)]
        return len(schema["required"]), len(schema["properties"])

    schemas = [found[arm["$ref"].removeprefix(REF)] for arm in arms]
    if not any("anyOf" in schema for schema in schemas):
        return arms
    whole = [inner for arm, schema in zip(arms, schemas, strict=True) for inner in schema.get("anyOf", [arm])]
    return sorted(whole, key=size, reverse=True)


def _discriminator(field: str, arms: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    mapping = {value: arm["$ref"] for value, arm in arms.items()}
    return {"discriminator": {"propertyName": field, "mapping": mapping}}


def _by_game(name: str, schema: dict[str, Any], options: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """A component that tells its `game` and has its `options`, as the union of one such component a game."""
    arms = {}
    for key, game in GAMES.items():
        arm = deepcopy(schema)
        fields = arm["properties"]
        fields["game"] = {**fields["game"], "enum": [key]}
        fields["options"] = {**fields["options"], **options[key]}
        arms[key] = _named(f"{game.meta.name}{name}", arm | {"title": f"{game.meta.name}{name}"}, found)
    return {
        "title": name,
        "description": schema["description"],
        "anyOf": list(arms.values()),
        **_discriminator("game", arms),
    }


def _in_forms(
    name: str, schema: dict[str, Any], forms: Mapping[str, dict[str, dict[str, Any]]], found: dict[str, Any]
) -> dict[str, Any]:
    """A request as the union of its forms, each of which is a component: generators read no conditions on fields."""
    fields = {field for form in forms.values() for field in form}
    arms = []
    for title, own in forms.items():
        arm = deepcopy(schema) | {"title": title, "required": [*schema["required"], *own]}
        arm["properties"] = {
            field: form | own.get(field, {})
            for field, form in arm["properties"].items()
            if field in own or field not in fields
        }
        arms.append(_named(title, arm, found))
    return {"title": name, "description": schema["description"], "oneOf": arms}
