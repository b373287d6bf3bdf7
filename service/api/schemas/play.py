"""A match as it is played, as the API takes and gives it."""

from datetime import datetime
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.legal import Template
from domain.kernel.pending import Pending
from domain.kernel.standing import Standing
from service.api.schemas.common import MAX_ACTIONS, AnyAction, AnyFact, AnyView, PlayedAction, component


class ActionsRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Actions to be played in this order, all or none."""

    actions: Annotated[
        tuple[Annotated[msgspec.Raw, component("Action")], ...],
        Meta(min_length=1, description=f"At most {MAX_ACTIONS}."),
    ]
    played_at: Annotated[
        Annotated[datetime, Meta(tz=True)] | None,
        Meta(description="When it happened at the table, if that matters; with its offset from UTC."),
    ] = None


class EventAnswer(Struct, frozen=True, kw_only=True):
    """An event of a match, as the viewer may know it.

    Attributes:
        type: `played` for an action, else what happened to the match.
        step: the step that it led to, or happened at.
        by: the id of the token by which it was recorded.
        action, outcome: of a played action.
        facts: what other events tell.
        retracted_by: the version of the event that took it back, if it was taken back.
    """

    version: int
    step: int
    type: str
    at: datetime
    by: str
    played_at: datetime | UnsetType = UNSET
    action: PlayedAction | UnsetType = UNSET
    outcome: tuple[AnyFact, ...] | UnsetType = UNSET
    facts: dict[str, Any] | UnsetType = UNSET
    retracted_by: int | UnsetType = UNSET


class PlayedAnswer(Struct, frozen=True, kw_only=True):
    """What a write to a match has made: its new version and step, the events, and how the match stands now."""

    version: int
    step: int
    position: int
    events: tuple[EventAnswer, ...]
    pending: Pending
    standings: tuple[Standing, ...]


class StateAnswer(Struct, frozen=True):
    """The table at a step, as the viewer knows it.

    Attributes:
        irregular_steps: the steps up to this one at which something was put otherwise than the rules would have it.
    """

    version: int
    step: int
    viewer: str
    pending: Pending
    view: AnyView
    standings: tuple[Standing, ...]
    irregular_steps: tuple[int, ...] = ()


class LegalAnswer(Struct, frozen=True):
    """What may be done now: complete actions, and templates where the list would be long.

    Attributes:
        adjustments: for who records: what can be put otherwise than the rules would have it, each as an `adjust` with
            the fields that are settled; `choices` has the others as slots.
    """

    version: int
    step: int
    pending: Pending
    actions: tuple[AnyAction, ...]
    templates: tuple[Template, ...]
    adjustments: tuple[dict[str, Any], ...] = ()


class EventPage(Struct, frozen=True):
    """A page of the log of a match."""

    items: tuple[EventAnswer, ...]
    next_cursor: str | None


class RefusedClaimItem(Struct, frozen=True, kw_only=True):
    """An action that a seat might take by what it knows, and that the record refused for what it knows of others.

    Attributes:
        step: where the match stood when it was tried.
        clause: the clause of the rules that it breaks.
        reason: what is wrong; it tells secrets of others.
    """

    seat: int
    step: int
    action: Annotated[Any, Meta(extra_json_schema={"$ref": "#/components/schemas/Action"})]
    clause: str
    reason: str
    tried_at: datetime


class RefusedClaimList(Struct, frozen=True):
    """What seats claimed in a match, and the record couldn't take."""

    items: tuple[RefusedClaimItem, ...]


class HistoryItem(Struct, frozen=True):
    """A step of the move history.

    Attributes:
        deviates: whether the rules don't confirm it, in a match that was imported on trust.
        irregular: whether something was put otherwise than the rules would have it.
    """

    step: int
    version: int
    seat: int | None
    type: str
    at: datetime
    by: str
    played_at: datetime | None
    action: PlayedAction
    outcome: tuple[AnyFact, ...]
    sentence: str
    deviates: bool = False
    irregular: bool = False


class HistoryPage(Struct, frozen=True):
    """A page of the move history."""

    items: tuple[HistoryItem, ...]
    next_cursor: str | None
    position: int


class ScoreboardItem(Struct, frozen=True):
    """The standings at one step."""

    step: int
    standings: tuple[Standing, ...]


class ScoreboardPage(Struct, frozen=True):
    """The standings of a match, step by step."""

    items: tuple[ScoreboardItem, ...]
    next_cursor: str | None
    position: int
