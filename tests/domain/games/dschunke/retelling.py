"""Dschunke, told by somebody who sees no hands, and no special card that isn't shown."""

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import (
    DschunkeDeal,
    DschunkeDealing,
    DschunkeDrawMixed,
    DschunkeIdentification,
    DschunkeOffer,
    DschunkeOpening,
    DschunkeOptions,
    DschunkePlaySpecial,
    DschunkeSetup,
    DschunkeShowSpecials,
    DschunkeShuffleSpecials,
    DschunkeTakeSpecial,
    DschunkeUse,
)
from domain.games.dschunke.events import DschunkeDrew
from domain.games.dschunke.meta import ALL_GOODS, ALWAYS, GOODS, DschunkeGood
from domain.games.dschunke.state import DschunkeState
from domain.kernel.cards import UNKNOWN
from domain.kernel.counts import minus
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitSeats, Finished
from tests.domain.games.play import RandomChoices, Step, chosen_action, folded, played
from tests.domain.games.support import Retold

SETUPS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {"setup": DschunkeSetup.FIXED}),
    (2, {"setup": DschunkeSetup.FREE}),
    (3, {"setup": DschunkeSetup.LEFT_NEIGHBOUR}),
    (3, {"wandering_merchants": True, "opening_hands": DschunkeOpening.BY_KIND}),
    (4, {"setup": DschunkeSetup.FREE}),
)


def retold(random: Random) -> Retold:
    """A match that the server dealt; some special cards that aren't shown are told all the same."""
    seats, chosen = random.choice(SETUPS)
    told = Setup(seats, DschunkeOptions(dealing=DschunkeDealing.SECRET, **chosen))
    state, secret = (
        GAME.initial(Setup(seats, DschunkeOptions(dealing=DschunkeDealing.SERVER, **chosen))),
        GAME.initial(told),
    )
    actions: list[Any] = []
    truth = [state]
    while not isinstance(GAME.pending(state), Finished):
        step = played(GAME, state, _chosen(state, random), 0)
        state = step.after
        action = as_told(step, random)
        if action is None:
            truth[-1] = state
            continue
        actions.append(action)
        truth.append(state)
        secret = folded(GAME, secret, GAME.decide(secret, action))
    while isinstance(waiting := GAME.pending(secret), AwaitSeats):
        unshown = Counter(state.seats[waiting.seats[0]].specials) - Counter(secret.seats[waiting.seats[0]].specials)
        actions.append(DschunkeShowSpecials(seat=waiting.seats[0], cards=tuple(unshown.elements())))
        truth.append(state)
        secret = folded(GAME, secret, GAME.decide(secret, actions[-1]))
    return Retold(told, tuple(actions), tuple(truth))


def _chosen(state: DschunkeState, random: Random) -> Any:
    action = chosen_action(GAME, state, RandomChoices(random))
    return replace(action, goods=()) if isinstance(action, DschunkeOffer) and random.random() < 0.4 else action


def as_told(step: Step, random: Random) -> Any:
    """What is told of a step, if anything is: all goods drawn openly are named."""
    match step.action:
        case DschunkeDeal() | DschunkeShuffleSpecials() | DschunkeDrawMixed() | DschunkeTakeSpecial(card=None):
            return None
        case DschunkeTakeSpecial() as action if action.card not in ALWAYS and random.random() < 0.7:
            return replace(action, card=UNKNOWN)
        case DschunkeUse() | DschunkePlaySpecial() as action:
            drawn = [fact.goods for fact in step.facts if isinstance(fact, DschunkeDrew)]
            return replace(action, goods=tuple(good for goods in drawn for good in goods)) if drawn else action
        case action:
            return action


def missing(state: DschunkeState, truth: DschunkeState, seat: int) -> tuple[str, ...]:
    known, true = state.seats[seat], truth.seats[seat]
    goods = GOODS.spread(minus(true.hand.known, known.hand.known))
    cards = Counter(true.specials) - Counter(known.specials)
    return (*goods, *cards.elements())


def possible(state: DschunkeState, seat: int) -> tuple[str, ...]:
    player = state.seats[seat]
    goods = GOODS.spread(ALL_GOODS) if player.hand.unknown else ()
    return (*goods, *state.unseen_specials) if player.unknown_specials else goods


def identification(state: DschunkeState, seat: int, cards: Sequence[str]) -> DschunkeIdentification:
    player = state.seats[seat]
    goods = (DschunkeGood(card) for card in cards if card in GOODS.kinds)
    specials = (card for card in cards if card not in GOODS.kinds)
    return DschunkeIdentification(
        seat=seat,
        goods=(*GOODS.spread(player.hand.known), *goods),
        special_cards=(*player.specials, *specials),
    )
