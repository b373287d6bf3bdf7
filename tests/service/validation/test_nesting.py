"""How deep a JSON text is nested: what stands in strings doesn't count."""

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.validation.strict_json import MAX_NESTING, MalformedJson, read_json

_ANYTHING = msgspec.json.Decoder()

TRICKY = st.text(alphabet='[]{}"\\a\n', max_size=2 * MAX_NESTING)


def nested(levels: int, inside: Any, strings: list[str]) -> bytes:
    """`inside`, nested so deeply, with strings beside it on each level."""
    value = inside
    for level in range(levels):
        text = strings[level % len(strings)]
        value = {text: value, text + "a": text} if level % 2 else [text, value, text]
    return json.dumps(value).encode()


@given(st.integers(MAX_NESTING - 3, MAX_NESTING), st.lists(TRICKY, min_size=1, max_size=4))
def test_as_deep_as_allowed_is_read_whatever_strings_hold(levels: int, strings: list[str]) -> None:
    body = nested(levels, "x", strings)
    assert read_json(body, _ANYTHING) == json.loads(body)


@given(st.integers(MAX_NESTING + 1, MAX_NESTING + 4), st.lists(TRICKY, min_size=1, max_size=4))
def test_one_level_more_is_refused_whatever_strings_hold(levels: int, strings: list[str]) -> None:
    with pytest.raises(MalformedJson, match="nested more than"):
        read_json(nested(levels, "x", strings), _ANYTHING)


@pytest.mark.parametrize("body", [b'["\\\\", ' + b"[" * 40, b'["\\\\\\"", ' + b"[" * 40, b'["', b'["\\', b'["\\"'])
def test_what_breaks_off_is_refused(body: bytes) -> None:
    with pytest.raises(MalformedJson):
        read_json(body, _ANYTHING)
