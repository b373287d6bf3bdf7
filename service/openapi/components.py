"""The schemas of the document: our structs as msgspec describes them, and the games' own side by side."""

import re
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

import msgspec

from domain.annotations.content import MAX_GLYPHS, MAX_MARKS, MAX_TAGS
from domain.kernel.boards import HasBoards
from domain.kernel.cards import HIDDEN
from domain.kernel.game import AnyGame
from domain.kernel.unknowns import HasUnknowns
from domain.registry import GAMES
from service.auth.access import ROLES, SEAT_ROLE
from service.validation.text import COMMENT_LENGTH, NAME_LENGTH, NOTE_LENGTH, PLACE_LENGTH, TAG_LENGTH

_REF: Final = "#/components/schemas/"

_SHOWN: Final = "Shown"
"""What the components begin with in which cards may be hidden."""

_HIDDEN_CARD: Final = "HiddenCard"

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

_UNTYPED: Final[Mapping[tuple[str, str], dict[str, Any]]] = {
    ("StateAnswer", "view"): {"$ref": f"{_REF}View"},
    ("FrameAnswer", "view"): {"$ref": f"{_REF}View"},
    ("VariationFrame", "view"): {"$ref": f"{_REF}View"},
    ("PlayedView", "action"): {"$ref": f"{_REF}PlayedAction"},
    ("PlayedView", "outcome"): {"type": "array", "items": {"$ref": f"{_REF}Fact"}},
}
"""Fields that hold what is a game's own, and whose types don't tell."""

_FORMS: Final[Mapping[str, Mapping[str, dict[str, dict[str, Any]]]]] = {
    "SeatRequest": {"PlayerSeatRequest": {"player": {}}, "NamedSeatRequest": {"name": {}}},
    "TokenRequest": {
        "RoleTokenRequest": {"role": {"enum": [*ROLES]}},
        "SeatTokenRequest": {"role": {"enum": [SEAT_ROLE]}, "match": {}, "seat": {}},
        "ScopesTokenRequest": {"scopes": {}},
    },
}
"""Requests that have several forms: the fields that each form must have, and that only it may have."""

_LONGEST_DEFAULT: Final = 80
"""In characters; longer ones aren't spelt out."""

_TEXTS: Final = {
    "name": {"minLength": 1, "maxLength": NAME_LENGTH},
    "label": {"minLength": 1, "maxLength": NAME_LENGTH},
    "place": {"maxLength": PLACE_LENGTH},
    "note": {"maxLength": NOTE_LENGTH},
    "reason": {"maxLength": NOTE_LENGTH},
    "text": {"minLength": 1, "maxLength": COMMENT_LENGTH},
    "title": {"maxLength": PLACE_LENGTH},
}
"""How long the texts in a request may be."""

_FIELDS: Final = {
    "action": "As it was submitted, or drawn; cards that the viewer may not know are hidden.",
    "actions": "Complete actions.",
    "at": "When it was recorded.",
    "best_score": "The highest score in a match; null where the viewer may not know any.",
    "board": "What is printed on the box; a field that isn't given has its default.",
    "by": "The id of the token by which it was recorded.",
    "checks": "Each part of the service by its name: `ok`, or what is wrong.",
    "clauses": "The rules, clause by clause.",
    "counted": "Whether it counts in statistics and ratings.",
    "created_at": "When the player became known.",
    "created_by": "The id of the token by which it was made; null for the command line.",
    "credits": "Who made the game.",
    "edition": "The edition of the rules that new matches are pinned to.",
    "events": "What was stored, in order.",
    "expires_at": "When it ceases to be good; null for never.",
    "game": "The key of a game.",
    "id": "Never changes.",
    "into": "The player to count for from now on.",
    "items": "In a stable order.",
    "keep_secrets": "Keep hidden what was hidden, even when the match has ended.",
    "key": "The name in addresses and requests.",
    "kind": "Which kind it is.",
    "label": f"Whom or what it is for; at most {NAME_LENGTH} characters.",
    "length": "How many matches make the series.",
    "match": "The match of the seat; null where it is for none.",
    "matches": "How many were played to the end.",
    "merged_into": "The player that this one turned out to be; their matches count together.",
    "name": f"At most {NAME_LENGTH} characters.",
    "next_cursor": "What `cursor` of the next page has to be; null on the last page.",
    "note": f"At most {NOTE_LENGTH} characters; may have line breaks.",
    "number": "As rule violations cite it.",
    "opened_at": "When the record was begun.",
    "options": "The options of the game, defaults included.",
    "outcome": "Everything that followed from the action.",
    "pending": "What the match waits for.",
    "place": f"Where it was played; at most {PLACE_LENGTH} characters.",
    "played_at": "When it happened at the table, where the recorder told.",
    "played_on": "The local date at the table.",
    "player": "Who sits in the seat.",
    "position": "The place in the log that the read model had got to.",
    "players": "Who plays in each of its matches.",
    "rank": "From 1; null where the viewer may not know it.",
    "reason": f"Why; at most {NOTE_LENGTH} characters, may have line breaks.",
    "revoked_at": "Since when it isn't good any longer; null as long as it is.",
    "role": "A name for what it allows; null where there is none.",
    "scopes": "What it allows; nothing for the token of a seat, which sees and plays as that seat.",
    "score": "Points; null where the viewer may not know it.",
    "seat": "A place at the table, counted from 0.",
    "seats": "In seat order.",
    "sentence": "What happened, in English or Italian.",
    "shared_wins": "How many of the wins were shared.",
    "simulated": "Whether a demonstration made it.",
    "standings": "How the seats stand, in seat order.",
    "step": "The number of actions played; 0 is the set-up.",
    "templates": "Actions with fields left open.",
    "text": "In Markdown.",
    "title": "For people.",
    "type": "What kind it is.",
    "updated_at": "When the last event was recorded.",
    "version": "Counts the events of the match.",
    "view": "The table, as the viewer knows it.",
    "viewer": "Through whose eyes: `public`, `seat:N` or `recorder`.",
    "used": "How many have joined by it.",
    "uses": "How many may join by it.",
    "undo": "What a seat may take back by itself.",
    "visibility": "Who may read it without a token.",
    "withdrawn_at": "When it ceased to be good before its time; null where it didn't.",
    "winner": "Null until the match has ended; several seats may share a victory.",
    "tags": "Words to find it by.",
    "wins": "How many were won, alone or shared.",
}
"""What a field means where its struct doesn't say it."""

_DRY_RUN: Final = "Whether nothing was written; `version` is then the one that the match has."
_POSITION_OR_NONE: Final = "The place in the log that a read model has to reach to show it; 0 of a dry run."

_FIELDS_OF: Final = {
    ("AmendmentAnswer", "dry_run"): _DRY_RUN,
    ("AmendmentAnswer", "position"): _POSITION_OR_NONE,
    ("AwaitChance", "awaits"): "The action that answers: its `type`, and what it has to tell.",
    ("AwaitSeats", "optional"): "The seats that may act, and needn't.",
    ("AwaitSeats", "seats"): "The seats that must act, in any order.",
    ("Finished", "reason"): "The clause by which the match ended, or a person's reason.",
    ("GameAnswer", "action_schema"): "A JSON Schema of the actions.",
    ("GameAnswer", "identification_schema"): "A JSON Schema of what a seat held; null where nothing is unknown.",
    ("GameAnswer", "options_schema"): "A JSON Schema of the options.",
    ("GameAnswer", "seats"): "The numbers of players it can be played by.",
    ("GameRating", "rating"): "How strong the player is by now.",
    ("GameSummary", "seats"): "The numbers of players it can be played by.",
    ("Health", "status"): "`ok` or `failing`.",
    ("HistoryItem", "seat"): "Who acted; null for chance.",
    ("HistoryItem", "type"): "The type of the action.",
    ("RemovedMatch", "dry_run"): _DRY_RUN,
    ("RemovedMatch", "position"): _POSITION_OR_NONE,
    ("RefusedClaimItem", "seat"): "Who tried it.",
    ("RefusedClaimItem", "action"): "What was tried.",
    ("RefusedClaimItem", "tried_at"): "When it was tried.",
    ("RefusedClaimList", "items"): "The oldest first.",
    ("IdentificationAnswer", "dry_run"): _DRY_RUN,
    ("IdentificationAnswer", "position"): _POSITION_OR_NONE,
    ("IdentificationRequest", "held"): "The seat and its cards; `identification_schema` of the game tells more.",
    ("Comment", "text"): f"At most {COMMENT_LENGTH} characters; may have line breaks.",
    ("Fork", "match_id"): "The id of the other match.",
    ("Fork", "step"): "The last step that both have in common.",
    ("Glyphs", "glyphs"): f"The numbers, such as 5 for `!?`; at most {MAX_GLYPHS}.",
    ("Marks", "marks"): f"In the order in which they are drawn; at most {MAX_MARKS}.",
    ("InvitationAnswer", "created_at"): "When it was made.",
    ("InvitationItem", "created_at"): "When it was made.",
    ("MatchItem", "origin"): "`table`, `simulation` for matches that a demonstration made, or `variation`.",
    ("MatchItem", "status"): "`playing`, `finished` by the rules or by agreement, or `abandoned` without a winner.",
    ("MergedPlayer", "position"): "The place in the log that a read model has to reach to show it.",
    ("MergedPlayer", "merged_into"): "The player that this one turned out to be; their matches count together.",
    ("MergedPlayer", "name"): "Null: the other one's name stands for both.",
    ("MatchRequest", "options"): "What can be chosen in the game; what isn't given has its default.",
    ("MatchRequest", "seats"): "Who sits where, in seat order.",
    ("Multiset", "least"): "The fewest items.",
    ("Multiset", "most"): "The most items.",
    ("Multiset", "of"): "How often each kind may stand in the list.",
    ("Problem", "status"): "The status code of the answer.",
    ("Problem", "title"): "What kind of problem it is, for people.",
    ("SeatRequest", "player"): "The id of a player known here.",
    ("SeriesAnswer", "matches"): "In the order in which they were added.",
    ("SeriesAnswer", "standings"): "How the players stand, in the order of the series.",
    ("SeriesAnswer", "title"): f"At most {PLACE_LENGTH} characters.",
    ("SeriesItem", "matches"): "The ids of its matches, in the order in which they were added.",
    ("SeriesItem", "title"): f"At most {PLACE_LENGTH} characters.",
    ("SeriesItem", "version"): "Counts the events of the series.",
    ("SeriesMatchRequest", "match"): "The id of a match of the same game by the same players.",
    ("SeriesPatch", "title"): f"At most {PLACE_LENGTH} characters.",
    ("SeriesRequest", "players"): "The ids of who plays in each of its matches.",
    ("SeriesRequest", "title"): f"At most {PLACE_LENGTH} characters.",
    ("SeriesStandingAnswer", "player"): "Who it is.",
    ("SeriesStandingAnswer", "rank"): "From 1; equal totals share a rank.",
    ("Tags", "tags"): f"Each of them once; at most {MAX_TAGS}, of at most {TAG_LENGTH} characters.",
    ("TokenAnswer", "created_at"): "When it was made.",
    ("TokenAnswer", "match"): "The match of a seat's token.",
    ("TokenItem", "created_at"): "When it was made.",
    ("TokenItem", "match"): "The match of a seat's token.",
    ("TokenRequest", "scopes"): "What it allows, in place of a role.",
    ("Template", "action"): "The fields that are settled.",
    ("Template", "choose"): "What each further field may be.",
}
"""The same, where one component means something else by it than the others."""


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
        # All in one go, so that parts of two games that have the same name are told apart.
        schemas, found = msgspec.json.schema_components([*own, *of_games], ref_template=f"{_REF}{{name}}")
        for name, schema in found.items():
            _complete(name, schema)
        arms: dict[str, dict[str, dict[str, Any]]] = {name: {} for name in _UNIONS}
        of_game = iter(schemas[len(own) :])
        for key, game in GAMES.items():
            parts = dict(zip(_parts(game), of_game, strict=False))
            shown = {
                "PlayedAction": _with_hidden(parts["Action"], found),
                "Fact": _with_hidden(parts.pop("Fact"), found),
            }
            for name, schema in (parts | shown).items():
                arms[name][key] = _named(f"{key.capitalize()}{name}", schema, found)
        found[_HIDDEN_CARD] = {
            "title": _HIDDEN_CARD,
            "description": "A card that the viewer may not know.",
            "enum": [HIDDEN],
        }
        for name, description in _UNIONS.items():
            found[name] = {"anyOf": _flat(list(arms[name].values()), found), "description": description}
        found["View"] |= _discriminator("game", arms["View"])
        for name, schema in list(found.items()):
            if schema.get("properties", {}).get("options", {}).get("$ref") == f"{_REF}Options":
                found[name] = _by_game(name, schema, arms["Options"], found)
        for name, forms in _FORMS.items():
            found[name] = _in_forms(name, found[name], forms, found)
        for ref, schema in zip(self._refs.values(), schemas, strict=False):
            ref.update(schema)
        return self._finished(found)

    def _finished(self, found: dict[str, Any]) -> dict[str, Any]:
        """Those of `found` that are used, complete."""
        used = _used(_referred(list(self._refs.values())), found)
        sent = _used(_referred([self._refs[of] for of in self._bodies]), found)
        for name in used - sent - _omitting_defaults():
            _promise_defaults(found[name])
        for name in used:
            _tell_defaults(found[name])
        return {name: _finished(found[name]) for name in sorted(used)}


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


def _used(names: set[str], found: Mapping[str, Any]) -> set[str]:
    """`names` and the components that these need."""
    used: set[str] = set()
    while names:
        used |= names
        names = {needed for name in names for needed in _referred(found[name])} - used
    return used


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"{_REF}{name}"}


def _named(name: str, schema: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """`schema` as a component, unless it is one already."""
    if "$ref" in schema:
        return schema
    found[name] = {"title": name, **schema}
    return _ref(name)


def _flat(arms: list[dict[str, Any]], found: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The arms of the games' unions in one, since no tool reads a union of unions.

    Two games may use the same tag. Who takes the first arm that fits, whatever else there is, finds the larger first.
    """

    def size(arm: dict[str, Any]) -> tuple[int, int]:
        schema = found[arm["$ref"].removeprefix(_REF)]
        return len(schema["required"]), len(schema["properties"])

    schemas = [found[arm["$ref"].removeprefix(_REF)] for arm in arms]
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
    for key in GAMES:
        arm = deepcopy(schema)
        fields = arm["properties"]
        fields["game"] = {**fields["game"], "enum": [key]}
        fields["options"] = {**fields["options"], **options[key]}
        arms[key] = _named(f"{key.capitalize()}{name}", arm | {"title": f"{key.capitalize()}{name}"}, found)
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


def _omitting_defaults() -> frozenset[str]:
    """The components of structs that leave defaults out when they are encoded; they bear one of two names."""
    names = set()
    classes = [msgspec.Struct]
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        if one.__struct_config__.omit_defaults:
            names |= {one.__name__, f"{one.__module__}.{one.__qualname__}"}
    return frozenset(names | {f"{_SHOWN}{name}" for name in names})


def _promise_defaults(schema: dict[str, Any]) -> None:
    """Say of an answer that fields with a default are there, too."""
    fields = schema.get("properties", {})
    if any("default" in form for form in fields.values()):
        schema["required"] = [name for name in fields if name in schema["required"] or "default" in fields[name]]


def _tell_defaults(schema: dict[str, Any]) -> None:
    """Put defaults into words: generators take a `default` for a promise that the field is there, in requests too."""
    for name, form in schema.get("properties", {}).items():
        if "default" not in form:
            continue
        default = msgspec.json.encode(form.pop("default")).decode()
        if name in schema["required"] or default == "null":
            continue
        told = (
            f"Default: `{default}`."
            if len(default) <= _LONGEST_DEFAULT
            else "The schemas of the game tell the default."
        )
        form["description"] = f"{form['description']} {told}" if form.get("description") else told


def _finished(node: Any) -> Any:
    """What every tool reads alike.

    Tagged unions say ``oneOf``, since the tag fits one of them only; enumerations say that they are strings; what may
    be null has two types rather than two schemas; a list of a fixed length has no schema for further items, and no
    union stands in a union; an object that may hold anything says so.
    """
    if isinstance(node, list):
        return [_finished(item) for item in node]
    if not isinstance(node, dict):
        return node
    tagged = "discriminator" in node
    done = {"oneOf" if tagged and key == "anyOf" else key: _finished(value) for key, value in node.items()}
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


# --- one component ---

_ATTRIBUTES: Final = re.compile(r"\n\s*Attributes:\n(?P<fields>.*)", re.DOTALL)
_ATTRIBUTE: Final = re.compile(
    r"^(?P<indent> +)(?P<names>\w+(?:, \w+)*): (?P<text>.*(?:\n(?P=indent) +.*)*)", re.MULTILINE
)


def _complete(name: str, schema: dict[str, Any]) -> None:
    """Put in what msgspec doesn't tell: the descriptions of fields, times, what holds beyond types."""
    fields = schema.get("properties", {})
    described = _fields_described(schema)
    is_request = schema.get("additionalProperties") is False
    for field, form in fields.items():
        if (name, field) in _UNTYPED:
            form.clear()
            form.update(_UNTYPED[name, field])
        if field == "at" or field.endswith("_at"):
            _tell_time(form)
        if is_request and form.get("type") == "string" and "pattern" not in form:
            form.update(_TEXTS.get(field, {}))
        if "description" not in form and (
            text := described.get(field) or _FIELDS_OF.get((name, field)) or _FIELDS.get(field)
        ):
            form["description"] = text


def _fields_described(schema: dict[str, Any]) -> dict[str, str]:
    """What the docstring says of each field; the description keeps the rest of it."""
    text = schema.get("description", "")
    section = _ATTRIBUTES.search(text)
    if section is None:
        if text:
            schema["description"] = _prose(text)
        return {}
    schema["description"] = _prose(text[: section.start()])
    return {
        field.rstrip("_"): _sentence(attribute["text"])
        for attribute in _ATTRIBUTE.finditer(section["fields"])
        for field in attribute["names"].split(", ")
    }


def _prose(docstring: str) -> str:
    """A docstring as Markdown: paragraphs in one line each, single back-quotes, no roles."""
    text = re.sub(r":\w+:`([^`]+)`", r"`\1`", docstring).replace("``", "`")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n", text.strip()))


def _sentence(text: str) -> str:
    text = _prose(text)
    return text[:1].upper() + text[1:]


def _tell_time(form: dict[str, Any]) -> None:
    for arm in (form, *form.get("anyOf", ())):
        if arm.get("type") == "string":
            arm["format"] = "date-time"


# --- what is shown ---


def _with_hidden(union: dict[str, Any], found: dict[str, Any]) -> dict[str, Any]:
    """The union of what is shown: as `union`, but that any card may be hidden.

    Parts of it that have cards are put into `found` once more, as ``Shown…``.
    """
    return dict(_shown(union, found, _having_cards(found)))


def _having_cards(found: Mapping[str, Any]) -> frozenset[str]:
    """The components that have, somewhere within, a value of an enumeration."""
    having = {name for name, schema in found.items() if "enum" in schema}
    while True:
        more = {name for name, schema in found.items() if name not in having and having & _referred(schema)}
        more |= {name for name, schema in found.items() if name not in having and _has_inline_enum(schema)}
        if not more:
            return frozenset(having)
        having |= more


def _referred(node: Any) -> set[str]:
    if isinstance(node, list):
        return {name for item in node for name in _referred(item)}
    if not isinstance(node, dict):
        return set()
    within = {name for value in node.values() for name in _referred(value)}
    return within | {node["$ref"].removeprefix(_REF)} if isinstance(node.get("$ref"), str) else within


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
    name = str(node.get("$ref", "")).removeprefix(_REF)
    if name in cards:
        if "enum" in found[name]:
            return {"anyOf": [{"$ref": node["$ref"]}, _ref(_HIDDEN_CARD)], **_without_ref(node)}
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
    shown = f"{_SHOWN}{name}"
    if shown not in found:
        found[shown] = {}  # a place to refer to while it is made
        found[shown] = _shown(found[name], found, cards) | {"title": shown}
    return _ref(shown)
