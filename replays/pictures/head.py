"""The head of a picture: the game, the step, what happens, who is to act, and what the last action was."""

from typing import Final

import svg

from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.kernel.words import listed
from replays.pictures.drawing import box, group, lines, text
from replays.pictures.scene import Layout, Scene
from replays.pictures.seats import named
from replays.pictures.text import isolated, width, wrapped
from replays.pictures.words import say

_LINE: Final = 15.6
_MOST: Final = 16
"""Lines of the last action; what ends a round of four players takes nine."""
_ONE_COLUMN: Final = 400
"""A picture that has but one column also in the wide layout is narrower than this."""
_NARROW: Final = 200
"""A head beside a board that takes most of the picture isn't wider: what happens needs more lines there."""
_LEAST_NAME: Final = 34
"""The width in which a seat's sign and the first letters of a name are seen."""


def head(scene: Scene, situation: str, room: float, *, outlined: bool) -> tuple[list[svg.Element], float]:
    """What stands over the blocks, drawn from (0, 0) and `room` wide, and its height.

    `outlined` tells whether something in the blocks is outlined as changed.
    """
    wide = scene.layout is Layout.LANDSCAPE and room > _ONE_COLUMN
    drawn, y = (_wide if wide else _narrow)(scene, situation, room)
    if scene.sentence:
        strip, height = _last(scene, room, wide=wide, outlined=outlined)
        drawn.append(group(*strip, at=(0, y)))
        y += height
    return drawn, y


def _narrow(scene: Scene, situation: str, room: float) -> tuple[list[svg.Element], float]:
    """A line for each fact."""
    step = step_of(scene)
    described = wrapped(situation, room, 13, 2 if room > _NARROW else _MOST)
    drawn: list[svg.Element] = [
        text(0, 15, scene.title, size=16, bold=True, room=room - width(step, 12) - 8),
        text(room, 15, step, tone="soft", anchor="end"),
        *lines(0, 34, described, size=13),
    ]
    y = 34.0 + len(described) * 17
    waiting_for, below = _waiting_line(scene, y, room)
    y += below
    drawn += [
        *waiting_for,
        text(0, y + 17, perspective_of(scene), size=12, tone="soft", room=room),
    ]
    return drawn, y + 25


def _wide(scene: Scene, situation: str, room: float) -> tuple[list[svg.Element], float]:
    """Two lines: the game and what happens in it; who is to act, and through whose eyes it is seen."""
    step, perspective = step_of(scene), perspective_of(scene)
    begin = min(width(scene.title, 16, bold=True), room / 2) + 14
    perspective_room = min(width(perspective, 12) + 1, room / 2)
    return [
        text(0, 15, scene.title, size=16, bold=True, room=begin - 10),
        text(begin, 15, situation, size=14, room=room - begin - width(step, 12) - 10),
        text(room, 15, step, tone="soft", anchor="end"),
        *_waiting_line(scene, 35, room - perspective_room - 10)[0],
        text(room, 35, perspective, tone="soft", anchor="end", room=perspective_room),
    ], 43


def _waiting_line(scene: Scene, y: float, whole: float) -> tuple[list[svg.Element], float]:
    """The signs and names of the seats that are to act, or of the winners, and how much lower its last line is."""
    language, below = scene.language, 0.0
    if isinstance(scene.pending, AwaitChance):
        return [text(0, y, say(language, "chance"))], below
    seats = scene.asked
    words = say(language, "turn")
    if isinstance(scene.pending, Finished):
        seats = tuple(each.seat for each in scene.standings if each.winner)
        words = say(language, "over" if not seats else "winner" if len(seats) == 1 else "winners")
    drawn: list[svg.Element] = [text(0, y, words)]
    x = width(words, 12) + 6
    if whole <= _NARROW and seats:
        x, below = 0.0, 17.0
    shown = seats[: _how_many(len(seats), whole - x)]
    more = f"+{len(seats) - len(shown)}" if len(shown) < len(seats) else ""
    for place, seat in enumerate(shown):
        rest = whole - x - (width(more, 12) if more else 0)
        room = min(18 + width(scene.names[seat], 12, bold=True) + 1, rest / (len(shown) - place) - 6)
        drawn += named(scene, seat, x, y + below, room)
        x += room + 6
    if more:
        drawn.append(text(x, y + below, more))
    return drawn, below


def _how_many(seats: int, room: float) -> int:
    """How many of the seats are named side by side: all, or as many as leave room for the number of the others."""
    each = _LEAST_NAME + 6
    return seats if seats * each <= room else max(1, int((room - width(f"+{seats}", 12)) // each))


def _last(scene: Scene, room: float, *, wide: bool, outlined: bool) -> tuple[list[svg.Element], float]:
    """The strip that tells the last action, outlined as what it changed is."""
    label = say(scene.language, "irregular" if scene.irregular else "last")
    marked = say(scene.language, "marked") if outlined else ""
    label_room = width(label, 12, bold=True) + 10 if wide else 0
    marked_room = width(marked, 12) + 12 if label_room and marked else 0
    if width(label, 12, bold=True) + width(marked, 12) + 26 > room:
        marked = ""
    described = wrapped(scene.sentence or "", room - 18 - label_room - marked_room, 12, _MOST)
    top = 16 if label_room else 32
    height = top - 8 + len(described) * _LINE
    return [
        box(1, 1, room - 2, height - 2, fill="panel", stroke="mark", thick=2, radius=6),
        text(9, 16, label, size=12, tone="mark", bold=True),
        *([text(room - 9, 16, marked, size=12, tone="soft", anchor="end")] if marked else []),
        *lines(9 + label_room, top, described),
    ], height


def step_of(scene: Scene) -> str:
    """The step that is shown."""
    return say(scene.language, "step", n=scene.step) if scene.step else say(scene.language, "set_up")


def perspective_of(scene: Scene) -> str:
    """Through whose eyes it is shown."""
    if isinstance(scene.viewer, int):
        return say(scene.language, "as_seat", name=isolated(scene.names[scene.viewer]))
    return say(scene.language, {PUBLIC: "as_public", RECORDER: "as_recorder"}[scene.viewer])


def waiting(scene: Scene) -> str:
    """Whom the match waits for, or who has won."""
    match scene.pending:
        case AwaitChance():
            return say(scene.language, "chance")
        case Finished():
            winners = [isolated(scene.names[each.seat]) for each in scene.standings if each.winner]
            phrase = "over" if not winners else "won" if len(winners) == 1 else "won_together"
            return say(scene.language, phrase, names=listed(winners, scene.language))
        case _:
            names = (isolated(scene.names[seat]) for seat in scene.asked)
            return say(scene.language, "turn_told", names=listed(names, scene.language))
