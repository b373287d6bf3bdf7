"""The events of a match in a record, checked by the rules: each has to be what they make of the match before it."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match import commands, confirming
from domain.match.commands import NotPossible
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    DisputeDecided,
    DisputeWithdrawn,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
    SealedBy,
    SeatsChanged,
)
from domain.match.folding import advance_all, evolve
from domain.match.identification import Contradiction, verify_later
from domain.match.match import Match
from domain.match.perspectives import folded
from domain.pointers import located
from replays.records.mistakes import Mistakes


def check_match(
    game: AnyGame, events: Sequence[MatchEvent], mistakes: Mistakes, doubts: Mistakes | None = None
) -> tuple[Match | None, list[MatchEvent]]:
    """The match of `game` that comes of `events`, which are of its form, and these as they are kept.

    An outcome that the rules don't confirm is reported, and theirs folded in its place. What can't follow at
    all ends it: what comes behind it would be judged on a match that there never was.

    With `doubts`, the record is trusted: what the rules say otherwise is added to it and stays as it was recorded, as
    long as the match can be shown then. The first event kept names the versions of all that was doubted, and where
    seats have confirmed the result, how many events came with the record.
    """
    match: Match | None = None
    accepted: list[MatchEvent] = []
    deviations: list[int] = []
    while (index := len(accepted)) < len(events):
        if match is not None and not deviations:
            match = _confirmed(match, events, accepted)
            if (index := len(accepted)) == len(events):
                break
        event, at = events[index], f"/events/{index}"
        doubted = len(doubts or ())
        try:
            if match is None:
                happened: MatchEvent = _opened(at, game, event, mistakes)
                after = None
            else:
                happened, after = _followed(at, match, event, mistakes, doubts)
            if deviations or len(doubts or ()) > doubted:
                after = _on_trust(match, happened)
            match = evolve(match, happened) if after is None else after
        except _Impossible as error:
            mistakes.add(at + error.pointer, error.message, error.clause)
            return match, accepted
        if len(doubts or ()) > doubted:
            deviations.append(index + 1)
        accepted.append(happened)
    if match is not None and isinstance(accepted[0], MatchOpened):
        spoken = any(isinstance(event, ResultConfirmed) for event in accepted)
        imported = len(accepted) if spoken else 0
        accepted[0] = replace(accepted[0], deviations=tuple(deviations), imported=imported)
        match = replace(match, deviations=tuple(deviations))
    return match, accepted


def _confirmed(match: Match, events: Sequence[MatchEvent], accepted: list[MatchEvent]) -> Match:
    """`match` after the actions that come next in `events` and of which the rules say the same; they are `accepted`.

    That is how most events are. The first one that is another, or may be, and all behind it are left.
    """
    if match.sealed or match.early_end is not None:
        return match
    game, state, step = match.game, match.state, match.step
    played: list[ActionPlayed[Any, Any]] = []
    for event in islice(events, len(accepted), None):
        step += 1
        if not isinstance(event, ActionPlayed) or event.step != step or event.repeats is not None:
            break
        try:
            decided = game.decided(state, event.action)
        except RuleViolation:
            break
        if decided.facts != event.outcome:
            break
        played.append(event)
        state = decided.state
    accepted += played
    return advance_all(match, played, state) if played else match


def _on_trust(match: Match | None, event: MatchEvent) -> Match:
    """`match` after an event that the rules don't stand for, if it can be shown and gone on with."""
    try:
        after = evolve(match, event)
        for viewer in (RECORDER, PUBLIC, *range(len(after.seats))):
            after.game.view(after.state_for(viewer), viewer)
            after.standings(viewer)
        for seat in range(len(after.seats)):
            after.legal_actions(seat, RECORDER)
        after.game.chapter(after.state)
    except Exception as error:  # noqa: BLE001  # facts that nobody decided may say anything
        raise _Impossible("", f"The match can't be shown after it ({type(error).__name__}).") from None
    return after


class _Impossible(Exception):  # noqa: N818  # what it is
    """An event that can't stand where it does; `pointer` is below that of the event."""

    def __init__(self, pointer: str, message: str, clause: str | None = None) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message
        self.clause = clause


def _opened(at: str, game: AnyGame, event: MatchEvent, mistakes: Mistakes) -> MatchOpened:
    """The first event, its options with their defaults, in the order of the game."""
    if not isinstance(event, MatchOpened):
        raise _Impossible("/type", "The first event of a match opens it.")
    for name, known in (("game", game.meta.key), ("edition", game.meta.edition)):
        if getattr(event, name) != known:
            raise _Impossible(f"/{name}", f"The header says '{known}'.")
    try:
        options = msgspec.convert(event.options, game.options_type)
        game.initial(Setup(len(event.seats), options))
    except msgspec.ValidationError as error:
        message, place = located(str(error))
        raise _Impossible(f"/options{place}", f"{message[:200]}.") from None
    except InvalidSetup as error:
        raise _Impossible(error.pointer, error.message, error.clause) from None
    if len(set(event.seats)) != len(event.seats):
        raise _Impossible("/seats", "The same player sits in two seats.")
    recorded = msgspec.json.decode(msgspec.json.encode(options))
    if recorded != event.options:
        mistakes.add(f"{at}/options", "All options of the game are told, with their defaults.")
    return replace(event, options=recorded, deviations=(), imported=0)


def _followed(  # noqa: C901, PLR0912
    at: str, match: Match, event: MatchEvent, mistakes: Mistakes, doubts: Mistakes | None
) -> tuple[MatchEvent, Match | None]:
    """`event`, if it can follow on `match`, and the match after it, where that is known already."""
    now: dict[str, Any] = {"at": event.at, "by": event.by}
    if match.sealed != isinstance(event, SealBroken):
        raise _Impossible("/type", "The result is sealed." if match.sealed else "The result isn't sealed.")
    try:
        match event:
            case ActionPlayed():
                return _played(at, match, event, mistakes, doubts)
            case CardsIdentified():
                return _identified(at, match, event, mistakes, doubts), None
            case ActionsRetracted(to_step=to_step):
                if to_step < 0 or to_step > match.step:
                    raise _Impossible("/to_step", f"The match has got to step {match.step}.")
                if not event.amended and commands.retract(match, to_step, event.reason, **now).to_step != to_step:
                    raise _Impossible("/to_step", "What the server drew there stands.")
            case MatchConcluded():
                commands.conclude(match, event.reason, **now)
            case MatchAbandoned():
                commands.abandon(match, event.reason, **now)
            case MatchReopened():
                commands.reopen(match, event.reason, **now)
            case SeatsChanged():
                commands.change_seats(match, event.seats, **now)
            case MatchDescribed() | SealBroken():
                pass
            case ResultConfirmed(seat=seat):
                if not confirming.confirm(match, seat, match.sealing.since, event.how, **now):
                    raise _Impossible("/seat", f"Seat {seat} has confirmed the result before.")
            case ResultDisputed(seat=seat):
                if not confirming.dispute(match, seat, event.how, event.step, event.comment, **now):
                    raise _Impossible("/seat", f"Seat {seat} has said so before.")
            case DisputeWithdrawn(seat=seat):
                confirming.withdraw(match, seat, event.how, **now)
            case DisputeDecided(seat=seat):
                confirming.decide(match, seat, event.reason, **now)
            case ResultSealed(how=SealedBy.CONFIRMATIONS):
                if not match.sealing.all_confirm(len(match.seats)):
                    raise _Impossible("/how", "Not all seats have confirmed the result.")
            case ResultSealed():
                confirming.seal(match, event.reason, **now)
            case MatchOpened():
                raise _Impossible("/type", "A match is opened once.")
            case MatchRemoved():
                raise _Impossible("/type", "What was removed is not to be shown.")
    except NotPossible as refused:
        raise _Impossible(refused.pointer, refused.message) from None
    except InvalidSetup as refused:
        raise _Impossible(refused.pointer, refused.message, refused.clause) from None
    return event, None


def _played(
    at: str, match: Match, event: ActionPlayed[Any, Any], mistakes: Mistakes, doubts: Mistakes | None
) -> tuple[MatchEvent, Match | None]:
    if event.step != match.step + 1:
        raise _Impossible("/step", f"The step {match.step + 1} has to come here.")
    if event.repeats is not None and not 1 < event.repeats <= match.version:
        raise _Impossible("/repeats", "It is the version of an event before.")
    try:
        decided, after = commands.play_on(
            match, event.action, at=event.at, by=event.by, played_at=event.played_at, repeats=event.repeats
        )
    except RuleViolation as violation:
        if doubts is None:
            raise _Impossible("/action", violation.message, violation.clause) from None
        doubts.add(f"{at}/action", violation.message, violation.clause)
        return event, None
    if event.outcome == decided.outcome:
        return decided, after
    return _as_decided(at, match, match.state, event, decided, mistakes, doubts), None


def _identified(
    at: str, match: Match, event: CardsIdentified[Any, Any], mistakes: Mistakes, doubts: Mistakes | None
) -> MatchEvent:
    if not 0 <= event.step <= match.step:
        raise _Impossible("/step", f"The match has got to step {match.step}.")
    if event.identification.seat >= len(match.seats):
        raise _Impossible("/identification/seat", f"There is no seat {event.identification.seat}.")
    before = match.state_at(event.step)
    try:
        decided = commands.identified(match, event.step, event.identification, event.reason, at=event.at, by=event.by)
        verify_later(match, event.step, folded(match.game, before, decided.outcome))
    except (RuleViolation, Contradiction) as refused:
        if doubts is None:
            raise _Impossible("/identification", refused.message, refused.clause) from None
        doubts.add(f"{at}/identification", refused.message, refused.clause)
        accepted: MatchEvent = event
        return accepted
    return _as_decided(at, match, before, event, decided, mistakes, doubts)


def _as_decided(
    at: str, match: Match, before: Any, event: Any, decided: Any, mistakes: Mistakes, doubts: Mistakes | None
) -> MatchEvent:
    """`event`, if the rules say the same of it on the state `before`; else what they `decided`.

    Where cards were identified, facts that were decided without knowing them may say less, and come to the same.
    """
    if event.outcome == decided.outcome or (match.identified and _come_to_the_same(match, before, event, decided)):
        accepted: MatchEvent = event
        return accepted
    (mistakes if doubts is None else doubts).add(f"{at}/outcome", "By the rules, something else follows from it.")
    recorded: MatchEvent = decided if doubts is None else event
    return recorded


def _come_to_the_same(match: Match, before: Any, event: Any, decided: Any) -> bool:
    try:
        after = folded(match.game, before, event.outcome)
    except Exception:  # noqa: BLE001  # facts that nobody decided may say anything
        return False
    return bool(after == folded(match.game, before, decided.outcome))
