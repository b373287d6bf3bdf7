"""How the seats of a match stand, as every page of it shows that: scores, ranks, and why they are as they are."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from uuid import UUID

from msgspec import Struct

from domain.kernel.choices import HasWording
from domain.kernel.languages import Language
from domain.kernel.points import Points, points_written
from domain.kernel.standing import Standing
from domain.kernel.words import Words, listed
from domain.match.match import Match
from domain.match.parts import Status
from service.web.words import WORDS


class SeatLine(Struct, frozen=True):
    """A seat at the step that is shown; `place` is that in the standings, from 0, and `sign` its sign as SVG.

    `shown_rank` is what stands for the rank: a dash where there are no ranks, nothing where they may not be known.
    """

    seat: int
    place: int
    sign: str
    player: UUID
    name: str
    score: Points | None
    rank: int | None
    shown_rank: str
    winner: bool


class StandingsView(Struct, frozen=True):
    """The standings after a step.

    Attributes:
        final: whether the match ended with this step.
        unranked: whether nobody has won at its end, so that there are no ranks then.
        scored_at_end: whether the game has no score before its end.
        secret: whether no score may be known.
        broken_ties: whether seats with the same score have different ranks.
        tie_note: by what these go during a match; empty where nothing breaks a tie.
        notes: at the end, how each tie was broken, or why there are no ranks.
    """

    seats: tuple[SeatLine, ...]
    final: bool
    unranked: bool
    scored_at_end: bool
    secret: bool
    broken_ties: bool
    tie_note: str
    notes: tuple[str, ...]

    @property
    def shown(self) -> bool:
        """Whether there is a table to be shown."""
        return not self.secret and (self.final or not self.scored_at_end)


def standings_view(
    match: Match,
    names: Sequence[str],
    standings: Sequence[Standing],
    language: Language,
    *,
    at_end: Sequence[Standing] | None = None,
) -> StandingsView:
    """The `standings` of `match`, or of an earlier step of it: then `at_end` are those of its last one."""
    words, last = WORDS[language], standings if at_end is None else at_end
    ended = match.status is Status.FINISHED
    final = ended and at_end is None
    unranked = ended and _is_unranked(match, last)
    breaks = ", ".join(_tie_breaks(match, language))
    notes: Sequence[str] = ()
    if ended:
        notes = [words(_reason(match, last))] if unranked else tie_lines(match, last, names, words, language)
    return StandingsView(
        seats=tuple(seat_lines(match, names, standings, unranked=final and unranked)),
        final=final,
        unranked=unranked,
        scored_at_end=not match.game.scored_in_play,
        secret=all(one.score is None and one.rank is None for one in standings),
        broken_ties=_breaks_ties(standings),
        tie_note=words("tie_now", by=breaks) if breaks else "",
        notes=tuple(notes),
    )


def _is_unranked(match: Match, standings: Sequence[Standing]) -> bool:
    """Whether nobody has won at the end of `match`, and nobody is ahead; a draw is shared, and ranked so."""
    nobody = all(one.winner is False for one in standings) and len({one.rank for one in standings}) == 1
    return nobody and not match.game.drawn(match.state)


def _reason(match: Match, standings: Sequence[Standing]) -> str:
    """The word for why there are no ranks."""
    if match.early_end is None and match.game.broken_off(match.state):
        return "no_ranks_broken_off"
    if len(standings) > 1 and len(set(match.game.sides(match.options, len(standings)))) == 1:
        return "no_ranks_lost"
    named = match.game.meta.titled and any(one.score is not None for one in standings)
    return "no_ranks_told" if named else "no_ranks"


def _breaks_ties(standings: Iterable[Standing]) -> bool:
    known = sorted((one.score, one.rank) for one in standings if one.score is not None and one.rank is not None)
    return any(one[0] == other[0] and one[1] != other[1] for one, other in pairwise(known))


def _tie_breaks(match: Match, language: Language) -> list[str]:
    if not isinstance(match.game, HasWording):
        return []
    return [match.game.texts[language][key] for key in match.game.tie_breaks]


def seat_lines(
    match: Match, names: Sequence[str], standings: Iterable[Standing], *, unranked: bool = False
) -> list[SeatLine]:
    """The seats of `match`, with how they stand; `unranked` if there are no ranks."""
    from replays.pictures.seats import sign_picture

    seats = list(standings)
    # Where all are first whatever their points, these don't decide, or there are none yet.
    is_level = all(one.rank == 1 for one in seats) and {one.score for one in seats} != {seats[0].score or 0}
    ahead = sorted(seats, key=lambda one: (one.rank is None, one.rank or 0, one.seat))
    places = {one.seat: place for place, one in enumerate(ahead)}
    return [
        SeatLine(
            one.seat,
            places[one.seat],
            sign_picture(one.seat),
            match.seats[one.seat],
            names[one.seat],
            one.score,
            one.rank,
            "–" if unranked or is_level else "" if one.rank is None else str(one.rank),
            bool(one.winner),
        )
        for one in seats
    ]


def tie_lines(
    match: Match, standings: Sequence[Standing], names: Sequence[str], words: Words, language: Language
) -> list[str]:
    """How each tie at the end was broken, or that nothing breaks it."""
    breaks = _tie_breaks(match, language)
    by_score: dict[Points, list[Standing]] = {}
    for one in sorted(standings, key=lambda one: one.rank or 0):
        if one.score is not None:
            by_score.setdefault(one.score, []).append(one)
    lines = []
    for score, tied in by_score.items():
        if len(tied) == 1:
            continue
        ranks = {one.rank for one in tied}
        if len(ranks) > 1:
            by = "; ".join(
                f"{what} ({', '.join(f'{names[one.seat]} {one.tie_breaks[place]}' for one in tied)})"
                for place, what in enumerate(breaks)
            )
            lines.append(words("tie_broken", score=points_written(score, language), n=score, by=by))
        for rank in sorted(rank for rank in ranks if rank is not None):
            sharing = [names[one.seat] for one in tied if one.rank == rank]
            if len(sharing) > 1:
                lines.append(words("tie_shared", names=listed(sharing, language), rank=rank))
    return lines
