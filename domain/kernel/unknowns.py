"""Games in which the record may not know what a seat holds; what is seen later is told where it was first held."""

from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from domain.kernel.actions import Seat


class Identification(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `seat` held, all at once; each game adds lists of cards.

    As with cards that are shown, those that the record knew there are taken for these, and only others were unknown.
    So it stays true when more becomes known of an earlier step, and two of a kind are told as two.
    """

    seat: Seat


@runtime_checkable
class HasUnknowns(Protocol):
    """A game whose states may have unknown cards.

    To know more never changes what a match waits for: facts that were decided before something was identified are
    folded over it, and also without it, for those who may not know it.
    """

    identification_type: Any
    """The game's own :class:`Identification`."""

    def identify(self, state: Any, identification: Any) -> tuple[Any, ...]:
        """The facts that make the cards known. The seat is one of the match.

        Raises:
            RuleViolation: the seat can't have held them; names the clause that says so.
        """
        ...
