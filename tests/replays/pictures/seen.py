"""Pictures as tests see them: scenes of matches played by the rules, and where things are in a drawing."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple
from unittest import mock
from xml.etree import ElementTree

from msgspec.structs import replace

from domain.annotations.content import Glyphs
from domain.kernel.base import PerfectInformationGame
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.viewer import Viewer
from replays.pictures import notes
from replays.pictures.games import picture
from replays.pictures.palette import ROOT
from replays.pictures.places import Places
from replays.pictures.remarks import Remark
from replays.pictures.scene import Scene
from replays.pictures.text import width
from tests import names
from tests.domain.games.play import Step

NAMES = ("Ada", "Bruno", "Chiara", *names.NAMES[3:])
SPACE = "{http://www.w3.org/2000/svg}"


def scene_after(step: Step, game: AnyGame, viewer: Viewer, language: Language, names: Sequence[str] = NAMES) -> Scene:
    """What `viewer` sees after `step`."""
    action, facts = game.redact(step.action, step.facts, viewer)
    standings = game.standings(step.after, viewer)
    names = tuple(names[: len(standings)])
    return Scene(
        game=game.meta.key,
        title=game.meta.title,
        step=step.number,
        view=game.view(step.after, viewer),
        before=game.view(step.before, viewer),
        standings=standings,
        pending=game.pending(step.after),
        names=names,
        viewer=viewer,
        sentence=game.sentence(action, facts, names, language),
        language=language,
        all_open=isinstance(game, PerfectInformationGame),
    )


def scene_of_state(state: Any, game: AnyGame, viewer: Viewer, language: Language) -> Scene:
    """What `viewer` sees at the set-up."""
    view, standings = game.view(state, viewer), game.standings(state, viewer)
    return Scene(
        game=game.meta.key,
        title=game.meta.title,
        step=0,
        view=view,
        before=view,
        standings=standings,
        pending=game.pending(state),
        names=NAMES[: len(standings)],
        viewer=viewer,
        sentence=None,
        language=language,
        all_open=isinstance(game, PerfectInformationGame),
    )


def places_of(scene: Scene) -> Places:
    """What can be marked in the picture of `scene`."""
    with mock.patch("replays.pictures.sheet.notes", wraps=notes.notes) as drawn:
        picture(replace(scene, remarks=(Remark("Ada", Glyphs(glyphs=(1,))),)))
    places: Places = drawn.call_args.args[1]
    return places


class Box(NamedTuple):
    """A rectangle, and what is in it."""

    left: float
    top: float
    right: float
    bottom: float
    what: str

    def overlaps(self, other: "Box", by: float) -> bool:
        """Whether the two share more than `by` in both directions."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > by and down > by


class Picture:
    """A drawing taken apart."""

    def __init__(self, markup: str) -> None:
        self.root = ElementTree.fromstring(markup)
        self.markup = markup
        self.boxes: list[Box] = []
        self.texts: list[Box] = []
        self.sizes: list[float] = []
        self._look(self.root, 0, 0, 1, 1)

    @property
    def title(self) -> str:
        return self.root.findtext(f"{SPACE}title") or ""

    @property
    def description(self) -> str:
        return self.root.findtext(f"{SPACE}desc") or ""

    @property
    def words(self) -> list[str]:
        """Everything that is written."""
        return [text.what for text in self.texts]

    @property
    def size(self) -> tuple[float, float]:
        left, top, wide, high = map(float, self.root.attrib["viewBox"].split())
        assert (left, top) == (0, 0)
        return wide, high

    def elements(self, name: str) -> list[ElementTree.Element]:
        return self.root.findall(f".//{SPACE}{name}")

    def _look(self, element: ElementTree.Element, x: float, y: float, wide: float, high: float) -> None:
        for kind, numbers in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
            values = [float(number) for number in re.split(r"[ ,]+", numbers)]
            if kind == "translate":
                x, y = x + values[0] * wide, y + values[1] * high
            else:
                assert kind == "scale"
                wide, high = wide * values[0], high * values[-1]
        if found := _extent(element):
            left, top, right, bottom = found
            box = Box(x + left * wide, y + top * high, x + right * wide, y + bottom * high, element.text or element.tag)
            self.boxes.append(box)
            if element.tag == f"{SPACE}text":
                self.texts.append(box)
                self.sizes.append(float(element.attrib["font-size"]) * high)
        for child in element:
            self._look(child, x, y, wide, high)


def _extent(element: ElementTree.Element) -> tuple[float, float, float, float] | None:
    """Where a rectangle, circle, line or text is; paths are left out."""

    def number(name: str) -> float:
        return float(element.get(name, 0))

    match element.tag.removeprefix(SPACE):
        case "rect":
            return number("x"), number("y"), number("x") + number("width"), number("y") + number("height")
        case "circle":
            radius = number("r")
            return number("cx") - radius, number("cy") - radius, number("cx") + radius, number("cy") + radius
        case "polyline":
            points = [tuple(map(float, point.split(","))) for point in element.attrib["points"].split()]
            xs, ys = zip(*points, strict=True)
            return min(xs), min(ys), max(xs), max(ys)
        case "text":
            size = number("font-size")
            broad = width(element.text or "", size, bold=element.get("font-weight") == "bold")
            left = number("x") - {"start": 0, "middle": broad / 2, "end": broad}[element.get("text-anchor", "start")]
            return left, number("y") - 0.73 * size, left + broad, number("y")
        case _:
            return None


def flaws(picture: Picture) -> Iterator[str]:
    """What is wrong with a drawing, whatever is in it."""
    wide, high = picture.size
    if wide not in {360, 712}:
        yield f"it is {wide} wide"
    for box in picture.boxes:
        if box.left < -0.01 or box.top < -0.01 or box.right > wide + 0.01 or box.bottom > high + 0.01:
            yield f"outside: {box}"
    for one, other in combinations(picture.texts, 2):
        if one.overlaps(other, 1):
            yield f"on each other: {one} and {other}"
    for size, text in zip(picture.sizes, picture.texts, strict=True):
        if size < 11.9:
            yield f"too small, {size}: {text}"
    ids = [element.attrib["id"] for element in picture.root.iter() if "id" in element.attrib]
    if len(set(ids)) != len(ids) or set(picture.root.attrib["aria-labelledby"].split()) != set(ids):
        yield f"ids {ids}"
    if picture.root.get("role") != "img" or not picture.title or not picture.description:
        yield "no text alternative"
    if picture.root.get("class") != ROOT:
        yield "no class"
    allowed = {"svg", "g", "title", "desc", "style", "rect", "circle", "ellipse", "path", "polyline", "text"}
    for element in picture.root.iter():
        if element.tag.removeprefix(SPACE) not in allowed:
            yield f"an element {element.tag}"
        if any(name.startswith("on") or "href" in name for name in element.attrib):
            yield f"an attribute of {element.attrib}"
    if re.search(r"url\(|@import|http://(?!www\.w3\.org/2000/svg)|https:|undefined|\bNone\b|\bnan\b", picture.markup):
        yield "a reference, or a value that isn't there"
