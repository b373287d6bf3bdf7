"""What a player of Dschunke sees who looks through a pile of special cards."""

from collections import Counter

import svg

from replays.pictures.drawing import text
from replays.pictures.flow import Thing, flow
from replays.pictures.games.dschunke.narrator import DschunkeNarrator, several
from replays.pictures.games.dschunke.players import chip
from replays.pictures.sheet import INSIDE

_ROOM = INSIDE - 20


def looking(narrator: DschunkeNarrator, y: float) -> tuple[list[svg.Element], float]:
    """Who looks through a pile, and what the viewer sees of it, from `y` on; and how high that is."""
    view = narrator.view
    pile = view.looking_through
    if pile is None or view.turn is None:
        return [], 0
    words = narrator.say("looks", name=narrator.name(view.turn), pile=pile)
    things = _things(narrator)
    drawn, height = flow(things, 10, y + 20, _ROOM, gap=4)
    return [text(10, y + 12, words, room=_ROOM), *drawn], 22 + (height + 6 if things else 0)


def _things(narrator: DschunkeNarrator) -> list[Thing]:
    cards = Counter(narrator.view.looking_at or ())
    return [chip(several(narrator.card(card), number), _ROOM) for card, number in cards.items()]
