"""What an operation promises beside its signature; it stands at its handler, and the OpenAPI document tells it."""

from collections.abc import Mapping
from types import UnionType
from typing import Any, Final, Self, get_args, get_origin

from litestar import Response
from litestar.response import Stream
from msgspec import Struct

from service.problems.details import ProblemType

FIGURES: Final = "*"
"""In place of a field whose items are rows: all figures of the answer are, each by itself."""


class Contract(Struct, frozen=True, kw_only=True):
    """What neither the path nor the parameters of an operation say.

    Attributes:
        body: the struct that its body is decoded to, as JSON.
        upload: the media types as which its body, a file, may be sent, each with an example.
        streamed: the struct in each event, where it answers with server-sent events.
        resumable: whether its events have numbers, behind the last of which a reader goes on.
        table: the struct of a row, where it answers with a table in one of the forms of tables.
        file: the one form, by media type, with a title, where it answers with a file that is no struct of ours.
        rows: the field of its answer whose items are the rows of it as CSV, or `FIGURES`; where the answer has no such
            field, it can't be had as CSV.
        problems: the problems that it answers with beside those of all its kind.
        scope: what its token must allow, if it takes one; for a write, if that is another than `record`.
        idempotent: whether it takes an ``Idempotency-Key``.
        conditional: whether it takes ``If-Match``.
        arbitrated: whether an arbiter may do so to a sealed match, with ``Arbiter-Reason``, which nobody else may.
        versioned: whether its answer has an entity tag, as those of a match have.
        unversioned: whether its answer may change although the match doesn't, so that it has no entity tag.
        localized: whether it has sentences, in the language that is asked for.
        ndjson: whether its items may be asked for as lines of JSON.
        forms: what else than JSON may be asked for, by media type, with a title.
        headers: those that its answer has beside those of its kind.
        also: further statuses of the same answer, each with what it means.
    """

    body: Any = None
    upload: Mapping[str, str] = {}
    streamed: Any = None
    resumable: bool = True
    table: Any = None
    file: Mapping[str, str] = {}
    rows: str = "items"
    problems: tuple[ProblemType, ...] = ()
    scope: str | None = None
    idempotent: bool = False
    conditional: bool = False
    arbitrated: bool = False
    versioned: bool = False
    unversioned: bool = False
    localized: bool = False
    ndjson: bool = False
    forms: Mapping[str, str] = {}
    headers: tuple[str, ...] = ()
    also: Mapping[int, str] = {}

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        """It is never changed; the framework copies what its handlers promise when it registers them."""
        return self

    @property
    def opt(self) -> dict[str, Any]:
        """It as the `opt` of a handler."""
        return {"contract": self}


def fields_of(handler: Any) -> dict[str, Any]:
    """What a handler takes from a request, by name: its own fields, and in their place those of its dependencies."""
    dependencies = handler.resolve_dependencies()
    fields: dict[str, Any] = {}
    for name, field in handler.parsed_fn_signature.parameters.items():
        fields[name] = field
        if name in dependencies:
            fields |= dependencies[name].parsed_fn_signature.parameters
    return fields


_NOTHING: Final = Contract()


def contract_of(handler: Any) -> Contract:
    """What a handler promises; nothing, if it doesn't say."""
    promised: Contract = handler.opt.get("contract", _NOTHING)
    return promised


def answer_of(handler: Any) -> Any:
    """The struct in a handler's return annotation: of ``X``, ``Response[X]`` or ``Response[X] | Stream``.

    Of a stream of events, that in each of them; of a table, that of a row; None where nothing is answered, or a file.
    """
    contract = contract_of(handler)
    if contract.file:
        return None
    if contract.streamed is not None or contract.table is not None:
        return contract.streamed or contract.table
    annotation: Any = handler.parsed_fn_signature.return_type.annotation
    if get_origin(annotation) is UnionType or Stream in get_args(annotation):
        (annotation,) = (arm for arm in get_args(annotation) if arm is not Stream)
    if get_origin(annotation) is Response:
        (annotation,) = get_args(annotation)
    return None if annotation in {None, type(None)} else annotation
