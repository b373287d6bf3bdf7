"""Moves that can't be moves here come back as the moves that they were: too deep, too many, null moves."""

from random import Random

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from domain.annotations.content import Comment, Tags
from domain.games.chess.actions import ChessMove
from domain.games.chess.pgn_tokens import verbatim_tokens
from service.validation.text import COMMENT_LENGTH
from tests.service.pgn.games import again, content_of, described, oracle, plays, taken

DEPTH = 40


def same(text: str) -> str:
    """The text, read and written again, in which python-chess finds the same."""
    written = again(text)
    (before,), (after,) = oracle(text), oracle(written)
    assert not before.errors
    assert not after.errors
    assert described(after)[1] == described(before)[1]
    assert again(written) == written
    return written


def nested(depth: int, comment: str = "") -> str:
    """A game whose variations leave each other, so deep."""
    game = chess.pgn.Game()
    node = game.add_main_variation(chess.Move.from_uci("e2e4")).add_main_variation(chess.Move.from_uci("e7e5"))
    for one in range(depth):
        other = next(move for move in node.parent.board().legal_moves if move != node.move)
        left = node.parent.add_variation(other)
        left.comment = comment and f"{comment} {one}"
        left.nags.add(one % 140 + 1)
        node = left.add_main_variation(next(iter(left.board().legal_moves)))
    return str(game)


def depth_of(node: chess.pgn.GameNode) -> int:
    """How deep variations are nested behind a move."""
    deepest, waiting = 0, [(node, 0)]
    while waiting:
        one, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += [(child, depth + (child is not one.variations[0])) for child in one.variations]
    return deepest


@pytest.mark.parametrize("comment", ["", "why", "why [%cal Ge2e4] [%clk 0:01:02] [%eval 0.3]", "(1-0) ; $5"])
def test_variations_of_any_depth_come_back_as_variations(comment: str) -> None:
    text = nested(DEPTH, comment)
    (before,) = oracle(text)
    assert depth_of(before) == DEPTH
    (after,) = oracle(same(text))
    assert depth_of(after) == DEPTH


def test_a_clock_in_a_deep_variation_is_no_clock_of_the_move_that_it_leaves() -> None:
    [play] = plays(nested(DEPTH, "[%clk 0:01:02]"))
    clocks = [one["clock_ms"] for line in content_of(play).variations for one in line.actions]
    assert clocks == [62_000, None] * 16


@pytest.mark.parametrize(
    "moves",
    [
        "1. e4 e5 (1... c5 2. -- d6 (2... a6 {with} 3. d4) 3. Nf3) 2. Nf3 *",
        "1. e4 e5 (1... c5 {first} 2. Z0 $201 d6) 2. Nf3 Nc6 *",
        "1. e4 e5 (1... c5) (1... -- 2. d4 {a threat} (2. f4)) 2. Nf3 *",
        "1. e4 (1. d4 (1. c4) 1... -- 2. Bf4 $1) 1... e5 *",
        "1. e4 (1. d4 -- 2. -- -- {three}) e5 *",
        "1. e4 (1. d4 -- {a [%csl Gd5] square} ({before} 1... d5)) e5 *",
        "1. e4 e5 (1... -- 2. d4) 1-0",
        "1. e4 e5 (1... -- 2. d4) {agreed} 1/2-1/2",
        "1. f3 e5 2. g4 Qh4# (2... -- 3. h3 (3. h4)) 0-1",
    ],
)
def test_null_moves_of_variations_come_back(moves: str) -> None:
    written = same(moves)
    assert "--" in written or "Z0" in written


@pytest.mark.parametrize("seed", range(8))
def test_null_moves_at_random_come_back(seed: int) -> None:
    chance = Random(seed)
    game = chess.pgn.Game()
    nodes: list[chess.pgn.GameNode] = [game]
    nulls = 0
    while nulls < 5:
        node = chance.choice(nodes[-12:])
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        in_variation = not node.is_mainline() and not node.variations and not node.board().is_check()
        if in_variation and chance.random() < 0.3:
            nulls += 1
            moves = [chess.Move.null()]
        if moves:
            nodes.append(node.add_variation(chance.choice(moves), comment=chance.choice(["", "", "so"])))
            nodes[-1].nags.update(chance.choice([(), (1,), (201, 16)]))
    assert same(str(game)).count("--") == nulls


def test_a_comment_to_the_end_of_its_line_in_moves_that_are_kept_ends_there() -> None:
    same("1. e4 (1. d4 -- ; a } brace\n2. c4 ; the end\n) 1... e5 *")


@pytest.mark.parametrize("number", [11, 140, 201, 220, 255, 999])
def test_any_number_of_a_glyph_comes_back(number: int) -> None:
    text = f"1. e4 ${number} e5 (1... c5 ${number}) *"
    assert same(text).count(f"${number}") == 2


def test_comments_that_look_like_moves_stay_comments() -> None:
    assert "{(1... c5)}" in same("1. e4 e5 {(1... c5)} 2. Nf3 {-- d4} *")


def test_a_line_that_is_kept_may_be_longer_than_a_comment() -> None:
    words = "word " * (COMMENT_LENGTH // 40)
    shuffle = " ".join(f"{san} {{{words}}}" for san in ("Nc6", "Ng1", "Nb8", "Nf3") * 3)
    text = f"1. e4 e5 (1... a6 2. -- a5 3. Nf3 {shuffle}) 2. d4 *"
    [play] = plays(text)
    kept = [one.content for one in content_of(play).notes]
    assert len([one for one in kept if isinstance(one, Comment)]) == 2
    assert kept[1::2] == [Tags(tags=("PGN",))] * 2
    same(text)


def test_one_long_word_is_kept_as_comments() -> None:
    word = "x" * (COMMENT_LENGTH + 1)
    text = again(f"1. e4 e5 (1... c5 2. -- {{{word}}}) *")
    assert text.count("x") == len(word)
    assert "--" in text
    (game,) = oracle(text)
    assert not game.errors


# --- what people write themselves ---


@pytest.mark.parametrize(
    "text",
    ["1-0", "(1... c5", ")", "(1... c5) 2. Nf3", "((1... c5))", "hello", '(1... c5) [Event "x"]', "-- *", "{open"],
)
def test_what_would_break_the_game_stays_a_comment(text: str) -> None:
    assert verbatim_tokens(text, goes_on=False) is None


def test_a_comment_with_the_tag_is_moves_where_it_has_such() -> None:
    assert "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *" in commented("(1... c5 2. Nf3)")
    assert "{hello} {#PGN}" in commented("hello")


@given(
    st.lists(
        st.sampled_from(
            ["1.", "c5", "2. Nf3", "(", ")", "(", ")", "{", "}", "{a}", ";", "; x\n", "$1", "!?", "--", "1-0", "*", "%",
             "\n", '[Event "x"]', "hello", "12 3"]
        ),
        min_size=1,
        max_size=14,
    )
)  # fmt: skip
def test_whatever_has_the_tag_breaks_no_game(tokens: list[str]) -> None:
    text = " ".join(tokens).strip()
    [play] = plays(commented(text))
    found = content_of(play)
    assert found.broken is None
    assert [action.san for action, _ in found.plays if isinstance(action, ChessMove)] == ["e4", "e5", "Nf3"]


def commented(text: str) -> str:
    """A game with a comment of somebody and the tag."""
    [play] = plays("1. e4 e5 {x} $201 2. Nf3 *")
    found = taken(play)
    placed = {type(one.annotation.content): one for one in found.notebook.annotations}
    comment, tag = placed[Comment], placed[Tags]
    comment = replace(comment, annotation=replace(comment.annotation, content=Comment(text=text)))
    tag = replace(tag, annotation=replace(tag.annotation, content=Tags(tags=("PGN",))))
    return replace(found, notebook=replace(found.notebook, annotations=(comment, tag))).text
