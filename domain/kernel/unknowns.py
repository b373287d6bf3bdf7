"""Games in which the record may not know what a seat holds; what is seen later is recorded where it was first held."""

from typing import Any, Protocol, runtime_checkable

from msgspec import Struct

from domain.kernel.actions import Seat


class Identification(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """What `seat` held, all at once; each game adds lists of cards.

    As with cards that are shown, those that the record knew there are taken for these, and only others were unknown.
    So it stays true when more becomes known of an earlier step, and two of a kind are named twice.
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

    def observe(self, state: Any, fact: Any, seat: int) -> Any:
        """`state`, as `seat` knows it, after `fact`, of which it learns only what it may. Never refuses.

        Folding the facts of a match so gives the information set of a seat: cards that it can't see are unknown, though
        the record may know them. Whatever the rules allow on the record's own state they allow there, too.
        """
        ...

    def claims(self, state: Any, action: Any, *, identified: bool) -> bool:
        """Whether `action` names cards, unknown in `state`, of which others may know that they lie elsewhere.

        Whether the record takes such an action may depend on secrets. `state` is as a seat knows it, and `action` as it
        may be shown to that seat, whoever acts; `identified` tells whether cards of some hand were identified.
        """
        ...
