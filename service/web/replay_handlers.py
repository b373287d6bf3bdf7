"""The replay of a match for people: a page a step, which a script turns into one page for all."""

import re
from collections.abc import Callable
from html import unescape
from typing import Annotated, Any, Final, get_args
from uuid import UUID

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import QueryParameter
from msgspec import Struct

from domain.annotations.glyphs import GLYPHS
from domain.kernel.languages import Language
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER
from domain.match.events import MatchEvent
from domain.match.match import Match
from domain.match.parts import Status
from domain.match.second_record import has_table
from domain.match.thinking import thoughts_of
from domain.subjects.titles import subject_title
from replays.notebook import Notebook
from replays.pictures.remarks import Remark, remarks_of
from service.api.authors import names_of_authors
from service.api.parameters import MAX_STEP, MatchId, ViewerName
from service.api.replay_view import ReplayView, replay_view_of
from service.auth.access import ANONYMOUS, Principal, may_read
from service.http.requests import AnyRequest
from service.process.container import Services
from service.web.addresses import address, base_of
from service.web.boards import BoardPair, boards_of
from service.web.notes import (
    NoteReader,
    StepNotes,
    VariationView,
    notes_by_step,
    variation_view,
    variations_by_step,
)
from service.web.ordering import name_order
from service.web.rendering import page
from service.web.replay_context import (
    PartLines,
    StepSummary,
    ThinkingLine,
    chart_view,
    chosen,
    other_side,
    part_lines,
    rounds_of,
    summarize,
    thinking_lines,
    viewer_choices,
)
from service.web.standings_view import standings_view
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
    thinking: list[ThinkingLine]
    notes: dict[int | None, StepNotes]
    variations: list[VariationView]


@get("/matches/{match_id:uuid}", include_in_schema=False)
async def replay_page(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    step: StepAsked = None,
    viewer: ViewerName = None,
) -> Response[bytes]:
    """The table at a step, and the way to all others."""
    visitor = await visitor_of(services, request)
    replay_view = await replay_view_of(services, request, match_id, viewer, None, None)
    shown = replay_view.match.step if step is None else step
    replay_view.verify_step(shown)
    names = await names_of_authors(services, replay_view)
    notebook = await services.notes.of(match_id, replay_view.match, replay_view.access.reader)
    remarks = remarks_of((one for one in notebook.annotations if one.step == shown), names)
    principal = replay_view.access.principal
    may_comment = principal.may("annotate")
    boards = await services.blocking(_boards, replay_view, shown, remarks, may_comment)
    places = places_in(boards.wide) if may_comment else []
    reader = NoteReader(names, replay_view.narrator.language, may_change_of(principal), dict(places))
    replay = await services.blocking(_replay, replay_view, notebook, reader)
    now, match, narrator = replay.summaries[shown], replay_view.match, replay_view.narrator
    ended = match.status is Status.FINISHED
    title = subject_title(match.game, match.options, narrator.language)
    chart = None
    if match.game.scored_in_play:
        chart = await services.blocking(chart_view, title, replay.summaries, replay.parts, shown, narrator.language)
    return page(
        request,
        "match.html",
        **facts_of(replay_view, now.standings, at_end=None if shown == match.step else replay.summaries[-1].standings),
        step=shown,
        last=replay_view.match.step,
        boards=boards,
        preview=preview_address(services, request, match_id, shown) if may_read(ANONYMOUS, match.visibility) else None,
        now=now,
        ended=ended,
        rounds=rounds_of(replay.parts),
        part_before=max((part.first for part in replay.parts if part.first < shown), default=0),
        part_after=min((part.first for part in replay.parts if part.first > shown), default=replay_view.match.step),
        parts=replay.parts,
        thinking=replay.thinking,
        notes=replay.notes.get(shown, StepNotes()),
        gone=replay.notes.get(None, StepNotes()),
        variations=replay.variations,
        chart=chart,
        ever_secret=any(one.score is None and one.rank is None for each in replay.summaries for one in each.standings),
        viewers=viewer_choices(replay_view.access.principal, replay_view.match, replay_view.narrator.names),
        viewer=chosen(replay_view.access.viewer, viewer),
        other_side=other_side(principal, match, viewer),
        asked="" if viewer is None else f"viewer={viewer}",
        live=replay_view.match.status is Status.PLAYING,
        events=" ".join(EVENT_NAMES),
        may_play=replay_view.access.principal.may("record") or replay_view.access.principal.seat is not None,
        may_comment=may_comment,
        may_vary=may_comment and replay_view.access.viewer is RECORDER and viewer is None,
        places=places,
        signs=signs_of(narrator.language),
        may_record=visitor.may("record"),
        has_table=has_table(match),
    )


def preview_address(services: Services, request: AnyRequest, match_id: UUID, step: int) -> str:
    """Where the image for previews of links to a step is."""
    return address(f"{base_of(services, request)}/matches/{match_id}/preview.png", step=step)


def facts_of(
    replay_view: ReplayView,
    standings: tuple[Standing, ...],
    *,
    at_end: tuple[Standing, ...] | None = None,
    line: Match | None = None,
) -> dict[str, Any]:
    """What every page of a match shows of it; the `standings` may be of an earlier step, or of another `line`."""
    match, narrator = replay_view.match, replay_view.narrator
    view = standings_view(line or match, narrator.names, standings, narrator.language, at_end=at_end)
    return {
        "match_id": replay_view.match_id,
        "match": match,
        "title": subject_title(match.game, match.options, replay_view.narrator.language),
        "seats": view.seats,
        "standings": view,
    }


def _replay(replay_view: ReplayView, notebook: Notebook, reader: NoteReader) -> Replay:
    """Everything that a walk through the match tells."""
    summaries = list(summarize(replay_view.walk(), replay_view.access.viewer, replay_view.narrator))
    notes = notes_by_step(notebook.annotations, reader)
    variations = [
        variation_view(replay_view.match.game, one, replay_view.access.viewer, replay_view.narrator, reader)
        for one in notebook.variations
    ]
    thoughts = list(thoughts_of(replay_view.match))
    seconds = {thought.step: thought.seconds for thought in thoughts}
    return Replay(
        summaries,
        part_lines(summaries, notes, variations_by_step(variations), seconds),
        thinking_lines(thoughts, replay_view.narrator.names),
        notes,
        variations,
    )


def _boards(replay_view: ReplayView, step: int, remarks: tuple[Remark, ...], pointing: bool) -> BoardPair:
    return boards_of(replay_view.scene(step, remarks, pointing=pointing))


def may_change_of(principal: Principal) -> Callable[[str], bool]:
    """Whether `principal` may change what a token wrote."""

    def may_change(author: str) -> bool:
        return principal.may("annotate") and (principal.may("admin") or principal.token_id == author)

    return may_change


def signs_of(language: Language) -> list[tuple[int, str]]:
    """The signs that a step can be given, by their numbers, with what they mean."""
    return [(number, f"{sign.symbol} {sign.meaning(language)}") for number, sign in GLYPHS.items()]


def places_in(board: str) -> list[tuple[str, str]]:
    """The names and titles of the places that can be marked on a picture that can be pointed at."""
    found = re.findall(r'<rect data-place="([^"]+)"[^>]*><title>([^<]*)</title>', board)
    return sorted(((name, unescape(title)) for name, title in found), key=lambda place: name_order(place[1]))
