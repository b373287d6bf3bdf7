"""Writes down what people report: decides each command on the newest state, and stores its events or nothing."""

from collections.abc import Callable, Container, Iterable, Sequence
from datetime import UTC, date, datetime
from functools import partial
from uuid import UUID

from domain.kernel.actions import AnyAction
from domain.kernel.chance import Chance
from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Options
from domain.kernel.pending import Pending
from domain.kernel.seed import SeededChance, commitment_to
from domain.match import commands
from domain.match.confirming import Ruling, under_seal, verify_unsealed
from domain.match.events import MatchEvent, Origin, Undo, Visibility
from domain.match.folding import evolve
from domain.match.match import Match
from service.eventstore.dice import FAIR_CHANCE, new_seed
from service.eventstore.log import AppendResult
from service.eventstore.recorder import IdempotencyKey, MatchSeed, PlayerRow, SeatToken, SideRows
from service.eventstore.repository import Repository
from service.eventstore.seeds import Seeds


class ActionRefused(Exception):  # noqa: N818  # what it is
    """An action of a batch breaks a rule; none of the batch was stored."""

    def __init__(self, index: int, step: int, pending: Pending, violation: RuleViolation) -> None:
        super().__init__(f"action {index}: {violation}")
        self.index = index
        self.step = step
        self.pending = pending
        self.violation = violation


class MatchCommands:
    """The commands on matches."""

    def __init__(
        self, matches: Repository[Match, MatchEvent], clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._matches = matches
        self._clock = clock
        self.seeds = Seeds(matches.log)

    async def open_match(
        self,
        match_id: UUID,
        game: AnyGame,
        options: Options,
        seats: Sequence[UUID],
        *,
        new_players: Sequence[PlayerRow] = (),
        tokens: Sequence[SeatToken] = (),
        played_on: date | None = None,
        place: str = "",
        note: str = "",
        visibility: Visibility = Visibility.PUBLIC,
        origin: Origin = Origin.TABLE,
        tags: Sequence[str] = (),
        undo: Undo = Undo.GUARDED,
        ordinal: int = 0,
        by: str,
        key: IdempotencyKey | None = None,
    ) -> AppendResult:
        """Begin a match; its seed and the first draws, where the server deals, and `tokens` are part of the same write.

        Raises:
            InvalidSetup: the game can't be played so.
            KeyReused: `key` belongs to another request.
        """
        seed = MatchSeed(match_id, 1, new_seed())
        seeds: list[MatchSeed] = []

        def decide() -> list[MatchEvent]:
            at = self._clock()
            opened = commands.open_match(
                game,
                options,
                seats,
                played_on=at.date() if played_on is None else played_on,
                place=place,
                note=note,
                visibility=visibility,
                origin=origin,
                tags=tags,
                undo=undo,
                ordinal=ordinal,
                commitment=commitment_to(seed.seed, match_id),
                at=at,
                by=by,
            )
            events: list[MatchEvent] = [opened]
            seeds[:] = [] if opened.commitment is None else [seed]
            self.seeds.remember(match_id, tuple(seeds))
            chance = SeededChance(seed.seed, seed.since)
            commands.let_server_draw(evolve(None, opened), events, chance, at=at, by=by)
            return events

        side_rows = SideRows(players=new_players, tokens=tokens, seeds=seeds)
        return await self._matches.create(match_id, decide, key=key, side_rows=side_rows)

    async def play(
        self,
        match_id: UUID,
        actions: Callable[[Match], Iterable[AnyAction]],
        *,
        admit: Callable[[Match], None] = lambda _: None,
        played_at: datetime | None = None,
        if_match: Container[int] | None = None,
        by: str,
        key: IdempotencyKey | None = None,
        quick: bool = False,
    ) -> AppendResult:
        """Play all of `actions`, in order, or none; the server draws in between where it deals.

        `quick` tells an event loop that they are few; `admit` is as of
        :meth:`Repository.revise <service.eventstore.repository.Repository.revise>`.

        Raises:
            ActionRefused: the rules refuse one of them.
            ResultIsSealed, NotFound, PreconditionFailed, KeyReused, Overloaded: as the names say.
        """

        def decide(match: Match) -> list[MatchEvent]:
            verify_unsealed(match)
            at = self._clock()
            chance = self.seeds.chance_of(match_id, match) if match.commitments else FAIR_CHANCE
            events: list[MatchEvent] = []
            for index, action in enumerate(actions(match)):
                try:
                    event, after = commands.play_on(match, action, at=at, by=by, played_at=played_at)
                except RuleViolation as violation:
                    raise ActionRefused(index, match.step, match.pending, violation) from None
                events.append(event)
                match = commands.let_server_draw(after, events, chance, at=at, by=by)
            return events

        def decided_inline(match: Match) -> bool:
            return quick and (not match.commitments or self.seeds.at_hand(match_id))

        return await self._matches.revise(
            match_id, decide, admit=admit, if_match=if_match, key=key, quick=decided_inline
        )

    async def revise(
        self,
        match_id: UUID,
        command: Callable[[Match, datetime], Sequence[MatchEvent]],
        *,
        admit: Callable[[Match], None] = lambda _: None,
        ruling: Ruling | None = None,
        new_players: Sequence[PlayerRow] = (),
        if_match: Container[int] | None = None,
        key: IdempotencyKey | None = None,
    ) -> AppendResult:
        """Store what `command` makes of the newest state; if that is nothing, nothing is written.

        `admit` is as of :meth:`Repository.revise <service.eventstore.repository.Repository.revise>`; a sealed match
        takes a `ruling`.

        Raises:
            ResultIsSealed, NotFound, PreconditionFailed, KeyReused, Overloaded: as the names say, and what `command`
                raises.
        """

        def decide(match: Match) -> Sequence[MatchEvent]:
            at = self._clock()
            return under_seal(match, ruling, lambda unsealed: command(unsealed, at), at=at)

        return await self._matches.revise(
            match_id,
            decide,
            admit=admit,
            if_match=if_match,
            key=key,
            side_rows=SideRows(players=new_players),
        )

    async def correct(
        self,
        match_id: UUID,
        command: Callable[[Match, datetime, Chance], Sequence[MatchEvent]],
        *,
        admit: Callable[[Match], None] = lambda _: None,
        ruling: Ruling | None = None,
        if_match: Container[int] | None = None,
        key: IdempotencyKey | None = None,
    ) -> AppendResult:
        """Store what `command` makes of the newest state, and of the chance that draws in it; else as :meth:`revise`.

        Where the server deals on in a match that was open to all, a new seed takes the place of the one revealed then.
        """
        seeds: list[MatchSeed] = []

        def decide(match: Match) -> Sequence[MatchEvent]:
            at = self._clock()
            return under_seal(match, ruling, partial(corrected, at), at=at)

        def corrected(at: datetime, match: Match) -> Sequence[MatchEvent]:
            events = command(match, at, self.seeds.chance_of(match_id, match))
            seeds.clear()
            if not commands.goes_on(match, events):
                return events
            seed = MatchSeed(match_id, match.version + 1, new_seed())
            seeds.append(seed)
            events = command(match, at, SeededChance(seed.seed, seed.since))
            return commands.recommitted(events, commitment_to(seed.seed, match_id))

        return await self._matches.revise(
            match_id, decide, admit=admit, if_match=if_match, key=key, side_rows=SideRows(seeds=seeds)
        )
