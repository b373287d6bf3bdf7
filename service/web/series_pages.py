"""The pages of series: all of them, one with its totals, and the forms that open, extend and remove one."""

from typing import Final
from uuid import UUID, uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import Struct

from domain.kernel.languages import Language
from domain.registry import GAMES, title_of_game
from domain.series.series import SeriesViolation
from service.api.match_access import verify_visible
from service.api.match_list import listed
from service.api.parameters import Cursor
from service.api.schemas.series import SeriesAnswer, SeriesRequest
from service.api.series import SeriesId
from service.api.series_answers import series_answer, series_items
from service.api.series_commands import added, opening, removed_series, verify_series
from service.auth.access import Principal
from service.http.negotiation import language_of
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.process.container import Services
from service.queries.leaderboards import pool_of
from service.queries.matches import SeriesFilter
from service.web.filters import Filters
from service.web.forms import read_form, read_open_form
from service.web.ordering import games_by_title
from service.web.rendering import fresh_page, page
from service.web.series_results import arbiter_lines
from service.web.sign_in import see_other
from service.web.tables import MatchLine, match_lines
from service.web.visitor import visitor_of
from service.web.words import WORDS

_PATH: Final = "/series"
_LISTED: Final = 25
_OFFERED: Final = 200
_CANDIDATES: Final = 30
_REFUSED: Final = 422
_DIGITS: Final = 9
_FACTS: Final = ("game", "title", "length", "visibility", "seal_needed", "seals_after", "regular")
_MOST_PLAYERS: Final = max(max(game.meta.seats) for game in GAMES.values())
_FIELDS: Final = (*_FACTS, *(f"player-{seat}" for seat in range(_MOST_PLAYERS)))


class SeriesLine(Struct, frozen=True):
    """A series in the list."""

    id: UUID
    name: str
    game: str
    people: str
    matches: int
    length: int


@get(_PATH, include_in_schema=False)
async def series_list_page(
    services: NamedDependency[Services], request: AnyRequest, cursor: Cursor = None
) -> Response[bytes]:
    """Series, the newest first."""
    principal = await visitor_of(services, request)
    after = read_cursor(cursor, tuple[Place])
    wanted = SeriesFilter(principal.lists, principal.own_match)
    rows = await services.read_models.series(wanted, after[0] if after else None, _LISTED + 1)
    language = language_of(request)
    items = await series_items(services, rows[:_LISTED])
    lines = [
        SeriesLine(
            item.id,
            item.title or title_of_game(item.game, language),
            title_of_game(item.game, language),
            ", ".join(player.name for player in item.players),
            len(item.matches),
            item.length,
        )
        for item in items
    ]
    return page(
        request,
        "series_list.html",
        series=lines,
        may_record=principal.may("record"),
        older=f"{_PATH}?cursor={make_cursor(rows[_LISTED - 1].opened)}" if len(rows) > _LISTED else None,
        newest=None if cursor is None else _PATH,
    )


@get("/series/new", include_in_schema=False)
async def new_series_page(services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form that opens a series."""
    principal = await _recorder(services, request)
    return await _new_series_form(services, request, principal, {}, None)


@post("/series/new", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def open_new_series(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[bytes]:
    """A series, if it can be one; else the form again, with what is wrong."""
    principal = await _recorder(services, request)
    sent = dict(read_open_form(request, body, _FIELDS))
    try:
        wanted = _wanted(sent)
        events = await opening(services, principal, wanted)
    except ProblemError as problem:
        fault = problem.detail
    except SeriesViolation as violation:
        fault = violation.message
    else:
        written = await services.series.create(uuid4(), lambda: events, key=None)
        return see_other(f"{_PATH}/{written.originator_id}")
    answer = await _new_series_form(services, request, principal, sent, fault)
    answer.status_code = _REFUSED
    return answer


@get("/series/{series_id:uuid}", include_in_schema=False)
async def series_page(series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """A series: who stands how, match by match."""
    return await _series_page(services, request, series_id)


@post("/series/{series_id:uuid}/matches", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def add_match(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """A match counts in the series from now on, if it fits."""
    principal = await _recorder(services, request)
    form = read_form(request, body, ("match",))
    await verify_visible(services, principal, series_id)
    try:
        await added(services, request, principal, series_id, _id(form["match"]))
    except ProblemError as problem:
        answer = await _series_page(services, request, series_id, problem.detail)
        answer.status_code = problem.kind.status
        return answer
    return see_other(f"{_PATH}/{series_id}")


@get("/series/{series_id:uuid}/remove", include_in_schema=False)
async def remove_series_page(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest
) -> Response[bytes]:
    """What removing a series means, and the form that does it."""
    principal = await _recorder(services, request)
    answer = await _answer(services, principal, series_id)
    return page(request, "remove_series.html", series_id=series_id, name=_name(answer, language_of(request)))


@post("/series/{series_id:uuid}/remove", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def remove(
    series_id: SeriesId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The series is there no more; its matches stay."""
    principal = await _recorder(services, request)
    read_form(request, body, ("sure",))
    await verify_visible(services, principal, series_id)
    await removed_series(services, request, principal, series_id)
    return see_other(_PATH)


async def _series_page(
    services: Services, request: AnyRequest, series_id: UUID, fault: str | None = None
) -> Response[bytes]:
    principal = await visitor_of(services, request)
    language = language_of(request)
    answer = await _answer(services, principal, series_id)
    shown = [match.id for match in answer.matches]
    wanted = Filters().wanted(principal, shown)
    items, _ = await listed(services, principal, wanted, "played_on", None, len(shown) + 1)
    lines = {line.id: line for line in match_lines(items, language)}
    return page(
        request,
        "series.html",
        series=answer,
        standings=sorted(answer.standings, key=lambda one: (one.rank is None, one.rank)),
        name=_name(answer, language),
        game=title_of_game(answer.game, language),
        matches=[lines[match_id] for match_id in shown if match_id in lines],
        numbers=list(range(1, len(shown) + 1)),
        candidates=await _candidates(services, principal, answer, language),
        may_record=principal.may("record"),
        arbiters=await arbiter_lines(services, principal, answer),
        fault=fault,
        wrong=WORDS[language]["fault_422"],
        api=f"/api/v1/series/{series_id}",
    )


async def _answer(services: Services, principal: Principal, series_id: UUID) -> SeriesAnswer:
    """The series, if `principal` may read it.

    Raises:
        NotFound: there is none for `principal`.
    """
    await verify_visible(services, principal, series_id)
    series = await services.series.load(series_id)
    verify_series(principal, series)
    return await series_answer(services, principal, series_id, series, 0)


async def _candidates(
    services: Services, principal: Principal, series: SeriesAnswer, language: Language
) -> list[MatchLine]:
    """The newest matches that may be added: of the same game by the same people."""
    if not principal.may("record") or len(series.matches) >= series.length:
        return []
    people = {standing.player.id for standing in series.standings}
    (first, *others) = sorted(people)
    wanted = Filters(game=series.game, player=first, companion=others[0] if others else None, seats=len(people))
    items, _ = await listed(services, principal, wanted.wanted(principal), "-played_on", None, _CANDIDATES)
    inside = {match.id for match in series.matches}
    seated = {item.id: {seat.player.id for seat in item.seats} for item in items}
    new = [item for item in items if item.id not in inside and seated[item.id] == people]
    return match_lines(new, language)


def _name(series: SeriesAnswer, language: Language) -> str:
    return series.title or title_of_game(series.game, language)


async def _new_series_form(
    services: Services, request: AnyRequest, principal: Principal, sent: dict[str, str], fault: str | None
) -> Response[bytes]:
    return fresh_page(
        request,
        "new_series.html",
        games=[GAMES[key] for key in games_by_title(language_of(request))],
        people=await services.participants.people(pool_of(principal), None, None, _OFFERED),
        sent={field: sent.get(field, "") for field in _FIELDS},
        seats=max(GAMES[sent["game"]].meta.seats) if sent.get("game") in GAMES else _MOST_PLAYERS,
        fault=fault,
        wrong=WORDS[language_of(request)]["fault_422"],
    )


def _wanted(sent: dict[str, str]) -> SeriesRequest:
    """The series that the form asks for.

    Raises:
        ProblemError: 400 for what has no meaning.
    """
    players = [sent[field] for field in _FIELDS if field.startswith("player-") and sent.get(field)]
    asked = {
        "game": sent.get("game", ""),
        "players": players,
        "length": _number(sent.get("length", "")),
        "title": sent.get("title", ""),
        "visibility": sent.get("visibility", "public"),
        "seal_needed": sent.get("seal_needed") == "yes",
        "irregular": sent.get("regular") != "yes",
        "seals_after": _number(sent["seals_after"]) if sent.get("seals_after") else None,
    }
    try:
        return msgspec.convert(asked, SeriesRequest)
    except msgspec.ValidationError:
        raise ProblemError(INVALID_REQUEST, "Something in the form has no meaning.") from None


def _number(text: str) -> int:
    """A number of the form; 0, which none of them can be, for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _DIGITS else 0


def _id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "That is no id of a match.", pointer="/match") from None


async def _recorder(services: Services, request: AnyRequest) -> Principal:
    principal = await visitor_of(services, request)
    principal.require("record")
    return principal
