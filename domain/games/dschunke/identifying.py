"""How cards that were unknown are told by choosing: goods of a hand (D2.4, D10.3), and special cards (D4.3)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.games.dschunke.hands import showable
from domain.games.dschunke.meta import ALWAYS, GOODS, TEXTS
from domain.games.dschunke.state import DschunkeState
from domain.games.dschunke.words import card_name
from domain.kernel.choices import Choice, Face, Slot, SlotList, option
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset


def identifications(
    state: DschunkeState, slots: SlotList, names: Sequence[str], language: Language
) -> Iterator[Choice]:
    """Two choices for each seat, as far as it has unknown cards."""
    words = TEXTS[language]
    special_faces = {card: Face(card_name(card, language), "special") for card in state.unseen_specials}
    for seat, player in enumerate(state.seats):
        name = names[seat]
        if number := player.hand.unknown - (state.mixed_due if seat == state.turn else 0):
            known = Counter(map(str, GOODS.spread(player.hand.known)))
            left = {good: n - known[good] for good, n in showable(state, seat).of.items() if n > known[good]}
            faces = {good: Face(words("good", good=good), good) for good in left}
            slot = slots.add(_slot("/goods/-", words("question_unknown", name=name, n=number), left, faces, number))
            held = {"seat": seat, "goods": list(known.elements())}
            yield Choice(label=words("unknown_goods", name=name), seat=seat, action=held, slot=slot)
        if number := player.unknown_specials:
            cards = Counter(card for card in state.unseen_specials if card not in ALWAYS)
            label = words("question_unknown", name=name, n=number)
            slot = slots.add(_slot("/special_cards/-", label, cards, special_faces, number))
            held = {"seat": seat, "special_cards": list(player.specials)}
            yield Choice(label=words("unknown_specials", name=name), seat=seat, action=held, slot=slot)


def _slot(pointer: str, label: str, left: Mapping[str, int], faces: Mapping[str, Face], most: int) -> Slot:
    options = tuple(option(card, faces[card], left=n) for card, n in left.items())
    return Slot(pointer=pointer, kind="multiset", label=label, options=options, fits=(Multiset(dict(left), 1, most),))
