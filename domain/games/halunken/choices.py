"""The words and signs for what may be chosen in Halunken und Spelunken."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import HARBOUR, TEXTS, MovementCard, Rogue
from domain.games.halunken.movement import still_choosing
from domain.games.halunken.sentences import card_name, described
from domain.games.halunken.state import HalunkenState
from domain.kernel.choices import Choice, Face, Slot, SlotList, Wire, option
from domain.kernel.languages import Language

TIE_BREAKS: Final[tuple[str, ...]] = ()
"""Nothing breaks a tie."""


class HalunkenWording:
    """Words for what a seat, or chance, may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {}
    fields: Mapping[str, tuple[str, ...]] = {}

    def __init__(self, state: HalunkenState, seat: int | None, names: Sequence[str], language: Language) -> None:
        self.state, self.seat, self.names, self.language = state, seat, names, language
        self.words = TEXTS[language]

    def verb(self, action: Wire) -> Face:
        """What an action of this type is called."""
        return Face(self.words(f"verb_{action['type']}", n=len(self.state.waiting)))

    def question(self, kind: str, field: str) -> str:
        """What a field asks for."""
        del kind
        return self.words[f"question_{field}"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """How a value of a field looks, and where it lies."""
        match field:
            case "tavern":
                return Face(self.words("at_tavern", tavern=value), anchor=f"space:{value}")
            case "rogue":
                return self.rogue(Rogue(value), self.place_of(Rogue(value)))
            case "card" if kind == "choose":
                return Face(
                    card_name(value, self.language), glyph=f"move-{value}", anchor=f"seat:{self.seat}:cards:{value}"
                )
            case "card" | "black_jack":
                glyph = f"move-{value}" if isinstance(value, MovementCard | str) else f"black-jack-{value}"
                return Face(card_name(value, self.language), glyph=glyph, anchor=f"black-jack:{value}")
            case "from":
                return Face(self.words["from_harbour"] if value == HARBOUR else self.names[value])
            case "direction":
                return Face(self.words[f"way_{value}"])
            case _:
                return Face(str(value))

    def rogue(self, rogue: Rogue, anchor: str | None = None) -> Face:
        """A rogue by colour and value."""
        parts = described(rogue)
        return Face(self.words("rogue_short", **parts), glyph=rogue, anchor=anchor, group=self.words("colour", **parts))

    def place_of(self, rogue: Rogue) -> str | None:
        """Where a rogue of a crew, or of the harbour, lies in the picture."""
        for seat, player in enumerate(self.state.seats):
            if rogue in player.crew:
                return f"seat:{seat}:crew:{rogue}"
        return f"{HARBOUR}:{rogue}" if rogue in self.state.harbour else None


def wording(state: HalunkenState, seat: int | None, names: Sequence[str], language: Language) -> HalunkenWording:
    """The words for what `seat`, or chance, may do."""
    return HalunkenWording(state, seat, names, language)


def reports(state: HalunkenState, slots: SlotList, words: HalunkenWording) -> Iterator[Choice]:
    """How cards that are turned up are reported: the rogues of taverns, any part of them (H2.3, H3.6), or his card."""
    if waiting := state.waiting:
        yield _reveal(state, waiting, slots, words)
    elif state.phase is HalunkenPhase.TURN_BLACK_JACK:
        options = tuple(option(card, words.face("turn_black_jack", "card", card)) for card in state.deck)
        slot = Slot(pointer="/card", kind="one_of", label=words.question("turn_black_jack", "card"), options=options)
        face = words.verb({"type": "turn_black_jack"})
        yield Choice(label=face.label, seat=None, action={"type": "turn_black_jack"}, slot=slots.add(slot))


def _reveal(state: HalunkenState, waiting: Sequence[int], slots: SlotList, words: HalunkenWording) -> Choice:
    then: int | None = None
    for tavern in reversed(waiting):
        options = tuple(option(rogue, words.rogue(rogue), then=then) for rogue in state.unseen)
        label = words.words("question_reveal", tavern=tavern)
        then = slots.add(
            Slot(
                pointer=f"/rogues/{tavern}",
                kind="one_of",
                label=label,
                options=options,
                pool="rogues",
                optional=len(waiting) > 1,
                then=then,
            )
        )
    face = words.verb({"type": "reveal"})
    return Choice(label=face.label, seat=None, action={"type": "reveal", "rogues": {}}, slot=then)


def secret_choices(state: HalunkenState) -> tuple[int, ...] | None:
    """The seats that have picked a movement card, while cards are picked (H3.1)."""
    if state.phase is not HalunkenPhase.CHOOSE:
        return None
    waiting = still_choosing(state)
    return tuple(seat for seat in range(len(state.seats)) if seat not in waiting)
