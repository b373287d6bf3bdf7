"""The golden pictures: positions of the golden playthroughs, and those that the documentation shows."""

import json
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from domain.annotations.content import Arrow, Colour, Glyphs, Highlight, Marks
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.standing import Standing
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.registry import GAMES
from replays.pictures.chart import chart
from replays.pictures.games import picture
from replays.pictures.remarks import Remark
from replays.pictures.scene import Layout, Scene
from tests.domain.games.play import Step, on_wire, played
from tests.domain.games.support import setup, support_of
from tests.domain.playthroughs.narrator import FOLDER as PLAYTHROUGHS
from tests.replays.pictures.seen import NAMES, places_of, scene_after, scene_of_state

FOLDER: Final = Path(__file__).parent / "golden"
DOCUMENTS: Final = Path(__file__).parents[3] / "docs" / "pictures"


class Shot(Struct, frozen=True):
    """A picture: of which playthrough of a game, how far in it (from 0 to 1), for whom, in which language.

    With glyphs and marks where it is `noted`.
    """

    name: str
    playthrough: int
    at: float
    viewer: Viewer
    language: Language
    noted: bool = False
    layout: Layout = Layout.PORTRAIT


SHOTS: Final = (
    Shot("set-up-public-en", 0, 0, PUBLIC, "en"),
    Shot("middle-seat-it", 0, 0.45, 1, "it"),
    Shot("middle-recorder-en", 1, 0.6, RECORDER, "en"),
    Shot("end-public-it", 2, 1, PUBLIC, "it"),
    Shot("noted-recorder-en", 0, 0.55, RECORDER, "en", noted=True),
    Shot("noted-seat-it", 1, 0.4, 0, "it", noted=True),
    Shot("landscape-recorder-it", 1, 0.6, RECORDER, "it", layout=Layout.LANDSCAPE),
    Shot("landscape-noted-en", 2, 0.6, 1, "en", noted=True, layout=Layout.LANDSCAPE),
    Shot("compact-recorder-it", 1, 0.6, RECORDER, "it", layout=Layout.COMPACT),
    Shot("compact-seat-en", 2, 0.5, 1, "en", layout=Layout.COMPACT),
    Shot("compact-end-it", 0, 1, PUBLIC, "it", layout=Layout.COMPACT),
)

SHOWN: Final = Shot("shown", 1, 0.55, 0, "en")
"""What the documentation shows of each game."""

CHARTED: Final = "halunken"
"""The game whose chart it shows."""


@cache
def playthrough(key: str, number: int) -> tuple[Step, ...]:
    """A golden playthrough of a game, from its file."""
    file = PLAYTHROUGHS / f"{key}-{support_of(key).PLAYTHROUGHS[number]}.txt"
    words = [line.partition(" ") for line in file.read_text(encoding="utf-8").splitlines()]
    head = {word: rest.strip() for word, _, rest in words[:4]}
    game = GAMES[key]
    state = game.initial(setup(game, int(head["seats"]), json.loads(head["options"])))
    steps: list[Step] = []
    for word, _, rest in words:
        if word == "action":
            steps.append(played(game, state, on_wire(game, json.loads(rest)), len(steps) + 1))
            state = steps[-1].after
    return tuple(steps)


def drawn(key: str, shot: Shot) -> str:
    """The picture of a shot."""
    game, steps = GAMES[key], playthrough(key, shot.playthrough)
    number = round(shot.at * len(steps))
    if number == 0:
        return picture(scene_of_state(steps[0].before, game, shot.viewer, shot.language))
    scene = replace(scene_after(steps[number - 1], game, shot.viewer, shot.language), layout=shot.layout)
    return picture(noted(scene) if shot.noted else scene)


def noted(scene: Scene) -> Scene:
    """`scene` with what three people wrote: glyphs, highlights, arrows, a place that isn't there."""
    places = [name for name in places_of(scene) if not name.startswith("seat:")]
    inner = [name for name in places_of(scene) if name.startswith("seat:1:")]
    one, other = Random(scene.game).sample(places, 2)
    row, thing = inner[0], inner[-1]
    return replace(
        scene,
        remarks=(
            Remark("Dov", Glyphs(glyphs=(5, 140))),
            Remark("Dov", Marks(marks=(Highlight(place=one), Highlight(place="seat:0", colour=Colour.BLUE)))),
            Remark("Eve", Glyphs(glyphs=(5,))),
            Remark("Eve", Marks(marks=(Highlight(place=one), Highlight(place=one, colour=Colour.YELLOW)))),
            Remark("Token 4f1c20", Marks(marks=(Highlight(place=row, colour=Colour.RED), Highlight(place=thing)))),
            Remark(
                "Dov", Marks(marks=(Arrow(from_="seat:0", to=row, colour=Colour.RED), Arrow(from_=other, to=thing)))
            ),
            Remark("Dov", Marks(marks=(Highlight(place="tavern:99", colour=Colour.BLUE),))),
        ),
    )


def standings_of(game: AnyGame, steps: Sequence[Step], viewer: Viewer) -> list[tuple[int, tuple[Standing, ...]]]:
    """How the seats stood at each step."""
    states = [steps[0].before, *(step.after for step in steps)]
    return [(number, game.standings(state, viewer)) for number, state in enumerate(states)]


def charted(key: str, number: int, viewer: Viewer, language: Language) -> str:
    """The chart of a golden playthrough."""
    game = GAMES[key]
    rows = standings_of(game, playthrough(key, number), viewer)
    return chart(game.meta.title, rows, NAMES[: len(rows[0][1])], language)


def expected() -> dict[Path, Callable[[], str]]:
    """Every file that has to be there, and what draws it."""
    games = [key for key in GAMES if support_of(key).PLAYTHROUGHS]
    files = {FOLDER / f"{key}-{shot.name}.svg": partial(drawn, key, shot) for key in games for shot in SHOTS}
    charts = {FOLDER / f"{key}-chart-seat-it.svg": partial(charted, key, 1, 0, "it") for key in games}
    shown = {DOCUMENTS / f"{key}.svg": partial(drawn, key, SHOWN) for key in games}
    return {**files, **charts, **shown, DOCUMENTS / "chart.svg": partial(charted, CHARTED, 1, RECORDER, "en")}
