"""The head of a picture: the game, the step, what happens, who is to act, and what the last action was."""

from typing import Final, NamedTuple

import msgspec
import svg

from domain.kernel.cards import UNKNOWN
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.viewer import RECORDER
from domain.kernel.words import listed
from replays.pictures.drawing import box, group, lines, text
from replays.pictures.scene import Layout, Scene
from replays.pictures.seats import named, short
from replays.pictures.text import in_short, isolated, width, wrapped
from replays.pictures.words import say

_LINE: Final = 15.6
_MOST: Final = 16
"""Lines of the last action; what ends a round of four players takes nine."""
_FEW: Final = 4
"""The same over a wide picture, which stands beside the whole text."""
_ONE_COLUMN: Final = 400
"""A picture that has but one column also in the wide layout is narrower than this."""
_NARROW: Final = 200
"""A head beside a board that takes most of the picture isn't wider: what happens needs more lines there."""
_LEAST_NAME: Final = 34
"""The width in which a seat's sign and the first letters of a name are seen."""
_UNKNOWN: Final = msgspec.json.encode(UNKNOWN)


class PictureHead(NamedTuple):
    """What stands over the blocks.

    Attributes:
        situation: what happens, in words.
        outlined: whether something of the picture is outlined.
        tells_awaited: whether `situation` says who or what is awaited.
    """

    scene: Scene
    situation: str
    outlined: bool
    tells_awaited: bool

    def drawn(self, room: float) -> tuple[list[svg.Element], float]:
        """All of it, drawn from (0, 0) and `room` wide, and its height."""
        wide = self.scene.layout is Layout.LANDSCAPE and room > _ONE_COLUMN
        drawn, y = (self._wide if wide else self._narrow)(room)
        if self.scene.sentence:
            strip, height = _last(self.scene, room, wide=wide, outlined=self.outlined)
            drawn.append(group(*strip, at=(0, y)))
            y += height
        return drawn, y

    @property
    def _step(self) -> str:
        """The step, if `situation` doesn't begin with it."""
        step = step_of(self.scene)
        return "" if self.situation.lower().startswith(step.lower()) else step

    def _narrow(self, room: float) -> tuple[list[svg.Element], float]:
        """A line for each fact."""
        step, perspective = self._step, perspective_of(self.scene)
        described = wrapped(self.situation, room, 13, 2 if room > _NARROW else _MOST)
        if len(described) > 1:
            facts = self.situation.split(" · ")
            described = [words for fact in facts for words in wrapped(fact, room, 13, _MOST if len(facts) > 1 else 2)]
        drawn: list[svg.Element] = [
            text(0, 15, self.scene.title, size=16, bold=True, room=room - width(step, 12) - 8),
            text(room, 15, step, tone="soft", anchor="end"),
            *lines(0, 34, described, size=13),
        ]
        y = 17.0 + len(described) * 17
        waiting_for, below = self._waiting_line(y + 17, room)
        y += below + 17 * bool(waiting_for)
        if perspective:
            y += 17
            drawn.append(text(0, y, perspective, size=12, tone="soft", room=room))
        return [*drawn, *waiting_for], y + 8

    def _wide(self, room: float) -> tuple[list[svg.Element], float]:
        """Two lines: the game and what happens in it; who is to act, and through whose eyes it is seen."""
        scene, step, perspective = self.scene, self._step, perspective_of(self.scene)
        begin = min(width(scene.title, 16, bold=True), room / 2) + 14
        perspective_room = min(width(perspective, 12) + 1, room / 2)
        second = [
            *self._waiting_line(35, room - perspective_room - 10)[0],
            *([text(room, 35, perspective, tone="soft", anchor="end", room=perspective_room)] if perspective else []),
        ]
        free = room - begin - width(step, 12) - 10
        size = next((size for size in (14, 13) if width(self.situation, size) <= free), 12)
        return [
            text(0, 15, scene.title, size=16, bold=True, room=begin - 10),
            text(begin, 15, self.situation, size=size, room=free),
            text(room, 15, step, tone="soft", anchor="end"),
            *second,
        ], 43 if second else 24

    def _waiting_line(self, y: float, whole: float) -> tuple[list[svg.Element], float]:
        """The signs and names of the seats that are to act, or of the winners, and how much lower its last line is."""
        scene, language, below = self.scene, self.scene.language, 0.0
        if self.tells_awaited and not isinstance(scene.pending, Finished):
            return [], below
        if isinstance(scene.pending, AwaitChance):
            return [text(0, y, say(language, "chance"))] if waiting(scene) else [], below
        seats = scene.asked
        words = say(language, "turn")
        if isinstance(scene.pending, Finished):
            seats = tuple(each.seat for each in scene.standings if each.winner)
            words = say(language, "over" if not seats else "winner" if len(seats) == 1 else "winners")
            if words == scene.sentence:  # the strip below says it
                return [], below
        drawn: list[svg.Element] = [text(0, y, words)]
        x = width(words, 12) + 6
        if whole <= _NARROW and seats:
            x, below = 0.0, 17.0
        shown = seats[: _how_many(len(seats), whole - x)]
        more = f"+{len(seats) - len(shown)}" if len(shown) < len(seats) else ""
        free = whole - x - (width(more, 12) if more else 0)
        shortened = sum(_name_room(scene.names[seat]) + 6 for seat in shown) > free
        names = short(scene.names) if shortened else scene.names
        for place, seat in enumerate(shown):
            rest = whole - x - (width(more, 12) if more else 0)
            others = [_name_room(names[other]) for other in shown[place + 1 :]]
            fair = max(rest / (len(shown) - place), rest - sum(others) - 6 * len(others)) - 6
            room = min(_name_room(names[seat]), fair)
            drawn += named(scene, seat, x, y + below, room, shortened=shortened)
            x += room + 6
        if more:
            drawn.append(text(x, y + below, more))
        return drawn, below


def _name_room(name: str) -> float:
    return 18 + width(name, 12, bold=True) + 1


def _how_many(seats: int, room: float) -> int:
    """How many of the seats are named side by side: all, or as many as leave room for the number of the others."""
    each = _LEAST_NAME + 6
    return seats if seats * each <= room else max(1, int((room - width(f"+{seats}", 12)) // each))


def _last(scene: Scene, room: float, *, wide: bool, outlined: bool) -> tuple[list[svg.Element], float]:
    """The strip that tells the last action, outlined as what it changed is, which a note says."""
    label = say(scene.language, "irregular" if scene.irregular else "last")
    marked = say(scene.language, "marked") if outlined else ""
    left, top = (19 + width(label, 12, bold=True), 16) if wide else (9, 32)
    short = wide or scene.pointing  # where a match is recorded, the log beside tells all of it
    sentence, free = scene.sentence or "", room - 9 - left
    described = in_short(sentence, free, 12, _FEW, scene.names) if short else wrapped(sentence, free, 12, _MOST)
    y = 16.0
    if wide:
        y += (len(described) - 1) * _LINE
        if marked and left + width(described[-1], 12) + width(marked, 12) + 21 > room:
            y += _LINE
    elif width(label, 12, bold=True) + width(marked, 12) + 26 > room:
        marked = ""
    height = max(top + (len(described) - 1) * _LINE, y) + 8
    return [
        box(1, 1, room - 2, height - 2, fill="panel", stroke="mark", thick=2, radius=6),
        text(9, 16, label, size=12, tone="mark", bold=True),
        *([text(room - 9, y, marked, size=12, tone="soft", anchor="end")] if marked else []),
        *lines(left, top, described),
    ], height


def step_of(scene: Scene) -> str:
    """The step that is shown."""
    return say(scene.language, "step", n=scene.step) if scene.step else say(scene.language, "set_up")


def perspective_of(scene: Scene) -> str:
    """Through whose eyes it is shown; nothing where all see the same, or where not even the recorder knows all."""
    if scene.all_open:
        return ""
    if isinstance(scene.viewer, int):
        return say(scene.language, "as_seat", name=isolated(scene.names[scene.viewer]))
    if scene.viewer is RECORDER:
        lacking = isinstance(scene.pending, AwaitChance) or _UNKNOWN in msgspec.json.encode(scene.view)
        return "" if lacking else say(scene.language, "as_recorder")
    return say(scene.language, "as_public")


def waiting(scene: Scene) -> str:
    """Whom the match waits for, or who has won; nothing where what chance has told is known."""
    match scene.pending:
        case AwaitChance():
            return "" if scene.continued else say(scene.language, "chance")
        case Finished():
            winners = [isolated(scene.names[each.seat]) for each in scene.standings if each.winner]
            phrase = "over" if not winners else "won" if len(winners) == 1 else "won_together"
            return say(scene.language, phrase, names=listed(winners, scene.language))
        case _:
            names = (isolated(scene.names[seat]) for seat in scene.asked)
            return say(scene.language, "turn_told", names=listed(names, scene.language))
