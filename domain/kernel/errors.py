"""The ways in which a game says no."""

from collections.abc import Mapping
from typing import Any, Final

SEATS: Final = frozenset({"seat", "other"})
"""The values of a refusal that are seats: readers get the names of those who sit there."""


class Refusal(Exception):  # noqa: N818  # a refusal is the domain's word
    """Something that is refused, for people: one English sentence, in which ``{name}`` stands for a value.

    The sentence is what its translations are found by, so what it is about comes as values: seats, numbers, identifiers
    as on the wire, and tuples of these.

    Attributes:
        template: the sentence with its places.
        values: what stands there, by name; those of :data:`SEATS` are seats.
    """

    def __init__(self, template: str, values: Mapping[str, Any]) -> None:
        super().__init__(template, values)
        self.template = template
        self.values = values

    @property
    def message(self) -> str:
        """The sentence in English, with seats by number and identifiers as on the wire."""
        if not self.values:
            return self.template
        text = self.template.format_map({name: _plain(name, value) for name, value in self.values.items()})
        return f"{text[:1].upper()}{text[1:]}"


def _plain(name: str, value: Any) -> str:
    if name in SEATS:
        return f"seat {value}"
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "nothing"
    return str(value)


class RuleViolation(Refusal):
    """An action that the rules refuse.

    Attributes:
        clause: the number of the clause it breaks, such as ``K6.3``.
    """

    def __init__(self, clause: str, template: str, /, **values: Any) -> None:
        super().__init__(template, values)
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.clause}: {self.message}"


class InvalidSetup(Refusal):
    """Options or seats with which the game can't be set up.

    Attributes:
        pointer: where in the request it lies, a JSON pointer (RFC 6901) such as ``/options/start_seat``.
        clause: the clause it breaks, if one does.
    """

    def __init__(self, pointer: str, template: str, clause: str | None = None, /, **values: Any) -> None:
        super().__init__(template, values)
        self.pointer = pointer
        self.clause = clause

    def __str__(self) -> str:
        return f"{self.pointer}: {self.message}"
