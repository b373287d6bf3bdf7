"""Corrections and ends, as the API takes and gives them."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kernel.legal import Template
from domain.kernel.pending import Pending
from service.schemas.common import AnyAction, component
from service.schemas.play import PlayedAnswer


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


class ReasonRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a match ends, or goes on."""

    reason: str = ""


class ObstacleAnswer(Struct, frozen=True):
    """An action that no longer stands after a correction.

    Attributes:
        step: the step that it led to before.
        clause: the clause that it breaks now.
        pending: what the match would wait for in its place.
        legal, templates: what could be done there.
    """

    step: int
    clause: str
    pending: Pending
    legal: tuple[AnyAction, ...]
    templates: tuple[Template, ...]


class AmendmentAnswer(PlayedAnswer, frozen=True, kw_only=True):
    """What has become of a correction; of a dry run, what would.

    Attributes:
        kept: how many of the actions that followed still stand; what the server draws isn't counted.
        obstacle: the first that doesn't, if one doesn't.
    """

    kept: int
    obstacle: ObstacleAnswer | None = None
    dry_run: bool = False
