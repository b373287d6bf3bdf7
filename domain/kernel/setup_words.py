"""What people choose when they open a match, in words: for a form that knows nothing of the game."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

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


class SetupField(Struct, frozen=True):
    """Something else that a form asks for; the game makes options of it.

    The game's words have a title ``option_<name>``, and may have a hint ``option_<name>_help``;
    ``seats_help``, if there is one, says what the seats differ by.

    Attributes:
        form: a `line` or several `lines` of text, a `number`, or a `mark` to be set or not.
        most: the most characters of a text, or the largest number, from 1.
    """

    name: str
    form: Literal["line", "lines", "number", "mark"]
    most: int = 1


OptionsT = TypeVar("OptionsT")


@runtime_checkable
class HasSetupFields(Protocol[OptionsT]):
    """A game whose form asks for more than words and texts, and whose set-ups come again."""

    setup_fields: tuple[SetupField, ...]
    """What is asked for the whole table, in order, after the other options."""
    seat_fields: tuple[SetupField, ...]
    """What is asked for each seat."""

    def options_from(self, fields: Mapping[str, str], seats: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        """The options as on the wire that a form asks for; what is empty is left out.

        `fields` and each of the `seats` have what was filled in by name; a mark that is set is ``on``.

        Raises:
            ValueError: something in it has no meaning.
        """
        ...

    def fields_from(self, options: OptionsT) -> dict[str, str]:
        """The form that asks for these options, but for those of seats."""
        ...

    def template(self, options: OptionsT) -> OptionsT:
        """What comes again in another match of the same title, with other people."""
        ...
