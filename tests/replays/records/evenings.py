"""Random matches of every game with all that can happen to them and be written beside them, as logs."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from domain.annotations import commands as notes
from domain.annotations.annotations import Annotations
from domain.annotations.annotations import fold as fold_annotations
from domain.annotations.audience import Audience
from domain.annotations.content import Arrow, Colour, Comment, Content, Glyphs, Highlight, Marks, Tags
from domain.annotations.errors import InvalidAnnotation
from domain.annotations.events import AnnotationChanged, AnnotationEvent
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import Finished
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match import amendments, commands, confirming
from domain.match.anchors import anchor_of
from domain.match.commands import NotPossible
from domain.match.confirming import ResultIsSealed
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    ConfirmedBy,
    MatchEvent,
    ResultSealed,
    SealBroken,
    SealedBy,
    SeatsChanged,
    Undo,
    Visibility,
)
from domain.match.folding import evolve, fold
from domain.match.identification import Contradiction, identify
from domain.match.parts import Status
from domain.registry import GAMES
from domain.variations import commands as tries
from domain.variations.events import VariationEvent
from domain.variations.variation_line import line_of
from domain.variations.variations import Variations
from domain.variations.variations import fold as fold_variations
from replays.notebook import notebook
from replays.records.form import Record, RecordPlayer, record_of
from tests.domain.games.irregular import next_action
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of, unknowns_support_of

BEGIN = datetime(2026, 11, 1, 20, tzinfo=UTC)
AUTHORS = ("ada", "bob")
EYES: tuple[Viewer, ...] = (RECORDER, PUBLIC, 0)
WORDS = ("Well!", "<script>alert(1)</script>", "Perché *no*?\n\nSee [rules](https://example.org).", "a } b { c", "=1+1")


class Evening:
    """One match; `something` lets anything happen, `record` is what there is of it."""

    def __init__(self, game: AnyGame, setup: Setup[Any], random: Random, players: Sequence[RecordPlayer] = ()) -> None:
        self.game = game
        self.random = random
        self.id = UUID(int=random.getrandbits(128), version=4)
        self.players = [*players] or [
            RecordPlayer(id=UUID(int=random.getrandbits(128), version=4), name=f"Player {number}")
            for number in range(setup.seats + 1)
        ]
        self.truth: tuple[Any, ...] = ()
        self.irregular = False
        """Whether something is put otherwise now and then than the rules would have it."""
        self._ticks = 0
        self._made = 0
        opened = commands.open_match(
            game,
            setup.options,
            [player.id for player in self.players[: setup.seats]],
            played_on=date(2026, 11, 1),
            place="Bologna",
            tags=("club", "winter"),
            **self._now(),
        )
        self.log: list[MatchEvent] = [opened]
        self.match = evolve(None, opened)
        self.written: list[AnnotationEvent] = []
        self.tried: list[VariationEvent] = []
        self._happen(self._drawn)

    def _now(self) -> dict[str, Any]:
        self._ticks += 1
        return {
            "at": BEGIN + timedelta(seconds=self._ticks, microseconds=self._ticks),
            "by": self.random.choice(AUTHORS),
        }

    def _id(self) -> UUID:
        self._made += 1
        return UUID(int=self.id.int ^ self._made)

    @property
    def annotations(self) -> Annotations:
        if not self.written:
            self.written.append(notes.begin(self.id, **self._now()))
        found = fold_annotations(None, self.written)
        assert found is not None
        return found

    @property
    def variations(self) -> Variations:
        if not self.tried:
            self.tried.append(tries.begin(self.id, **self._now()))
        found = fold_variations(None, self.tried)
        assert found is not None
        return found

    @property
    def record(self) -> Record:
        match = fold(None, self.log)
        assert match is not None
        return record_of(
            self.id,
            match,
            list(enumerate(self.log, start=1)),
            {player.id: player for player in self.players},
            enumerate(self.written, start=1),
            enumerate(self.tried, start=1),
        )

    def end(self) -> None:
        """Abandon the match, if it hasn't ended."""
        if self.match.status is Status.PLAYING:
            self._happen(lambda: [commands.abandon(self.match, "the last train", **self._now())])

    # --- what happens ---

    def something(self) -> None:
        """Anything that the commands allow."""
        of_match = (self._play, self._play, self._play, self._back, self._amend, self._restore, self._end, self._reopen)
        beside = (self._write, self._write, self._rewrite, self._undo, self._try, self._try, self._go_on, self._retitle)
        told = (self._describe, self._seats, self._identify, self._confirm, self._say)
        self.attempt(self.random.choice([*of_match * 2, *beside, *told]))

    def attempt(self, kind: Callable[[], None]) -> None:
        """One thing, if the commands allow it now."""
        try:
            kind()
        except (NotPossible, ResultIsSealed, Contradiction, InvalidAnnotation):
            return

    def _happen(self, decide: Callable[[], Sequence[MatchEvent]]) -> None:
        """What is decided; where the match is sealed, by an arbiter."""
        sealed = self.match.sealed
        if sealed:
            self._append(SealBroken(reason="a card was counted twice", **self._now()))
        try:
            for event in decide():
                self._append(event)
        finally:
            if sealed and self.match.finished:
                self._append(ResultSealed(how=SealedBy.ARBITER, reason="as all saw", **self._now()))

    def _append(self, event: MatchEvent) -> None:
        self.log.append(event)
        self.match = evolve(self.match, event)

    def _confirm(self) -> None:
        """Most seats confirm the result, or all."""
        seats = range(len(self.match.seats))
        for seat in self.random.sample(seats, self.random.choice([len(seats), len(seats) - 1])):
            how = self.random.choice(list(ConfirmedBy))
            for event in confirming.confirm(self.match, seat, self.match.sealing.since, how, **self._now()):
                self._append(event)

    def _say(self) -> None:
        """A seat disputes the result, or no longer; or an arbiter decides."""
        seat = self.random.randrange(len(self.match.seats))
        how = self.random.choice(list(ConfirmedBy))
        said: Sequence[MatchEvent]
        match self.random.choice(["dispute", "withdraw", "decide", "seal", "time"]):
            case "dispute":
                said = confirming.dispute(
                    self.match, seat, how, self.match.step, self.random.choice(WORDS), **self._now()
                )
            case "withdraw":
                said = [confirming.withdraw(self.match, seat, how, **self._now())]
            case "decide":
                said = [confirming.decide(self.match, seat, "as all saw", **self._now())]
            case "seal":
                said = [confirming.seal(self.match, "all have gone", **self._now())]
            case _:
                due = self.match.sealing.since_at + timedelta(hours=1)
                said = confirming.seal_by_time(self.match, self.id, 1, BEGIN, at=due)
        for event in said:
            self._append(event)

    def _drawn(self) -> list[MatchEvent]:
        events: list[MatchEvent] = []
        commands.let_server_draw(self.match, events, ChosenDraws(RandomChoices(self.random)), **self._now())
        return events

    def _play(self) -> None:
        for _ in range(self.random.choice([1, 3, 12])):
            if self.match.finished:
                return
            choose = next_action if self.irregular else _by_the_rules
            action = choose(self.game, self.match.state, self.random)
            played_at = self.random.choice([None, BEGIN])
            self._happen(lambda: [commands.play(self.match, action, played_at=played_at, **self._now())])  # noqa: B023
            self._happen(self._drawn)

    def _back(self) -> None:
        step = self.random.randint(max(0, self.match.step - self.random.choice([2, 4, 30])), self.match.step)
        self._happen(lambda: [commands.retract(self.match, step, "a slip", **self._now())])

    def _amend(self) -> None:
        step = self.random.randint(max(1, self.match.step - 5), self.match.step + 1)
        chance = ChosenDraws(RandomChoices(self.random))
        remove = self.random.randint(0, min(1, self.match.step + 1 - step))
        new: list[Any] = []
        if self.random.random() < 0.7:
            state = self.match.state_at(step - 1)
            if isinstance(self.game.pending(state), Finished):
                return
            new = [chosen_action(self.game, state, RandomChoices(self.random))]
        amendment = amendments.amend(self.match, step, remove, new, "corrected", chance=chance, **self._now())
        if amendment.obstacle is None or amendment.obstacle.index is None:
            self._happen(lambda: list(amendment.events))
            self._happen(self._drawn)

    def _restore(self) -> None:
        if self.match.step < 2:
            return
        before = self.match
        to_step = commands.retract(before, self.random.randint(0, before.step - 1), "", **self._now()).to_step
        self._happen(lambda: [commands.retract(before, to_step, "a slip", **self._now())])
        chance = ChosenDraws(RandomChoices(self.random))
        restored = amendments.restore(self.match, before, to_step, "no slip", chance=chance, **self._now())
        self._happen(lambda: list(restored.events))

    def _end(self) -> None:
        if self.random.random() < 0.3:
            end: Any = self.random.choice([commands.conclude, commands.abandon])
            self._happen(lambda: [end(self.match, "the last train", **self._now())])

    def _reopen(self) -> None:
        self._happen(lambda: [commands.reopen(self.match, "it was late, too", **self._now())])

    def _describe(self) -> None:
        self._happen(
            lambda: [
                commands.describe(
                    self.match,
                    note=self.random.choice(["", "A note\nof two lines"]),
                    visibility=self.random.choice([Visibility.PUBLIC, Visibility.UNLISTED]),
                    tags=self.random.choice([(), ("club",)]),
                    undo=self.random.choice(list(Undo)),
                    **self._now(),
                )
            ]
        )

    def _seats(self) -> None:
        seats = self.random.sample([player.id for player in self.players], len(self.match.seats))
        self._happen(lambda: [commands.change_seats(self.match, seats, **self._now())])

    def _identify(self) -> None:
        if not self.truth:
            return
        unknowns = unknowns_support_of(self.game.meta.key)
        step = self.random.randrange(min(len(self.truth), self.match.step + 1))
        state = self.match.state_at(step)
        for seat in range(len(self.match.seats)):
            if missing := unknowns.missing(state, self.truth[step], seat):
                held = unknowns.identification(state, seat, missing)
                self._happen(lambda: [identify(self.match, step, held, "seen later", **self._now())])  # noqa: B023
                return

    # --- what is written beside ---

    def _content(self) -> Content:
        kinds: list[Content] = [
            Comment(text=self.random.choice(WORDS)),
            Glyphs(glyphs=(self.random.choice([1, 5]), 146)),
            Marks(marks=(Highlight(place="seat:0"), Arrow(from_="seat:0", to="seat:1", colour=Colour.RED))),
            Tags(tags=("opening", "due parole")),
        ]
        return self.random.choice(kinds)

    def _write(self) -> None:
        annotations, variations = self.annotations, self.variations
        line = self.random.choice([None, *variations.items])
        length = self.match.step if line is None else len(variations.items[line].line)
        step = self.random.randint(0, length)
        anchor = anchor_of(self.match, step) if line is None else 0
        if line is not None and step:
            anchor = variations.items[line].line[step - 1].serial
        event = notes.add(
            annotations,
            self._id(),
            self._content(),
            anchor=anchor,
            step=step,
            variation=line,
            audience=self.random.choice(list(Audience)),
            eyes=self.random.choice(EYES),
            **self._now(),
        )
        self.written.append(event)

    def _rewrite(self) -> None:
        alive = [one for one in self.annotations.items.values() if not one.deleted]
        if not alive:
            return
        one = self.random.choice(alive)
        if self.random.random() < 0.4:
            self.written.append(notes.delete(one, **self._now()))
        else:
            audience = self.random.choice([None, Audience.PUBLIC])
            self.written.append(notes.change(one, one.content, audience, eyes=PUBLIC, **self._now()))

    def _undo(self) -> None:
        annotations, now = self.annotations, self._now()
        change = notes.last_change(annotations, now["by"])
        before = fold_annotations(None, self.written[: change.version - 1])
        assert before is not None
        self.written.append(notes.undo(annotations, before, change, **now))

    def _thought_of(self, state: Any) -> list[Any]:
        actions: list[Any] = []
        for _ in range(self.random.randint(1, 3)):
            if isinstance(self.game.pending(state), Finished):
                break
            action = chosen_action(self.game, state, RandomChoices(self.random))
            for fact in self.game.decide(state, action):
                state = self.game.evolve(state, fact)
            actions.append(action)
        return actions

    def _try(self) -> None:
        variations = self.variations
        parent = self.random.choice([None, None, *variations.items])
        if parent is None:
            step = self.random.randint(0, self.match.step)
            state = self.match.state_at(step)
        else:
            positions = line_of(self.match, variations, parent).positions
            if len(positions) < 2:
                return
            step = self.random.randrange(1, len(positions))
            state = positions[step].match.state
        made = tries.add(
            variations,
            self.match,
            self._id(),
            parent,
            step,
            self._thought_of(state),
            title=self.random.choice(["", "what if"]),
            audience=self.random.choice(list(Audience)),
            **self._now(),
        )
        self.tried.append(made)

    def _go_on(self) -> None:
        variations = self.variations
        for one in variations.items.values():
            line = line_of(self.match, variations, one.id)
            if line.standing == len(one.line) and self.random.random() < 0.5:
                more = self._thought_of(line.positions[-1].match.state)
                self.tried.append(tries.extend(variations, self.match, one, more, **self._now()))
                return

    def _retitle(self) -> None:
        items = list(self.variations.items.values())
        if not items:
            return
        one = self.random.choice(items)
        events: list[VariationEvent] = [
            tries.cut(one, self.random.randint(1, len(one.line)), **self._now()),
            tries.describe(one, title="another title", audience=Audience.PUBLIC, **self._now()),
            tries.delete(one, **self._now()),
        ]
        self.tried.append(self.random.choice(events))


def evening(game: AnyGame, setup: Setup[Any], random: Random, most: int = 60) -> Evening:
    """A random one, in which some dozens of things happen."""
    found = Evening(game, setup, random)
    for _ in range(random.randint(10, most)):
        found.something()
    return found


def irregular_evening(game: AnyGame, setup: Setup[Any], random: Random) -> Evening:
    """A random one in which the rules aren't always kept."""
    found = Evening(game, setup, random)
    found.irregular = True
    for _ in range(random.randint(10, 60)):
        found.something()
    return found


def _by_the_rules(game: AnyGame, state: Any, random: Random) -> Any:
    return chosen_action(game, state, RandomChoices(random))


def whole_evening(game: AnyGame, setup: Setup[Any], random: Random, players: Sequence[RecordPlayer] = ()) -> Evening:
    """One that is played to its end, by these people if any are given, one more than there are seats."""
    found = Evening(game, setup, random, players)
    while not found.match.finished:
        found._play()
    return found


def unknown_evening(game: AnyGame, random: Random, most: int | None = None) -> Evening:
    """One whose hands are told later, in part, at first with `most` actions; the game has unknown cards."""
    retold = unknowns_support_of(game.meta.key).retold(random)
    found = Evening(game, retold.setup, random)
    for action in retold.actions[:most]:
        found._happen(lambda: [commands.play(found.match, action, **found._now())])  # noqa: B023
    found.truth = tuple(retold.truth[: None if most is None else most + 1])
    for _ in range(8):
        found._identify()
    for _ in range(random.randint(5, 25)):
        found.something()
    return found


def full_evening(game: AnyGame) -> Evening:
    """One in which everything has happened, as :func:`lacks` tells, and that has ended; the same every time.

    Raises:
        AssertionError: it doesn't come to that.
    """
    (_, _, setup) = next(found for found in set_ups() if found[1] is game)
    random = Random(game.meta.key)
    one = unknown_evening(game, random, 40) if isinstance(game, HasUnknowns) else evening(game, setup, random)
    for _ in range(60):
        lacking = lacks(one)
        if not lacking:
            one.end()
            return one
        for name in sorted(lacking):
            one.attempt(getattr(one, random.choice(_WAYS[name])))
    raise AssertionError(f"an evening of {game.meta.key} lacks {lacks(one)}")


_WAYS = {
    "a correction": ("_amend", "_play", "_reopen"),
    "an action that stands again": ("_restore", "_play"),
    "cards told later": ("_identify",),
    "other seats": ("_seats",),
    "all authors": ("_write",),
    "all audiences": ("_write",),
    "all kinds": ("_write",),
    "an annotation with a new text": ("_rewrite",),
    "a change taken back": ("_undo",),
    "an annotation that was deleted": ("_rewrite",),
    "an annotation whose step is gone": ("_write", "_back", "_play", "_reopen"),
    "an annotation of a variation": ("_write", "_try"),
    "a variation of a variation": ("_try",),
    "a variation whose step is gone": ("_try", "_back", "_play", "_reopen"),
}
"""What may bring about what an evening lacks."""


def lacks(one: Evening) -> set[str]:
    """What hasn't happened on an evening, of what can happen to a match and be written beside it."""
    notes = notebook(one.match, one.annotations, one.variations, lambda: enumerate(one.log, start=1))
    shown = [*notes.annotations, *(each for placed in notes.variations for each in placed.annotations)]
    written = [each.annotation for each in shown]
    there = {
        "a correction": any(isinstance(event, ActionsRetracted) and event.amended for event in one.log),
        "an action that stands again": any(isinstance(event, ActionPlayed) and event.repeats for event in one.log),
        "cards told later": not isinstance(one.game, HasUnknowns)
        or any(isinstance(event, CardsIdentified) for event in one.log),
        "other seats": any(isinstance(event, SeatsChanged) for event in one.log),
        "all authors": {each.author for each in written} == {*AUTHORS},
        "all audiences": {each.audience for each in written} == {*Audience},
        "all kinds": len({type(each.content) for each in written}) == 4,
        "an annotation with a new text": any(isinstance(event, AnnotationChanged) for event in one.written),
        "a change taken back": any(getattr(event, "undoes", None) for event in one.written),
        "an annotation that was deleted": any(each.deleted for each in one.annotations.items.values()),
        "an annotation whose step is gone": any(each.step is None for each in notes.annotations),
        "an annotation of a variation": any(placed.annotations for placed in notes.variations),
        "a variation of a variation": any(placed.variation.parent for placed in notes.variations),
        "a variation whose step is gone": any(placed.line.step is None for placed in notes.variations),
    }
    return {name for name, is_there in there.items() if not is_there}


def set_ups() -> list[tuple[str, AnyGame, Setup[Any]]]:
    """Every set-up of every game, by name."""
    return [
        (f"{key}-{name}", game, setup) for key, game in GAMES.items() for name, setup in support_of(key).SETUPS.items()
    ]
