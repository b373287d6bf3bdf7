"""Games in PGN that become matches, and games again: python-chess finds the same in both."""

import unicodedata
from random import Random

import chess
import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.annotations.content import Comment
from tests.service.pgn.games import again, content_of, described, oracle, plays, taken

GAMES = """[Event "Paris"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]
[ECO "C41"]
[Annotator "A \\"quoted\\" \\\\ name"]

{The opera game} 1. e4 e5 2. Nf3 d6 3. d4 Bg4 $2 {weak, or [%cal Gg4f3] so} 4. dxe5 Bxf3 (4... dxe5 5. Qxd8+
Kxd8 6. Nxe5 {a pawn} (6. Bc4 f6 (6... Nh6 $5) 7. Be3) 6... Be6) 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 $1 $16 Qe7
8. Nc3 c6 9. Bg5 {[%csl Gg5,Rf6][%cal Yg5f6,Bb3b7]} b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8
13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0

[Event "Rated Blitz game"]
[Site "https://example.org/abcd1234"]
[Date "2020.02.29"]
[White "ada"]
[Black "bruno"]
[Result "0-1"]
[UTCTime "23:59:59"]
[WhiteElo "1510"]
[BlackElo "1498"]
[TimeControl "180+2"]
[Termination "Time forfeit"]

1. d4 { [%eval 0.2] [%clk 0:03:00] } 1... d5 { [%eval 0.25] [%clk 0:02:59.9] } 2. c4 { [%clk 0:02:58] } 0-1

[Event "?"]
[White "?"]
[Black "?"]
[Result "*"]
[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 5 39"]

39... Kd7 40. e4 (40. Kd2 {first} {second}) ({before} 40. e3 Kd6) 40... Ke6 *

[Event "960"]
[Variant "Chess960"]
[SetUp "1"]
[FEN "nqbnrkrb/pppppppp/8/8/8/8/PPPPPPPP/NQBNRKRB w GEge - 0 1"]
[Result "1/2-1/2"]

1. c4 c5 2. O-O O-O 1/2-1/2
"""


def same(before: str, after: str) -> None:
    first, second = list(oracle(before)), list(oracle(after))
    assert len(first) == len(second)
    for one, other in zip(first, second, strict=True):
        headers, lines = described(one)
        other_headers, other_lines = described(other)
        assert {name: other_headers.get(name) for name in headers} == headers
        assert other_lines == lines


def test_games_come_back_as_they_were():
    same(GAMES, again(GAMES))


def test_what_was_written_once_is_written_the_same_again():
    once = again(GAMES)
    assert again(once) == once


def test_what_comes_back_has_the_id_of_its_match():
    [first, *_] = plays(again(GAMES))
    assert first.id == "00000000-0000-0000-0000-000000000007"


def test_lines_are_of_the_usual_width_and_comments_stay_whole():
    text = again(GAMES)
    assert all(len(line) < 80 for line in text.split("\n") if "{" not in line and not line.startswith("["))
    assert "{weak, or so}" not in text
    assert "[%cal Gg4f3] weak, or so" in text


def test_a_comment_with_a_brace_goes_to_the_end_of_its_line():
    [play] = plays("1. e4 ; a } brace\n1... e5 *\n")
    text = taken(play).text
    assert "; a } brace\n" in text
    assert [one.content for one in content_of(plays(text)[0]).notes] == [Comment(text="a } brace")]


def test_a_broken_game_comes_back_with_all_its_text():
    text = again('[Event "x"]\n\n1. e4 e5 2. Ke3 Nc6 {good} (2... d6) 1-0\n')
    assert "1. e4 e5" in text
    assert "Ke3 Nc6 {good} (2... d6) 1-0" in text
    assert "".join(again(text).split()) == "".join(text.split())


# --- games at random ---


@pytest.mark.parametrize("seed", range(6))
def test_games_at_random_come_back(seed):
    text = "\n\n".join(random_game(Random(seed * 100 + number)) for number in range(5))
    same(text, again(text))


UNSEEN = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that nobody sees: a comment of these alone isn't kept, and counted."""

words = st.text(
    st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs"), exclude_characters="{};[]%\\" + UNSEEN),
    max_size=30,
).map(lambda text: " ".join(text.split()))


@pytest.mark.slow
@given(seed=st.integers(0, 10**9), comments=st.lists(words, max_size=6), event=words)
def test_any_words_come_back(seed, comments, event):
    chance = Random(seed)
    game = played(chance, comments)
    game.headers["Event"] = event.replace('"', "")[:30] or "x"
    text = str(game)
    [first] = oracle(text)
    [second] = oracle(again(text))
    assert normal(described(second)[1]) == normal(described(first)[1])


def normal(lines: object) -> str:
    """The same text, where Unicode has two ways to write it."""
    return unicodedata.normalize("NFC", repr(lines))


def random_game(chance: Random) -> str:
    return str(played(chance, ["good", "bad [%cal Ge2e4]", "[%eval 1.5]", "[%clk 0:10:00]", "two words", "(=)"]))


def played(chance: Random, comments: list[str]) -> chess.pgn.Game:
    """A game at random, with variations, glyphs and comments."""
    game = chess.pgn.Game()
    game.headers.update({"White": f"White {chance.randrange(9)}", "Black": "Black", "Date": "2021.05.06"})
    lines: list[chess.pgn.GameNode] = [game]
    for _ in range(chance.randrange(1, 60)):
        node = chance.choice(lines) if chance.random() < 0.3 else lines[-1]
        while node.variations and chance.random() < 0.7:
            node = node.variations[0]
        moves = [move for move in node.board().legal_moves if not node.has_variation(move)]
        if not moves or node.board().is_game_over():
            continue
        node = node.add_variation(chance.choice(moves))
        lines.append(node)
        if comments and chance.random() < 0.3:
            node.comment = chance.choice(comments)
        if chance.random() < 0.2:
            node.nags.add(chance.choice([1, 2, 5, 10, 14, 22, 146]))
        if comments and node.starts_variation() and chance.random() < 0.3:
            node.starting_comment = chance.choice(comments)
    game.headers["Result"] = "*" if game.end().board().is_game_over() else chance.choice(["1-0", "0-1", "1/2-1/2", "*"])
    if game.end().board().is_game_over():
        game.headers["Result"] = game.end().board().result()
    return game
