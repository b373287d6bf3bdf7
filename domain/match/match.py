"""The state of a match; :mod:`domain.match.folding` folds it from events."""

from collections.abc import Iterator
from datetime import date, datetime
from itertools import islice
from typing import Any
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import replace

from domain.kernel.game import AnyGame, Options, Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitChance, Finished, Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.events import (
    ActionPlayed,
    CardsIdentified,
    Fork,
    MatchEvent,
    Origin,
    Undo,
    Visibility,
)
from domain.match.line import Line, Ply
from domain.match.parts import Commitment, EarlyEnd, Identified, Retraction, Status
from domain.match.perspectives import Perspectives
from domain.match.sealing import Sealing


class Match(Struct, frozen=True, gc=False):
    """A match after some of its events.

    Attributes:
        game: the rules it is played by.
        version: the number of its events.
        step: the number of actions played; step 0 is the set-up.
        state: the game's state at `step`.
        seats: the player in each seat.
        updated_at: when its last event was recorded.
        line: the actions that stand, one a step.
        early_end: how people ended it, if they did.
        tags: words to find it by.
        counted: whether it counts in statistics and ratings.
        draws: what the server has drawn and was taken back, the last taken back first.
        commitments: to the seeds by which the server draws, in order; none of matches from before there were any.
        undo: what a seat may take back by itself.
        identified: cards identified later, by the steps at which they were held.
        retractions: what was taken back, in order.
        by_viewer: the state as each seat knows it, and at last the public; empty as long as all know the same.
        forked_from: the step of another match that it goes on from, if it does.
        deviations: the versions of the events that the rules didn't confirm when it was imported on trust.
        second_record_of: the match of which it is a second record, if it is one.
        ordinal: orders the matches of one date.
        sealing: what those who took part say to the result; it says nothing yet of a match that hasn't ended.
    """

    game: AnyGame
    version: int
    step: int
    state: Any
    options: Options
    seats: tuple[UUID, ...]
    played_on: date
    place: str
    note: str
    visibility: Visibility
    origin: Origin
    opened_at: datetime
    updated_at: datetime
    sealing: Sealing
    line: Line = field(default_factory=Line)
    early_end: EarlyEnd | None = None
    draws: tuple[Ply, ...] = ()
    removed: bool = False
    tags: tuple[str, ...] = ()
    counted: bool = True
    undo: Undo = Undo.GUARDED
    identified: tuple[Identified, ...] = ()
    by_viewer: tuple[Any, ...] = ()
    retractions: tuple[Retraction, ...] = ()
    forked_from: Fork | None = None
    commitments: tuple[Commitment, ...] = ()
    deviations: tuple[int, ...] = ()
    second_record_of: UUID | None = None
    ordinal: int = 0

    @property
    def pending(self) -> Pending:
        """What the match waits for."""
        if self.early_end is not None:
            return Finished(self.early_end.reason)
        return self.game.pending(self.state)

    def standings(self, viewer: Viewer) -> tuple[Standing, ...]:
        """One standing a seat, as `viewer` may know them; a concluded match counts as it stands.

        Who has won is public.
        """
        standings = self.game.standings(self.state_for(viewer), viewer)
        if self.early_end is None:
            return standings
        if self.early_end.abandoned or self.game.drawn(self.state):
            return tuple(replace(standing, winner=False) for standing in standings)
        ranks = [standing.rank for standing in self.game.standings(self.state, RECORDER)]
        return tuple(replace(standing, winner=ranks[standing.seat] == 1) for standing in standings)

    def legal_actions(self, seat: int, viewer: Viewer) -> Legal:
        """What `seat` may do now, as far as `viewer` may know it.

        Where cards were identified in other hands, more may fit what a seat knows than the record can accept.
        """
        return self.game.legal_actions(self.state_for(viewer), seat)

    @property
    def known(self) -> Perspectives:
        """What is known at the newest step."""
        return Perspectives(self.state, self.by_viewer)

    def state_for(self, viewer: Viewer) -> Any:
        """The game's state at the newest step as far as `viewer` knows it."""
        return self.known.state_for(viewer) if self.by_viewer else self.state

    def state_at(self, step: int) -> Any:
        """The game's state at an earlier step of the line, as the record knows it now."""
        return self.known_at(step).state

    def known_at(self, step: int) -> Perspectives:
        """What is known now of an earlier step of the line."""
        return self.known_after(self.known_at_start(), 0, step)

    def known_after(self, known: Perspectives, since: int, step: int) -> Perspectives:
        """What is known now of `step`, where `known` is that of `since`, the same step or an earlier one."""
        identified_at = {one.event.step for one in self.identified if since < one.event.step < step}
        for stop in (*sorted(identified_at), step) if since < step else ():
            facts = [fact for ply in islice(self.line, since, stop) for fact in ply.played.outcome]
            known = self._with_identified(known.after(self.game, facts), stop)
            since = stop
        return known

    def known_at_start(self) -> Perspectives:
        """What is known now of the set-up."""
        return self._with_identified(Perspectives(self.initial_state()), 0)

    def initial_state(self) -> Any:
        """The game's state at the set-up, before anything was identified."""
        return self.game.initial(Setup(len(self.seats), self.options))

    def known_next(self, known: Perspectives, step: int) -> Perspectives:
        """What is known now of `step`, where `known` is that of the step before."""
        return self._with_identified(known.after(self.game, self.line[step - 1].played.outcome), step)

    def steps(self, first: int) -> Iterator["Match"]:
        """The match as it stands at each step of its line from `first` on, the last one with its end by people."""
        known = self.known_at(first)
        for step in range(first, self.step):
            yield replace(self, step=step, state=known.state, by_viewer=known.by_viewer, early_end=None)
            known = self.known_next(known, step + 1)
        yield self

    def _with_identified(self, known: Perspectives, step: int) -> Perspectives:
        for one in self.identified_at(step):
            known = known.after_identification(
                self.game, len(self.seats), one.event.identification.seat, one.event.outcome
            )
        return known

    @property
    def deviating_steps(self) -> tuple[int, ...]:
        """The steps that stand although the rules didn't confirm them when the match was imported on trust."""
        steps = {ply.played.step for ply in self.line if ply.version in self.deviations}
        steps |= {one.event.step for one in self.identified if one.version in self.deviations}
        return tuple(sorted(steps))

    def identified_at(self, step: int) -> tuple[Identified, ...]:
        """What was identified at `step`, in the order in which it was recorded."""
        return tuple(one for one in self.identified if one.event.step == step)

    def following(self, step: int) -> list[Ply | Identified]:
        """The actions after `step`, each with what was identified behind it."""
        found: list[Ply | Identified] = []
        for ply in self.line[step:]:
            found += [ply, *self.identified_at(ply.played.step)]
        return found

    def retracted_by(self, version: int, event: MatchEvent) -> int | None:
        """The version of the event that took back `event`, one of the match, recorded as `version`; None if it stands.

        What was restored stands as the event that repeats it.
        """
        if not isinstance(event, ActionPlayed | CardsIdentified):
            return None
        later = (back.version for back in self.retractions if back.version > version and back.to_step < event.step)
        return next(later, None)

    @property
    def finished(self) -> bool:
        """Whether nothing more can be played."""
        return isinstance(self.pending, Finished)

    @property
    def open_to_all(self) -> bool:
        """Whether nothing of it is secret any more."""
        return self.finished and not self.options.keep_secrets

    @property
    def sealed(self) -> bool:
        """Whether only an arbiter may change it."""
        return self.sealing.seal is not None

    @property
    def status(self) -> Status:
        """How far the match is."""
        if self.early_end is not None and self.early_end.abandoned:
            return Status.ABANDONED
        return Status.FINISHED if self.finished else Status.PLAYING

    @property
    def server_deals(self) -> bool:
        """Whether the server draws whatever chance decides."""
        return self.options.server_deals

    @property
    def awaits_server(self) -> bool:
        """Whether the server has to draw next."""
        return self.server_deals and isinstance(self.pending, AwaitChance)
