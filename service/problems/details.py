"""Problem details (RFC 9457): the answer's body, and the exception that ends a request with it."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final
from uuid import UUID

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from domain.kernel.errors import Refusal
from domain.kernel.languages import ENGLISH, Language
from domain.kernel.legal import Template
from domain.kernel.pending import Pending
from domain.kernel.words import KERNEL, Texts
from replays.records.mistakes import Mistake

MEDIA_TYPE: Final = "application/problem+json"

TEXTS: Final = Texts("service.problems", KERNEL)


class ProblemType(Struct, frozen=True):
    """A kind of problem; `name` is stable and stands in the ``type`` of each answer."""

    name: str
    status: int
    explanation: str

    @property
    def title(self) -> str:
        """What it is called in English."""
        return self.title_in(ENGLISH)

    def title_in(self, language: Language) -> str:
        """What it is called."""
        return TEXTS[language][f"problem_{self.name.replace('-', '_')}"]


class Candidate(Struct, frozen=True):
    """Somebody who may be meant by a name.

    Attributes:
        matches: how many of theirs the asker may find, under other names, too.
        last_played_on: the date of the last of them; null without any.
    """

    id: UUID
    name: str
    matches: int
    last_played_on: date | None


class Explanation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What the rules refuse, in the reader's language, with names in place of seats.

    Attributes:
        language: the language of `sentence` and `text` (`Accept-Language`).
        sentence: what is wrong this time.
        clause: the clause that says so, if one does.
        text: that clause.
        rules: the address of the page on which it stands.
    """

    language: str
    sentence: str
    clause: str | None = None
    text: str | None = None
    rules: str | None = None


class ProposedAdjust(Struct, frozen=True, kw_only=True):
    """What may have happened at the table where the rules refuse an action.

    Attributes:
        adjust: puts the table as it was played then; its reason is what was refused, to be put in people's words.
        followed: whether the action can be recorded after it; else the table is as the action left it.
        sentence: what the history would say of the adjust.
    """

    adjust: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
    followed: bool
    sentence: str


class Problem(Struct, frozen=True, kw_only=True):
    """Problem details (RFC 9457).

    Attributes:
        type: a relative reference to the page that explains this kind of problem.
        detail: what is wrong this time, for people.
        game: the key of the game that isn't installed here.
        pointer: where in the request body it lies (RFC 6901).
        parameter: which query parameter, path parameter or header it is.
        clause: the clause of the rules that an action breaks.
        action_index: which action of the request breaks it, counted from 0.
        step: the step on which that action was tried, or where cards are said to have been held.
        conflicting_step: the step that speaks against it.
        identification: the version of the event that identified cards, where it is these that no longer fit.
        pending: what the match waited for then.
        version: the version that it has now.
        legal, templates: what would be legal in the place of an action that no longer stands.
        errors: all that is wrong with a record, each with its place.
        candidates: the people who have the name already.
        explanation: what the rules refuse, in the reader's language.
        proposals: for who records: what may have happened at the table, if the action was done all the same.
    """

    type: str
    title: str
    status: int
    detail: str
    game: str | UnsetType = UNSET
    pointer: str | UnsetType = UNSET
    parameter: str | UnsetType = UNSET
    clause: str | UnsetType = UNSET
    action_index: int | UnsetType = UNSET
    step: int | UnsetType = UNSET
    conflicting_step: int | UnsetType = UNSET
    identification: int | UnsetType = UNSET
    pending: Pending | UnsetType = UNSET
    version: int | UnsetType = UNSET
    legal: tuple[Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})], ...] | UnsetType = (
        UNSET
    )
    templates: tuple[Template, ...] | UnsetType = UNSET
    errors: tuple[Mistake, ...] | UnsetType = UNSET
    candidates: tuple[Candidate, ...] | UnsetType = UNSET
    explanation: Explanation | UnsetType = UNSET
    proposals: tuple[ProposedAdjust, ...] | UnsetType = UNSET


class ProblemError(Exception):
    """Ends a request with a problem.

    Attributes:
        refusal: what a game refuses, where that is the problem.
    """

    def __init__(
        self,
        kind: ProblemType,
        detail: str,
        *,
        headers: Mapping[str, str] | None = None,
        refusal: Refusal | None = None,
        **members: Any,
    ) -> None:
        super().__init__(f"{kind.name}: {detail}")
        self.kind = kind
        self.detail = detail
        self.headers = dict(headers or {})
        self.refusal = refusal
        self.members = members

    @property
    def problem(self) -> Problem:
        """The answer's body."""
        return Problem(
            type=f"/problems/{self.kind.name}",
            title=self.kind.title,
            status=self.kind.status,
            detail=self.detail,
            **self.members,
        )

    def problem_in(self, language: Language) -> Problem:
        """The answer's body with a title in `language` (RFC 9457, 3.1.3)."""
        return replace(self.problem, title=self.kind.title_in(language))
