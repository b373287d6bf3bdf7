"""Irregular play: something was done that the rules don't allow, and it stood.

An :class:`Adjust` puts things at the table otherwise than the rules would have them, and the match goes on from there
by the rules. Nothing appears or vanishes by it: each piece is taken from where it is, and put where it can be.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Final, Protocol, TypeAlias, runtime_checkable

from msgspec import Meta

from domain.kernel.actions import RecorderAction, Tagged
from domain.kernel.cards import HIDDEN
from domain.kernel.choices import Choice, SlotList
from domain.kernel.languages import Language
from domain.kernel.words import KERNEL

ADJUST: Final = "adjust"
"""The type of the action on the wire, in every game."""

Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=500, description="What happened, in people's words.")]


class Adjustment(Tagged, frozen=True, kw_only=True):
    """One thing that is put otherwise; each game has its own, in its own words and pieces."""


class Adjust(RecorderAction, frozen=True, kw_only=True, tag=ADJUST):
    """Something that the rules don't allow was done, and it stood.

    A game adds ``changes``, 1 to 20 of its own adjustments. They are made one after the other; what the rules do by
    themselves follows after the last.
    """

    reason: Reason


@runtime_checkable
class HasAdjustments(Protocol):
    """A game that lists what can be put otherwise; its :class:`Adjust` belongs to the union of its actions.

    Like any action it is decided: the facts name every piece that goes from one place to another, or it is refused,
    where a piece isn't there, or can't be there. After them the rules can go on: whoever is asked has something to do.
    """

    adjust_type: Any
    """The game's own :class:`Adjust`."""

    def adjustments(self, state: Any, slots: SlotList, names: Sequence[str], language: Language) -> Iterator[Choice]:
        """What can be put otherwise at `state`, as far as the record knows; nothing once the game has ended.

        Each choice is an `adjust` with one change, as on the wire, in which slots fill what is open; its reason isn't
        asked by a slot.
        """
        ...

    def proposals(self, state: Any, action: Any) -> Sequence[tuple[Any, ...]]:
        """What may have happened where the rules refuse `action` at `state`, the likeliest first; empty where unknown.

        Each is a tuple of adjustments that can be made at `state`. After them the rules allow the action, or the table
        is as it was left by it.
        """
        ...


def adjusted_sentence(changes: Sequence[str], reason: str, language: Language) -> str:
    """That the table was put otherwise: each change as a sentence, and the reason, if the reader may know it."""
    words = KERNEL[language]
    if reason == HIDDEN:
        return words("adjusted_hidden", changes=" ".join(changes))
    return words("adjusted", changes=" ".join(changes), reason=reason)


def changes_alone(sentence: str, language: Language) -> str:
    """The changes of an :func:`adjusted_sentence` without reason, where what is around says that it was played so."""
    return sentence.removeprefix(KERNEL[language]("adjusted_hidden", changes="").rstrip()).lstrip()
