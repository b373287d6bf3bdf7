"""Spans of time on the command line."""

import re
from datetime import timedelta
from typing import Any, Final

import click

_UNITS: Final = {"d": timedelta(days=1), "h": timedelta(hours=1), "m": timedelta(minutes=1)}


def read_span(text: str) -> timedelta | None:
    """A span such as 30d, 12h or 90m; None if it isn't one.

    Raises:
        OverflowError: it is longer than any.
    """
    form = re.fullmatch(r"([0-9]{1,5})([dhm])", text)
    return int(form[1]) * _UNITS[form[2]] if form else None


class Span(click.ParamType[timedelta]):
    """A span of time, at least a minute."""

    name = "SPAN"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """`value`, if it is one."""
        if isinstance(value, timedelta):
            return value
        span = read_span(value)
        if not span:
            self.fail(f"{value!r} is no span of time; 1d, 6h and 30m are.", param, ctx)
        return span
