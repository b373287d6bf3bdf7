"""Games that are made to do harm are read in time that grows with their length, and never fail otherwise."""

import time
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.commands.imports.reasons import InvalidPlay
from tests.service.pgn.games import again, content_of, plays

SIZE = 200_000


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 " + "(" * SIZE,
        "1. e4 " + "(1. d4 " * (SIZE // 7),
        "1. e4 " + "(1. d4 " * 2000 + ")" * 2000,
        "1. e4 " + "(" * 20 + "{" * SIZE,
        "1. e4 (1. d4 -- " + "{" * SIZE,
        "1. e4 " + "(1. d4 -- " * (SIZE // 10),
        "{" * SIZE,
        "; x\n" * (SIZE // 4) + "1. e4",
        "1-0 " * (SIZE // 4),
        "1. e4 1-0 " * 2000,
        "1. e4 " + "$1" * (SIZE // 2),
        "1. e4 {" + "[%cal Ge2e4]" * (SIZE // 12) + "}",
        "1. e4 {" + "[%cal " * (SIZE // 6) + "}",
        "1. e4 {" + "[%clk 1:00:00]" * (SIZE // 14) + "}",
        '[Event "' + "\\" * SIZE + "\n",
        "[" * SIZE,
        pytest.param('[A "x"]\n' * (SIZE // 8), marks=pytest.mark.slow),
        "".join(f'[A{number} "x"]\n' for number in range(20_000)),
        "1. " + "N" * SIZE,
        "1." * (SIZE // 2),
        "1. e4 " + "e.p. " * (SIZE // 5),
        "1. Nf3 Nf6 2. Ng1 Ng8 " * 2000,
        "%" * SIZE + "\n1. e4 *",
    ],
    ids=range(23),
)
def test_what_is_made_to_take_long_does_not(text):
    began = time.process_time()
    for play in plays(text):
        content_of(play)
    assert time.process_time() - began < 4


@given(st.binary(max_size=300))
def test_any_bytes_are_read(content):
    for play in plays(content):
        content_of(play)


@given(
    st.lists(
        st.sampled_from(
            ["1.", "e4", "e5", "Nf3", "O-O", "(", ")", "{", "}", "a b", ";", "\n", "$1", "$300", "!?", "--", "1-0",
             "*", "%", '\n[Event "x"]\n', '\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n', "[%clk 0:00:01]",
             "[%cal Ge2e4]", "\x00", "é"]
        ),
        max_size=40,
    )
)  # fmt: skip
def test_whatever_stands_together_is_read_and_written(tokens):
    for play in plays(" ".join(tokens)):
        with suppress(InvalidPlay):
            content_of(play)
    if "[FEN" not in "".join(tokens):
        again(" ".join(tokens))
