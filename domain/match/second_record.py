"""A second record of a match: somebody else writes down what happens at the same table; neither sees the other's."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID, uuid5

from msgspec import to_builtins

from domain.match.commands import NotPossible
from domain.match.events import MatchOpened, Origin, Visibility
from domain.match.match import Match


def second_record_ids(match_id: UUID) -> Iterator[UUID]:
    """The ids that second records of a match have: the first one, and those in its place after a removal."""
    second_id = match_id
    while True:
        second_id = uuid5(second_id, "second record")
        yield second_id


def has_table(match: Match) -> bool:
    """Whether somebody else could record what lies on a table: it is played, and not dealt by the server."""
    return not match.server_deals and match.origin not in {Origin.SECOND_RECORD, Origin.VARIATION}


def open_second_record(match_id: UUID, match: Match, *, at: datetime, by: str) -> MatchOpened:
    """Begin a second record of `match`, whose id is `match_id`: of the same game, edition, options and seats.

    Nobody sees it who doesn't record it or arbitrate, and it counts nowhere.

    Raises:
        NotPossible: the server deals, so that whoever recorded ahead would see cards that nobody has been dealt yet;
            or it is no record of a table itself.
    """
    if match.server_deals:
        raise NotPossible("", "In this match the server deals: there is no table that somebody else could record.")
    if not has_table(match):
        raise NotPossible("", "Only a match that is played has a second record.")
    return MatchOpened(
        game=match.game.meta.key,
        edition=match.game.meta.edition,
        options=to_builtins(match.options),
        seats=match.seats,
        played_on=match.played_on,
        ordinal=match.ordinal,
        place=match.place,
        visibility=Visibility.BLIND,
        origin=Origin.SECOND_RECORD,
        undo=match.undo,
        second_record_of=match_id,
        at=at,
        by=by,
    )
