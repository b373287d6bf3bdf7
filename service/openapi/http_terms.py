"""What the document says of headers and parameters, which mean the same wherever they stand."""

from collections.abc import Mapping
from typing import Any, Final

from domain.kernel.languages import LANGUAGES

REQUEST_HEADERS: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "Idempotency-Key": (
        {"type": "string", "pattern": r"^[\x21-\x7e]{1,255}$"},
        "Names the request: sent again with the same key and body, it gets the first answer and writes nothing.",
    ),
    "If-Match": (
        {"type": "string", "pattern": '^("[0-9]{1,18}(-[0-9a-f]+)?"|\\*)$'},
        "Decide the write on this version only: an ETag of an earlier response, or the version alone.",
    ),
    "Arbiter-Reason": (
        {"type": "string", "pattern": r"^[\x21-\x7e]+([ \x21-\x7e]*[\x21-\x7e])?$"},
        "Why an arbiter changes a match whose result is sealed, percent-encoded where it isn't ASCII; else ignored.",
    ),
    "Partita-After": (
        {"type": "string", "pattern": "^[0-9]{1,18}$"},
        "The same as `after_position`; where both are given, the later one counts.",
    ),
    "If-None-Match": (
        {"type": "string"},
        "Answer 304, without a body, when the answer is still what it was at this ETag.",
    ),
    "Last-Event-ID": (
        {"type": "string", "pattern": "^[0-9]{1,18}$"},
        "The `id` of the event that was seen last: those after it follow. It outdoes `after`.",
    ),
    "Accept-Language": (
        {"type": "string"},
        f"The language of the sentences: one of {', '.join(LANGUAGES)}, English where none of them is named.",
    ),
}


ANSWER_HEADERS: Final[Mapping[str, tuple[dict[str, Any], str]]] = {
    "ETag": (
        {"type": "string", "pattern": '^"[0-9]+(-[0-9a-f]+)?"$'},
        "The version of what is answered, or a number that changes with it; behind a hyphen, a digest of all else.",
    ),
    "Location": ({"type": "string", "format": "uri-reference"}, "The address of what was made."),
    "Content-Language": ({"type": "string", "enum": [*LANGUAGES]}, "The language of the sentences."),
    "Content-Security-Policy": ({"type": "string"}, "What the picture may do when it is opened by itself: nothing."),
    "Link": ({"type": "string"}, 'Of a page as CSV: where the next one is, with `rel="next"`.'),
    "Partita-Position": (
        {"type": "integer"},
        "The position of the log up to which all is in the table. For `/exports`, the `changed_after` of the next one.",
    ),
    "Partita-Losses": (
        {"type": "string"},
        "What matches have and the file has no place for, by names between commas that docs/imports.md explains.",
    ),
    "Retry-After": ({"type": "integer"}, "After how many seconds to try again."),
    "WWW-Authenticate": ({"type": "string"}, "That a bearer token is needed, or that this one is no good."),
}


HEADERS_OF_STATUS: Final[Mapping[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    412: ("ETag",),
    429: ("Retry-After",),
    503: ("Retry-After",),
}


PARAMETERS: Final[Mapping[str, str]] = {
    "author": "Only what the token with this id wrote.",
    "game": "Only matches of this game, by its key.",
    "kind": "Only those of this kind.",
    "name": "Only players with this as a part of the name, in upper or lower case.",
    "origin": "Only matches that people played (`table`), that bots or scripts took part in (`program`), that a "
    "demonstration made (`simulation`), or lines that were not played (`variation`).",
    "place": "Only matches with this as a part of the place's name, in upper or lower case.",
    "played_from": "Only matches of this date or later.",
    "played_to": "Only matches of this date or earlier.",
    "player": "Only matches in which this player had a seat, as the same person or as one merged into it.",
    "counted": "Only matches that count in statistics and ratings, or only those that don't.",
    "sealed": "Only matches whose result is sealed, or only those whose result isn't.",
    "irregular": "Only matches in which something was played against the rules and stood, or only the others.",
    "compared": "How the score of `player` compares with that of `with`: `better`, `equal` or `worse`.",
    "status": "Only matches that are played, finished by the rules or by agreement, or abandoned ones.",
    "sort": "By when they were recorded or by when they were played; `-` puts the newest first.",
}
"""What a parameter means where its handler doesn't say it."""


PARAMETERS_OF: Final[Mapping[tuple[str, str], str]] = {
    ("getLeaderboard", "sort"): "By `wins`, `rating` or `best` score, the highest first.",
    ("keepBoard", "game"): "The key of a game of which boxes differ.",
    ("listSeries", "game"): "Only series of this game, by its key.",
    ("listSeries", "match"): "Only series in which this match counts.",
    ("listPlayers", "sort"): "By when they were made known, or who played last, or who plays most, first.",
    ("listTokens", "role"): "Only tokens of this role; those with other scopes have none.",
    ("listSeries", "player"): "Only series of this player, as the same person or as one merged into it.",
}
"""The same, where one operation means something else by it than the others."""


FORMS: Final[Mapping[str, dict[str, Any]]] = {
    "viewer": {"pattern": "^(public|recorder|seat:(0|[1-9][0-9]?))$"},
}


FILE_SCHEMAS: Final[Mapping[str, Mapping[str, str]]] = {
    "application/json": {},  # any: what isn't of the right form is told in the plan
    "application/octet-stream": {"type": "string", "format": "binary"},
}
"""The schemas of files in bodies that aren't texts, by media type."""
