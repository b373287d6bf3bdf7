"""Halunken und Spelunken on a phone: the taverns, Black Jack, and every crew at a glance."""

from collections.abc import Iterator, Sequence
from typing import Final

import svg

from domain.games.halunken.meta import MovementCard, RogueColour
from domain.games.halunken.sentences import card_name, colour_names
from domain.games.halunken.view import HalunkenBlackJackView, HalunkenView
from replays.pictures.drawing import Drawn, box, group, halo, text
from replays.pictures.flow import flow, spots
from replays.pictures.games.halunken.board import HalunkenBoard
from replays.pictures.games.halunken.narrator import HalunkenNarrator
from replays.pictures.games.halunken.pieces import black_jack_piece, suit
from replays.pictures.games.halunken.players import GAP, HalunkenPlayerPanel, state_of
from replays.pictures.games.halunken.ring import flat_ring
from replays.pictures.games.halunken.table import black_jack_cards
from replays.pictures.places import Spot, within
from replays.pictures.scene import Scene
from replays.pictures.seats import named
from replays.pictures.sheet import HALF, INSIDE, Block, page, panel, seat_places, side_by_side
from replays.pictures.text import width, wrapped

ABREAST: Final = 3.6
"""Between Black Jack's cards: twelve have room side by side."""

DOUBLED: Final = 40.0
"""The width of the sign of a colour that counts double."""


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
        *side_by_side([_seat(narrator, seat) for seat in range(len(view.seats))]),
        *([_explained(narrator)] if any(player.doubled for player in view.seats) else []),
    ]
    return page(scene, narrator.situation(), blocks, list(narrator.position()))


def _seat(narrator: HalunkenNarrator, seat: int) -> Block:
    """A player in three lines: name and score; cards, if there are any; the crew."""
    own = HalunkenPlayerPanel(narrator, seat)
    scene = narrator.scene
    score = scene.standings[seat].score
    points = "–" if score is None else str(score)
    right = HALF - 11 - width(points, 15, bold=True)
    drawn: list[svg.Element] = [text(HALF - 7, 18, points, size=15, bold=True, anchor="end")]
    if own.player.doubled:
        right -= DOUBLED + 3
        drawn += _doubled(own, own.player.doubled, right)
    drawn += named(scene, seat, 3, 17, right - 6, size=13)
    cards, places = _cards(own, 6, HALF - 6)
    top = 47 if cards else 28
    rogues = [*own.crew()]
    crew, height = flow(rogues, 6, top, HALF - 8, gap=5)
    if not crew:
        crew.append(text(8, top + 14, own.words["nothing"], size=12, tone="soft"))
    tall = top + max(height, 20) + 5
    places |= {
        "crew": Spot(3, top - 2, HALF - 6, tall - top - 1, own.words["crew"]),
        **within("crew", own.words["crew"], spots(rogues, 6, top, HALF - 8, gap=5)),
    }
    frame = panel(tall, strong=seat in scene.asked, broad=HALF)
    title = f"{scene.names[seat]}: {narrator.points(seat)}"
    return Block(tall, [frame, *drawn, *cards, *crew], title, seat_places(scene, seat, tall, places, HALF))


def _doubled(own: HalunkenPlayerPanel, colour: RogueColour, x: float) -> Iterator[svg.Element]:
    """The sign of the colour that counts double, which the line at the end explains."""
    yield group(
        box(x + 0.5, 5.5, DOUBLED - 1, 16, fill="card", stroke="line", radius=8),
        group(Drawn(suit(colour, 0.9)), at=(x + 10, 13.5)),
        text(x + 18, 18, "×2", bold=True),
        title=own.narrator.say("doubled", colour=colour_names(own.scene.language)[colour]),
    )
    if own.before.doubled != colour:
        yield halo(x, 5, DOUBLED, 17, radius=8)


def _explained(narrator: HalunkenNarrator) -> Block:
    """What the sign with ×2 means."""
    words = narrator.words["double_told"]
    return Block(14, [text(INSIDE / 2, 11, words, tone="soft", anchor="middle", room=INSIDE)], words)


def _cards(own: HalunkenPlayerPanel, x: float, end: float) -> tuple[list[svg.Element], dict[str, Spot]]:
    """The movement cards between two places of the second line: those that are left, and the open one."""
    player, before, view = own.player, own.before, own.scene.view
    drawn: list[svg.Element] = []
    shown = [
        card for card in MovementCard if card in player.cards or state_of(card, player.played, None, view) == "open"
    ]
    names = [card_name(card, own.scene.language) for card in shown]
    hidden = player.chosen is not None and player.chosen not in shown
    places = {"cards": Spot(x - 2, 24, end - x, 20, own.words["cards"])} if shown or hidden else {}
    for card, name, broad in zip(shown, names, _breadths(names, end - x - 16 * hidden), strict=True):
        state = state_of(card, player.played, player.chosen, view)
        fill, tone = {"picked": ("ink", "paper"), "open": ("back", "light")}.get(state, (None, "ink"))
        if fill:
            drawn.append(box(x, 25, broad, 18, fill=fill, radius=4))
        drawn.append(text(x + broad / 2, 38.5, name, tone=tone, bold=fill is not None, anchor="middle"))
        if (card in player.played) != (card in before.played):
            drawn.append(halo(x + 1, 26, broad - 2, 16, radius=3))
        places[f"cards:{card}"] = Spot(x, 24, broad, 20, name)
        x += broad + GAP
    if hidden:
        drawn += [
            box(x, 25, 14, 18, fill="back", stroke="edge", radius=3),
            text(x + 7, 38.5, "?", tone="light", anchor="middle"),
        ]
    return drawn, places


def _breadths(names: Sequence[str], room: float) -> list[float]:
    """How broad the cards with these names are: as the name needs, and 18 if there is room."""
    needed = [width(name, 12) + 3 for name in names]
    spare = (room - sum(needed)) / max(1, len(names)) - GAP
    return [max(one, min(18.0, one + spare)) for one in needed]


def _black_jack(narrator: HalunkenNarrator, jack: HalunkenBlackJackView) -> Block:
    """His cards, and who controls him, in a line each."""
    view: HalunkenView = narrator.view
    before: HalunkenBlackJackView = narrator.scene.before.black_jack or jack
    facts, name = narrator.black_jack_line(jack), narrator.words["black_jack"]
    things = [*black_jack_cards(view, jack, before, narrator.language)]
    cards, height = flow(things, 36, 4, INSIDE - 40, gap=ABREAST)
    described = wrapped(facts, INSIDE - 50, 12, 3)
    tall = height + 14 + 16 * len(described)
    drawn: list[svg.Element] = [
        panel(tall),
        Drawn(f'<g transform="translate(17 15)">{black_jack_piece(11)}</g>'),
        *cards,
        *(text(40, height + 22 + 16 * row, words) for row, words in enumerate(described)),
    ]
    if facts != narrator.black_jack_line(before):
        broad = max(width(words, 12) for words in described)
        drawn.append(halo(37, height + 10, broad + 7, 16 * len(described)))
    on_cards = within("black-jack", name, spots(things, 36, 4, INSIDE - 40, gap=ABREAST))
    places = {"black-jack": Spot(0, 0, INSIDE, tall, name), **on_cards}
    return Block(tall, drawn, f"{name}: {facts}", places)
