"""What holds for the picture of every position of every game, for every viewer, in both languages."""

import re
from functools import cache
from random import Random
from typing import Any, get_args
from uuid import UUID

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.cards import UNKNOWN
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES
from replays.frames import Narrator
from replays.pictures import general
from replays.pictures.games import drawer_of, picture
from replays.pictures.scene import Layout, Scene, scene
from replays.pictures.text import ELLIPSIS, clean
from replays.stepper import Stepper
from tests.domain.games.covering import unless_smallest
from tests.domain.games.play import RandomChoices, Step, play
from tests.domain.games.support import has_secrets, support_of
from tests.replays.matches import folded, recorded
from tests.replays.pictures.seen import NAMES, Picture, flaws, scene_after, scene_of_state


def setups_of(*keys: str) -> pytest.MarkDecorator:
    """Each set-up that these games have for tests."""
    return pytest.mark.parametrize(
        ("key", "setup"),
        [
            pytest.param(key, name, id=f"{key}-{name}", marks=unless_smallest(key, name))
            for key in keys
            for name in support_of(key).SETUPS
        ],
    )


EVERY_SETUP = setups_of(*GAMES)
EVERY_SETUP_IN_OWN_WORDS = setups_of(*(key for key in GAMES if key != "sheet"))
"""Without sheets, whose rows are what people call them."""

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
EVERY_GAME_WITH_SECRETS = pytest.mark.parametrize("key", [*filter(has_secrets, GAMES)])
LANGUAGES: tuple[Language, ...] = get_args(Language)

HOSTILE = (
    "W" * 120,
    "<script>alert('&amp;')</script>",
    '\u202eمرحبا\u202d\u2067 & "x"',
    "👨‍👩‍👧‍👦🏳️‍🌈🇮🇹" * 20,
    "]]>\x00\x1b\ufffe\ud800 --> {name} %s",
)
"""Names that nobody has, one for each seat."""


@cache
def match_of(key: str, setup: str) -> tuple[Step, ...]:
    """A random match."""
    support = support_of(key)
    return tuple(play(GAMES[key], support.SETUPS[setup], RandomChoices(Random(setup)), support.MOST_STEPS))


def steps_of(key: str, setup: str, every: int) -> tuple[Step, ...]:
    """Some steps of it; of a short match, more of them."""
    steps = match_of(key, setup)
    return steps[:: min(every, max(1, len(steps) // 3))]


def viewers(game: AnyGame, state: Any) -> tuple[Viewer, ...]:
    return (PUBLIC, RECORDER, *range(len(game.standings(state, RECORDER))))


def ended(key: str, setup: str, viewer: Viewer, language: Language) -> Scene:
    """The end of a random match."""
    return scene_after(match_of(key, setup)[-1], GAMES[key], viewer, language)


@EVERY_GAME
def test_every_game_has_a_picture(key: str) -> None:
    """docs/adding-a-game.md says how it gets one."""
    assert callable(drawer_of(key))


def test_a_game_without_a_drawing_of_its_own_is_drawn_from_its_view() -> None:
    assert drawer_of("ludo") is general.draw


@EVERY_SETUP
def test_a_picture_is_well_formed_readable_and_stays_in_its_frame(key: str, setup: str) -> None:
    game = GAMES[key]
    for number, step in enumerate(steps_of(key, setup, 19)):
        seen = viewers(game, step.after)
        shown = scene_after(step, game, seen[number % len(seen)], LANGUAGES[number % 2])
        shown = replace(shown, layout=list(Layout)[number % 3])
        assert list(flaws(Picture(picture(shown)))) == [], (step.number, shown.viewer, shown.language, shown.layout)


@EVERY_SETUP_IN_OWN_WORDS
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut_but_names(key: str, setup: str, language: Language) -> None:
    """Every game's own words find room in every layout."""
    for number, step in enumerate(steps_of(key, setup, 19)):
        shown = replace(scene_after(step, GAMES[key], RECORDER, language), sentence=None)
        drawn = Picture(picture(replace(shown, layout=list(Layout)[number % 3])))
        cut = [words.partition(ELLIPSIS)[0] for words in drawn.words if ELLIPSIS in words]
        assert [words for words in cut if not any(name.startswith(words) for name in NAMES)] == [], step.number


@EVERY_GAME
def test_a_small_picture_shortens_all_names_alike_or_none(key: str) -> None:
    setup, *_ = support_of(key).SETUPS
    game, step = GAMES[key], match_of(key, setup)[-1]
    names = tuple(f"{name} (demo)" for name in NAMES)
    drawn = Picture(picture(replace(scene_after(step, game, RECORDER, "en", names), layout=Layout.COMPACT)))
    shown = {*drawn.words} & {*NAMES, *names}
    assert shown in [{*some[: len(game.standings(step.after, RECORDER))]} for some in (NAMES, names)]


@EVERY_SETUP
def test_the_set_up_is_drawn_too(key: str, setup: str) -> None:
    game = GAMES[key]
    state = game.initial(support_of(key).SETUPS[setup])
    for language, viewer in zip(LANGUAGES * 4, viewers(game, state), strict=False):
        layout = list(Layout)[len(str(viewer)) % 3]
        drawn = Picture(picture(replace(scene_of_state(state, game, viewer, language), layout=layout)))
        assert list(flaws(drawn)) == []
        assert drawn.markup.count("s-mark") == 0, "nothing has changed yet"


@EVERY_SETUP
def test_names_can_be_anything(key: str, setup: str) -> None:
    game = GAMES[key]
    names = tuple(clean(name) for name in HOSTILE) * 4
    for number, step in enumerate(steps_of(key, setup, 37)):
        viewer = number % min(2, support_of(key).SETUPS[setup].seats)
        shown = scene_after(step, game, viewer, LANGUAGES[number % 2], names)
        drawn = Picture(picture(replace(shown, layout=list(Layout)[number % 3])))
        assert list(flaws(drawn)) == []
        assert "<script" not in drawn.markup
        assert all("script" not in element.tag for element in drawn.root.iter())


@pytest.mark.slow
@EVERY_GAME
def test_a_scene_makes_names_fit_for_a_picture(key: str) -> None:
    match = folded(recorded(key, Random(key), 30))
    positions = list(Stepper().positions(UUID(int=1), match))
    narrator = Narrator((HOSTILE * 4)[: len(match.seats)], "en")
    for before, now in zip([None, *positions], positions, strict=False):
        shown = scene(now, before, RECORDER, narrator)
        assert list(flaws(Picture(picture(shown)))) == []
        assert shown.step == now.step
        assert (shown.sentence is None) == (now.step == 0)


@pytest.mark.slow
@EVERY_GAME_WITH_SECRETS
def test_what_a_viewer_cannot_see_changes_no_byte(key: str) -> None:
    game, support, random = GAMES[key], support_of(key), Random(key)
    different = 0
    for setup in support.SETUPS:
        for step in steps_of(key, setup, 19):
            for viewer in (PUBLIC, random.choice(viewers(game, step.after)[2:])):
                after = support.scrambled(step.after, viewer, random)
                before = support.scrambled(step.before, viewer, random)
                shown = scene_after(step, game, viewer, "en")
                other = replace(
                    shown,
                    view=game.view(after, viewer),
                    before=game.view(before, viewer),
                    standings=game.standings(after, viewer),
                    pending=game.pending(after),
                )
                assert picture(other) == picture(shown)
                different += after != step.after
    assert different


@EVERY_GAME
def test_the_same_scene_gives_the_same_bytes_and_another_step_other_ids(key: str) -> None:
    setup = next(iter(support_of(key).SETUPS))
    one, two = (scene_after(step, GAMES[key], PUBLIC, "en") for step in match_of(key, setup)[:2])
    assert picture(one) == picture(one)
    ids = [set(re.findall(r' id="(\w+)"', picture(each))) for each in (one, two)]
    assert len(ids[0]) == len(ids[1]) == 2
    assert not ids[0] & ids[1]


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_alternative_tells_who_acts_and_what_happened(key: str, language: Language) -> None:
    setup = next(iter(support_of(key).SETUPS))
    for step in steps_of(key, setup, 9):
        shown = scene_after(step, GAMES[key], RECORDER, language)
        drawn = Picture(picture(shown))
        assert str(step.number) in drawn.title
        assert shown.title in drawn.title
        assert shown.sentence is not None
        assert shown.sentence in drawn.description
        waiting = drawn.description.splitlines()[1]
        assert all(NAMES[seat] in waiting for seat in shown.asked)
        assert not re.search(r"\w_\w|[{}\[\]]|None|True|False|  ", drawn.description), drawn.description


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_end_names_the_winners(key: str, language: Language) -> None:
    setup = next(iter(support_of(key).SETUPS))
    shown = ended(key, setup, PUBLIC, language)
    winners = [NAMES[standing.seat] for standing in shown.standings if standing.winner]
    told = Picture(picture(shown)).description.splitlines()[1]
    assert [name for name in NAMES if name in told] == winners
    assert winners or support_of(key).MAY_HAVE_NO_WINNER


@EVERY_GAME
def test_the_last_change_is_outlined_and_the_outline_explained(key: str) -> None:
    """Not every action changes what is seen, such as a pass; but most do, and only those speak of outlines."""
    setup = next(iter(support_of(key).SETUPS))
    marks = []
    for step in steps_of(key, setup, 3):
        drawn = re.sub(r"<style>.*?</style>", "", picture(scene_after(step, GAMES[key], RECORDER, "en")))
        marks.append(drawn.count("s-mark") - 1)  # beside the outline of what explains it
        assert ("Changes are outlined." in drawn) is (marks[-1] > 0)
    assert sum(mark > 0 for mark in marks) > len(marks) * 0.6


@EVERY_GAME
def test_nothing_is_outlined_when_nothing_has_changed(key: str) -> None:
    setup = next(iter(support_of(key).SETUPS))
    for step in steps_of(key, setup, 17):
        shown = scene_after(step, GAMES[key], PUBLIC, "en")
        drawn = picture(replace(shown, before=shown.view, sentence=None))
        assert "s-mark" not in re.sub(r"<style>.*?</style>", "", drawn)


def recorded_by(key: str) -> Scene:
    """A position of which the recorder knows everything, and in which somebody is asked."""
    steps = match_of(key, next(iter(support_of(key).SETUPS)))
    scenes = (scene_after(step, GAMES[key], RECORDER, "en") for step in steps)
    return next(one for one in scenes if one.asked and '"unknown"' not in msgspec.json.encode(one.view).decode())


def test_everything_is_revealed_only_where_everything_is_known() -> None:
    words = "everything revealed"
    assert words not in picture(recorded_by("chess"))
    shown = recorded_by("klunker")
    assert words in picture(shown)
    hand = (UNKNOWN, *shown.view.seats[0].hand[1:])
    seats = (replace(shown.view.seats[0], hand=hand), *shown.view.seats[1:])
    assert words not in picture(replace(shown, view=replace(shown.view, seats=seats)))
    assert words not in picture(replace(shown, pending=AwaitChance({"type": "deal"})))


def test_no_cards_are_awaited_where_it_is_known_what_followed() -> None:
    shown = replace(recorded_by("klunker"), pending=AwaitChance({"type": "deal"}))
    assert "Cards are awaited." in Picture(picture(shown)).description
    assert "Cards are awaited." not in picture(replace(shown, continued=True))
