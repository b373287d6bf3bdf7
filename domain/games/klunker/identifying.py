"""How cards that were unknown are told by choosing: those that a hand held beside its known ones (K1.4)."""

from collections.abc import Iterator, Sequence

from domain.games.klunker.meta import JEWELS, TEXTS
from domain.games.klunker.state import KlunkerState
from domain.kernel.choices import Choice, Face, Slot, SlotList, option
from domain.kernel.languages import Language
from domain.kernel.legal import Multiset


def identifications(state: KlunkerState, slots: SlotList, names: Sequence[str], language: Language) -> Iterator[Choice]:
    """A choice for each hand with unknown cards."""
    words, unseen = TEXTS[language], JEWELS.table(state.unseen)
    options = tuple(option(jewel, Face(words("jewel", jewel=jewel), jewel), left=n) for jewel, n in unseen.items())
    of = {str(jewel): n for jewel, n in unseen.items()}
    for seat, player in enumerate(state.seats):
        if number := player.hand.unknown:
            label = words("question_unknown", name=names[seat], n=number)
            slot = Slot(
                pointer="/jewels/-", kind="multiset", label=label, options=options, fits=(Multiset(of, 1, number),)
            )
            held = {"seat": seat, "jewels": list(JEWELS.spread(player.hand.known))}
            yield Choice(label=names[seat], seat=seat, action=held, slot=slots.add(slot))
