"""What the templates of the pages are rendered with. To load it takes a while, so that the first page does."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import Any
from uuid import UUID

from jinja2 import Environment, PackageLoader, StrictUndefined, Undefined
from typing_extensions import override

from domain.kernel.titles import game_title
from domain.kernel.typesetting import typeset
from domain.kernel.words import Words
from service.api.games import rules_address
from service.web.appearance import drawn_height, heights, languages, theme_rules
from service.web.assets import static_address
from service.web.words import day, decimal, numbers_of, percent, points_or_dash, short_day, weekday


class StrictEnvironment(Environment):
    """An environment in which a template gets what it names, or fails.

    A name behind a mapping is one of its keys and never a method of the mapping; what nobody has written a form for,
    such as a method or an object without one, isn't printed.
    """

    @override
    def getattr(self, obj: Any, attribute: str) -> Any:
        return self.getitem(obj, attribute) if isinstance(obj, Mapping) else super().getattr(obj, attribute)

    @override
    def getitem(self, obj: Any, argument: Any) -> Any:
        if not isinstance(obj, Mapping):
            return super().getitem(obj, argument)
        try:
            return obj[argument]
        except KeyError:
            return self.undefined(obj=obj, name=argument)


def _unbroken_addition(name: str) -> str:
    """A name whose addition in brackets, as of “Ada (2)”, doesn't go to a line of its own."""
    return name.replace(" (", "\N{NO-BREAK SPACE}(")


def _printable(value: Any) -> Any:
    """What a template prints, as it is.

    Raises:
        TypeError: it has no form for people, and Python's own may hold a memory address.
    """
    if not isinstance(
        value, str | int | float | Decimal | date | UUID | Undefined
    ):  # an undefined one tells its name itself
        raise TypeError(f"a page can't print {type(value).__name__}")
    return value


def _english(detail: str) -> str:
    """What a problem tells programs, which is in English, as people read it."""
    return typeset(detail.replace("`", ""))


@cache
def page_environment() -> StrictEnvironment:
    """What the templates of the pages are rendered with."""
    environment = StrictEnvironment(
        loader=PackageLoader("service.web"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals |= {
        "static": static_address,
        "rules_address": rules_address,
        "languages": languages(),
        "theme": None,
        "theme_rules": theme_rules,
    }
    environment.filters |= {
        "english": _english,
        "day": day,
        "short_day": short_day,
        "weekday": weekday,
        "decimal": decimal,
        "game_title": game_title,
        "numbers": numbers_of,
        "percent": percent,
        "points": points_or_dash,
        "template": Words.template,
        "unbroken_addition": _unbroken_addition,
        "drawn_height": drawn_height,
        "heights": heights,
    }
    return environment
