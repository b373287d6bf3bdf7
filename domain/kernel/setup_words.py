"""What people choose when they open a match, in words: for a form that knows nothing of the game."""

from typing import Protocol, runtime_checkable

from msgspec import Struct


class OptionValue(Struct, frozen=True):
    """One value of an option.

    Attributes:
        value: as on the wire; text, number or truth value.
        seats: the numbers of players that it is for; none is all.
    """

    value: str | int | bool
    seats: tuple[int, ...] = ()

    @property
    def key(self) -> str:
        """The value as a form sends it."""
        return str(self.value).lower()

    def fits(self, seats: int) -> bool:
        """Whether it is for so many players."""
        return not self.seats or seats in self.seats


class OptionWords(Struct, frozen=True):
    """An option of the game and its values, the usual one first.

    The game's words have a title ``option_<name>``, and for each value a text ``option_<name>_<key>``.
    """

    name: str
    choices: tuple[OptionValue, ...]

    def chosen(self, key: str, seats: int) -> OptionValue | None:
        """The choice of a form: that with `key`, or where none is named, the first for so many players, if any."""
        if key:
            return next((choice for choice in self.choices if choice.key == key), None)
        return next((choice for choice in self.choices if choice.fits(seats)), None)


@runtime_checkable
class HasSetupWords(Protocol):
    """A game that says its options in words. One that doesn't is opened by a form with their defaults."""

    setup_words: tuple[OptionWords, ...]
    """The options that a form asks for, in their order."""


class OptionText(Struct, frozen=True):
    """An option that is a text, which people write.

    The game's words have a title ``option_<name>``.

    Attributes:
        most: the most characters.
    """

    name: str
    most: int


@runtime_checkable
class HasSetupTexts(Protocol):
    """A game with options that people write."""

    setup_texts: tuple[OptionText, ...]
    """Those that a form asks for, in their order, before the others."""
