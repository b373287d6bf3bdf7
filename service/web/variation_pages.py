"""Variations for people: the table along a line that was not played, and how one is played, changed and deleted."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final
from urllib.parse import urlencode
from uuid import UUID, uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec.structs import replace

from domain.annotations.audience import Audience
from domain.annotations.errors import InvalidAnnotation
from domain.kernel.viewer import RECORDER
from domain.match.match import Match
from domain.variations import commands
from domain.variations.events import VariationEvent
from domain.variations.variation_line import line_of, match_at
from domain.variations.variations import Variation, Variations
from replays.notebook import Notebook, PlacedVariation
from replays.pictures.glyphs import sprite
from replays.pictures.remarks import remarks_of
from replays.pictures.scene import Scene, scene
from replays.stepper import Position
from service.api.authors import names_of_authors
from service.api.match_access import see
from service.api.parameters import MatchId, ViewerName
from service.api.replay_view import replay_view_of
from service.api.schemas.choices import ChoicesAnswer
from service.api.variation_answers import steps_of
from service.api.variation_reads import VariationId
from service.api.variations import revise_variation, see_to_vary
from service.auth.access import sight
from service.eventstore.errors import PreconditionFailed
from service.http.bodies import fit, read_actions
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.validation.text import PLACE_LENGTH
from service.web.boards import BoardPair, boards_of
from service.web.choosing import draft_page, prompts_shown, verbs_of
from service.web.draft import BadDraft
from service.web.forms import read_form, read_open_form
from service.web.note_forms import audience_of, number_of, variation_of
from service.web.notes import NoteReader, variation_view
from service.web.rendering import page
from service.web.replay_handlers import StepAsked, facts_of, may_change_of, places_in, signs_of
from service.web.sign_in import see_other
from service.web.varying import choices_along
from service.web.visitor import visitor_of

_FORM: Final[dict[str, Any]] = {"guards": [verify_own_form], "include_in_schema": False, "status_code": 303}
_MOST_CHARACTERS: Final = 8000

Picks = Annotated[
    str, QueryParameter(max_length=_MOST_CHARACTERS, description="What was picked for the slots before, as JSON.")
]
Choice = Annotated[int | None, QueryParameter(ge=0, le=1000, description="The verb, by its place.")]


@get("/matches/{match_id:uuid}/variations/{variation_id:uuid}", include_in_schema=False)
async def variation_page(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    viewer: ViewerName = None,
    choice: Choice = None,
    picks: Picks = "[]",
    items: Picks = "[]",
) -> Response[bytes]:
    """The table along a line that was not played; whoever wrote it plays on at its end."""
    await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, viewer, None, None)
    access = await see(services, request, match_id, None)
    names = await names_of_authors(services, replay_view)
    notebook = await services.notes.of(match_id, replay_view.match, access.reader)
    placed = _placed(notebook, variation_id)
    shown = placed.line.standing if step is None else step
    if shown > placed.line.standing:
        raise ProblemError(NOT_FOUND, f"The variation has got to step {placed.line.standing}.")
    # As in its frames: a seat sees it as it would have known it.
    perspective = (
        replay_view.access.viewer
        if viewer is None
        else sight(replay_view.access.principal, replay_view.match, viewer, 0)
    )
    principal = access.principal
    may_note = principal.may("annotate")
    may_vary = may_note and access.viewer is RECORDER and viewer is None
    mine = may_vary and (principal.token_id == placed.variation.author or principal.may("admin"))
    plays_on = mine and shown == placed.line.standing == len(placed.variation.line)
    variations = await services.notes.variations_of(match_id)

    def made() -> tuple[Position, BoardPair, ChoicesAnswer | None]:
        steps = steps_of(line_of(replay_view.match, variations, variation_id))
        before = steps[shown - 1] if shown else None
        remarks = remarks_of((one for one in placed.annotations if one.step == shown), names)
        drawn = scene(steps[shown], before, perspective, replay_view.narrator, remarks)
        choices = choices_along(placed.line.positions[shown].match, replay_view.narrator) if plays_on else None
        return steps[shown], _boards(drawn, pointing=plays_on or may_note), choices

    position, boards, choices = await services.blocking(made)
    query = {"step": str(shown)}
    places = places_in(boards.wide) if may_note else []
    narrator = replay_view.narrator
    reader = NoteReader(names, narrator.language, may_change_of(principal), dict(places))
    view = variation_view(replay_view.match.game, placed, perspective, narrator, reader)
    return page(
        request,
        "variation.html",
        **facts_of(replay_view, position.standings(perspective), line=position.match),
        **_choosing(choices, choice, picks, items, query, replay_view.narrator.names),
        sprite=sprite(replay_view.match.game.meta.key) if plays_on else "",
        begin=f"?{urlencode(query)}",
        plays_on=plays_on,
        variation=view,
        notes=view.notes if not shown else view.moves[shown - 1].notes,
        may_note=may_note,
        places=places,
        signs=signs_of(narrator.language),
        audience=placed.variation.audience,
        version=placed.variation.version,
        may_vary=may_vary,
        mine=mine,
        leave=_leave(match_id, placed, shown),
        send_to=f"/matches/{match_id}/variations/{variation_id}/moves",
        fields={"version": str(placed.variation.version)},
        step=shown,
        last=placed.line.standing,
        boards=boards,
        asked="" if viewer is None else f"viewer={viewer}",
    )


@get("/matches/{match_id:uuid}/vary", include_in_schema=False)
async def vary_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    variation: Annotated[UUID | None, QueryParameter(description="The variation that is left.")] = None,
    choice: Choice = None,
    picks: Picks = "[]",
    items: Picks = "[]",
) -> Response[bytes]:
    """The table at a step, with all that might have been done there; the first move makes a variation."""
    await visitor_of(services, request)
    access = await see_to_vary(services, request, match_id)
    replay_view = await replay_view_of(services, request, match_id, None, None, None)
    match, narrator = replay_view.match, replay_view.narrator
    shown = match.step if step is None else step
    variations = await services.notes.variations_of(match_id)
    if variation is None:
        replay_view.verify_step(shown)
    elif variation not in {one.id for one in variations.shown_to(access.reader)}:
        raise ProblemError(NOT_FOUND, "There is no such variation.")

    def made() -> tuple[Scene, ChoicesAnswer]:
        if variation is None:
            return replay_view.scene(shown), choices_along(match_at(match, shown), narrator)
        line = line_of(match, variations, variation)
        if not 0 < shown <= line.standing:
            raise ProblemError(NOT_FOUND, f"The variation has got to step {line.standing}.")
        steps = steps_of(line)
        drawn = scene(steps[shown], steps[shown - 1], RECORDER, narrator)
        return drawn, choices_along(line.positions[shown].match, narrator)

    drawn, choices = await services.blocking(made)
    boards = await services.blocking(lambda: _boards(drawn, pointing=True))
    query = {"step": str(shown)} | ({} if variation is None else {"variation": str(variation)})
    back = f"/matches/{match_id}?step={shown}"
    return page(
        request,
        "vary.html",
        **facts_of(replay_view, drawn.standings),
        **_choosing(choices, choice, picks, items, query, replay_view.narrator.names),
        sprite=sprite(match.game.meta.key),
        begin=f"?{urlencode(query)}",
        send_to=f"/matches/{match_id}/vary",
        fields={"step": str(shown), "variation": "" if variation is None else str(variation)},
        step=shown,
        back=back if variation is None else f"/matches/{match_id}/variations/{variation}?step={shown}",
        boards=boards,
        sentence=drawn.sentence,
    )


@post("/matches/{match_id:uuid}/vary", **_FORM)
async def vary(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A variation is made of the action of the form."""
    access = await see_to_vary(services, request, match_id)
    form = read_form(request, body, ("action", "step", "variation"))
    actions, step = _actions(access.match, form["action"]), number_of(form, "step")
    parent = variation_of(form)
    at, by = datetime.now(UTC), access.principal.token_id
    made = uuid4()

    def add(variations: Variations) -> Sequence[VariationEvent]:
        if parent is not None and parent not in {one.id for one in variations.shown_to(access.reader)}:
            raise InvalidAnnotation("/variation", "There is no such variation.")
        match, audience = access.match, Audience.SHARED
        event = commands.add(variations, match, made, parent, step, actions, title="", audience=audience, at=at, by=by)
        return [event]

    await services.notes.vary(commands.begin(match_id, at=at, by=by), add, None)
    return see_other(f"/matches/{match_id}/variations/{made}")


@post("/matches/{match_id:uuid}/variations/{variation_id:uuid}/moves", **_FORM)
async def play_on(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[bytes]:
    """The action of the form follows the last one, if nobody has changed the variation since."""
    access = await see_to_vary(services, request, match_id)
    form = read_form(request, body, ("action", "version"))
    actions, version = _actions(access.match, form["action"]), number_of(form, "version")
    at, by = datetime.now(UTC), access.principal.token_id

    def extend(variations: Variations, variation: Variation) -> Sequence[VariationEvent]:
        _verify_version(variation, version)
        return [commands.extend(variations, access.match, variation, actions, at=at, by=by)]

    await revise_variation(services, request, match_id, access, variation_id, extend, body)
    return see_other(f"/matches/{match_id}/variations/{variation_id}")


@post("/matches/{match_id:uuid}/variations/{variation_id:uuid}", **_FORM)
async def change_variation_form(
    match_id: MatchId,
    variation_id: VariationId,
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
) -> Response[bytes]:
    """The variation gets another title or audience, loses its last move, or is deleted with all that leave it."""
    access = await see_to_vary(services, request, match_id)
    form = read_open_form(request, body, ("do", "title", "audience", "version"))
    title = fit(form.get("title", ""), PLACE_LENGTH, "/title")
    audience, version = audience_of(form.get("audience", "")), number_of(form, "version")
    at, by = datetime.now(UTC), access.principal.token_id

    def change(_: Variations, variation: Variation) -> Sequence[VariationEvent]:
        _verify_version(variation, version)
        match form.get("do"):
            case "delete":
                return [commands.delete(variation, at=at, by=by)]
            case "cut" if variation.line:
                return [commands.cut(variation, len(variation.line) - 1, at=at, by=by)]
            case _ if (title, audience) == (variation.title, variation.audience):
                return []
            case _:
                return [commands.describe(variation, title=title, audience=audience, at=at, by=by)]

    await revise_variation(services, request, match_id, access, variation_id, change)
    if form.get("do") == "delete":
        return see_other(f"/matches/{match_id}#variations")
    return see_other(f"/matches/{match_id}/variations/{variation_id}")


def _boards(drawn: Scene, *, pointing: bool) -> BoardPair:
    return boards_of(replace(drawn, pointing=pointing))


def _choosing(
    choices: ChoicesAnswer | None,
    choice: int | None,
    picks: str,
    items: str,
    query: dict[str, str],
    names: Sequence[str],
) -> dict[str, Any]:
    """What the page offers to choose; a draft that doesn't belong here begins anew."""
    if choices is None:
        return {"prompts": (), "verbs": (), "draft": None}
    try:
        draft = None if choice is None else draft_page(choices, choice, picks, items, query, names)
    except BadDraft:
        draft = None
    return {"prompts": prompts_shown(choices), "verbs": verbs_of(choices, query, names), "draft": draft}


def _placed(notebook: Notebook, variation_id: UUID) -> PlacedVariation:
    placed = next((one for one in notebook.variations if one.variation.id == variation_id), None)
    if placed is None or not placed.line.positions:
        raise ProblemError(NOT_FOUND, "There is no such variation.")
    return placed


def _leave(match_id: UUID, placed: PlacedVariation, shown: int) -> str:
    """Where another line begins that leaves this one at the step that is shown."""
    if shown:
        return f"/matches/{match_id}/vary?variation={placed.variation.id}&step={shown}"
    parent = placed.variation.parent
    return f"/matches/{match_id}/vary?step={placed.last_step}" + ("" if parent is None else f"&variation={parent}")


def _actions(match: Match, text: str) -> Sequence[Any]:
    return read_actions(match, [msgspec.Raw(text.encode())])


def _verify_version(variation: Variation, version: int) -> None:
    if variation.version != version:
        raise PreconditionFailed(variation.version)
