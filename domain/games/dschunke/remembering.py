"""Market cards that lay on the table in earlier matches: a box has the same ten each time (D1.4, D1.9)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import to_builtins

from domain.games.dschunke.actions import DschunkeDealing, DschunkeTurnMarket
from domain.games.dschunke.board import amounts_on, market_card
from domain.games.dschunke.choices import DschunkeWording, card_label
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.state import DschunkeState
from domain.kernel.choices import Choice
from domain.kernel.counts import Counts


def recalled(
    state: DschunkeState, earlier: Sequence[Iterable[Any]], own: Iterable[Any], words: DschunkeWording
) -> Iterator[Choice]:
    """The market cards of `earlier` matches, the newest first, but those that `own` actions have turned up already.

    Nothing where the set-up gives the deck, or the service deals.
    """
    if state.phase is not DschunkePhase.MARKET or state.deck is not None or state.dealing is DschunkeDealing.SERVER:
        return
    turned = _turned(own)
    most: Counter[Counts] = Counter()
    for actions in earlier:
        most |= _turned(actions)
    for card in (most - turned).elements():
        amounts = to_builtins(amounts_on(card))
        yield Choice(label=card_label(card, words), seat=None, action={"type": "turn_market", "amounts": amounts})


def _turned(actions: Iterable[Any]) -> Counter[Counts]:
    return Counter(market_card(action.amounts) for action in actions if isinstance(action, DschunkeTurnMarket))
