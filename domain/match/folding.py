"""How a match is folded from its events: what stands comes first, and then, once, the states that it leads to.

So it takes as long as what stands takes, however much was taken back.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, overload

from msgspec.structs import replace

from domain.kernel.actions import ChanceAction
from domain.kernel.by_type import by_type
from domain.kernel.game import Setup
from domain.match.draws import draws_after
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    Origin,
    ResultEvent,
    SeatsChanged,
)
from domain.match.line import Line, Ply
from domain.match.match import Match
from domain.match.parts import Commitment, EarlyEnd, Identified, Retraction, commitments_after, options_of
from domain.match.perspectives import folded
from domain.match.sealing import Sealing, sealing_after
from domain.registry import game_of


@overload
def fold(match: Match, events: Iterable[MatchEvent]) -> Match: ...
@overload
def fold(match: None, events: Iterable[MatchEvent]) -> Match | None: ...
@overload
def fold(match: Match | None, events: Iterable[MatchEvent]) -> Match | None: ...
def fold(match: Match | None, events: Iterable[MatchEvent]) -> Match | None:
    """`match` after `events`; None is a match that hasn't been opened.

    Raises:
        UnknownGame: the game, or the edition of its rules, isn't known here.
    """
    before, now = match, match
    in_a_row: list[ActionPlayed[Any, Any]] = []
    for event in events:
        if isinstance(event, ActionPlayed):
            in_a_row.append(event)
            continue
        if in_a_row:
            now, in_a_row = _line_after(_existing(now), in_a_row), []
        if isinstance(event, MatchOpened):
            before = now = _opened(event)
        else:
            now = _recorded(_existing(now), event)
    if in_a_row:
        now = _line_after(_existing(now), in_a_row)
    return None if now is None else _with_states(now, _existing(before))


def evolve(match: Match | None, event: MatchEvent) -> Match:
    """`match` after one event; raises as :func:`fold`."""
    if isinstance(event, ActionPlayed):  # most events are
        match = _existing(match)
        return advance(match, event, folded(match.game, match.state, event.outcome))
    return _existing(fold(match, (event,)))


def advance(match: Match, event: ActionPlayed[Any, Any], state: Any) -> Match:
    """`match` after `event`, whose facts lead the record to `state`."""
    version = match.version + 1
    after = _played(match, event, version, state, match.line.plus(Ply(version, event)))
    if not match.by_viewer and not match.draws:  # most have neither
        return after
    return replace(
        after,
        by_viewer=tuple([folded(match.game, other, event.outcome) for other in match.by_viewer]),
        draws=draws_after(match.draws, event, seeded=bool(match.commitments)),
    )


def advance_all(match: Match, played: Sequence[ActionPlayed[Any, Any]], state: Any) -> Match:
    """`match` after actions in a row, whose facts lead the record to `state`."""
    facts = [fact for event in played for fact in event.outcome] if match.by_viewer else ()
    by_viewer = tuple([folded(match.game, other, facts) for other in match.by_viewer])
    return replace(_line_after(match, played), state=state, by_viewer=by_viewer)


def _existing(match: Match | None) -> Match:
    assert match is not None, "the first event of a match opens it"  # noqa: S101  # the event store keeps the order
    return match


# --- the line --------------------------------------------------------------------------------------------------------


def _line_after(match: Match, played: Sequence[ActionPlayed[Any, Any]]) -> Match:
    """`match` after actions in a row, but for the states that they lead to."""
    version = match.version + len(played)
    line = match.line.plus(*map(Ply, range(match.version + 1, version + 1), played))
    after = _played(match, played[-1], version, match.state, line)
    if not match.draws:
        return after
    draws = match.draws
    for event in played:
        draws = draws_after(draws, event, seeded=bool(match.commitments))
    return replace(after, draws=draws)


def _played(match: Match, last: ActionPlayed[Any, Any], version: int, state: Any, line: Line) -> Match:
    """`match` after the action `last`, recorded as `version`, and perhaps others before it."""
    return replace(
        match,
        version=version,
        updated_at=last.at,
        sealing=Sealing(version, last.at, imported=match.sealing.imported),
        step=last.step,
        state=state,
        line=line,
    )


def _with_states(match: Match, before: Match) -> Match:
    """`match`, whose line is known, with the states that it leads to; they go on from those of `before` if they can."""
    known, since = before.known, before.step
    if _rewritten(before, match):
        known, since = match.known_at_start(), 0
    known = match.known_after(known, since, match.step)
    return replace(match, state=known.state, by_viewer=known.by_viewer)


def _rewritten(before: Match, after: Match) -> bool:
    """Whether something of what stood in the match `before` has changed until `after`."""
    taken_back = after.retractions[len(before.retractions) :]
    return after.identified != before.identified or any(back.to_step < before.step for back in taken_back)


# --- what else happens to a match ------------------------------------------------------------------------------------


def _recorded(match: Match, event: MatchEvent) -> Match:
    """`match` after an event that is no action, but for the states."""
    version = match.version + 1
    sealing = sealing_after(match.sealing, version, event)
    return _changed(replace(match, version=version, updated_at=event.at, sealing=sealing), event)


def _opened(event: MatchOpened) -> Match:
    game = game_of(event.game, event.edition)
    options = options_of(event, game)
    return Match(
        game=game,
        version=1,
        step=0,
        state=game.initial(Setup(len(event.seats), options)),
        options=options,
        seats=event.seats,
        played_on=event.played_on,
        place=event.place,
        note=event.note,
        visibility=event.visibility,
        origin=event.origin,
        opened_at=event.at,
        updated_at=event.at,
        sealing=Sealing(1, event.at, imported=event.imported),
        tags=event.tags,
        undo=event.undo,
        counted=event.origin in {Origin.TABLE, Origin.SIMULATION},
        forked_from=event.forked_from,
        commitments=() if event.commitment is None else (Commitment(1 + event.taken_over, event.commitment),),
        deviations=event.deviations,
        second_record_of=event.second_record_of,
        ordinal=event.ordinal,
    )


def _retracted(match: Match, event: ActionsRetracted) -> Match:
    taken_back = match.line[event.to_step :] if match.server_deals else ()
    drawn = (ply for ply in taken_back if isinstance(ply.played.action, ChanceAction))
    return replace(
        match,
        step=event.to_step,
        line=match.line[: event.to_step],
        identified=tuple(one for one in match.identified if one.event.step <= event.to_step),
        retractions=(*match.retractions, Retraction(match.version, event.to_step)),
        draws=(*drawn, *match.draws),
        early_end=None,
        commitments=commitments_after(match.commitments, match.version, event.commitment),
    )


def _identified(match: Match, event: CardsIdentified[Any, Any]) -> Match:
    identified = sorted((*match.identified, Identified(match.version, event)), key=lambda one: one.event.step)
    return replace(match, identified=tuple(identified))


def _ended(match: Match, event: MatchConcluded | MatchAbandoned) -> Match:
    return replace(match, early_end=EarlyEnd(event.reason, abandoned=isinstance(event, MatchAbandoned)))


def _reopened(match: Match, event: MatchReopened) -> Match:
    commitments = commitments_after(match.commitments, match.version, event.commitment)
    return replace(match, early_end=None, commitments=commitments)


def _described(match: Match, event: MatchDescribed) -> Match:
    return replace(
        match,
        played_on=event.played_on,
        place=event.place,
        note=event.note,
        visibility=event.visibility,
        tags=event.tags,
        counted=event.counted,
        undo=match.undo if event.undo is None else event.undo,
        ordinal=match.ordinal if event.ordinal is None else event.ordinal,
    )


def _reseated(match: Match, event: SeatsChanged) -> Match:
    return replace(match, seats=event.seats)


def _removed(match: Match, event: MatchRemoved) -> Match:
    del event
    return replace(match, removed=True)


def _spoken_to(match: Match, event: ResultEvent) -> Match:
    """What is said to a result changes its sealing alone."""
    del event
    return match


_changed: Final[Callable[[Match, Any], Match]] = by_type(
    ActionsRetracted
    | CardsIdentified[Any, Any]
    | MatchConcluded
    | MatchAbandoned
    | MatchReopened
    | MatchDescribed
    | SeatsChanged
    | MatchRemoved
    | ResultEvent,
    _retracted,
    _identified,
    _ended,
    _reopened,
    _described,
    _reseated,
    _removed,
    _spoken_to,
)
"""What an event changes, beside the version, the time and the sealing."""
