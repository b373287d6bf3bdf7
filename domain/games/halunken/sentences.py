"""Sentences for actions and facts of Halunken und Spelunken, in English and Italian."""

from collections.abc import Iterable, Sequence
from typing import Final, assert_never

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenBid,
    HalunkenChoose,
    HalunkenDisplace,
    HalunkenNameRum,
    HalunkenPass,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenReveal,
    HalunkenSteal,
    HalunkenSurrender,
    HalunkenTurnBlackJack,
)
from domain.games.halunken.events import (
    HalunkenBlackJackMoved,
    HalunkenDisplaced,
    HalunkenDrawn,
    HalunkenEnded,
    HalunkenFact,
    HalunkenMoved,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPushed,
    HalunkenRevealed,
    HalunkenRoundBegan,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenSpared,
    HalunkenTook,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import COLOUR, HARBOUR, WORTH, MovementCard, Piece, Rogue, RogueColour
from domain.kernel.cards import HIDDEN
from domain.kernel.languages import Language
from domain.kernel.words import listed

COLOUR_NAMES: Final[dict[Language, dict[RogueColour, str]]] = {
    "en": {colour: colour.value for colour in RogueColour},
    "it": {
        RogueColour.RED: "rosso",
        RogueColour.VIOLET: "viola",
        RogueColour.GREEN: "verde",
        RogueColour.YELLOW: "giallo",
    },
}

PHRASES: Final[dict[Language, dict[str, str]]] = {
    "en": {
        "place_captain": "{name} puts the captain before tavern {tavern}.",
        "drawn": "{name} takes {rogue} as first rogue.",
        "revealed": "Turned up: {cards}.",
        "at": "{rogue} at tavern {tavern}",
        "place_black_jack": "{name} puts Black Jack before tavern {tavern}.",
        "bid": "{name} bids {rogue}.",
        "pass": "{name} passes.",
        "auto_pass": "{name} has no rogues to bid.",
        "paid": "{name} pays {rogue} to the harbour and controls Black Jack.",
        "unbribed": "Nobody has bribed Black Jack.",
        "choose": "{name} picks {card}.",
        "choose_two": "{name} picks {card}, and {black_jack} for Black Jack.",
        "choose_hidden": "{name} has picked a card.",
        "choose_two_hidden": "{name} has picked a card, and one for Black Jack.",
        "shown": "Revealed: {cards}.",
        "stay": "Equal cards cancel: {names} stay.",
        "name_rum": "{name} names {value} for the Rum.",
        "name_black_jacks_rum": "{name} names {value} for Black Jack's Rum.",
        "took": "{name} takes {rogue}.",
        "took_for": "Black Jack takes {rogue} for {name}.",
        "took_for_harbour": "Black Jack takes {rogue} to the harbour.",
        "moved": "{name} goes to tavern {to}.",
        "met": "{name} goes to tavern {to}, where {met} stands.",
        "steal": "{name} steals {rogue} from {victim}.",
        "steal_harbour": "{name} takes {rogue} from the harbour.",
        "pushed": "{name}'s captain is pushed to tavern {to}.",
        "displace": "{name} sends Black Jack aside to tavern {to}.",
        "turn_black_jack": "Black Jack's card is {card}.",
        "black_jack": "Black Jack goes to tavern {to}.",
        "black_jack_past": "Black Jack goes to tavern {to}, past {names}.",
        "surrender": "{name} loses {rogue} to the harbour.",
        "spared_by": "Black Jack leaves {name} alone.",
        "round": "Round {n} begins.",
        "round_auction": "Round {n} begins; {name} opens the auction.",
        "end": "The eighth round is over, and with it the game.",
    },
    "it": {
        "place_captain": "{name} mette il capitano davanti alla taverna {tavern}.",
        "drawn": "{name} prende {rogue} come primo furfante.",
        "revealed": "Si scoprono: {cards}.",
        "at": "{rogue} alla taverna {tavern}",
        "place_black_jack": "{name} mette Black Jack davanti alla taverna {tavern}.",
        "bid": "{name} offre {rogue}.",
        "pass": "{name} passa.",
        "auto_pass": "{name} non ha furfanti da offrire.",
        "paid": "{name} paga {rogue} al porto e controlla Black Jack.",
        "unbribed": "Nessuno ha corrotto Black Jack.",
        "choose": "{name} sceglie {card}.",
        "choose_two": "{name} sceglie {card}, e {black_jack} per Black Jack.",
        "choose_hidden": "{name} ha scelto una carta.",
        "choose_two_hidden": "{name} ha scelto una carta, e una per Black Jack.",
        "shown": "Si rivelano: {cards}.",
        "stay": "Carte uguali si annullano: {names} non si muovono.",
        "name_rum": "{name} dichiara {value} per il Rum.",
        "name_black_jacks_rum": "{name} dichiara {value} per il Rum di Black Jack.",
        "took": "{name} prende {rogue}.",
        "took_for": "Black Jack prende {rogue} per {name}.",
        "took_for_harbour": "Black Jack porta {rogue} al porto.",
        "moved": "{name} va alla taverna {to}.",
        "met": "{name} va alla taverna {to}, dove c'è {met}.",
        "steal": "{name} ruba {rogue} a {victim}.",
        "steal_harbour": "{name} prende {rogue} dal porto.",
        "pushed": "Il capitano di {name} viene spinto alla taverna {to}.",
        "displace": "{name} sposta Black Jack alla taverna {to}.",
        "turn_black_jack": "La carta di Black Jack è {card}.",
        "black_jack": "Black Jack va alla taverna {to}.",
        "black_jack_past": "Black Jack va alla taverna {to} e scavalca {names}.",
        "surrender": "{name} perde {rogue}, che va al porto.",
        "spared_by": "Black Jack lascia in pace {name}.",
        "round": "Comincia il round {n}.",
        "round_auction": "Comincia il round {n}; {name} apre l'asta.",
        "end": "L'ottavo round è finito, e con esso la partita.",
    },
}


def sentence(action: HalunkenAction, facts: Sequence[HalunkenFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    narrator = _HalunkenNarrator(names, language)
    sentences = [narrator.action(action, facts), *(narrator.fact(action, fact) for fact in facts)]
    return " ".join(filter(None, sentences))


def rogue_name(rogue: Rogue, language: Language) -> str:
    """A rogue with its article: ``the red 7``, ``il 7 rosso``, ``l'8 verde``."""
    worth, colour = WORTH[rogue], COLOUR_NAMES[language][COLOUR[rogue]]
    if language == "en":
        return f"the {colour} {worth}"
    return f"l'{worth} {colour}" if worth in {1, 8, 11} else f"il {worth} {colour}"


class _HalunkenNarrator:
    """Tells in one language, of people with these names."""

    def __init__(self, names: Sequence[str], language: Language) -> None:
        self.names = names
        self.language = language
        self.phrases = PHRASES[language]

    def say(self, phrase: str, **words: object) -> str:
        return self.phrases[phrase].format(**words)

    def rogue(self, rogue: Rogue) -> str:
        return rogue_name(rogue, self.language)

    def piece(self, piece: Piece) -> str:
        return self.names[piece] if isinstance(piece, int) else "Black Jack"

    def listed(self, words: Iterable[str]) -> str:
        return listed(words, self.language)

    def action(self, action: HalunkenAction, facts: Sequence[HalunkenFact]) -> str:  # noqa: C901  # one flat case each
        name = "" if action.seat is None else self.names[action.seat]
        match action:
            case HalunkenPlaceCaptain():
                return self.say("place_captain", name=name, tavern=action.tavern)
            case HalunkenReveal():
                turned = [fact for fact in facts if isinstance(fact, HalunkenRevealed)]
                cards = [self.say("at", rogue=self.rogue(fact.rogue), tavern=fact.tavern) for fact in turned]
                return self.say("revealed", cards=self.listed(cards)) if cards else ""
            case HalunkenPlaceBlackJack():
                return self.say("place_black_jack", name=name, tavern=action.tavern)
            case HalunkenBid():
                return self.say("bid", name=name, rogue=self.rogue(action.rogue))
            case HalunkenPass():
                return self.say("pass", name=name)
            case HalunkenChoose():
                return self._choice(action, name)
            case HalunkenNameRum():
                return ""  # described by its fact, which knows whose Rum it is
            case HalunkenSteal():
                phrase = "steal_harbour" if action.from_ == HARBOUR else "steal"
                victim = self.names[action.from_] if isinstance(action.from_, int) else ""
                return self.say(phrase, name=name, rogue=self.rogue(action.rogue), victim=victim)
            case HalunkenDisplace():
                to = next((fact.to for fact in facts if isinstance(fact, HalunkenDisplaced)), "")
                return self.say("displace", name=name, to=to)
            case HalunkenTurnBlackJack():
                return self.say("turn_black_jack", card=card_name(action.card))
            case HalunkenSurrender():
                return self.say("surrender", name=name, rogue=self.rogue(action.rogue))
            case _:
                assert_never(action)

    def _choice(self, action: HalunkenChoose, name: str) -> str:
        phrase = "choose" if action.black_jack is None else "choose_two"
        if action.card == HIDDEN:
            return self.say(f"{phrase}_hidden", name=name)
        black_jack = "" if action.black_jack is None else card_name(action.black_jack)
        return self.say(phrase, name=name, card=card_name(action.card), black_jack=black_jack)

    def fact(self, action: HalunkenAction, fact: HalunkenFact) -> str:  # noqa: C901, PLR0912  # one flat case a fact
        match fact:
            case HalunkenTook():
                return self._took(fact)
            case HalunkenMoved():
                phrase, met = ("moved", "") if fact.met is None else ("met", self.piece(fact.met))
                return self.say(phrase, name=self.piece(fact.piece), to=fact.to, met=met)
            case HalunkenShown():
                cards = [f"{name} {card_name(card)}" for name, card in zip(self.names, fact.cards, strict=False)]
                if fact.black_jack is not None:
                    cards.append(f"Black Jack {card_name(fact.black_jack)}")
                return self.say("shown", cards=self.listed(cards))
            case HalunkenOrdered() if fact.stay:
                return self.say("stay", names=self.listed(map(self.piece, fact.stay)))
            case HalunkenRumNamed():
                phrase = "name_rum" if isinstance(fact.piece, int) else "name_black_jacks_rum"
                return self.say(phrase, name=self.names[fact.seat], value=fact.value)
            case HalunkenPushed():
                return self.say("pushed", name=self.names[fact.seat], to=fact.to)
            case HalunkenPassed() if not (isinstance(action, HalunkenPass) and action.seat == fact.seat):
                return self.say("auto_pass", name=self.names[fact.seat])
            case HalunkenPaid():
                return self.say("paid", name=self.names[fact.seat], rogue=self.rogue(fact.rogue))
            case HalunkenUnbribed():
                return self.say("unbribed")
            case HalunkenBlackJackMoved():
                passed = self.listed(self.names[seat] for seat in fact.passed) if fact.passed else ""
                return self.say("black_jack_past" if passed else "black_jack", to=fact.to, names=passed)
            case HalunkenSpared():
                return self.say("spared_by", name=self.names[fact.seat])
            case HalunkenRoundBegan():
                if fact.opener is None:
                    return self.say("round", n=fact.round)
                return self.say("round_auction", n=fact.round, name=self.names[fact.opener])
            case HalunkenDrawn():
                return self.say("drawn", name=self.names[fact.seat], rogue=self.rogue(fact.rogue))
            case HalunkenEnded():
                return self.say("end")
            case _:
                return ""

    def _took(self, fact: HalunkenTook) -> str:
        rogue = self.rogue(fact.rogue)
        if isinstance(fact.piece, int):
            return self.say("took", name=self.names[fact.piece], rogue=rogue)
        if isinstance(fact.to, int):
            return self.say("took_for", name=self.names[fact.to], rogue=rogue)
        return self.say("took_for_harbour", rogue=rogue)


def card_name(card: int | MovementCard) -> str:
    """A movement card: its number, or Rum."""
    return "Rum" if card == MovementCard.RUM else str(card)
