"""Sentences for actions and facts of Halunken und Spelunken."""

from collections.abc import Iterable, Sequence
from typing import Any, assert_never

from domain.games.halunken.actions import (
    HalunkenAction,
    HalunkenAdjust,
    HalunkenAdjustment,
    HalunkenBid,
    HalunkenCardAdjustment,
    HalunkenChoose,
    HalunkenDisplace,
    HalunkenNameRum,
    HalunkenPass,
    HalunkenPieceAdjustment,
    HalunkenPlaceBlackJack,
    HalunkenPlaceCaptain,
    HalunkenReveal,
    HalunkenRogueAdjustment,
    HalunkenSteal,
    HalunkenSurrender,
    HalunkenTurnAdjustment,
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
from domain.games.halunken.meta import (
    BLACK_JACK,
    COLOUR,
    HARBOUR,
    TEXTS,
    WORTH,
    HalunkenAtTavern,
    Piece,
    Rogue,
    RogueColour,
    Spot,
)
from domain.kernel.adjusting import adjusted_sentence
from domain.kernel.cards import HIDDEN
from domain.kernel.languages import Language
from domain.kernel.words import listed


def sentence(action: HalunkenAction, facts: Sequence[HalunkenFact], names: Sequence[str], language: Language) -> str:
    """The action and what followed from it."""
    narrator = _HalunkenNarrator(names, language)
    sentences = [narrator.action(action, facts), *(narrator.fact(action, fact) for fact in facts)]
    return " ".join(filter(None, sentences))


def adjustment_sentence(change: HalunkenAdjustment, names: Sequence[str], language: Language) -> str:
    """One thing that was put otherwise than the rules would have it."""
    say = TEXTS[language]
    match change:
        case HalunkenRogueAdjustment():
            origin, to = (say(phrase, **spot_parts(spot, names)) for phrase, spot in _ways(change))
            text = say("adjusted_rogue", **described(change.rogue), origin=origin, to=to)
        case HalunkenPieceAdjustment():
            parts = piece_parts(change.piece, names)
            text = say("adjusted_piece", **parts, origin=change.from_, to=change.to)
        case HalunkenCardAdjustment():
            phrase = "adjusted_used" if change.used else "adjusted_unused"
            text = say(phrase, **piece_parts(change.piece, names), card=card_value(change.card))
        case HalunkenTurnAdjustment():
            text = say("adjusted_turn", **piece_parts(change.piece, names))
        case _:
            assert_never(change)
    return f"{text[:1].upper()}{text[1:]}"


def _ways(change: HalunkenRogueAdjustment) -> tuple[tuple[str, Spot], ...]:
    return ("from_spot", change.from_), ("to_spot", change.to)


def spot_parts(spot: Spot, names: Sequence[str]) -> dict[str, Any]:
    """A place of rogues as words take it: ``spot`` is a crew with ``name``, a ``tavern``, or the harbour."""
    if isinstance(spot, HalunkenAtTavern):
        return {"spot": "tavern", "tavern": spot.tavern, "name": ""}
    if isinstance(spot, int):
        return {"spot": "crew", "name": names[spot], "tavern": ""}
    return {"spot": HARBOUR, "name": "", "tavern": ""}


def piece_parts(piece: Piece, names: Sequence[str]) -> dict[str, Any]:
    """A piece as words take it: ``piece``, which is a captain or Black Jack, and ``name``."""
    if isinstance(piece, int):
        return {"piece": "captain", "name": names[piece]}
    return {"piece": BLACK_JACK, "name": "Black Jack"}


def rogue_name(rogue: Rogue, language: Language) -> str:
    """A rogue with its article: ``the red 7``, ``il 7 rosso``, ``l’8 verde``."""
    return TEXTS[language]("rogue", **described(rogue))


def described(rogue: Rogue) -> dict[str, Any]:
    """A rogue as words take it: ``colour`` and ``worth``."""
    return {"colour": COLOUR[rogue], "worth": WORTH[rogue]}


class _HalunkenNarrator:
    """Tells in one language, of people with these names."""

    def __init__(self, names: Sequence[str], language: Language) -> None:
        self.names = names
        self.language = language
        self.say = TEXTS[language]

    def piece(self, piece: Piece) -> str:
        return self.names[piece] if isinstance(piece, int) else "Black Jack"

    def listed(self, words: Iterable[str]) -> str:
        return listed(words, self.language)

    def action(self, action: HalunkenAction, facts: Sequence[HalunkenFact]) -> str:  # noqa: C901, PLR0912  # one flat case each
        name = "" if action.seat is None else self.names[action.seat]
        match action:
            case HalunkenPlaceCaptain():
                return self.say("place_captain", name=name, tavern=action.tavern)
            case HalunkenReveal():
                turned = [fact for fact in facts if isinstance(fact, HalunkenRevealed)]
                cards = [self.say("revealed_at", **described(fact.rogue), tavern=fact.tavern) for fact in turned]
                return self.say("revealed", cards=self.listed(cards), n=len(cards)) if cards else ""
            case HalunkenPlaceBlackJack():
                return self.say("place_black_jack", name=name, tavern=action.tavern)
            case HalunkenBid():
                return self.say("bid", name=name, **described(action.rogue))
            case HalunkenPass():
                return self.say("pass", name=name)
            case HalunkenChoose():
                return self._choice(action, name)
            case HalunkenNameRum():
                return ""  # described by its fact, which knows whose Rum it is
            case HalunkenSteal():
                phrase = "steal_harbour" if action.from_ == HARBOUR else "steal"
                victim = self.names[action.from_] if isinstance(action.from_, int) else ""
                return self.say(phrase, name=name, **described(action.rogue), victim=victim)
            case HalunkenDisplace():
                to = next((fact.to for fact in facts if isinstance(fact, HalunkenDisplaced)), "")
                return self.say("displace", name=name, to=to)
            case HalunkenTurnBlackJack():
                return self.say("turn_black_jack", card=card_value(action.card))
            case HalunkenSurrender():
                return self.say("surrender", name=name, **described(action.rogue))
            case HalunkenAdjust():
                changes = [adjustment_sentence(change, self.names, self.language) for change in action.changes]
                return adjusted_sentence(changes, action.reason, self.language)
            case _:
                assert_never(action)

    def _choice(self, action: HalunkenChoose, name: str) -> str:
        phrase = "choose" if action.black_jack is None else "choose_two"
        if action.card == HIDDEN:
            return self.say(f"{phrase}_hidden", name=name)
        black_jack = "" if action.black_jack is None else self.say("picked_card", card=card_value(action.black_jack))
        return self.say(phrase, name=name, card=card_value(action.card), black_jack=black_jack)

    def fact(self, action: HalunkenAction, fact: HalunkenFact) -> str:  # noqa: C901, PLR0912  # one flat case a fact
        match fact:
            case HalunkenTook():
                return self._took(fact)
            case HalunkenMoved():
                phrase, met = ("moved", "") if fact.met is None else ("met", self.piece(fact.met))
                return self.say(phrase, name=self.piece(fact.piece), to=fact.to, met=met)
            case HalunkenShown():
                shown = [*zip(self.names, fact.cards, strict=False)]
                if fact.black_jack is not None:
                    shown.append(("Black Jack", fact.black_jack))
                cards = [self.say("shown_card", name=name, card=card_value(card)) for name, card in shown]
                return self.say("shown", cards=self.listed(cards))
            case HalunkenOrdered() if fact.stay:
                return self.say("stay", n=len(fact.stay), names=self.listed(map(self.piece, fact.stay)))
            case HalunkenRumNamed():
                phrase = "name_rum" if isinstance(fact.piece, int) else "name_black_jacks_rum"
                return self.say(phrase, name=self.names[fact.seat], value=fact.value)
            case HalunkenPushed():
                return self.say("pushed", name=self.names[fact.seat], to=fact.to)
            case HalunkenPassed() if not (isinstance(action, HalunkenPass) and action.seat == fact.seat):
                return self.say("auto_pass", name=self.names[fact.seat])
            case HalunkenPaid():
                return self.say("paid", name=self.names[fact.seat], **described(fact.rogue))
            case HalunkenUnbribed():
                return self.say["unbribed"]
            case HalunkenBlackJackMoved():
                passed = self.listed(self.names[seat] for seat in fact.passed) if fact.passed else ""
                return self.say("black_jack_past" if passed else "black_jack", to=fact.to, names=passed)
            case HalunkenSpared():
                return self.say("spared", name=self.names[fact.seat])
            case HalunkenRoundBegan():
                if fact.opener is None:
                    return self.say("round_begins", n=fact.round)
                return self.say("round_auction", n=fact.round, name=self.names[fact.opener])
            case HalunkenDrawn():
                return self.say("drawn", name=self.names[fact.seat], **described(fact.rogue))
            case HalunkenEnded():
                return self.say["ended"]
            case _:
                return ""

    def _took(self, fact: HalunkenTook) -> str:
        rogue = described(fact.rogue)
        if isinstance(fact.piece, int):
            return self.say("took", name=self.names[fact.piece], **rogue)
        if isinstance(fact.to, int):
            return self.say("took_for", name=self.names[fact.to], **rogue)
        return self.say("took_for_harbour", **rogue)


def colour_names(language: Language) -> dict[str, str]:
    """The colours of the rogues in words."""
    return TEXTS[language].names("colour", "colour", RogueColour)


def card_value(card: int | str) -> int | str:
    """A movement card as words take it: its number, or ``rum``."""
    return int(card) if str(card).isdecimal() else str(card)


def card_name(card: int | str, language: Language) -> str:
    """A movement card: its number, or Rum."""
    return TEXTS[language]("card", card=card_value(card))


def refusal_words(name: str, value: Any, language: Language) -> str:
    """What stands in a refusal, in words: rogues by colour and value, movement cards by their number or Rum."""
    match name:
        case "rogue" | "bid":
            return rogue_name(value, language)
        case "card":
            return card_name(value, language)
        case "cards":
            return ", ".join(card_name(card, language) for card in value)
        case _:
            return str(value)
