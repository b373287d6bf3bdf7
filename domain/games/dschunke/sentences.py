"""Sentences for actions and facts of Dschunke."""

from collections.abc import Iterator, Sequence
from typing import Any, assert_never

from domain.games.dschunke.actions import (
    DschunkeAction,
    DschunkeDeal,
    DschunkeDone,
    DschunkeDrawMixed,
    DschunkeOffer,
    DschunkePass,
    DschunkePlaceBar,
    DschunkePlaySpecial,
    DschunkeShowMerchants,
    DschunkeShowSpecials,
    DschunkeShuffleSpecials,
    DschunkeSupply,
    DschunkeSwap,
    DschunkeTakeSpecial,
    DschunkeTakeYen,
    DschunkeTurnMarket,
    DschunkeUse,
)
from domain.games.dschunke.adjustments import DschunkeAdjust
from domain.games.dschunke.events import (
    DschunkeBarMoved,
    DschunkeBarReturned,
    DschunkeDrew,
    DschunkeEarned,
    DschunkeEnded,
    DschunkeEventBegan,
    DschunkeFact,
    DschunkeForfeited,
    DschunkeLoaded,
    DschunkeMixedShuffled,
    DschunkeMixedTold,
    DschunkeMoneyShown,
    DschunkePhase,
    DschunkeRanOut,
    DschunkeRevealed,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeTurn,
    DschunkeUsed,
)
from domain.games.dschunke.meta import GOODS, TEXTS
from domain.games.dschunke.words import adjustment_sentence, card_name, goods_listed, worker_part
from domain.kernel.adjusting import adjusted_sentence
from domain.kernel.cards import HIDDEN
from domain.kernel.languages import Language
from domain.kernel.words import listed


def sentence(action: DschunkeAction, facts: Sequence[DschunkeFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    narrator = _DschunkeNarrator(names, language)
    return " ".join([narrator.describe(action, facts), *narrator.consequences(action, facts)])


def _is_last(facts: Sequence[DschunkeFact]) -> bool:
    """Whether no round follows: then nobody is the next first player."""
    return any(isinstance(fact, DschunkeTurn) and fact.phase is DschunkePhase.SHOW_SPECIALS for fact in facts)


class _DschunkeNarrator:
    """Puts what happened into words, with the players' names."""

    def __init__(self, names: Sequence[str], language: Language) -> None:
        self.names = names
        self.language = language
        self.words = TEXTS[language]

    def say(self, phrase: str, **words: object) -> str:
        """A sentence, or a part of one; a sentence begins with a capital."""
        text = self.words(phrase, **words)
        return text[:1].upper() + text[1:] if text.endswith(".") else text

    def goods(self, goods: Sequence[str]) -> str:
        return goods_listed(goods, self.language)

    def describe(self, action: DschunkeAction, facts: Sequence[DschunkeFact]) -> str:  # noqa: C901, PLR0912  # one case an action
        """The action."""
        names, say = self.names, self.say
        match action:
            case DschunkeShuffleSpecials():
                return say("shuffles")
            case DschunkeDeal():
                return " ".join([say("deals"), *self._hands(action)])
            case DschunkeShowMerchants():
                places = (("green", action.green), ("yellow", action.yellow), ("violet", action.violet))
                sentences = [say("stands_on", worker=who, junk=junk) for who, junk in places]
                return say("shows_merchants", places=listed(sentences, self.language))
            case DschunkeTurnMarket():
                return say("market_card", amounts=listed(self._amounts(action), self.language))
            case DschunkeDrawMixed():
                return self._mixed(action, facts)
            case DschunkePlaceBar():
                owner = names[action.bar]
                return say("places_bar", name=names[action.seat], owner=owner, junk=action.junk)
            case DschunkeSwap():
                give, take = self.goods(action.give), self.goods(action.take)
                return say("swaps", name=names[action.seat], give=give, take=take)
            case DschunkePass():
                return say("passes", name=names[action.seat])
            case DschunkeTakeSpecial():
                if action.card is None:
                    return say("looks", name=names[action.seat], pile=action.pile)
                card = card_name(action.card, self.language)
                return say("takes", name=names[action.seat], pile=action.pile, card=card)
            case DschunkeUse():
                worker = worker_part(action.worker)
                used = say("uses", name=names[action.seat], worker=worker, junk=action.junk)
                return self._with_effect(used, facts)
            case DschunkePlaySpecial():
                return self._with_effect(self._played(action), facts)
            case DschunkeDone():
                return say("plays_nothing", name=names[action.seat])
            case DschunkeSupply():
                phrase = "supplies" if action.goods else "supplies_nothing"
                return say(phrase, name=names[action.seat], goods=self.goods(action.goods))
            case DschunkeOffer():
                return self._offer(action, facts)
            case DschunkeTakeYen():
                return say("takes_yen", name=names[action.seat])
            case DschunkeShowSpecials():
                cards = listed((card_name(card, self.language) for card in action.cards), self.language)
                return say("shows_specials", name=names[action.seat], cards=cards)
            case DschunkeAdjust():
                changes = [adjustment_sentence(change, names, self.language) for change in action.changes]
                return adjusted_sentence(changes, action.reason, self.language)
            case _:
                assert_never(action)

    def _played(self, action: DschunkePlaySpecial) -> str:
        name, card = self.names[action.seat], card_name(action.card, self.language)
        if action.junk is None:
            return self.say("plays", name=name, card=card)
        return self.say("plays_on", name=name, card=card, junk=action.junk)

    def _with_effect(self, action: str, facts: Sequence[DschunkeFact]) -> str:
        """What a player did, and what it brought."""
        drawn: list[str] = []
        for fact in facts:
            match fact:
                case DschunkeLoaded():
                    return self.say("and_loads", action=action, n=fact.bars)
                case DschunkeEarned():
                    return self.say("and_earns", action=action, n=fact.yen)
                case DschunkeBarMoved():
                    return self.say("and_moves", action=action, junk=fact.from_, other=fact.to)
                case DschunkeDrew():
                    drawn += fact.goods
                case _:
                    pass
        return self.say("and_draws" if drawn else "and_nothing", action=action, goods=self.goods(drawn))

    def _hands(self, action: DschunkeDeal) -> Iterator[str]:
        for name, hand in zip(self.names, action.hands, strict=True):
            cards: tuple[Any, ...] = hand
            if HIDDEN not in cards:
                yield self.say("gets", name=name, goods=self.goods(cards))

    def _amounts(self, action: DschunkeTurnMarket) -> Iterator[str]:
        for good, amount in zip(GOODS, action.amounts, strict=True):
            phrase = "pays_special" if amount == "S" else "pays_yen"
            yield self.say(phrase, n=amount, good=good)

    def _mixed(self, action: DschunkeDrawMixed, facts: Sequence[DschunkeFact]) -> str:
        goods: tuple[Any, ...] = action.goods
        name = next((self.names[fact.seat] for fact in facts if isinstance(fact, DschunkeMixedTold)), "")
        if HIDDEN in goods:
            return self.say("looks_mixed", name=name, n=len(goods))
        return self.say("draws_mixed", name=name, goods=self.goods(goods))

    def _offer(self, action: DschunkeOffer, facts: Sequence[DschunkeFact]) -> str:
        """Its goods where they may be known, and aren't told with those of all others."""
        goods: tuple[Any, ...] = action.goods
        name = self.names[action.seat]
        if HIDDEN in goods or any(isinstance(fact, DschunkeRevealed) for fact in facts):
            return self.say("offers", name=name)
        return self.say("offers_own" if goods else "offers_nothing", name=name, goods=self.goods(goods))

    def consequences(self, action: DschunkeAction, facts: Sequence[DschunkeFact]) -> Iterator[str]:
        """What followed, as far as the action doesn't tell it."""
        for fact in facts:
            if isinstance(fact, DschunkeEarned) and isinstance(action, DschunkeOffer):
                yield self.say("earns", name=self.names[fact.seat], n=fact.yen)
            yield from self._next_to(fact)
            yield from self._between(fact, facts)

    def _next_to(self, fact: DschunkeFact) -> Iterator[str]:
        """What an action led to on junks and piles, and what was sold."""
        names, say = self.names, self.say
        match fact:
            case DschunkeUsed() if fact.to is not None:
                yield say("moves_on", worker=worker_part(fact.worker), junk=fact.to)
            case DschunkeRevealed():
                yield say("revealed", offers="; ".join(self._offers(fact)))
            case DschunkeSold():
                yield self._sold(fact)
            case DschunkeBarReturned():
                yield say("bar_returned", name=names[fact.bar])
            case DschunkeRanOut():
                yield say("ran_out", good=fact.good)
            case DschunkeMixedShuffled():
                yield say("new_mixed")
            case _:
                pass

    def _between(self, fact: DschunkeFact, facts: Sequence[DschunkeFact]) -> Iterator[str]:
        """What the table did by itself."""
        names, say = self.names, self.say
        match fact:
            case DschunkeForfeited():
                yield say("forfeits", name=names[fact.seat])
            case DschunkeEventBegan():
                yield say("event_specials")
            case DschunkeMoneyShown():
                money = [say("has_yen", name=name, n=yen) for name, yen in zip(names, fact.yen, strict=True)]
                yield say("event_yen", money=listed(money, self.language))
            case DschunkeRoundEnded():
                yield say("last_round_ends" if _is_last(facts) else "round_ends", name=names[fact.start_seat])
            case DschunkeEnded():
                rows = zip(names, fact.special_cards, fact.junks, strict=True)
                bonuses = [say("bonus_of", name=name, cards=cards, junks=junks) for name, cards, junks in rows]
                yield say("game_ends", bonuses="; ".join(bonuses))
            case _:
                pass

    def _offers(self, fact: DschunkeRevealed) -> Iterator[str]:
        for name, goods in zip(self.names, fact.offers, strict=True):
            yield self.say("offered" if goods else "offered_nothing", name=name, goods=self.goods(goods))

    def _sold(self, fact: DschunkeSold) -> str:
        good = fact.good
        winners = listed((self.names[seat] for seat in fact.winners), self.language)
        if fact.special:
            return self.say("sells_for_special", name=winners, good=good)
        if not fact.winners:
            names = listed((self.names[seat] for seat in fact.highest), self.language)
            return self.say("tied", good=good, names=names)
        phrase = "shares" if len(fact.winners) > 1 else "sells"
        return self.say(phrase, name=winners, names=winners, good=good, n=fact.yen)
