"""What chance brought at the tables of earlier matches, offered first where people report it again."""

from collections.abc import Sequence
from typing import Final

import psycopg
from msgspec.structs import replace

from domain.kernel.choices import RecallsReports
from domain.kernel.pending import AwaitChance
from domain.match.choosing import recalled_at
from domain.match.match import Match
from service.api.match_access import load_readable
from service.api.replay_view import ReplayView
from service.api.schemas.choices import ChoicesAnswer
from service.auth.access import Principal
from service.eventstore.errors import NotFound
from service.process.container import Services
from service.queries.filters import MatchFilter

_MATCHES: Final = 5
"""How many of the newest matches are looked at."""


async def earlier_matches(services: Services, principal: Principal, replay_view: ReplayView) -> list[Match]:
    """The newest matches of the game that `principal` may list, if what they brought may come again now."""
    match = replay_view.match
    awaits_report = isinstance(match.pending, AwaitChance) and not match.server_deals and match.early_end is None
    if not awaits_report or not isinstance(match.game, RecallsReports) or not principal.sees_all:
        return []
    wanted = MatchFilter(readable=principal.lists, own=principal.own_match, sees_all=True, game=match.game.meta.key)
    try:
        rows = await services.read_models.matches(wanted, "-played_on", None, _MATCHES + 1)
    except psycopg.Error:  # a read model that is made anew is no reason not to record
        return []
    found = []
    for row in rows:
        if row.match_id != replay_view.match_id:
            try:
                found.append(await load_readable(services, principal, row.match_id))
            except NotFound:  # it was removed a moment ago
                continue
    return found[:_MATCHES]


def with_recalled(answer: ChoicesAnswer, replay_view: ReplayView, earlier: Sequence[Match]) -> ChoicesAnswer:
    """The choices, and before them what `earlier` matches brought."""
    narrator = replay_view.narrator
    recalled = recalled_at(replay_view.match, earlier, narrator.names, narrator.language)
    return replace(answer, choices=(*recalled, *answer.choices))
