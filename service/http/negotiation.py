"""Media types and languages (RFC 9110, 12.5)."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from domain.kernel.languages import ENGLISH, LANGUAGES, Language
from service.http.contract import contract_of
from service.http.flat import FlatTable, flat_table_of
from service.http.preferences import chosen_language
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import NOT_ACCEPTABLE
from service.queries.tables.forms import TABLE_FORMS

JSON: Final = "application/json"


NDJSON: Final = "application/x-ndjson"
"""JSON, one value a line."""


CSV: Final = "text/csv"
"""A table (RFC 4180)."""


SVG: Final = "image/svg+xml"
"""A picture."""


PARQUET: Final = "application/vnd.apache.parquet"
"""A table by columns."""


def wants_lines(request: AnyRequest) -> bool:
    """Whether the answer is to be JSON lines rather than a page: ``Accept`` names them, and prefers no page."""
    accepted = _accepted(request)
    return accepted.get(NDJSON, 0) > 0 and accepted[NDJSON] >= accepted.get(JSON, 0)


def csv_asked(request: AnyRequest) -> FlatTable | None:
    """The flat form of what is answered, where ``Accept`` prefers CSV; else None."""
    if CSV not in request.headers.get("accept", "").lower():
        return None
    table = flat_table_of(request.route_handler)
    return table if table is not None and preferred(request, offered_by(request.route_handler)) == CSV else None


def preferred(request: AnyRequest, offered: Sequence[str]) -> str:
    """The media type of those `offered` that ``Accept`` prefers (RFC 9110, 12.5.1); the first where all are alike."""
    accepted = _accepted(request)
    return max(offered, key=lambda media_type: _weight(accepted, media_type))


def verify_acceptable(request: AnyRequest) -> None:
    """Refuse to read in a form that there isn't; to name none is to take any.

    Raises:
        ProblemError: 406 with those that there are.
    """
    handler = request.route_handler
    if (
        request.method != "GET"
        or not request.scope["path"].startswith("/api/")
        or contract_of(handler).streamed is not None
    ):
        return
    verify_offered(request, offered_by(handler))


def verify_offered(request: AnyRequest, offered: Sequence[str]) -> None:
    """Refuse a request that takes none of the media types `offered`.

    Raises:
        ProblemError: 406 with these.
    """
    if (accepted := _accepted(request)) and not any(_weight(accepted, form) for form in offered):
        detail = f"The media types here are: {', '.join(offered)}."
        raise ProblemError(NOT_ACCEPTABLE, detail, parameter="Accept")


def offered_by(handler: Any) -> tuple[str, ...]:
    """The media types that a handler has, the usual one first."""
    if handler.media_type == SVG:
        return (SVG,)
    if contract_of(handler).file:
        return tuple(contract_of(handler).file)
    if contract_of(handler).table is not None:
        return tuple(form.media_type for form in TABLE_FORMS.values())
    lines = (NDJSON,) if contract_of(handler).ndjson else ()
    flat = (CSV,) if flat_table_of(handler) is not None else ()
    return (JSON, *lines, *flat, *contract_of(handler).forms)


def _accepted(request: AnyRequest) -> dict[str, float]:
    """How much each media range of ``Accept`` is wanted; nothing where it isn't sent, or can't be read."""
    weights: dict[str, float] = {}
    for part in request.headers.get("accept", "").lower().split(","):
        media_range, *parameters = (piece.strip() for piece in part.split(";"))
        if _MEDIA_RANGE.fullmatch(media_range):
            weight = next((found[1] for piece in parameters if (found := _WEIGHT.fullmatch(piece))), "1")
            weights[media_range] = float(weight)
    return weights


def _weight(accepted: Mapping[str, float], media_type: str) -> float:
    if not accepted:
        return 1.0
    ranges = (media_type, f"{media_type.partition('/')[0]}/*", "*/*")
    return next((accepted[name] for name in ranges if name in accepted), 0.0)


_MEDIA_RANGE: Final = re.compile(r"[^\s/;,]+/[^\s/;,]+")


_WEIGHT: Final = re.compile(r"q=([01](?:\.[0-9]{0,3})?)")


def language_of(request: AnyRequest) -> Language:
    """The language that was chosen in the pages, else the one that ``Accept-Language`` prefers (RFC 4647, 3.4).

    English where none of those that there are is preferred.
    """
    if "cookie" in request.headers and (chosen := chosen_language(request)) is not None:
        return chosen
    weights: dict[str, float] = {}
    for part in request.headers.get("accept-language", "").lower().split(","):
        if found := _LANGUAGE.fullmatch(part.strip()):
            tag, weight = found[1], float(found[2] or 1)
            while tag:
                weights[tag] = max(weight, weights.get(tag, 0))
                tag = tag.rpartition("-")[0]
    weights.setdefault(ENGLISH, weights.get("*", 0))
    return max(LANGUAGES, key=lambda language: weights.get(language.lower(), 0))  # English is the first


_LANGUAGE: Final = re.compile(r"([a-z]{1,8}(?:-[a-z0-9-]+)?|\*)(?:[ \t]*;[ \t]*q=([01](?:\.[0-9]{0,3})?))?")
