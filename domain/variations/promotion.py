"""A variation that is gone on with as a match of its own."""

from datetime import datetime
from uuid import UUID

from msgspec import to_builtins
from msgspec.structs import replace

from domain.match.anchors import steps_by_anchor
from domain.match.commands import NotPossible
from domain.match.events import Fork, MatchEvent, MatchOpened, Origin
from domain.match.line import Ply
from domain.match.match import Match
from domain.match.parts import Identified
from domain.variations.variation_line import VariationLine
from domain.variations.variations import Variation, Variations


def promote(
    match_id: UUID,
    match: Match,
    variations: Variations,
    variation: Variation,
    line: VariationLine,
    *,
    at: datetime,
    by: str,
) -> list[MatchEvent]:
    """The events of a match that is `match` (its id is `match_id`) up to where the variation leaves it, and then that.

    What was played is taken over with its outcome; it doesn't count in statistics.

    Raises:
        NotPossible: the variation no longer stands as a whole.
    """
    if line.standing < len(variation.line) or not line.positions:
        raise NotPossible("", "The variation no longer stands as a whole.")
    *_, root = variations.ancestry(variation.id)
    after = line.positions[-1].match
    taken_over = (*after.identified_at(0), *after.following(0))
    return [
        MatchOpened(
            game=match.game.meta.key,
            edition=match.game.meta.edition,
            options=to_builtins(match.options),
            seats=match.seats,
            played_on=match.played_on,
            ordinal=match.ordinal,
            place=match.place,
            note=variation.title,
            visibility=match.visibility,
            origin=Origin.VARIATION,
            tags=match.tags,
            undo=match.undo,
            forked_from=Fork(match_id, steps_by_anchor(match)[root.anchor]),
            deviations=tuple(
                version for version, source in enumerate(taken_over, start=2) if source.version in match.deviations
            ),
            at=at,
            by=by,
        ),
        *(_copied(source, at, by) for source in taken_over),
    ]


def committed(opened: MatchEvent, commitment: str, taken_over: int) -> MatchOpened:
    """The opening of a promoted match with a commitment to the seed that draws behind the events `taken_over`."""
    assert isinstance(opened, MatchOpened)  # noqa: S101  # that is how `promote` begins
    return replace(opened, commitment=commitment, taken_over=taken_over)


def _copied(source: Ply | Identified, at: datetime, by: str) -> MatchEvent:
    """What was recorded of another match, with its outcome."""
    if isinstance(source, Ply):
        return replace(source.played, at=at, by=by, repeats=None)
    return replace(source.event, at=at, by=by)
