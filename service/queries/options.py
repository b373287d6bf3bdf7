"""What is asked of the options of a match, and of what came about in it, as conditions on a row `m` with `options`."""

from collections.abc import Mapping
from typing import Any, Final

from psycopg.types.json import Jsonb

ANYTHING: Final = "*"
"""At the end of a value that is asked for: what begins like it."""

EQUAL: Final = "m.options @> %(options)s"
"""Whether all options are those that are asked for as they are."""

ALIKE: Final = """NOT EXISTS (
    SELECT FROM jsonb_each_text(%(beginnings)s) asked (name, value)
    WHERE NOT coalesce(starts_with(m.options ->> asked.name, asked.value), false))"""
"""Whether all options begin as those do of which only that is asked for."""


def beginnings_asked(options: Mapping[str, str] | None) -> dict[str, str]:
    """The options of which only the beginning is asked for, with that."""
    return {name: value[:-1] for name, value in (options or {}).items() if value.endswith(ANYTHING)}


def option_parameters(options: Mapping[str, str] | None) -> dict[str, Any]:
    """The parameters of both conditions; None where nothing is asked of that kind."""
    beginnings = beginnings_asked(options)
    equal = None if options is None else {name: value for name, value in options.items() if name not in beginnings}
    return {
        "options": None if equal is None else Jsonb(equal),
        "beginnings": Jsonb(beginnings) if beginnings else None,
    }
