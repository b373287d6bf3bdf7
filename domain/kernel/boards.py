"""Games whose box can differ from the default: what is printed on it is data of the set-up, kept and used again."""

from typing import Any, Protocol, runtime_checkable


@runtime_checkable
class HasBoards(Protocol):
    """A game with descriptions of boxes; its options have a field ``board`` for one."""

    board_type: Any
    """The struct that describes a box, with the default in every field."""

    def verify_board(self, board: Any, pointer: str) -> None:
        """Refuse a box that can't be; `pointer` is the JSON pointer to it.

        Raises:
            InvalidSetup: with the pointer to the place.
        """
        ...
