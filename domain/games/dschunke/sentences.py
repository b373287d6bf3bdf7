"""Sentences for actions and facts of Dschunke, in English and Italian."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, assert_never

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
    DschunkeRanOut,
    DschunkeRevealed,
    DschunkeRoundEnded,
    DschunkeSold,
    DschunkeUsed,
)
from domain.games.dschunke.meta import GOODS
from domain.games.dschunke.words import (
    GOOD_NAMES,
    JUNK_NAMES,
    PILE_NAMES,
    WORKER_NAMES,
    card_name,
    goods_listed,
)
from domain.kernel.cards import HIDDEN
from domain.kernel.languages import Language
from domain.kernel.words import listed

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "shuffle": "The special cards are shuffled into four piles.",
        "deal": "The opening hands are dealt.",
        "dealt": "{name} gets {goods}.",
        "show": "The merchants are shown: {places}.",
        "place_of": "{worker} on the {junk} junk",
        "market": "The market card: {amounts}.",
        "amount": "{n} yen for {good}",
        "special_for": "a special card for {good}",
        "mixed": "{name} looks at {n} cards of the mixed pile.",
        "mixed_own": "{name} has drawn from the mixed pile: {goods}.",
        "place_bar": "{name} places a bar of {owner} on the {junk} junk.",
        "swap": "{name} puts back {give} and draws {take}.",
        "pass": "{name} swaps no goods.",
        "look": "{name} looks through the pile with the {pile}.",
        "take": "{name} takes from the pile with the {pile}: {card}.",
        "use": "{name} uses {worker} on the {junk} junk",
        "play": "{name} plays the extra action “{card}”",
        "play_on": "{name} plays the extra action “{card}” on the {junk} junk",
        "and_loads_1": "{action} and loads a bar.",
        "and_loads": "{action} and loads {n} bars.",
        "and_earns": "{action} and earns {n} yen.",
        "and_draws": "{action} and draws {goods}.",
        "and_moves": "{action}, from the {junk} junk to the {other} junk.",
        "and_nothing": "{action} and gets nothing.",
        "done": "{name} plays no extra action.",
        "supply": "{name} draws from the supply: {goods}.",
        "supply_none": "{name} draws nothing from the supply.",
        "offer": "{name} has an offer ready.",
        "offer_own": "{name} has an offer ready: {goods}.",
        "offer_none": "{name} has an offer ready: nothing.",
        "take_yen": "{name} takes 3 yen instead of a special card.",
        "show_specials": "{name} shows the last special cards: {cards}.",
        "earns": "{name} earns {n} yen.",
        "puts": "{worker} goes to the {junk} junk.",
        "returned": "A bar has no place left and goes back to {name}.",
        "ran_out": "The pile of {good} has run out.",
        "new_mixed": "The mixed pile has run out; a new one is shuffled.",
        "forfeits": "{name} can't use anybody and forfeits the action.",
        "revealed": "The offers: {offers}.",
        "offered": "{name} {goods}",
        "offered_none": "{name} nothing",
        "sold": "{name} sells {good} for {n} yen.",
        "shared": "{names} share the sale of {good}: {n} yen each.",
        "special": "{name} sells {good} for a special card.",
        "tied": "A tie for {good}: {names} get no special card.",
        "event": "Event S: everybody takes a special card.",
        "money": "Event Y: {money}.",
        "has": "{name} has {n} yen",
        "round": "The round ends; {name} is the next first player.",
        "ended": "The game ends. Bonuses: {bonuses}.",
        "bonus": "{name} {cards} + {junks}",
    },
    "it": {
        "shuffle": "Le carte speciali vengono mescolate in quattro mazzetti.",
        "deal": "Si distribuiscono le carte risorsa iniziali.",
        "dealt": "{name} riceve {goods}.",
        "show": "Si scoprono i mercanti: {places}.",
        "place_of": "{worker} sulla giunca {junk}",
        "market": "La carta mercato: {amounts}.",
        "amount": "{n} yen per {good}",
        "special_for": "una carta speciale per {good}",
        "mixed": "{name} guarda {n} carte del mazzo misto.",
        "mixed_own": "{name} ha pescato dal mazzo misto: {goods}.",
        "place_bar": "{name} mette una barra di {owner} sulla giunca {junk}.",
        "swap": "{name} ripone {give} e pesca {take}.",
        "pass": "{name} non scambia risorse.",
        "look": "{name} esamina il mazzetto con il simbolo {pile}.",
        "take": "{name} prende dal mazzetto con il simbolo {pile}: {card}.",
        "use": "{name} usa {worker} sulla giunca {junk}",
        "play": "{name} gioca l'azione aggiuntiva «{card}»",
        "play_on": "{name} gioca l'azione aggiuntiva «{card}» sulla giunca {junk}",
        "and_loads_1": "{action} e carica una barra.",
        "and_loads": "{action} e carica {n} barre.",
        "and_earns": "{action} e incassa {n} yen.",
        "and_draws": "{action} e pesca {goods}.",
        "and_moves": "{action}, dalla giunca {junk} alla giunca {other}.",
        "and_nothing": "{action} e non ottiene nulla.",
        "done": "{name} non gioca azioni aggiuntive.",
        "supply": "{name} si rifornisce: {goods}.",
        "supply_none": "{name} non si rifornisce.",
        "offer": "{name} ha scelto la sua offerta.",
        "offer_own": "{name} ha scelto la sua offerta: {goods}.",
        "offer_none": "{name} ha scelto la sua offerta: niente.",
        "take_yen": "{name} prende 3 yen invece di una carta speciale.",
        "show_specials": "{name} mostra le ultime carte speciali: {cards}.",
        "earns": "{name} incassa {n} yen.",
        "puts": "{worker} passa sulla giunca {junk}.",
        "returned": "Una barra non ha più posto e torna a {name}.",
        "ran_out": "Il mazzo di {good} è finito.",
        "new_mixed": "Il mazzo misto è finito; se ne mescola uno nuovo.",
        "forfeits": "{name} non può usare nessuno e perde l'azione.",
        "revealed": "Le offerte: {offers}.",
        "offered": "{name} {goods}",
        "offered_none": "{name} niente",
        "sold": "{name} vende {good} per {n} yen.",
        "shared": "{names} si dividono la vendita di {good}: {n} yen ciascuno.",
        "special": "{name} vende {good} per una carta speciale.",
        "tied": "Pareggio per {good}: {names} non ricevono la carta speciale.",
        "event": "Evento S: ognuno prende una carta speciale.",
        "money": "Evento Y: {money}.",
        "has": "{name} ha {n} yen",
        "round": "Il round finisce; il nuovo primo giocatore è {name}.",
        "ended": "La partita finisce. Bonus: {bonuses}.",
        "bonus": "{name} {cards} + {junks}",
    },
}


def sentence(action: DschunkeAction, facts: Sequence[DschunkeFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    narrator = _DschunkeNarrator(names, language)
    return " ".join([narrator.describe(action, facts), *narrator.consequences(action, facts)])


class _DschunkeNarrator:
    """Puts what happened into words, with the players' names."""

    def __init__(self, names: Sequence[str], language: Language) -> None:
        self.names = names
        self.language = language
        self.junks = JUNK_NAMES[language]
        self.workers = WORKER_NAMES[language]

    def say(self, phrase: str, **words: object) -> str:
        text = PHRASES[self.language][phrase].format(**words)
        return text[:1].upper() + text[1:] if text.endswith(".") else text

    def goods(self, goods: Sequence[str]) -> str:
        return goods_listed(goods, self.language)

    def describe(self, action: DschunkeAction, facts: Sequence[DschunkeFact]) -> str:  # noqa: C901, PLR0912  # one case an action
        """The action."""
        names, say = self.names, self.say
        match action:
            case DschunkeShuffleSpecials():
                return say("shuffle")
            case DschunkeDeal():
                return " ".join([say("deal"), *self._hands(action)])
            case DschunkeShowMerchants():
                places = (("green", action.green), ("yellow", action.yellow), ("violet", action.violet))
                sentences = [say("place_of", worker=self.workers[who], junk=self.junks[junk]) for who, junk in places]
                return say("show", places=listed(sentences, self.language))
            case DschunkeTurnMarket():
                return say("market", amounts=listed(self._amounts(action), self.language))
            case DschunkeDrawMixed():
                return self._mixed(action, facts)
            case DschunkePlaceBar():
                owner, junk = names[action.bar], self.junks[action.junk]
                return say("place_bar", name=names[action.seat], owner=owner, junk=junk)
            case DschunkeSwap():
                give, take = self.goods(action.give), self.goods(action.take)
                return say("swap", name=names[action.seat], give=give, take=take)
            case DschunkePass():
                return say("pass", name=names[action.seat])
            case DschunkeTakeSpecial():
                pile = PILE_NAMES[self.language][action.pile]
                if action.card is None:
                    return say("look", name=names[action.seat], pile=pile)
                card = card_name(action.card, self.language)
                return say("take", name=names[action.seat], pile=pile, card=card)
            case DschunkeUse():
                worker = self.workers[action.worker]
                used = say("use", name=names[action.seat], worker=worker, junk=self.junks[action.junk])
                return self._with_effect(used, facts)
            case DschunkePlaySpecial():
                return self._with_effect(self._played(action), facts)
            case DschunkeDone():
                return say("done", name=names[action.seat])
            case DschunkeSupply():
                phrase = "supply" if action.goods else "supply_none"
                return say(phrase, name=names[action.seat], goods=self.goods(action.goods))
            case DschunkeOffer():
                return self._offer(action)
            case DschunkeTakeYen():
                return say("take_yen", name=names[action.seat])
            case DschunkeShowSpecials():
                cards = listed((card_name(card, self.language) for card in action.cards), self.language)
                return say("show_specials", name=names[action.seat], cards=cards)
            case _:
                assert_never(action)

    def _played(self, action: DschunkePlaySpecial) -> str:
        name, card = self.names[action.seat], card_name(action.card, self.language)
        if action.junk is None:
            return self.say("play", name=name, card=card)
        return self.say("play_on", name=name, card=card, junk=self.junks[action.junk])

    def _with_effect(self, action: str, facts: Sequence[DschunkeFact]) -> str:
        """What a player did, and what it brought."""
        drawn: list[str] = []
        for fact in facts:
            match fact:
                case DschunkeLoaded():
                    phrase = "and_loads_1" if fact.bars == 1 else "and_loads"
                    return self.say(phrase, action=action, n=fact.bars)
                case DschunkeEarned():
                    return self.say("and_earns", action=action, n=fact.yen)
                case DschunkeBarMoved():
                    junks = {"junk": self.junks[fact.from_], "other": self.junks[fact.to]}
                    return self.say("and_moves", action=action, **junks)
                case DschunkeDrew():
                    drawn += fact.goods
                case _:
                    pass
        return self.say("and_draws" if drawn else "and_nothing", action=action, goods=self.goods(drawn))

    def _hands(self, action: DschunkeDeal) -> Iterator[str]:
        for name, hand in zip(self.names, action.hands, strict=True):
            cards: tuple[Any, ...] = hand
            if HIDDEN not in cards:
                yield self.say("dealt", name=name, goods=self.goods(cards))

    def _amounts(self, action: DschunkeTurnMarket) -> Iterator[str]:
        for good, amount in zip(GOODS, action.amounts, strict=True):
            phrase = "special_for" if amount == "S" else "amount"
            yield self.say(phrase, n=amount, good=GOOD_NAMES[self.language][good])

    def _mixed(self, action: DschunkeDrawMixed, facts: Sequence[DschunkeFact]) -> str:
        goods: tuple[Any, ...] = action.goods
        name = next((self.names[fact.seat] for fact in facts if isinstance(fact, DschunkeMixedTold)), "")
        if HIDDEN in goods:
            return self.say("mixed", name=name, n=len(goods))
        return self.say("mixed_own", name=name, goods=self.goods(goods))

    def _offer(self, action: DschunkeOffer) -> str:
        goods: tuple[Any, ...] = action.goods
        phrase = "offer" if HIDDEN in goods else "offer_own" if goods else "offer_none"
        return self.say(phrase, name=self.names[action.seat], goods="" if HIDDEN in goods else self.goods(goods))

    def consequences(self, action: DschunkeAction, facts: Sequence[DschunkeFact]) -> Iterator[str]:
        """What followed, as far as the action doesn't tell it."""
        for fact in facts:
            if isinstance(fact, DschunkeEarned) and isinstance(action, DschunkeOffer):
                yield self.say("earns", name=self.names[fact.seat], n=fact.yen)
            yield from self._next_to(fact)
            yield from self._between(fact)

    def _next_to(self, fact: DschunkeFact) -> Iterator[str]:
        """What an action led to on junks and piles, and what was sold."""
        names, say = self.names, self.say
        match fact:
            case DschunkeUsed() if fact.to is not None:
                yield say("puts", worker=self.workers[fact.worker], junk=self.junks[fact.to])
            case DschunkeRevealed():
                yield say("revealed", offers="; ".join(self._offers(fact)))
            case DschunkeSold():
                yield self._sold(fact)
            case DschunkeBarReturned():
                yield say("returned", name=names[fact.bar])
            case DschunkeRanOut():
                yield say("ran_out", good=GOOD_NAMES[self.language][fact.good])
            case DschunkeMixedShuffled():
                yield say("new_mixed")
            case _:
                pass

    def _between(self, fact: DschunkeFact) -> Iterator[str]:
        """What the table did by itself."""
        names, say = self.names, self.say
        match fact:
            case DschunkeForfeited():
                yield say("forfeits", name=names[fact.seat])
            case DschunkeEventBegan():
                yield say("event")
            case DschunkeMoneyShown():
                money = [say("has", name=name, n=yen) for name, yen in zip(names, fact.yen, strict=True)]
                yield say("money", money=listed(money, self.language))
            case DschunkeRoundEnded():
                yield say("round", name=names[fact.start_seat])
            case DschunkeEnded():
                rows = zip(names, fact.special_cards, fact.junks, strict=True)
                bonuses = [say("bonus", name=name, cards=cards, junks=junks) for name, cards, junks in rows]
                yield say("ended", bonuses=listed(bonuses, self.language))
            case _:
                pass

    def _offers(self, fact: DschunkeRevealed) -> Iterator[str]:
        for name, goods in zip(self.names, fact.offers, strict=True):
            yield self.say("offered" if goods else "offered_none", name=name, goods=self.goods(goods))

    def _sold(self, fact: DschunkeSold) -> str:
        good = GOOD_NAMES[self.language][fact.good]
        winners = listed((self.names[seat] for seat in fact.winners), self.language)
        if fact.special:
            return self.say("special", name=winners, good=good)
        if not fact.winners:
            names = listed((self.names[seat] for seat in fact.highest), self.language)
            return self.say("tied", good=good, names=names)
        phrase = "shared" if len(fact.winners) > 1 else "sold"
        return self.say(phrase, name=winners, names=winners, good=good, n=fact.yen)
