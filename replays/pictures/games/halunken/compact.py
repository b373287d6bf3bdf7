"""Halunken und Spelunken on a phone: the taverns, Black Jack, and every crew at a glance."""

from typing import Final

import svg

from domain.games.halunken.meta import MovementCard
from domain.games.halunken.sentences import card_name
from domain.games.halunken.view import HalunkenBlackJackView, HalunkenView
from replays.pictures.drawing import Drawn, box, group, halo, text
from replays.pictures.flow import flow, spots
from replays.pictures.games.halunken.board import HalunkenBoard
from replays.pictures.games.halunken.narrator import HalunkenNarrator
from replays.pictures.games.halunken.pieces import black_jack_piece
from replays.pictures.games.halunken.players import HalunkenPlayerPanel, state_of
from replays.pictures.games.halunken.ring import flat_ring
from replays.pictures.games.halunken.table import black_jack_cards
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named
from replays.pictures.sheet import INSIDE, Block, page, panel, seat_places
from replays.pictures.text import width

NAME: Final = 100
"""The room of a name with its sign."""


def draw(scene: Scene) -> str:
    """The picture of a position."""
    narrator = HalunkenNarrator(scene)
    view: HalunkenView = scene.view
    board = HalunkenBoard(narrator, flat_ring())
    harbour = board.harbour()
    blocks = [
        board.block(),
        *([harbour] if harbour else []),
        *([_black_jack(narrator, view.black_jack)] if view.black_jack else []),
        *(_seat(narrator, seat) for seat in range(len(view.seats))),
    ]
    return page(scene, narrator.situation(), blocks, list(narrator.position()))


def _seat(narrator: HalunkenNarrator, seat: int) -> Block:
    """A player in two lines: name, cards and score; the crew."""
    own = HalunkenPlayerPanel(narrator, seat)
    scene = narrator.scene
    score = scene.standings[seat].score
    points = "–" if score is None else str(score)
    right = INSIDE - 10 - width(points, 15, bold=True)
    drawn: list[svg.Element] = [
        *named(scene, seat, 4, 19, NAME, size=13),
        text(INSIDE - 8, 20, points, size=15, bold=True, anchor="end"),
    ]
    if own.player.doubled:
        right -= own.double_width + 6
        drawn.append(group(*own.doubled(own.player.doubled, right), at=(0, -3)))
    cards, places = _cards(own, NAME + 6, right - 6)
    rogues = [*own.crew()]
    crew, height = flow(rogues, 8, 28, INSIDE - 16, gap=3)
    if not crew:
        crew.append(text(8, 42, own.words["nothing"], size=12, tone="soft"))
    tall = 28 + max(height, 20) + 5
    places |= {
        "crew": Spot(4, 26, INSIDE - 8, tall - 30, own.words["crew"]),
        **within("crew", own.words["crew"], spots(rogues, 8, 28, INSIDE - 16, gap=3)),
    }
    frame = panel(tall, strong=seat in scene.asked)
    title = f"{scene.names[seat]}: {narrator.points(seat)}"
    return Block(tall, [frame, *drawn, *cards, *crew], title, seat_places(scene, seat, tall, places))


def _cards(own: HalunkenPlayerPanel, x: float, end: float) -> tuple[list[svg.Element], dict[str, Spot]]:
    """The movement cards between two places of the first line: those that are left, and what lies before the player."""
    player, before, view = own.player, own.before, own.scene.view
    drawn: list[svg.Element] = []
    places = {"cards": Spot(x - 2, 4, end - x, 20, own.words["cards"])}
    shown = [
        card for card in MovementCard if card in player.cards or state_of(card, player.played, None, view) == "open"
    ]
    names = [card_name(card, own.scene.language) for card in shown]
    hidden = player.chosen is not None and player.chosen not in shown
    apart = min(20.0, (end - x) / max(1, len(shown) + hidden))
    for card, name in zip(shown, names, strict=True):
        broad = max(apart - 2, width(name, 12) + 3)
        state = state_of(card, player.played, player.chosen, view)
        fill, tone = {"picked": ("ink", "paper"), "open": ("back", "light")}.get(state, (None, "ink"))
        if fill:
            drawn.append(box(x, 5, broad, 18, fill=fill, radius=4))
        drawn.append(text(x + broad / 2, 18.5, name, tone=tone, bold=fill is not None, anchor="middle"))
        if (card in player.played) != (card in before.played):
            drawn.append(halo(x, 5, broad, 18, radius=4))
        places[f"cards:{card}"] = Spot(x, 4, broad, 20, name)
        x += broad + 2
    if hidden:
        drawn += [
            box(x, 5, 14, 18, fill="back", stroke="edge", radius=3),
            text(x + 7, 18.5, "?", tone="light", anchor="middle"),
        ]
    return drawn, places


def _black_jack(narrator: HalunkenNarrator, jack: HalunkenBlackJackView) -> Block:
    """His cards, and who controls him, in a line each."""
    view: HalunkenView = narrator.view
    before: HalunkenBlackJackView = narrator.scene.before.black_jack or jack
    facts, name = " · ".join(narrator.black_jack_facts(jack)), narrator.words["black_jack"]
    things = [*black_jack_cards(view, jack, before, narrator.language)]
    cards, height = flow(things, 36, 4, INSIDE - 40, gap=1)
    tall = height + 30
    drawn: list[svg.Element] = [
        panel(tall),
        Drawn(f'<g transform="translate(17 15)">{black_jack_piece(11)}</g>'),
        *cards,
        text(36, tall - 8, facts, room=INSIDE - 44),
    ]
    if facts != " · ".join(narrator.black_jack_facts(before)):
        drawn.append(halo(30, tall - 22, INSIDE - 36, 18))
    on_cards = within("black-jack", name, spots(things, 36, 4, INSIDE - 40, gap=1))
    places = {"black-jack": Spot(0, 0, INSIDE, tall, name), **on_cards}
    return Block(tall, drawn, f"{name}: {facts}", places)
