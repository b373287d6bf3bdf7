"""Frames: what a viewer may know, in words too, and what changed since the frame before."""

import itertools
from random import Random
from typing import Any
from uuid import UUID

import jsonpatch
import pytest
from msgspec import to_builtins

from domain.kernel.languages import Language
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.match import Match
from domain.registry import GAMES
from replays.frames import Frame, FrameContent, Narrator, chapter_title, frame, parts
from replays.stepper import Stepper
from tests.domain.games.covering import unless_smallest
from tests.domain.games.support import support_of
from tests.replays.matches import NAMES, folded, recorded

ID = UUID(int=1)
EVERY_GAME = pytest.mark.parametrize("key", GAMES)
EVERY_SETUP = pytest.mark.parametrize(
    ("key", "name"),
    [
        pytest.param(key, name, id=f"{key}-{name}", marks=unless_smallest(key, name))
        for key in GAMES
        for name in support_of(key).SETUPS
    ],
)


def film(match: Match, viewer: Viewer, language: Language = "en") -> list[Frame]:
    narrator = Narrator(NAMES[: len(match.seats)], language)
    frames: list[Frame] = []
    for position in Stepper().positions(ID, match):
        frames.append(frame(position, viewer, narrator, shown(frames[-1]) if frames else None))
    return frames


def shown(one: Frame) -> FrameContent:
    return FrameContent(one.view, one.standings, one.pending)


@EVERY_SETUP
def test_every_frame_equals_a_fold_from_scratch(key: str, name: str) -> None:
    match = folded(recorded(key, Random(name), 50, support_of(key).SETUPS[name]))
    for viewer in (PUBLIC, RECORDER, match.step % len(match.seats)):
        for step, one in enumerate(film(match, viewer)):
            state = match.state_at(step)
            assert (one.step, one.view) == (step, match.game.view(state, viewer))
            if step < match.step:
                assert one.standings == match.game.standings(state, viewer)
                assert one.pending == match.game.pending(state)


@EVERY_SETUP
def test_every_patch_turns_one_frame_into_the_next(key: str, name: str) -> None:
    match = folded(recorded(key, Random(name), 80, support_of(key).SETUPS[name]))
    for viewer in (PUBLIC, RECORDER, 0):
        frames = film(match, viewer)
        assert frames[0].changes == ()
        for before, after in itertools.pairwise(frames):
            patch = jsonpatch.JsonPatch(after.changes)
            assert patch.apply(to_builtins(shown(before))) == to_builtins(shown(after))


@EVERY_GAME
def test_what_led_to_a_frame_is_redacted_and_told_in_words(key: str) -> None:
    match = folded(recorded(key, Random(1), 60))
    for viewer in (PUBLIC, RECORDER, 1):
        for one, ply in zip(film(match, viewer)[1:], match.line, strict=True):
            assert one.played is not None
            action, outcome = match.game.redact(ply.played.action, ply.played.outcome, viewer)
            assert (one.played.action, one.played.outcome) == (action, outcome)
            assert one.played.sentence == match.game.sentence(action, outcome, NAMES[: len(match.seats)], "en")
            assert (one.played.seat, one.version) == (ply.played.action.seat, ply.version)


@EVERY_GAME
def test_frames_are_told_in_both_languages(key: str) -> None:
    match = folded(recorded(key, Random(2), 30))
    for english, italian in zip(film(match, PUBLIC), film(match, PUBLIC, "it"), strict=True):
        assert english.chapter.title != italian.chapter.title
        if english.played and italian.played:
            assert english.played.sentence != italian.played.sentence


@EVERY_GAME
def test_the_parts_of_a_match_are_all_its_steps_in_order(key: str) -> None:
    match = folded(recorded(key, Random(3), 400))
    positions: list[Any] = list(Stepper().positions(ID, match))
    found = parts(positions, "en")
    steps = [step for part in found for step in range(part.first_step, part.last_step + 1)]
    assert steps == list(range(match.step + 1))
    assert all(one.chapter != other.chapter for one, other in itertools.pairwise(found))
    for part in found:
        for step in range(part.first_step, part.last_step + 1):
            assert chapter_title(positions[step], "en") == part.chapter
    assert [part.chapter for part in found] == [
        chapter for chapter, _ in itertools.groupby(chapter_title(position, "en") for position in positions)
    ]


@EVERY_GAME
def test_an_action_stands_in_the_phase_in_which_it_was_made(key: str) -> None:
    match = folded(recorded(key, Random(5), 200))
    states = [match.state_at(step) for step in range(match.step + 1)]
    made_in = [match.game.chapter(states[max(0, step - 1)]) for step in range(match.step + 1)]
    for first in (0, match.step // 2, match.step):
        walk = Stepper().positions(ID, match, first)
        assert [position.chapter for position in walk] == made_in[first:]
    told = [(one.chapter.round, one.chapter.phase) for one in film(match, PUBLIC)]
    assert told == [(chapter.round, chapter.phase.key) for chapter in made_in]
