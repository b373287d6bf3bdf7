"""Messages in the format of Project Fluent 1.0, each compiled to a function when it is first needed.

``fluent.syntax`` parses them. Of the format, attributes, arguments of terms, and functions other than those in
:data:`FUNCTIONS` are refused: no file needs them.
"""

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final, TypeAlias

from babel import Locale
from babel.numbers import format_decimal
from fluent.syntax import FluentParser, ast

Values: TypeAlias = Mapping[str, Any]
"""What a message is filled in with, by the names of its variables: texts and numbers."""

_Resolver: TypeAlias = Callable[[Values], str]
_Value: TypeAlias = Callable[[Values], Any]

_ENTRY: Final = re.compile(r"^(-?[A-Za-z][\w-]*) *=.*(?:\n(?![A-Za-z#-]).*)*", re.MULTILINE)
_UNGROUPED: Final = 1000


def initial(text: str) -> str:
    """The first letter or digit of `text`, small and without accents: ``e`` for `Élodie`."""
    return _bare(next(filter(str.isalnum, text), ""))


def final(text: str) -> str:
    """The last letter or digit of `text`, small and without accents."""
    return _bare(next(filter(str.isalnum, reversed(text)), ""))


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFD", letter)[:1].lower()


FUNCTIONS: Final[Mapping[str, Callable[[str], str]]] = {"INITIAL": initial, "FINAL": final}
"""What files of words may call, by name, with one variable."""


class FluentError(ValueError):
    """A message that can't be read; says which, and why."""


class Messages:
    """The messages of one language; what it lacks is answered by `fallback`.

    A later source takes precedence over those before it.

    Raises:
        KeyError: when asked for a message that there isn't.
        FluentError: when asked for one that isn't as it should be.
    """

    def __init__(self, language: str, sources: tuple[str, ...], fallback: "Messages | None" = None) -> None:
        self.language = language
        self.fallback = fallback
        self.entries = {found[1]: found[0] for source in sources for found in _ENTRY.finditer(source)}
        self._locale = Locale.parse(language, sep="-")
        self._category = lru_cache(maxsize=1024)(self._plural_category)
        self._resolvers: dict[str, _Resolver] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.entries or (self.fallback is not None and key in self.fallback)

    def resolver(self, key: str) -> _Resolver:
        """The function that fills in the message or term `key`."""
        if (known := self._resolvers.get(key)) is not None:
            return known
        if key not in self.entries:
            if self.fallback is None:
                raise KeyError(key)
            return self.fallback.resolver(key)
        compiled = self._resolvers[key] = self._compiled(key)
        return compiled

    def _compiled(self, key: str) -> _Resolver:
        entry = FluentParser(with_spans=False).parse_entry(self.entries[key])
        if not isinstance(entry, ast.Message | ast.Term) or entry.value is None or entry.attributes:
            reason = (
                "; ".join(str(one.message) for one in entry.annotations) if isinstance(entry, ast.Junk) else "no text"
            )
            raise FluentError(f"{self.language}: {key}: {reason}")
        return self._pattern(entry.value)

    def _pattern(self, pattern: ast.Pattern) -> _Resolver:
        parts = [one.value if isinstance(one, ast.TextElement) else self._text(one) for one in pattern.elements]
        return lambda values: "".join([part if isinstance(part, str) else part(values) for part in parts])

    def _text(self, expression: Any) -> _Resolver:
        """What a placeable shows."""
        match expression:
            case ast.Placeable():
                return self._text(expression.expression)
            case ast.SelectExpression():
                return self._selection(expression)
            case ast.MessageReference() if expression.attribute is None:
                return self.resolver(expression.id.name)
            case ast.TermReference() if expression.attribute is None and expression.arguments is None:
                return self.resolver(f"-{expression.id.name}")
            case _:
                value = self._value(expression)
                return lambda values: self._shown(value(values))

    def _value(self, expression: Any) -> _Value:
        """What a selector compares: a text or a number."""
        match expression:
            case ast.VariableReference():
                name = expression.id.name
                return lambda values: values[name]
            case ast.StringLiteral() | ast.NumberLiteral():
                literal = expression.parse()["value"]
                return lambda _: literal
            case ast.FunctionReference() if (
                expression.id.name in FUNCTIONS and len(expression.arguments.positional) == 1
            ):
                function, argument = FUNCTIONS[expression.id.name], self._text(expression.arguments.positional[0])
                return lambda values: function(argument(values))
            case _:
                raise FluentError(f"{self.language}: {type(expression).__name__} isn't understood")

    def _selection(self, expression: ast.SelectExpression) -> _Resolver:
        """One of several variants: that for the number or text itself, else that for the number's plural category."""
        selector = self._value(expression.selector)
        variants = {_key(one): self._pattern(one.value) for one in expression.variants}
        default = next(self._pattern(one.value) for one in expression.variants if one.default)
        category = self._category

        def selected(values: Values) -> str:
            value = selector(values)
            chosen = variants.get(str(value) if isinstance(value, str) else value)  # a member of an enumeration, too
            if chosen is None and isinstance(value, int | float):
                chosen = variants.get(category(value))
            return (chosen or default)(values)

        return selected

    def _plural_category(self, number: float) -> str:
        """``one``, ``other`` and so on; all data of the language are loaded with the first, which takes a while."""
        return self._locale.plural_form(number)

    def _shown(self, value: Any) -> str:
        """A number as the language writes it."""
        if isinstance(value, float) or (isinstance(value, int) and abs(value) >= _UNGROUPED):
            return format_decimal(value, locale=self._locale)
        return str(value)


def _key(variant: ast.Variant) -> str | int | float:
    key = variant.key
    return key.parse()["value"] if isinstance(key, ast.NumberLiteral) else key.name
