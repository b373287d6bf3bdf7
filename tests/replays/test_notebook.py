"""All that was written beside a match, in one order, each where it belongs now."""

from datetime import UTC, date, datetime
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.annotations import commands as notes
from domain.annotations.annotations import Annotations
from domain.annotations.annotations import fold as fold_annotations
from domain.annotations.audience import Audience, Reader
from domain.annotations.content import Comment
from domain.annotations.events import AnnotationEvent
from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.amendments import amend
from domain.match.anchors import anchor_of
from domain.match.commands import open_match, play
from domain.match.events import MatchEvent
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.registry import GAMES
from domain.variations import commands as tries
from domain.variations.events import VariationEvent
from domain.variations.variation_line import line_of
from domain.variations.variations import Variations
from domain.variations.variations import fold as fold_variations
from replays.notebook import Notebook, annotations_by_step, notebook
from tests.domain.games.play import ChosenDraws, RandomChoices, chosen_action
from tests.domain.games.support import support_of

MATCH = UUID(int=4711)
BY: dict[str, Any] = {"at": datetime(2026, 11, 27, 20, 0, tzinfo=UTC), "by": "ada"}
SETUPS = [
    pytest.param(game, setup, id=f"{key}-{name}")
    for key, game in GAMES.items()
    for name, setup in list(support_of(key).SETUPS.items())[:2]
]
EVERY_GAME = pytest.mark.parametrize(("game", "setup"), SETUPS)


class Evening:
    """A match of twenty steps, and what is written beside it, at random; a match that is shorter has no such steps."""

    def __init__(self, game: AnyGame, setup: Setup[Any], random: Random) -> None:
        self.random = random
        seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
        self.log: list[MatchEvent] = [open_match(game, setup.options, seats, played_on=date(2026, 11, 27), **BY)]
        self.written: list[AnnotationEvent] = [notes.begin(MATCH, **BY)]
        self.tried: list[VariationEvent] = [tries.begin(MATCH, **BY)]
        match = self.match
        while match.step < 20 or match.awaits_server:
            if match.finished:
                pytest.skip(f"this match of {game.meta.title} ends at step {match.step}")
            self.log.append(play(match, chosen_action(game, match.state, RandomChoices(random)), **BY))
            match = evolve(match, self.log[-1])

    @property
    def match(self) -> Match:
        match = fold(None, self.log)
        assert match is not None
        return match

    @property
    def annotations(self) -> Annotations:
        annotations = fold_annotations(None, self.written)
        assert annotations is not None
        return annotations

    @property
    def variations(self) -> Variations:
        variations = fold_variations(None, self.tried)
        assert variations is not None
        return variations

    def write(self, step: int, variation: UUID | None = None, audience: Audience = Audience.PUBLIC) -> UUID:
        made = UUID(int=len(self.written))
        anchor = anchor_of(self.match, step)
        if variation is not None:
            line = self.variations.items[variation].line
            anchor = line[step - 1].serial if step else 0
        told: dict[str, Any] = {"anchor": anchor, "step": step, "variation": variation, "audience": audience}
        self.written.append(notes.add(self.annotations, made, Comment(text="x"), eyes=PUBLIC, **told, **BY))
        return made

    def try_(self, step: int, parent: UUID | None = None, audience: Audience = Audience.PUBLIC) -> UUID:
        made = UUID(int=1000 + len(self.tried))
        start = self.match.state_at(step)
        if parent is not None:
            start = line_of(self.match, self.variations, parent).positions[step].match.state
        actions = []
        game = self.match.game
        for _ in range(3):
            if isinstance(game.pending(start), Finished):
                break
            actions.append(chosen_action(game, start, RandomChoices(self.random)))
            for fact in game.decide(start, actions[-1]):
                start = game.evolve(start, fact)
        told: dict[str, Any] = {"title": "", "audience": audience, **BY}
        self.tried.append(tries.add(self.variations, self.match, made, parent, step, actions, **told))
        return made

    def amend(self, step: int) -> int:
        chance = ChosenDraws(RandomChoices(self.random))
        action = self.match.line[step - 1].played.action
        amendment = amend(self.match, step, 1, [action], "", chance=chance, **BY)
        self.log += amendment.events
        return amendment.kept

    def notebook(self, reader: Reader | None = None) -> Notebook:
        log = list(enumerate(self.log, start=1))
        return notebook(self.match, self.annotations, self.variations, lambda: log, reader)


def steps(book: Notebook) -> list[tuple[int | None, int]]:
    return [(placed.step, placed.last_step) for placed in book.annotations]


@EVERY_GAME
def test_annotations_stand_in_the_order_of_their_steps(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(1))
    made = [evening.write(step) for step in (7, 3, 0, 7, 20)]
    book = evening.notebook()
    assert steps(book) == [(0, 0), (3, 3), (7, 7), (7, 7), (20, 20)]
    assert [one.annotation.id for one in book.annotations] == [made[index] for index in (2, 1, 0, 3, 4)]


@EVERY_GAME
def test_what_has_lost_its_step_comes_last_and_tells_where_it_was(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(2))
    match = evening.match
    step = next(
        ply.played.step for ply in match.line[2:] if not (match.server_deals and ply.played.action.seat is None)
    )
    lost, other = evening.write(step), evening.write(step - 1)
    evening.amend(step)
    book = evening.notebook()
    assert steps(book) == [(step - 1, step - 1), (None, step)]
    assert [one.annotation.id for one in book.annotations] == [other, lost]


@EVERY_GAME
def test_variations_stand_behind_what_they_leave(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(3))
    late, early = evening.try_(9), evening.try_(4)
    child_late, child_early = evening.try_(2, early), evening.try_(1, early)
    grandchild, second = evening.try_(1, child_early), evening.try_(4)
    book = evening.notebook()
    order = [placed.variation.id for placed in book.variations]
    assert order == [early, child_early, grandchild, child_late, second, late]
    for placed in book.variations:
        assert placed.line == line_of(evening.match, evening.variations, placed.variation.id)
        assert placed.last_step == placed.variation.step


@EVERY_GAME
def test_annotations_stand_with_their_variation(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(4))
    line = evening.try_(4)
    second, begin = evening.write(2, line), evening.write(0, line)
    book = evening.notebook()
    assert [one.annotation.id for one in book.variations[0].annotations] == [begin, second]
    assert book.annotations == ()
    evening.tried.append(tries.delete(evening.variations.items[line], **BY))
    book = evening.notebook()
    assert book.variations == ()
    assert steps(book) == [(None, 2), (None, 0)]


@EVERY_GAME
def test_a_reader_is_given_what_is_for_it(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(5))
    private, public = evening.try_(4, audience=Audience.PRIVATE), evening.try_(4)
    for line in (private, public, None):
        for audience in (Audience.PRIVATE, Audience.PUBLIC):
            evening.write(1, line, audience)
    whole, ada, bob = (evening.notebook(reader) for reader in (None, Reader("ada", RECORDER), Reader("bob", RECORDER)))
    public_eyes = evening.notebook(Reader("", PUBLIC))
    assert whole == ada
    assert [placed.variation.id for placed in bob.variations] == [public]
    assert [len(placed.annotations) for placed in ada.variations] == [2, 2]
    assert [len(placed.annotations) for placed in bob.variations] == [1]
    assert (len(ada.annotations), len(bob.annotations), len(public_eyes.annotations)) == (2, 1, 1)
    assert public_eyes.variations == ()


@EVERY_GAME
def test_what_stands_at_some_steps_is_what_the_notebook_has_there(game: AnyGame, setup: Setup[Any]) -> None:
    evening = Evening(game, setup, Random(7))
    line = evening.try_(3)
    for step in (0, 3, 3, 5, 11):
        for audience in (Audience.PRIVATE, Audience.PUBLIC):
            evening.write(step, audience=audience)
            evening.write(1, line, audience)
    before = evening.match
    evening.amend(5)
    for reader in (Reader("ada", RECORDER), Reader("bob", RECORDER), Reader("", PUBLIC)):
        book = evening.notebook(reader).annotations
        for first, last in ((0, 99), (0, 0), (3, 3), (4, 11), (12, 99), (5, 4)):
            expected = {
                step: tuple(one for one in book if one.step == step)
                for step in range(first, min(last, evening.match.step) + 1)
            }
            found = annotations_by_step(evening.annotations, evening.match, reader, first, last)
            assert found == {step: placed for step, placed in expected.items() if placed}
        then = annotations_by_step(evening.annotations, before, reader, 0, 99)
        assert list(then) == [0, 3, 5, 11], "in the match as it was"


@EVERY_GAME
def test_the_order_is_kept_when_all_is_written_anew_in_it(game: AnyGame, setup: Setup[Any]) -> None:
    """What is exported and imported again has the same order, whatever order it was first written in."""
    evening = Evening(game, setup, Random(6))
    for _ in range(6):
        evening.try_(evening.random.randrange(20))
        evening.write(evening.random.randrange(20))
    book = evening.notebook()
    again = Evening.__new__(Evening)
    again.random, again.log = Random(0), evening.log
    again.written, again.tried = [evening.written[0]], [evening.tried[0]]
    old = {event.id: event for event in evening.tried[1:]}  # type: ignore[union-attr]
    again.tried += [old[placed.variation.id] for placed in book.variations]
    words = {event.id: event for event in evening.written[1:]}  # type: ignore[union-attr]
    again.written += [words[placed.annotation.id] for placed in book.annotations]
    copied = again.notebook()
    assert [one.annotation.id for one in copied.annotations] == [one.annotation.id for one in book.annotations]
    assert [one.variation.id for one in copied.variations] == [one.variation.id for one in book.variations]
    serials = [one.annotation.serial for one in copied.annotations]
    assert all(one < other for one, other in pairwise(serials))


def test_the_log_is_read_only_where_something_lost_its_step() -> None:
    key, game = next(iter(GAMES.items()))
    evening = Evening(game, next(iter(support_of(key).SETUPS.values())), Random(7))
    evening.write(3)
    evening.try_(3)

    def log() -> Any:
        raise AssertionError("nothing has lost its step")

    assert len(notebook(evening.match, evening.annotations, evening.variations, log).annotations) == 1
