"""Opening a match from a page, and removing one, with forms alone."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final
from uuid import UUID, uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.errors import InvalidSetup
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.setup_words import SetupField
from domain.kernel.titles import title_of
from domain.match.confirming import ResultIsSealed
from domain.registry import GAMES
from domain.subjects.titles import subject_title
from service.api.arbitrating import may_rule, ruling_because
from service.api.explaining import explanation_of
from service.api.match_access import load_readable
from service.api.match_list import listed
from service.api.match_templates import last_template
from service.api.matches import opened, removed
from service.api.parameters import MatchId
from service.auth.access import Principal
from service.eventstore.recorder import IdempotencyKey
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import INVALID_REQUEST, NOT_FOUND
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.players import Player
from service.validation.strict_json import SchemaMismatch
from service.web.addresses import address
from service.web.forms import read_form, read_open_form
from service.web.match_form import (
    MatchForm,
    blank,
    fields_of,
    filled_in,
    seat_fields_of,
    setup_fields_of,
    texts_of,
    with_template,
)
from service.web.ordering import games_by_title
from service.web.rendering import fault_page, fresh_page, page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_LISTED: Final = 200
"""People that a picker offers at the most; the form finds others by name."""

_TITLES: Final = 30
"""Titles of matches before that a form offers."""

_REFUSED: Final = 422


class LastTable(Struct, frozen=True):
    """Who sat at the last table, as they are now, and where."""

    people: tuple[UUID, ...] = ()
    place: str = ""


class Picker(Struct, frozen=True):
    """Whom the form offers: the last table, and all others, who plays most first."""

    last: Sequence[Player]
    others: Sequence[Player]


@get("/matches/new", include_in_schema=False)
async def new_match_page(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: Annotated[str | None, QueryParameter(description="The key of a game.")] = None,
    title: Annotated[str | None, QueryParameter(max_length=100, description="A title of matches before.")] = None,
) -> Response[bytes]:
    """The games; of one of them, the form, filled in with the table of last time, and the last sheet of a title."""
    principal = await _recorder(services, request)
    if game is None:
        return page(
            request, "new_match.html", games=[GAMES[key] for key in games_by_title(language_of(request))], form=None
        )
    chosen = _game(game)
    last = await _last_table(services, principal, game)
    form = blank(chosen, last.people, last.place, uuid4().hex)
    if title:
        form = await _as_last_time(services, principal, form, title)
    return fresh_page(request, "new_match.html", **await _facts(services, request, form, last))


@post("/matches/new", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def open_new_match(services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> Response[bytes]:
    """A match, if all is said that it takes; else the form again, with what is missing, or with whom it has found."""
    principal = await _recorder(services, request)
    every = {field for game in GAMES.values() for field in fields_of(game)}
    sent = read_open_form(request, body, every)
    try:
        form = filled_in(_game(sent.get("game", "")), sent)
    except ValueError:
        raise ProblemError(INVALID_REQUEST, "Something in the form is no id.") from None
    last = await _last_table(services, principal, form.game.meta.key)
    if sent.get("do") == "find":
        return fresh_page(request, "new_match.html", **await _facts(services, request, form, last))
    if sent.get("do") == "template":
        form = await _as_last_time(services, principal, form, form.options.get("title", ""))
        return fresh_page(request, "new_match.html", **await _facts(services, request, form, last))
    if (before := await services.matches.find_by_key(_key(principal, form))) is not None:
        return see_other(f"/matches/{before.originator_id}")
    words = WORDS[language_of(request)]
    form, fault = await _asked(services, principal, form)
    explanation = None
    if fault is None:
        try:
            match_id = await _open(services, principal, form)
        except ProblemError as problem:
            fault, detail = words["fault_422"], problem.detail
        except SchemaMismatch as mismatch:
            fault, detail = words["fault_422"], mismatch.detail
        except InvalidSetup as refused:
            fault, detail = words["fault_422"], None
            explanation = explanation_of(form.game, refused, (), language_of(request))
        else:
            return see_other(f"/matches/{match_id}")
    else:
        fault, detail = words[fault], None
    facts = await _facts(services, request, form, last, fault, detail, explanation)
    answer = fresh_page(request, "new_match.html", **facts)
    answer.status_code = _REFUSED
    return answer


@get("/matches/{match_id:uuid}/remove", include_in_schema=False)
async def remove_page(match_id: MatchId, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """What removing a match means, and the form that does it."""
    return page(request, "remove.html", **await _facts_of_removal(services, request, match_id))


async def _facts_of_removal(services: Services, request: AnyRequest, match_id: UUID) -> dict[str, Any]:
    principal = await _recorder(services, request)
    match = await load_readable(services, principal, match_id)
    return {
        "match_id": match_id,
        "match": match,
        "title": subject_title(match.game, match.options, language_of(request)),
        "names": await services.player_names.of_seats(match.seats),
        "rules": await may_rule(services, principal, match_id, match),
    }


@post("/matches/{match_id:uuid}/remove", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def remove(
    match_id: MatchId, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The match is there no more, for nobody."""
    principal = await _recorder(services, request)
    form = read_form(request, body, ("sure",), shown=("ruling",))
    ruling = await ruling_because(services, principal, match_id, form["ruling"])
    try:
        await removed(services, principal, match_id, ruling)
    except ResultIsSealed:
        return fault_page(request, "remove.html", 409, {}, **await _facts_of_removal(services, request, match_id))
    return see_other("/")


async def _recorder(services: Services, request: AnyRequest) -> Principal:
    principal = await visitor_of(services, request)
    principal.require("record")
    return principal


def _game(key: str) -> AnyGame:
    if key not in GAMES:
        raise ProblemError(NOT_FOUND, "There is no such game.")
    return GAMES[key]


async def _asked(services: Services, principal: Principal, form: MatchForm) -> tuple[MatchForm, str | None]:
    """The form with "is it this one?" beside each name that somebody has, and the word for what is missing, if any."""
    seats = len(form.seated)
    if seats not in form.game.meta.seats:
        return form, "too_few_people" if seats < min(form.game.meta.seats) else "too_many_people"
    names = [row.name for row in form.rows if row.name.strip() and not row.player]
    found = await services.people.namesakes(names, principal.lists)
    rows = (
        row.with_candidates(found[row.name]) if not row.player and found.get(row.name) else row for row in form.rows
    )
    form = replace(form, rows=tuple(rows))
    if any(row.candidates and not row.answered for row in form.rows):
        return form, "is_it_this_one"
    if _has_start(form.game) and form.start not in {str(row.row) for row in form.seated}:
        return form, "start_is_nobody"
    people = [row.known for row in form.seated if row.known]
    return form, "same_person_twice" if len(set(people)) < len(people) else None


async def _open(services: Services, principal: Principal, form: MatchForm) -> UUID:
    """The match that the form asks for.

    Raises:
        ProblemError, InvalidSetup: it can't be.
    """
    try:
        wanted = form.request()
    except (msgspec.ValidationError, ValueError):
        raise ProblemError(INVALID_REQUEST, "Something in the form has no meaning.") from None
    written = await opened(services, principal, wanted, _key(principal, form))
    return written.originator_id


def _key(principal: Principal, form: MatchForm) -> IdempotencyKey:
    """The same for a form that is sent twice, and another one once something else is filled in."""
    digest = form.digest
    return IdempotencyKey(principal.token_id, f"form {digest}", bytes.fromhex(digest))


async def _last_table(services: Services, principal: Principal, game: str) -> LastTable:
    """The newest match of the game that `principal` finds, or of any game."""
    for wanted in (game, None):
        matches = MatchFilter(
            readable=principal.lists, own=principal.own_match, sees_all=principal.sees_all, game=wanted, origin="table"
        )
        items, _ = await listed(services, principal, matches, "-opened", None, 1)
        if items:
            people = await services.people.persons([seat.player.id for seat in items[0].seats])
            unseatable = await services.people.unseatable(people)
            return LastTable(tuple(one for one in dict.fromkeys(people) if one not in unseatable), items[0].place)
    return LastTable()


async def _as_last_time(services: Services, principal: Principal, form: MatchForm, title: str) -> MatchForm:
    """The form with the last sheet of a title, if there is one; else with the title alone."""
    game = form.game
    template = await last_template(services, principal, game.meta.key, title)
    if template is None:
        return replace(form, options={**form.options, "title": title})
    return with_template(form, msgspec.convert(template.options, game.options_type))


async def _facts(
    services: Services,
    request: AnyRequest,
    form: MatchForm,
    last: LastTable,
    fault: str | None = None,
    detail: str | None = None,
    explanation: Explanation | None = None,
) -> dict[str, Any]:
    """What the template shows."""
    language = language_of(request)
    game = form.game
    return {
        "games": [],
        "form": form,
        "explanation": explanation,
        "game": game.meta,
        "picker": await _picker(services, form, last),
        "texts": [
            {
                "name": text.name,
                "title": title_of(game, "option", text.name, language),
                "most": text.most,
                "written": form.options.get(text.name, ""),
            }
            for text in texts_of(game)
        ],
        "options": [
            {
                "name": words.name,
                "title": title_of(game, "option", words.name, language),
                "chosen": form.options.get(words.name, ""),
                "choices": [
                    {
                        "key": choice.key,
                        "words": title_of(game, "option", f"{words.name}_{choice.key}", language),
                        "seats": choice.seats,
                    }
                    for choice in words.choices
                ],
            }
            for words in form.words
        ],
        "fields": [_field(game, field, form.fields, language) for field in setup_fields_of(game)],
        "seats_help": game.texts[language].get("seats_help"),
        "seat_fields": [_field(game, field, {}, language) for field in seat_fields_of(game)],
        "titles": await _titles(services, request, game),
        "has_title": _has_title(game),
        "has_start": _has_start(game),
        "fault": fault,
        "detail": detail,
    }


def _field(game: AnyGame, field: SetupField, written: Mapping[str, str], language: Language) -> dict[str, Any]:
    """A field as the template shows it."""
    return {
        "name": field.name,
        "form": field.form,
        "most": field.most,
        "title": title_of(game, "option", field.name, language),
        "help": game.texts[language].get(f"option_{field.name}_help"),
        "written": written.get(field.name, ""),
    }


def _has_start(game: AnyGame) -> bool:
    """Whether a match says who starts."""
    return "start_seat" in game.options_type.__struct_fields__


def _has_title(game: AnyGame) -> bool:
    """Whether a match says of which title it is, so that there can be a last one of it."""
    return "title" in game.options_type.__struct_fields__


async def _titles(services: Services, request: AnyRequest, game: AnyGame) -> list[tuple[str, str]]:
    """The titles of matches before, of a game that has titles, each with the address of the form for it."""
    if not _has_title(game):
        return []
    wanted = MatchFilter(game=game.meta.key).accessible_to(await visitor_of(services, request))
    titles = await services.known_titles.newest(wanted, _TITLES)
    return [(one.title, address("/matches/new", game=game.meta.key, title=one.title)) for one in titles]


async def _picker(services: Services, form: MatchForm, last: LastTable) -> Picker:
    """Who is offered: those whom the form looks for, and in any case who is picked already."""
    found = await services.people.page(form.find.strip() or None, None, _LISTED, "-matches")
    offered = {player.id: player for player in found if not player.simulated}
    picked = {UUID(row.player) for row in form.rows if row.player}
    for player_id in (picked | set(last.people)) - offered.keys():
        if not form.find.strip() or player_id in picked:
            offered[player_id] = await services.people.get(player_id)
    at_last = [offered[one] for one in last.people if one in offered]
    return Picker(at_last, [player for player in offered.values() if player.id not in set(last.people)])
