"""The table of openings: its lines can be played, are told apart, and have names in each language."""

import re
from itertools import pairwise

import chess
import pytest

from domain.games.chess.fen import fen_of
from domain.games.chess.meta import TEXTS
from domain.games.chess.openings import LINES, LONGEST, opening_at, openings, position_after
from domain.kernel.languages import LANGUAGES, Language
from tests.domain.games.chess.board import game, sans


@pytest.mark.parametrize(("eco", "name", "moves"), LINES)
def test_its_moves_lead_to_it(eco: str, name: str, moves: str) -> None:
    board = chess.Board()
    for san in moves.split():
        assert board.san(board.parse_san(san)) == san
        board.push_san(san)
    position = position_after(moves)
    assert fen_of(position, board.halfmove_clock, board.fullmove_number) == board.fen(en_passant="legal")
    found = sans(game(), *moves.split()).state.opening
    assert found is not None
    assert (found.eco, found.name) == (eco, name)
    assert found == opening_at(position)


def test_each_position_has_one_name_and_codes_are_in_order() -> None:
    assert len(openings()) == len(LINES)
    codes = [eco for eco, _, _ in LINES]
    assert all(re.fullmatch("[A-E][0-9]{2}", eco) for eco in codes)
    assert all(one <= more for one, more in pairwise(codes))


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_has_a_name_of_its_own(language: Language) -> None:
    keys = {name for _, name, _ in LINES}
    words = [TEXTS[language][f"opening_{name}"] for name in keys]
    assert len(set(words)) == len(keys)
    assert all(word[0].isupper() for word in words)


def test_only_the_beginning_of_a_game_is_looked_at() -> None:
    """Whoever comes back to the position of an opening is in it again, but not after many moves."""
    table = sans(game(), "e4", "Nc6")
    early = table.state.opening
    detour = ("Na6", "Nh3", "Nb4", "Nf4", "Na6", "Nh3", "Nb8", "Ng1")
    late = sans(game(), "e4", *detour, *detour)
    assert 1 + 2 * len(detour) > LONGEST
    begun = late.state.opening
    assert begun == opening_at(position_after("e4"))
    assert sans(late, "Nc6").state.position == table.state.position
    assert late.state.opening == begun != early
