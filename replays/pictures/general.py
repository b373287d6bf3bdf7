"""A picture of any game, drawn from the fields of its view, for games that have no drawing of their own.

A list with a part for each seat, such as hands, stands with the seats; all else stands in the middle of the table, a
row a field. The name of a field is its label, and what it holds is shown as cards with its values.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import svg
from msgspec import to_builtins

from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.plain import plain_value, plain_words
from domain.kernel.words import listed
from replays.pictures.cards import CARD, faceless
from replays.pictures.drawing import Drawn, box, group, text
from replays.pictures.flow import Thing, flow, spots
from replays.pictures.places import Spot, moved, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named
from replays.pictures.sheet import INSIDE, Block, page, panel, seat_places
from replays.pictures.text import isolated, width
from replays.pictures.words import say

_PADDING: Final = 7
_ROOM: Final = INSIDE - 20
_INSET: Final = 10
_LABEL: Final = 24
"""The height of the label of a row, with room for what marks the cards below it."""


def draw(scene: Scene) -> str:
    """The picture of a position."""
    return Table(scene).drawn()


class Table:
    """A position of any game being drawn."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view = _fields(scene.view)
        self.before = _fields(scene.before)

    def drawn(self) -> str:
        """The whole picture."""
        seats = [self._seat(seat) for seat in range(len(self.scene.names))]
        middle = {name: value for name, value in self.view.items() if not self._by_seat(value)}
        blocks = [*([self._middle(middle)] if middle else []), *seats]
        return page(self.scene, self._situation(), blocks, [*self._described(middle), *self._seats_described()])

    def _by_seat(self, value: Any) -> bool:
        """Whether `value` has a part for each seat: as many lists or tables as there are seats."""
        return (
            isinstance(value, list | tuple)
            and len(value) == len(self.scene.names)
            and all(isinstance(part, dict | list | tuple) for part in value)
        )

    def _of_seat(self, fields: Mapping[str, Any], seat: int) -> dict[str, Any]:
        """What belongs to a seat, by its label."""
        found: dict[str, Any] = {}
        for name in (name for name, value in self.view.items() if self._by_seat(value)):
            parts = fields.get(name, ())
            part = parts[seat] if seat < len(parts) else None
            found |= _fields(part) if isinstance(part, dict) else {name: part}
        return found

    def _situation(self) -> str:
        """The scores."""
        return ", ".join(f"{isolated(name)}: {self._score(seat)}" for seat, name in enumerate(self.scene.names))

    def _score(self, seat: int) -> str:
        score, language = self.scene.standings[seat].score, self.scene.language
        if score is None:
            return say(language, "secret")
        return say(language, "points", n=score)

    def _middle(self, fields: Mapping[str, Any]) -> Block:
        drawn, height, places = self._rows(fields, self.before, _INSET)
        return Block(height, [panel(height), *drawn], title=say(self.scene.language, "table"), places=places)

    def _seat(self, seat: int) -> Block:
        now, before = self._of_seat(self.view, seat), self._of_seat(self.before, seat)
        rows, height, places = self._rows(now, before, 32)
        score = self._score(seat)
        room = INSIDE - width(score, 12) - 24
        heading = [*named(self.scene, seat, 8, 21, room, size=13), text(INSIDE - 8, 21, score, anchor="end")]
        drawn = [panel(height, strong=seat in self.scene.asked), *heading, *rows]
        everything = seat_places(self.scene, seat, height, places)
        return Block(height, drawn, self.scene.names[seat], everything, aside=True)

    def _rows(
        self, fields: Mapping[str, Any], before: Mapping[str, Any], top: float
    ) -> tuple[list[svg.Element], float, dict[str, Spot]]:
        """A row a field from `top` on: what is drawn, the height with a margin, and what can be marked."""
        drawn: list[svg.Element] = []
        places: dict[str, Spot] = {}
        y = top
        for name, value in fields.items():
            place, title = name.replace("_", "-"), plain_words(name)
            things = list(self._things(value, before.get(name), title))
            drawn.append(text(_INSET, y + 10, title, size=12, tone="soft", room=_ROOM))
            row, height = flow(things, _INSET, y + _LABEL, _ROOM)
            drawn += row
            places[place] = Spot(4, y - 3, INSIDE - 8, _LABEL + height + 6, title)
            places |= within(place, title, moved(spots(things, _INSET, 0, _ROOM), 0, y + _LABEL))
            y += _LABEL + height + 9
        return drawn, max(y, top + 2), places

    def _things(self, value: Any, before: Any, title: str) -> Iterator[Thing]:
        """A card for each part of a value, numbered; outlined where it isn't what it was."""
        parts, then = _parts(value), _parts(before)
        for number, (name, part) in enumerate(parts):
            changed = number >= len(then) or then[number] != (name, part)
            drawn, broad = self._card(name, part)
            yield Thing(broad, CARD, drawn, changed, place=str(number), title=f"{title} {number + 1}")
        if not parts:
            yield self._nothing(changed=bool(then))

    def _nothing(self, *, changed: bool) -> Thing:
        words = plain_value([], self.scene.language)
        drawn = text(0, 16, words, size=12, tone="soft")
        return Thing(width(words, 12), CARD, drawn, changed)

    def _card(self, name: str, value: Any) -> tuple[svg.Element, float]:
        """A card with a value, and its width."""
        if value in (HIDDEN, UNKNOWN):
            return Drawn(faceless(value)), CARD
        words = plain_value(value, self.scene.language)
        words = f"{plain_words(name)}: {words}" if name else words
        broad = min(max(CARD, width(words, 12) + 2 * _PADDING), _ROOM)
        frame = box(0.5, 0.5, broad - 1, CARD - 1, fill="card", stroke="edge", radius=4)
        return group(frame, text(broad / 2, 16, words, anchor="middle", room=broad - 6), title=words), broad

    def _described(self, fields: Mapping[str, Any]) -> Iterator[str]:
        for name, value in fields.items():
            yield f"{plain_words(name).capitalize()}: {self._listed(value)}."

    def _seats_described(self) -> Iterator[str]:
        for seat, name in enumerate(self.scene.names):
            for field, value in self._of_seat(self.view, seat).items():
                yield f"{isolated(name)}, {plain_words(field)}: {self._listed(value)}."

    def _listed(self, value: Any) -> str:
        """The parts of a value in words."""
        language = self.scene.language
        words = (f"{plain_words(name)} {plain_value(part, language)}".strip() for name, part in _parts(value))
        return listed(words, language) or plain_value([], language)


def _fields(view: Any) -> dict[str, Any]:
    """The fields of a view, or of a part of one, as on the wire."""
    return {str(name): value for name, value in to_builtins(view, str_keys=True).items() if name != "game"}


def _parts(value: Any) -> list[tuple[str, Any]]:
    """The parts of a value, each with its name, which is empty in a list."""
    match value:
        case None:
            return []
        case dict():
            return [(str(name), part) for name, part in value.items()]
        case list() | tuple():
            return [("", part) for part in value]
        case _:
            return [("", value)]
