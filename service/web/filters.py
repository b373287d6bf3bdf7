"""The filters that the pages have in common: read from the address, shown in a form, kept in links."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal, TypeVar
from uuid import UUID

from litestar.di import NamedDependency, Provide
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.languages import Language
from domain.kernel.titles import game_title
from domain.match.events import Origin
from domain.match.parts import Status
from domain.registry import GAMES, title_of_game
from service.api.match_access import principal_of, verify_visible
from service.auth.access import Principal, may_read
from service.eventstore.errors import NotFound
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST, NOT_FOUND
from service.process.container import Services
from service.queries.filters import MatchFilter
from service.queries.leaderboards import pool_of
from service.queries.matches import SeriesFilter
from service.web.addresses import address
from service.web.ordering import games_by_title, name_order
from service.web.words import WORDS, day

T = TypeVar("T")

FilterField = Literal[
    "game",
    "subject",
    "player",
    "with",
    "series",
    "status",
    "sealed",
    "irregular",
    "place",
    "tag",
    "seats",
    "played_from",
    "played_to",
]

_OFFERED: Final = 200
"""People and series that a form offers at the most."""

_MOST_SEATS: Final = 16


class FilterOption(Struct, frozen=True):
    """One of the things that a form offers."""

    value: str
    name: str


class Filters(Struct, frozen=True, kw_only=True):
    """The filters of a page; None is any. What is empty in a form is none."""

    game: str | None = None
    subject: UUID | None = None
    player: UUID | None = None
    companion: UUID | None = None
    series: UUID | None = None
    status: Status | None = None
    place: str | None = None
    tag: str | None = None
    seats: int | None = None
    played_from: date | None = None
    played_to: date | None = None
    origin: Origin | None = None
    sealed: bool | None = None
    irregular: bool | None = None

    @property
    def given(self) -> dict[str, str]:
        """The filters as parameters of an address, those that there are."""
        values = {_NAMED.get(name, name): getattr(self, name) for name in self.__struct_fields__}
        return {name: _written(value) for name, value in values.items() if value is not None}

    def link(self, path: str, **more: object) -> str:
        """The address of `path` with these filters, and `more` parameters in their place or beside them."""
        return address(path, **{**self.given, **more})

    def wanted(self, principal: Principal, among_matches: Sequence[UUID] | None = None, **more: Any) -> MatchFilter:
        """The matches that `principal` may find by these filters."""
        return MatchFilter(
            game=self.game,
            subject=self.subject,
            player=self.player,
            companion=self.companion,
            status=self.status,
            place=self.place,
            tag=self.tag,
            seats=self.seats,
            played_from=self.played_from,
            played_to=self.played_to,
            origin=None if self.origin is None else self.origin.value,
            sealed=self.sealed,
            irregular=self.irregular,
            among_matches=among_matches,
            **more,
        ).accessible_to(principal)


_NAMED: Final = {"companion": "with"}


async def asked_filters(
    services: NamedDependency[Services],
    request: AnyRequest,
    game: FromQuery[str | None] = None,
    subject: FromQuery[str | None] = None,
    player: FromQuery[str | None] = None,
    with_player: Annotated[str | None, QueryParameter(name="with")] = None,
    series: FromQuery[str | None] = None,
    status: FromQuery[str | None] = None,
    place: FromQuery[str | None] = None,
    tag: FromQuery[str | None] = None,
    seats: FromQuery[str | None] = None,
    played_from: FromQuery[str | None] = None,
    played_to: FromQuery[str | None] = None,
    origin: FromQuery[str | None] = None,
    sealed: FromQuery[str | None] = None,
    irregular: FromQuery[str | None] = None,
) -> Filters:
    """The filters in an address, where a form has left some empty.

    Raises:
        ProblemError: 400 for a value that has no meaning, 404 for a game that there isn't, and no match of it.
    """
    if game and game not in GAMES and not await _has_matches(services, request, game):
        raise ProblemError(NOT_FOUND, "There is no such game.")
    filters = Filters(
        game=game or None,
        subject=_read(UUID, subject, "subject"),
        player=_read(UUID, player, "player"),
        companion=_read(UUID, with_player, "with"),
        series=_read(UUID, series, "series"),
        status=_read(Status, status, "status"),
        place=place or None,
        tag=tag or None,
        seats=_read(_seats, seats, "seats"),
        played_from=_read(date.fromisoformat, played_from, "played_from"),
        played_to=_read(date.fromisoformat, played_to, "played_to"),
        origin=_read(Origin, origin, "origin"),
        sealed=_read(_boolean, sealed, "sealed"),
        irregular=_read(_boolean, irregular, "irregular"),
    )
    return replace(filters, companion=None) if filters.player is None else filters


async def _has_matches(services: Services, request: AnyRequest, game: str) -> bool:
    """Whether who asks may list a match of a game, which perhaps isn't installed any more."""
    wanted = MatchFilter(game=game).accessible_to(await principal_of(services, request))
    return bool(await services.read_models.matches(wanted, "-played_on", None, 1))


FILTERS: Final = {"filters": Provide(asked_filters)}
"""The dependency `filters` of a page: :func:`asked_filters`."""


def _read(form: Callable[[str], T], text: str | None, parameter: str) -> T | None:
    if not text:
        return None
    try:
        return form(text)
    except ValueError:
        raise ProblemError(INVALID_REQUEST, f"'{text[:80]}' has no meaning here.", parameter=parameter) from None


def _written(value: object) -> str:
    """`value` as an address has it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _boolean(text: str) -> bool:
    if text not in {"true", "false"}:
        raise ValueError(text)
    return text == "true"


def _seats(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:3]) <= _MOST_SEATS):
        raise ValueError(text)
    return int(text)


async def matches_of_series(services: Services, principal: Principal, filters: Filters) -> Sequence[UUID] | None:
    """The matches of the series that is asked for; None where none is.

    Raises:
        NotFound: there is no such series for `principal`.
    """
    if filters.series is None:
        return None
    await verify_visible(services, principal, filters.series)
    series = await services.series.load(filters.series)
    if not may_read(principal, series.visibility):
        raise NotFound(filters.series)
    return series.matches


class ActiveFilter(Struct, frozen=True):
    """A filter that is chosen; `text` is its value for people, `without` the address of the page without it."""

    field: str
    text: str
    without: str


class FilterForm(Struct, frozen=True):
    """What a form of filters offers, and what is chosen in it.

    Attributes:
        active: what is chosen.
        chosen: the value of each field, empty for any.
    """

    action: str
    fields: Sequence[str]
    chosen: dict[str, str]
    games: Sequence[FilterOption]
    subjects: Sequence[FilterOption]
    people: Sequence[FilterOption]
    series: Sequence[FilterOption]
    states: Sequence[str]
    seats: Sequence[int]
    active: Sequence[ActiveFilter]
    hidden: Mapping[str, str]


async def filter_form(
    services: Services,
    principal: Principal,
    filters: Filters,
    action: str,
    fields: Sequence[FilterField],
    language: Language,
    hidden: Mapping[str, str] = MappingProxyType({}),
) -> FilterForm:
    """The form at `action` with these `fields`; it offers people and series that `principal` may know of.

    What is `hidden` is sent with it.
    """
    subjects: list[FilterOption] = []
    people: list[FilterOption] = []
    series: list[FilterOption] = []
    if "subject" in fields:
        subjects = await _titles(services, principal, filters.subject)
    if "player" in fields:
        known = await services.participants.people(pool_of(principal), None, None, _OFFERED)
        people = [FilterOption(str(one.id), one.name) for one in known]
        for asked in (filters.player, filters.companion):
            if asked is not None and str(asked) not in {one.value for one in people}:
                person = await services.people.shown_to(principal, asked)
                people.append(FilterOption(str(asked), person.name or "–"))
    if "series" in fields:
        wanted = SeriesFilter(principal.lists, principal.own_match)
        rows = await services.read_models.series(wanted, None, _OFFERED)
        series = [FilterOption(str(row.series_id), row.title or title_of_game(row.game, language)) for row in rows]
    games = [FilterOption(key, game_title(GAMES[key], language)) for key in games_by_title(language)]
    if filters.game is not None and filters.game not in GAMES:
        games.append(FilterOption(filters.game, f"{filters.game} ({WORDS[language]['game_missing']})"))
    named = {option.value: option.name for option in (*games, *subjects, *people, *series)}
    named |= {str(one): day(one, language) for one in (filters.played_from, filters.played_to) if one is not None}
    active = [
        ActiveFilter(field, named.get(value, value), filters.link(action, **{field: None}, **hidden))
        for field, value in filters.given.items()
        if field in fields
    ]
    return FilterForm(
        action=action,
        fields=fields,
        chosen={field: filters.given.get(field, "") for field in fields},
        games=games,
        subjects=subjects,
        people=people,
        series=series,
        states=[status.value for status in Status],
        seats=sorted({seats for game in GAMES.values() for seats in game.meta.seats}),
        active=active,
        hidden=hidden,
    )


async def _titles(services: Services, principal: Principal, chosen: UUID | None) -> list[FilterOption]:
    """The titles that are played most, in the order of their names, and the one that is chosen."""
    rows = await services.subjects.page(principal, None, None, _OFFERED, titles=True)
    if chosen is not None and chosen not in {row.id for row in rows}:
        rows.append(await services.subjects.get(principal, chosen))
    return [FilterOption(str(row.id), row.name) for row in sorted(rows, key=lambda row: name_order(row.name))]
