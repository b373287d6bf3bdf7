"""Corrections and ends, as the API takes and gives them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from domain.kernel.legal import Template
from domain.kernel.pending import Pending
from service.api.schemas.common import AnyAction, component
from service.api.schemas.play import PlayedAnswer
from service.problems.details import Explanation


class RetractionRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All actions after a step are to be taken back."""

    to_step: Annotated[int, Meta(ge=0, description="The last step that stands.")]
    reason: str = ""


class RestorationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an event took back is to stand again."""

    version: Annotated[int, Meta(ge=1, description="The version of the event `retracted`.")]
    reason: str = ""


class AmendmentRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A correction at an earlier step."""

    step: Annotated[int, Meta(ge=1, description="The step that the first action in question leads to.")]
    actions: Annotated[
        tuple[Annotated[msgspec.Raw, component("Action")], ...], Meta(description="What is put in.")
    ] = ()
    remove: Annotated[int, Meta(ge=0, description="How many actions go; 0 inserts.")] = 1
    reason: str = ""
    keep: Annotated[
        Literal["all", "prefix"],
        Meta(description="`all`: change nothing when a later action no longer stands; `prefix`: keep what stands."),
    ] = "all"
    dry_run: Annotated[bool, Meta(description="Only tell what would come of it.")] = False


class IdentificationRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Cards that were unknown, at the step where they were held."""

    step: Annotated[int, Meta(ge=0, description="After this step the seat held them; 0 is the set-up.")]
    held: Annotated[msgspec.Raw, component("Identification")]
    reason: str = ""
    dry_run: Annotated[bool, Meta(description="Only tell what would come of it.")] = False


class ReasonRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a match ends, or goes on."""

    reason: str = ""


class ObstacleAnswer(Struct, frozen=True):
    """An action that no longer stands after a correction, or cards that can't have been held any more.

    Attributes:
        step: the step that it led to before.
        clause: the clause that it breaks now.
        pending: what the match would wait for in its place.
        legal, templates: what could be done there.
        identification: the version of the event that identified the cards, if it is these.
        explanation: why it doesn't stand, in the reader's language.
    """

    step: int
    clause: str
    pending: Pending
    legal: tuple[AnyAction, ...]
    templates: tuple[Template, ...]
    identification: int | UnsetType = UNSET
    explanation: Explanation | UnsetType = UNSET


class AmendmentAnswer(PlayedAnswer, frozen=True, kw_only=True):
    """What has become of a correction; of a dry run, what would.

    Attributes:
        kept: how many of the actions that followed still stand; what the server draws isn't counted.
        obstacle: the first that doesn't, if one doesn't.
    """

    kept: int
    obstacle: ObstacleAnswer | None = None
    dry_run: bool = False


class IdentificationAnswer(PlayedAnswer, frozen=True, kw_only=True):
    """What has become of an identification; of a dry run, what would. The step is that of the match, as it was."""

    dry_run: bool = False
