"""What earlier matches were begun with, offered again for the next one."""

from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from domain.kernel.setup_words import HasSetupFields
from service.api.games import GameKey, game_called
from service.api.match_access import load_readable, principal_of
from service.api.parameters import AfterPosition, awaited_position
from service.api.schemas.games import MatchTemplate, MatchTemplates
from service.auth.access import Principal
from service.eventstore.errors import NotFound, UnreadableLog
from service.http.requests import AnyRequest
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.known_titles import KnownTitle


@get(
    "/games/{game:str}/templates",
    operation_id="listMatchTemplates",
    tags=["games"],
    summary="The last sheet of each title",
)
async def list_match_templates(
    game: GameKey,
    services: NamedDependency[Services],
    request: AnyRequest,
    title: Annotated[str, QueryParameter(description="Only this title; case and spacing don't count.")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=100, description="The most items to give.")] = 20,
    after_position: AfterPosition = None,
) -> MatchTemplates:
    """What the last match of each title was begun with, of the matches that you find in lists; the newest first.

    Options without those of its people: rows, rounds, who wins, variant, minutes. They can open the next match. Games
    without titles have none.
    """
    key = game_called(game, None).meta.key
    principal = await principal_of(services, request)
    await services.progress.reach("scoreboard", awaited_position(request, after_position))
    known = await services.known_titles.newest(MatchFilter(game=key).accessible_to(principal), limit, title)
    found = [await _template(services, principal, one) for one in known]
    return MatchTemplates(tuple(one for one in found if one is not None))


async def last_template(services: Services, principal: Principal, game: str, title: str) -> MatchTemplate | None:
    """The template of a title for `principal`; None where it finds no match of it."""
    known = await services.known_titles.newest(MatchFilter(game=game).accessible_to(principal), 1, title)
    return await _template(services, principal, known[0]) if title and known else None


async def _template(services: Services, principal: Principal, known: KnownTitle) -> MatchTemplate | None:
    try:
        match = await load_readable(services, principal, known.match_id)
    except (NotFound, UnreadableLog):
        return None
    if not isinstance(match.game, HasSetupFields):
        return None
    options: Any = match.game.template(match.options)
    return MatchTemplate(known.match_id, options.title, msgspec.to_builtins(options))
