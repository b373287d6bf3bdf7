"""Queries, read strictly."""

import re
from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode

from litestar.exceptions import ClientException
from litestar.params import QueryParameter

from domain.expected import expected
from service.http.contract import fields_of
from service.http.negotiation import verify_acceptable
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, NOT_FOUND
from service.validation.strict_json import short
from service.validation.text import normalized


async def verify_request(request: AnyRequest) -> None:  # async, or the framework gives it a thread each time
    """Refuse what can be refused before a route is asked.

    Raises:
        ProblemError: 406, or 400 for the query.
    """
    if request.headers.get("accept", _ANYTHING) != _ANYTHING:
        verify_acceptable(request)
    verify_query(request)


_ANYTHING: Final = "*/*"


def verify_query(request: AnyRequest) -> None:
    """Refuse a query that would be misread: a slip must not pass unnoticed.

    Texts in it get the form in which they are stored.

    Raises:
        ProblemError: 400 for a parameter that is unknown, given twice, or not written as it has to be; 404 for an
            address with a character that no text has.
    """
    if "\0" in request.scope["path"]:
        raise ProblemError(NOT_FOUND, "There is nothing at this address.")
    query = request.scope["query_string"]
    if not query:
        return
    known = _query_parameters(request.route_handler)
    try:
        pairs = parse_qsl(query.decode(), keep_blank_values=True, errors="strict")
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "The query isn't UTF-8, percent-encoded.") from None
    names = set()
    for name, _ in pairs:
        if name not in known:
            detail = f"There is no parameter '{short(name)}' here. {_there_are(known)}"
            raise ProblemError(INVALID_REQUEST, detail, parameter=short(name))
        if name in names:
            raise ProblemError(INVALID_REQUEST, "It is given twice.", parameter=name)
        names.add(name)
    for name, value in pairs:
        if reason := _misread(known[name], value):
            raise ProblemError(INVALID_REQUEST, reason, parameter=name)
    composed = [(name, normalized(value)) for name, value in pairs]
    if composed != pairs:  # read anew from here by the framework
        request.scope["query_string"] = urlencode(composed).encode()


def _there_are(known: Collection[str]) -> str:
    return f"There are: {', '.join(sorted(known))}." if known else "It takes none."


_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")


_MOMENT: Final = re.compile(r"[0-9-]{10}[Tt][0-9:]{8}(\.[0-9]{1,9})?([Zz]|[+-][0-9]{2}:[0-9]{2})")


def _misread(form: Any, value: str) -> str | None:
    """Why the framework, which is lenient, would take `value` for something else."""
    if "\0" in value:
        return "It holds a character that no text has, U+0000."
    if form in {int, int | None} and not _NUMBER.fullmatch(value):
        return "It takes a whole number, in digits."
    if form in {datetime, datetime | None} and not _MOMENT.fullmatch(value):
        return "It takes a moment as in RFC 3339, with its offset from UTC: 2026-01-17T19:30:00Z."
    if form in {bool, bool | None} and value not in {"true", "false"}:
        return "It takes true or false."
    if form not in {str, str | None} and value.lower() == "null":
        return "Leave it out instead."
    return None


def _query_parameters(handler: Any) -> Mapping[str, Any]:
    """The query parameters of a handler with their types."""
    known: dict[str, Any] | None = handler.opt.get("parameters")
    if known is None:
        fields = fields_of(handler).values()
        known = {
            field.kwarg_definition.name or field.name: field.annotation
            for field in fields
            if isinstance(field.kwarg_definition, QueryParameter)
        }
        handler.opt["parameters"] = known
    return known


def client_error(request: AnyRequest, error: ClientException) -> ProblemError:
    """What the framework found wrong with a parameter, as our problem."""
    extra: Any = error.extra
    if isinstance(extra, list) and extra and isinstance(extra[0], dict) and "key" in extra[0]:
        # The framework tells the name in the code, which isn't that in the query where Python has the word itself.
        key = extra[0]["key"]
        field = fields_of(request.scope["route_handler"]).get(key)
        name = getattr(field and field.kwarg_definition, "name", None) or key
        message = str(extra[0].get("message", error.detail))
        known = expected(message, field.annotation) if field else ""
        return ProblemError(INVALID_REQUEST, f"{short(message)}. {known}".rstrip(), parameter=name)
    return ProblemError(INVALID_REQUEST, str(error.detail))
