"""Chess beside python-chess: positions counted, moves listed and written, whole random games.

The counts are those of the usual test positions, as the Chess Programming Wiki lists them.
"""

from random import Random

import chess
import pytest

from domain.games.chess.actions import ChessMove
from domain.games.chess.attacks import NAMES
from domain.games.chess.fen import fen_of, read_fen
from domain.games.chess.material import can_mate, is_dead
from domain.games.chess.meta import ChessEnding
from domain.games.chess.moves import is_legal, legal_moves
from domain.games.chess.notation import move_written, san_of
from domain.games.chess.position import ChessPosition, Move, after
from domain.games.chess.starts import start_fen
from domain.registry import game_of
from tests.domain.games.chess.board import game

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
ROOKS = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"
PROMOTIONS = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
BUG_CATCHER = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"
MIDDLE_GAME = "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10"

QUICK = [
    (start_fen(518), (20, 400, 8_902)),
    (KIWIPETE, (48, 2_039)),
    (ROOKS, (14, 191, 2_812)),
    (PROMOTIONS, (6, 264, 9_467)),
    (BUG_CATCHER, (44, 1_486)),
    (MIDDLE_GAME, (46, 2_079)),
]
DEEP = [
    (start_fen(518), (197_281, 4_865_609), 4),
    (KIWIPETE, (97_862, 4_085_603), 3),
    (ROOKS, (43_238, 674_624), 4),
    (PROMOTIONS, (422_333,), 4),
    (BUG_CATCHER, (62_379, 2_103_487), 3),
    (MIDDLE_GAME, (89_890, 3_894_594), 3),
]


def counted(position: ChessPosition, depth: int) -> int:
    """How many lines of so many moves there are."""
    moves = legal_moves(position)
    return len(moves) if depth == 1 else sum(counted(after(position, *move), depth - 1) for move in moves)


@pytest.mark.parametrize(("fen", "numbers"), QUICK)
def test_lines_are_counted_as_they_are_known(fen: str, numbers: tuple[int, ...]) -> None:
    position = read_fen(fen).position
    assert tuple(counted(position, depth) for depth in range(1, len(numbers) + 1)) == numbers


@pytest.mark.slow
@pytest.mark.parametrize(("fen", "numbers", "first"), DEEP)
def test_longer_lines_too(fen: str, numbers: tuple[int, ...], first: int) -> None:
    position = read_fen(fen).position
    assert tuple(counted(position, depth) for depth in range(first, first + len(numbers))) == numbers


def ours(board: chess.Board, move: chess.Move) -> Move:
    """A move of theirs: in their Chess960, as here, the king takes the rook with which it castles."""
    text = board.uci(move, chess960=True)
    return chess.parse_square(text[:2]), chess.parse_square(text[2:4]), text[4:].upper()


def compare_game(number: int, random: Random, most: int) -> None:
    """A random game, in which both say the same of each position."""
    board, position = chess.Board.from_chess960_pos(number), read_fen(start_fen(number)).position
    while not board.is_game_over() and board.ply() < most:
        legal = list(board.legal_moves)
        assert sorted(legal_moves(position)) == sorted(ours(board, move) for move in legal)
        theirs = random.choice(legal)
        move = ours(board, theirs)
        left = after(position, *move)
        written = board.san(theirs)
        assert san_of(position, move, left) == written
        assert move_written(position, written) == move
        board.push(theirs)
        position = left
        assert fen_of(position, board.halfmove_clock, board.fullmove_number) == board.fen(en_passant="legal")
        assert read_fen_or_none(board) in {None, position}
        assert [can_mate(position, colour) for colour in (0, 1)] == [
            not board.has_insufficient_material(colour) for colour in (chess.WHITE, chess.BLACK)
        ]
        assert is_dead(position) == board.is_insufficient_material()


def read_fen_or_none(board: chess.Board) -> ChessPosition | None:
    """The position as it is read again, if the game goes on in it."""
    return None if board.is_game_over() else read_fen(board.fen()).position


@pytest.mark.parametrize("number", [518, 0, 217, 959])
def test_random_games_are_the_same(number: int) -> None:
    compare_game(number, Random(number), 60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_many_random_games_are_the_same(seed: int) -> None:
    random = Random(seed)
    for _ in range(6):
        compare_game(random.choice([518, random.randrange(960)]), random, 400)


@pytest.mark.parametrize("seed", range(3))
def test_only_legal_moves_are_legal(seed: int) -> None:
    random, board = Random(seed), chess.Board(KIWIPETE)
    for _ in range(20):
        position = read_fen(board.fen()).position
        legal = set(legal_moves(position))
        for origin in range(64):
            for target in range(64):
                for promotion in ("", "Q"):
                    move = (origin, target, promotion)
                    assert is_legal(position, move) is (move in legal), (NAMES[origin], NAMES[target])
        board.push(random.choice(list(board.legal_moves)))
        if board.is_game_over():
            return


ENDS = {
    chess.Termination.CHECKMATE: ChessEnding.CHECKMATE,
    chess.Termination.STALEMATE: ChessEnding.STALEMATE,
    chess.Termination.INSUFFICIENT_MATERIAL: ChessEnding.DEAD_POSITION,
    chess.Termination.FIVEFOLD_REPETITION: ChessEnding.FIVEFOLD,
    chess.Termination.SEVENTYFIVE_MOVES: ChessEnding.SEVENTY_FIVE_MOVES,
}


@pytest.mark.parametrize("seed", range(3))
def test_games_end_where_theirs_do(seed: int) -> None:
    random, rules, board = Random(seed), game_of("chess"), chess.Board()
    state = game().state
    while (outcome := board.outcome()) is None:
        assert state.ended is None
        move = random.choice(list(board.legal_moves))
        state = rules.decided(state, ChessMove(seat=board.ply() % 2, san=board.san(move))).state
        board.push(move)
        assert state.earlier.count(state.position) >= 2 or not board.is_repetition(3)
    assert state.ended is not None
    assert state.ended.ending is ENDS[outcome.termination]
    assert state.ended.result.value == outcome.result()
