"""Which matches a request is about: the query's filters, and links that list matches."""

from datetime import date
from typing import Annotated, Final
from urllib.parse import urlencode
from uuid import UUID

from litestar.di import Provide
from litestar.params import FromQuery, QueryParameter
from msgspec import Struct

from domain.kernel.game import AnyGame
from domain.match.events import Origin
from domain.registry import GAMES
from service.api.schemas.match_count import MatchCount
from service.auth.access import Principal
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_REQUEST
from service.queries.filters import MatchFilter

MATCHES: Final = "/api/v1/matches"
MAX_OPTIONS: Final = 16

PlaceName = Annotated[str | None, QueryParameter(description="A part of the place's name.")]
Tag = Annotated[str | None, QueryParameter(description="A tag, whole; case doesn't matter.")]
SeatCount = Annotated[int | None, QueryParameter(ge=1, le=16, description="Only matches of so many players.")]
SeatNumber = Annotated[int | None, QueryParameter(ge=0, le=15)]
OptionValues = Annotated[
    str | None,
    QueryParameter(
        description="Options of the game that are one value each, as `name:value`, several with commas between: "
        "`dealing:open,start_seat:0`; also what came about in play, such as the opening: `eco:C60`. A `*` at the end "
        "stands for anything: `eco:C*`."
    ),
]
SubjectAsked = Annotated[
    UUID | None, QueryParameter(description="Only matches of this subject, as `/subjects` lists them.")
]
With = Annotated[UUID | None, QueryParameter(name="with", description="Somebody else who sits in the match.")]


def read_options(text: str | None, game: AnyGame | None) -> dict[str, str] | None:
    """The options of a query, and traits, by name; those of `game`, or of any.

    Raises:
        ProblemError: 400 for another form, for an option twice, and for one that there isn't.
    """
    if text is None:
        return None
    games = GAMES.values() if game is None else (game,)
    known = {name for each in games for name in (*each.options_type.__struct_encode_fields__, *each.traits)}
    wanted: dict[str, str] = {}
    for pair in text.split(",", MAX_OPTIONS):
        name, colon, value = pair.partition(":")
        if not colon or not value:
            raise ProblemError(INVALID_REQUEST, "Options are written as `name:value`.", parameter="options")
        if name not in known:
            detail = f"There is no option '{name[:80]}'. There are: {', '.join(sorted(known))}."
            raise ProblemError(INVALID_REQUEST, detail, parameter="options")
        if name in wanted:
            raise ProblemError(INVALID_REQUEST, f"The option '{name}' is given twice.", parameter="options")
        wanted[name] = value
    return wanted


class MatchQuery(Struct, frozen=True, kw_only=True):
    """The filters of a query for statistics, as they were sent."""

    game: str | None = None
    subject: UUID | None = None
    player: UUID | None = None
    companion: UUID | None = None
    among: UUID | None = None
    seats: int | None = None
    options: str | None = None
    played_from: date | None = None
    played_to: date | None = None
    place: str | None = None
    tag: str | None = None
    origin: str | None = None
    sealed: bool | None = None
    irregular: bool | None = None

    def wanted(self, principal: Principal, game: AnyGame | None) -> MatchFilter:
        """The matches that count for `principal`."""
        return MatchFilter(
            game=self.game,
            subject=self.subject,
            player=self.player,
            companion=self.companion,
            among=self.among,
            seats=self.seats,
            options=read_options(self.options, game),
            played_from=self.played_from,
            played_to=self.played_to,
            place=self.place,
            tag=self.tag,
            origin=self.origin,
            sealed=self.sealed,
            irregular=self.irregular,
        ).accessible_to(principal)

    def link(self, **more: object) -> str:
        """Lists the matches that count and that `more` is true of, as parameters of `GET /matches`."""
        named = {"with" if name == "companion" else name: getattr(self, name) for name in self.__struct_fields__}
        given = {name: _in_query(value) for name, value in (named | more).items() if value is not None}
        return f"{MATCHES}?{urlencode({**given, 'status': 'finished', 'counted': 'true'})}"

    def count(self, count: int, **more: object) -> MatchCount:
        """So many matches of which `more` is true."""
        return MatchCount(count, self.link(**more))


def asked_matches(
    subject: SubjectAsked = None,
    seats: SeatCount = None,
    options: OptionValues = None,
    played_from: FromQuery[date | None] = None,
    played_to: FromQuery[date | None] = None,
    place: PlaceName = None,
    tag: Tag = None,
    origin: FromQuery[Origin | None] = None,
    sealed: FromQuery[bool | None] = None,
    irregular: FromQuery[bool | None] = None,
) -> MatchQuery:
    """The filters that all queries for statistics have."""
    return MatchQuery(
        subject=subject,
        seats=seats,
        options=options,
        played_from=played_from,
        played_to=played_to,
        place=place,
        tag=tag,
        origin=origin,
        sealed=sealed,
        irregular=irregular,
    )


def _in_query(value: object) -> object:
    """`value` as a query has it."""
    return str(value).lower() if isinstance(value, bool) else value


ASKED: Final = {"asked": Provide(asked_matches, sync_to_thread=False)}
"""The dependency `asked` of a handler: :func:`asked_matches`."""


def match_link(match_id: UUID) -> str:
    """The address of a match."""
    return f"{MATCHES}/{match_id}"
