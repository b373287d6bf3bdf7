"""The replay of a match for people: a page a step, which a script turns into one page for all."""

from typing import Annotated, Any, Final, get_args

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import Struct

from domain.annotations.audience import Audience
from domain.annotations.content import Comment
from domain.kernel.standing import Standing
from domain.match.events import MatchEvent
from domain.match.parts import Status
from domain.variations.variation_line import line_of
from replays.notebook import Notebook
from replays.pictures.chart import chart
from replays.pictures.games import picture
from replays.pictures.remarks import Remark, remarks_of
from replays.pictures.scene import scene
from service.api.annotating import clean_content, write_annotation
from service.api.authors import AuthorName, names_of_authors
from service.api.match_access import see
from service.api.note_access import see_to_annotate
from service.api.parameters import MAX_STEP, MatchId, ViewerName
from service.api.replay_view import ReplayView, replay_view_of
from service.api.variation_answers import steps_of
from service.api.variation_reads import VariationId
from service.auth.access import sight
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, NOT_FOUND
from service.process.container import Services
from service.web.forms import read_form
from service.web.notes import (
    StepNotes,
    VariationView,
    notes_by_step,
    variation_view,
    variations_by_step,
)
from service.web.rendering import page
from service.web.replay_context import PartLines, StepSummary, chosen, part_lines, seat_lines, summarize, viewer_choices
from service.web.sign_in import see_other
from service.web.visitor import visitor_of

EVENT_NAMES: Final = tuple(
    str((getattr(kind, "__origin__", None) or kind).__struct_config__.tag) for kind in get_args(MatchEvent)
)
"""The names of the events of a stream, each of which a browser has to be told to listen to."""

StepAsked = Annotated[
    int | None, QueryParameter(ge=0, le=MAX_STEP, description="The step to show; the last one if not given.")
]


class Replay(Struct, frozen=True):
    """All that a page tells of a match, but the position."""

    summaries: list[StepSummary]
    parts: list[PartLines]
    notes: dict[int | None, StepNotes]
    variations: list[VariationView]
    chart: str


@get("/matches/{match_id:uuid}", include_in_schema=False)
async def replay_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    viewer: ViewerName = None,
) -> Response[bytes]:
    """The table at a step, and the way to all others."""
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, viewer, None, None)
    shown = replay_view.match.step if step is None else step
    replay_view.verify_step(shown)
    names = await names_of_authors(services, replay_view)
    notebook = await services.notes.of(match_id, replay_view.match, replay_view.access.reader)
    replay = await services.blocking(_replay, replay_view, notebook, names)
    remarks = remarks_of((one for one in notebook.annotations if one.step == shown), names)
    board = await services.blocking(_board, replay_view, shown, remarks)
    now = replay.summaries[shown]
    return page(
        request,
        "match.html",
        **_facts(replay_view, now.standings),
        step=shown,
        last=replay_view.match.step,
        board=board,
        now=now,
        part_before=max((part.first for part in replay.parts if part.first < shown), default=0),
        part_after=min((part.first for part in replay.parts if part.first > shown), default=replay_view.match.step),
        parts=replay.parts,
        notes=replay.notes.get(shown, StepNotes()),
        gone=replay.notes.get(None, StepNotes()),
        variations=replay.variations,
        chart=replay.chart,
        viewers=viewer_choices(replay_view.access.principal, replay_view.match, replay_view.narrator.names),
        viewer=chosen(replay_view.access.viewer, viewer),
        asked="" if viewer is None else f"viewer={viewer}",
        live=replay_view.match.status is Status.PLAYING,
        events=" ".join(EVENT_NAMES),
        may_play=replay_view.access.principal.may("record") or replay_view.access.principal.seat is not None,
        may_comment=replay_view.access.principal.may("annotate"),
        may_record=replay_view.access.principal.may("record"),
    )


@get("/matches/{match_id:uuid}/variations/{variation_id:uuid}", include_in_schema=False)
async def variation_page(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    viewer: ViewerName = None,
) -> Response[bytes]:
    """The table along a line that was not played."""
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, viewer, None, None)
    reader = (await see(services, request, match_id, None)).reader
    names = await names_of_authors(services, replay_view)
    notebook = await services.notes.of(match_id, replay_view.match, reader)
    placed = next((one for one in notebook.variations if one.variation.id == variation_id), None)
    if placed is None or not placed.line.positions:
        raise ProblemError(NOT_FOUND, "There is no such variation.")
    shown = placed.line.standing if step is None else step
    if shown > placed.line.standing:
        raise ProblemError(NOT_FOUND, f"The variation has got to step {placed.line.standing}.")
    # As in its frames: a seat sees it as it would have known it.
    perspective = (
        replay_view.access.viewer
        if viewer is None
        else sight(replay_view.access.principal, replay_view.match, viewer, 0)
    )

    def board() -> tuple[str, tuple[Standing, ...]]:
        steps = steps_of(line_of(replay_view.match, variations, variation_id))
        before = steps[shown - 1] if shown else None
        remarks = remarks_of((one for one in placed.annotations if one.step == shown), names)
        drawn = picture(scene(steps[shown], before, perspective, replay_view.narrator, remarks))
        return drawn, steps[shown].standings(perspective)

    variations = await services.notes.variations_of(match_id)
    drawn, standings = await services.blocking(board)
    return page(
        request,
        "variation.html",
        **_facts(replay_view, standings),
        variation=variation_view(replay_view.match.game, placed, perspective, replay_view.narrator, names),
        step=shown,
        last=placed.line.standing,
        board=drawn,
        asked="" if viewer is None else f"viewer={viewer}",
    )


@post(
    "/matches/{match_id:uuid}/comments",
    include_in_schema=False,
    guards=[verify_own_form],
    status_code=303,
)
async def comment(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A comment on a step, written through the eyes that the page was seen with, as `POST …/annotations` takes it."""
    access = await see_to_annotate(services, request, match_id)
    form = read_form(request, body, ("audience", "step", "text", "viewer"))
    step, audience = _number(form["step"]), _audience(form["audience"])
    viewer = form["viewer"]
    perspective = (await see(services, request, match_id, viewer or None)).viewer
    content = clean_content(Comment(text=form["text"]))
    await write_annotation(
        services, match_id, access, content, step=step, variation=None, audience=audience, perspective=perspective
    )
    asked = f"&viewer={viewer}" if viewer else ""
    return see_other(f"/matches/{match_id}?step={step}{asked}#step-{step}")


def _facts(replay_view: ReplayView, standings: tuple[Standing, ...]) -> dict[str, Any]:
    """What every page of a match tells of it."""
    match = replay_view.match
    return {
        "match_id": replay_view.match_id,
        "match": match,
        "title": match.game.meta.title,
        "seats": seat_lines(match, replay_view.narrator.names, standings),
    }


def _replay(replay_view: ReplayView, notebook: Notebook, names: AuthorName) -> Replay:
    """Everything that a walk through the match tells."""
    summaries = list(summarize(replay_view.walk(), replay_view.access.viewer, replay_view.narrator))
    notes = notes_by_step(notebook.annotations, names, replay_view.narrator.language)
    variations = [
        variation_view(replay_view.match.game, one, replay_view.access.viewer, replay_view.narrator, names)
        for one in notebook.variations
    ]
    rows = [(one.step, one.standings) for one in summaries]
    return Replay(
        summaries,
        part_lines(summaries, notes, variations_by_step(variations)),
        notes,
        variations,
        chart(replay_view.match.game.meta.title, rows, replay_view.narrator.names, replay_view.narrator.language),
    )


def _board(replay_view: ReplayView, step: int, remarks: tuple[Remark, ...]) -> str:
    return picture(replay_view.scene(step, remarks))


def _number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        raise ProblemError(INVALID_REQUEST, "A step is a whole number.", pointer="/step")
    return int(text)


def _audience(text: str) -> Audience:
    try:
        return Audience(text)
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "There is no such audience.", pointer="/audience") from None
