"""Forms of HTML, read as strictly as JSON."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qsl

from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, UNSUPPORTED_MEDIA_TYPE

_FORM: Final = "application/x-www-form-urlencoded"
_MOST_FIELDS: Final = 16


def read_form(
    request: AnyRequest, body: bytes, fields: Sequence[str], *, shown: Sequence[str] = ()
) -> Mapping[str, str]:
    """The `fields` of a form that has exactly these, each once; of those `shown` to some only, none is the empty text.

    Raises:
        ProblemError: 415 for another content type, 400 for other fields or what isn't UTF-8.
    """
    pairs = _pairs(request, body, _MOST_FIELDS)
    names = [name for name, _ in pairs]
    if sorted(names) != sorted([*fields, *(name for name in shown if name in names)]):
        raise ProblemError(INVALID_REQUEST, f"The form has the fields {', '.join(fields)}, each once.")
    return dict.fromkeys(shown, "") | dict(pairs)


def read_open_form(request: AnyRequest, body: bytes, fields: Collection[str]) -> Mapping[str, str]:
    """Those of the `fields` of a form that it has, each once at the most: nothing is sent of a choice nobody has made.

    Raises:
        ProblemError: as of :func:`read_form`.
    """
    pairs = _pairs(request, body, len(fields))
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names) or not set(names) <= set(fields):
        raise ProblemError(INVALID_REQUEST, "The form has other fields, or one of them twice.")
    return dict(pairs)


def _pairs(request: AnyRequest, body: bytes, most: int) -> list[tuple[str, str]]:
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        raise ProblemError(UNSUPPORTED_MEDIA_TYPE, f"A form is sent as {_FORM}.")
    try:
        return parse_qsl(
            body.decode(), keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=most
        )
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "The form can't be read.") from None


def read_number(text: str) -> int:
    """A whole number of a form.

    Raises:
        ProblemError: 400.
    """
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise ProblemError(INVALID_REQUEST, "It is a whole number.")
    return int(text)
