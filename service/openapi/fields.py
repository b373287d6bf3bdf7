"""The fields of components: what msgspec doesn't tell of them."""

import re
from collections.abc import Mapping
from typing import Any, Final

from domain.annotations.content import MAX_GLYPHS, MAX_MARKS, MAX_TAGS
from service.openapi.refs import REF
from service.validation.text import COMMENT_LENGTH, NAME_LENGTH, NOTE_LENGTH, PLACE_LENGTH, TAG_LENGTH

_UNTYPED: Final[Mapping[tuple[str, str], dict[str, Any]]] = {
    ("StateAnswer", "view"): {"$ref": f"{REF}View"},
    ("FrameAnswer", "view"): {"$ref": f"{REF}View"},
    ("VariationFrame", "view"): {"$ref": f"{REF}View"},
    ("PlayedView", "action"): {"$ref": f"{REF}PlayedAction"},
    ("PlayedView", "outcome"): {"type": "array", "items": {"$ref": f"{REF}Fact"}},
}
"""Fields that hold what is a game's own, and whose types don't tell."""


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
    "ordinal": "Orders the matches of one date, the lowest first; those that share one follow as they were opened.",
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
    "last_used_at": "When it was last used, itself or by a session, to the minute; null if never.",
    "revoked_at": "Since when it isn't good any longer; null as long as it is.",
    "role": "A name for what it allows; null where there is none.",
    "scopes": "What it allows; nothing for the token of a seat, which sees and plays as that seat.",
    "score": "Points; null where the viewer may not know it.",
    "seat": "A place at the table, counted from 0.",
    "seats": "In seat order.",
    "sentence": "What happened, in the language of the reader.",
    "shared_wins": "How many of the wins were shared.",
    "simulated": "Whether a demonstration made it.",
    "subject": "What the matches are of: the game, or the title of score sheets.",
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


_SUBJECT_MERGED: Final = "The subject that this one turned out to be, if so: its matches count for that one."


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
    (
        "MatchItem",
        "origin",
    ): "`table`, `program` for bots and scripts, `simulation` for samples, or `variation`.",
    ("MatchItem", "status"): "`playing`, `finished` by the rules or by agreement, or `abandoned` without a winner.",
    ("MergedPlayer", "position"): "The place in the log that a read model has to reach to show it.",
    ("MergedPlayer", "merged_into"): "The player that this one turned out to be; their matches count together.",
    ("MergedPlayer", "name"): "Null: the other one's name stands for both.",
    ("MatchRequest", "options"): "What can be chosen in the game; what isn't given has its default.",
    ("MatchRequest", "seats"): "Who sits where, in seat order.",
    ("MergedSubject", "position"): "The place in the log that a read model has to reach to show it.",
    ("MergedSubject", "merged_into"): _SUBJECT_MERGED,
    ("SubjectRow", "merged_into"): _SUBJECT_MERGED,
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
    ("MergedSubject", "playing"): "Those of its matches that are still played.",
    ("SeriesStandingAnswer", "player"): "Who it is.",
    (
        "SeriesStandingAnswer",
        "rank",
    ): "From 1; equal totals share a rank. Null for who has no points in any match that counts.",
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


_ATTRIBUTES: Final = re.compile(r"\n\s*Attributes:\n(?P<fields>.*)", re.DOTALL)


_ATTRIBUTE: Final = re.compile(
    r"^(?P<indent> +)(?P<names>\w+(?:, \w+)*): (?P<text>.*(?:\n(?P=indent) +.*)*)", re.MULTILINE
)


def complete(name: str, schema: dict[str, Any]) -> None:
    """Put in what msgspec doesn't tell: the descriptions of fields, times, what holds beyond types."""
    fields = schema.get("properties", {})
    described = _fields_described(schema)
    is_request = schema.get("additionalProperties") is False
    for field, form in fields.items():
        if (name, field) in _UNTYPED:
            form.clear()
            form.update(_UNTYPED[name, field])
        if field == "at" or field.endswith("_at"):
            _describe_time(form)
        if is_request and form.get("type") == "string" and "pattern" not in form:
            form.update(_TEXTS.get(field, {}))
            if form.get("default") == "":  # which says the same as leaving it out
                form.pop("minLength", None)
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


def _describe_time(form: dict[str, Any]) -> None:
    for arm in (form, *form.get("anyOf", ())):
        if arm.get("type") == "string":
            arm["format"] = "date-time"
