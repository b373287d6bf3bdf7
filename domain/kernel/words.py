"""What is said to people, from files of words: ``locales/<language>.ftl`` in the packages that say it."""

from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any, Final, Self

from domain.kernel.fluent import Messages
from domain.kernel.languages import ENGLISH, Language


class Words(Mapping[str, str]):
    """What a package says in one language; in English, what isn't translated.

    ``words["over"]`` is a text, ``words("moved", name="Ada", n=3)`` one that is filled in.
    """

    def __init__(self, messages: Messages) -> None:
        self.messages = messages

    def __call__(self, key: str, /, **values: Any) -> str:
        """The text `key`, with `values` in it: texts and numbers."""
        return self.messages.resolver(key)(values)

    def __getitem__(self, key: str) -> str:
        return self.messages.resolver(key)({})

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self.messages

    def __iter__(self) -> Iterator[str]:
        return iter(self.messages.entries)

    def __len__(self) -> int:
        return len(self.messages.entries)

    def names(self, key: str, variable: str, values: Iterable[str]) -> dict[str, str]:
        """The text `key` for each of the values of its one variable."""
        return {value: self(key, **{variable: value}) for value in values}

    def template(self, key: str, **samples: int) -> str:
        """A text with each variable as ``{name}``, for a script to fill in, in the variant for these `samples`."""
        return self.messages.resolver(key)(
            _Placeholders({name: _Sample(name, number) for name, number in samples.items()})
        )


class _Sample(int):
    """A number that is shown as the placeholder of its variable."""

    def __new__(cls, name: str, number: int) -> Self:
        made = super().__new__(cls, number)
        made.name = name
        return made

    name: str

    def __str__(self) -> str:
        return f"{{{self.name}}}"


class _Placeholders(dict[str, Any]):
    def __missing__(self, name: str) -> str:
        return f"{{{name}}}"


class Texts:
    """What a package says, in each language.

    Args:
        package: the name of the package; its folder ``locales`` has a file for each language. It needn't have one.
        shared: whose words it uses beside its own.
        inline: further words by language, in the same format, for a package of one file.
    """

    def __init__(self, package: str, *shared: "Texts", inline: Mapping[str, str] | None = None) -> None:
        self.package, self.shared, self.inline = package, shared, inline or {}
        self._words: dict[str, Words] = {}

    def __getitem__(self, language: Language) -> Words:
        if language not in self._words:
            fallback = None if language == ENGLISH else self[ENGLISH].messages
            self._words[language] = Words(Messages(language, tuple(self.sources(language)), fallback))
        return self._words[language]

    def sources(self, language: Language) -> Iterator[str]:
        """The words in a language, as they are written: what is shared first, the own last."""
        for texts in self.shared:
            yield from texts.sources(language)
        file = resources.files(self.package) / "locales" / f"{language}.ftl"
        if file.is_file():
            yield file.read_text("utf-8")
        if language in self.inline:
            yield self.inline[language]


KERNEL: Final = Texts("domain.kernel")
"""The words that all games share."""


def listed(items: Iterable[str], language: Language, joined: str = "list_and") -> str:
    """Things as a list in words: ``a, b and c``, or as another message joins the last one; empty for none."""
    *most, last = [*items] or [""]
    return KERNEL[language](joined, most=", ".join(most), last=last) if most else last
