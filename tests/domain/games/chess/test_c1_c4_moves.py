"""C1 to C4: set-ups, moves, pieces and castling."""

import pytest

from domain.games.chess.actions import ChessMove, ChessResign
from domain.games.chess.events import ChessMoved
from domain.games.chess.fen import fen_of, read_fen
from domain.games.chess.meta import ChessPiece, ChessPromotion
from domain.games.chess.starts import start_fen
from domain.kernel.pending import AwaitSeats
from domain.kernel.viewer import PUBLIC
from tests.domain.games.chess.board import by_squares, game, reached_from, sans
from tests.domain.games.support import invalid

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_C1_1_two_play_and_each_seat_has_a_colour() -> None:
    for seats in (1, 3):
        invalid("chess", seats, "C1.1", "/seats")
    table = game()
    assert table.pending == AwaitSeats((0,), (1,))
    table.refuses(ChessResign(seat=2), "C1.1")


def test_C1_2_the_usual_set_up() -> None:
    assert game().view(PUBLIC).fen == START


def test_C1_3_the_set_ups_of_chess960_have_numbers() -> None:
    assert game(chess960=518).view(PUBLIC).fen == START
    assert game(chess960=0).view(PUBLIC).fen == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"
    assert game(chess960=959).view(PUBLIC).fen == "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"
    assert len({start_fen(number) for number in range(960)}) == 960


def test_C1_4_a_game_may_begin_from_a_position() -> None:
    fen = "4k2r/8/8/8/3pP3/8/8/R3K3 b Qk e3 7 40"
    assert game(fen).view(PUBLIC).fen == fen
    assert game("4k2r/8/8/8/8/8/8/R3K3").view(PUBLIC).fen == "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1"
    assert (
        game("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1").view(PUBLIC).fen == "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1"
    )
    inner = "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1"
    assert game(inner).view(PUBLIC).fen == inner, "the outermost rook would be told by Q"
    invalid("chess", 2, "C1.4", "/options/fen", fen=fen, chess960=3)


@pytest.mark.parametrize(
    "fen",
    [
        "x",
        "8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K4 w - - 0 1",
        "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 x - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w X - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - e4 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - x 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
    ],
)
def test_C1_4_what_is_no_notation_of_a_position_is_refused(fen: str) -> None:
    invalid("chess", 2, "C1.4", "/options/fen", fen=fen)


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/R3K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/RK2K3 w - - 0 1",
        "4k3/pppppppp/p7/8/8/8/8/4K3 w - - 0 1",
        "rrrrkrrr/rrrrrrrr/r7/8/8/8/8/4K3 b - - 0 1",
        "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/7R/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/4K3/7R w K - 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3 w - e3 0 1",
        "4k3/8/8/8/3p4/8/8/4K2R b - e3 0 1",
        "4k3/8/8/8/3pP3/4N3/8/4K3 b - e3 0 1",
        "R3k3/8/4K3/8/8/8/8/8 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/R3K3 w - - 150 99",
    ],
)
def test_C1_5_a_position_that_no_game_can_go_on_from_is_refused(fen: str) -> None:
    invalid("chess", 2, "C1.5", "/options/fen", fen=fen)


def test_C1_6_the_time_is_noted_and_changes_nothing() -> None:
    assert game(time_control="90+30").state == game().state


def test_C2_1_players_move_in_turn() -> None:
    table = game()
    table.refuses(ChessMove(seat=1, from_="e7", to="e5"), "C2.1")
    assert sans(table, "e4").asked == (1,)
    table.refuses(ChessMove(seat=0, san="d4"), "C2.1")
    assert game("4k3/8/8/8/8/8/8/R3K3 b - - 0 1").asked == (1,)
    assert [table.game.starting_seat(table.game.options_type(fen=fen)) for fen in ("", "k7/8/8/8/8/8/8/KR6 b")] == [
        0,
        1,
    ]


def test_C2_2_a_player_moves_a_piece_of_ones_own() -> None:
    for squares in ("e4e5", "e7e5"):
        game().refuses(by_squares(game(), squares), "C2.2")


def test_C2_3_no_piece_goes_where_one_of_its_own_stands_and_others_are_captured() -> None:
    game().refuses(by_squares(game(), "a1a2"), "C2.3")
    table = sans(game(), "e4", "d5", "exd5")
    assert table.told(ChessMoved)[0].captured is ChessPiece.PAWN
    assert table.state.captured == ("P", "")
    assert sans(table, "Qxd5").state.captured == ("P", "P")


def test_C2_4_pieces_move_in_their_way_and_over_nothing() -> None:
    for squares in ("a1a3", "c1e3", "d1d3", "e2e5", "b1b3", "e1e3"):
        game().refuses(by_squares(game(), squares), "C2.4")
    game().refuses(ChessMove(seat=0, san="Qd4"), "C2.4")


def test_C2_6_an_attacked_king_is_in_check() -> None:
    table = sans(game(), "e4", "f6", "Qh5+")
    assert table.told(ChessMoved)[0].check
    assert table.view(PUBLIC).check == "e8"
    assert sans(table, "g6").view(PUBLIC).check is None


def test_C2_7_no_move_leaves_the_own_king_in_check() -> None:
    pinned = game("4k3/8/8/8/4r3/8/4B3/4K3 w - - 0 1")
    pinned.refuses(by_squares(pinned, "e2d3"), "C2.7")
    pinned.refuses(ChessMove(seat=0, san="Bd3"), "C2.4")
    checked = sans(game(), "e4", "f6", "Qh5")
    checked.refuses(by_squares(checked, "a7a6"), "C2.7")
    passing = game("8/8/8/K1pP3r/8/8/8/4k3 w - c6 0 1")
    passing.refuses(by_squares(passing, "d5c6"), "C2.4")


PIECES = "4k3/8/8/2p5/1N1Q3R/8/1B2P3/4K3 w - - 0 1"


def test_C3_1_the_bishop_moves_diagonally() -> None:
    assert reached_from(game(PIECES), "b2") == {"a1", "c1", "a3", "c3"}


def test_C3_2_the_rook_moves_along_files_and_ranks() -> None:
    assert reached_from(game(PIECES), "h4") == {f"h{rank}" for rank in (1, 2, 3, 5, 6, 7, 8)} | {"g4", "f4", "e4"}


def test_C3_3_the_queen_moves_as_both() -> None:
    straight = {"d1", "d2", "d3", "d5", "d6", "d7", "d8", "c4", "e4", "f4", "g4"}
    diagonal = {"c5", "c3", "e5", "f6", "g7", "h8", "e3", "f2", "g1"}
    assert reached_from(game(PIECES), "d4") == straight | diagonal


def test_C3_4_the_knight_jumps() -> None:
    assert reached_from(game(PIECES), "b4") == {"a2", "a6", "c2", "c6", "d3", "d5"}
    assert reached_from(game(), "b1") == {"a3", "c3"}


def test_C3_5_the_pawn_goes_ahead_and_captures_diagonally() -> None:
    assert reached_from(game(PIECES), "e2") == {"e3", "e4"}
    table = game("4k3/8/8/8/8/3p1p2/4P3/4K3 w - - 0 1")
    assert reached_from(table, "e2") == {"e3", "e4", "d3", "f3"}
    assert reached_from(game("4k3/8/8/8/4p3/8/4P3/4K3 w - - 0 1"), "e2") == {"e3"}
    assert reached_from(game("4k3/8/8/8/8/4p3/4P3/4K3 w - - 0 1"), "e2") == set()
    assert reached_from(game("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1"), "e3") == {"e4"}


def test_C3_6_a_pawn_is_captured_en_passant_on_the_next_move_only() -> None:
    table = sans(game(), "e4", "a6", "e5", "d5")
    assert reached_from(table, "e5") == {"e6", "d6"}
    taken = sans(table, "exd6").told(ChessMoved)[0]
    assert (taken.captured, taken.at, taken.to) == (ChessPiece.PAWN, "d5", "d6")
    assert table.view(PUBLIC).fen.startswith("rnbqkbnr/1pp1pppp/p2P4/8/8")
    later = sans(game(), "e4", "a6", "e5", "d5", "h3", "h6")
    later.refuses(by_squares(later, "e5d6"), "C2.4")


def test_C3_7_the_king_goes_one_step() -> None:
    assert reached_from(game("k7/8/8/8/4K3/8/8/7R w - - 0 1"), "e4") == {
        "d3", "e3", "f3", "d4", "f4", "d5", "e5", "f5",
    }  # fmt: skip


def test_C3_8_a_pawn_that_arrives_becomes_another_piece() -> None:
    table = game("7k/P7/8/8/8/8/8/K7 w - - 0 1")
    for promotion in ChessPromotion:
        assert table.admits(by_squares(table, "a7a8", promotion=promotion))
    table.refuses(by_squares(table, "a7a8"), "C3.8")
    table.refuses(ChessMove(seat=0, san="a8"), "C3.8")
    table.refuses(by_squares(table, "a1b1", promotion=ChessPromotion.QUEEN), "C3.8")
    table.refuses(ChessMove(seat=0, san="Kb1=Q"), "C3.8")
    castling = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    castling.refuses(by_squares(castling, "e1g1", promotion=ChessPromotion.QUEEN), "C3.8")
    assert sans(table, "a8=N").view(PUBLIC).fen.startswith("N6k")


CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_C4_1_king_and_rook_move_at_once() -> None:
    for san, squares, king, left in (("O-O", "e1g1", "g1", "R4RK1"), ("O-O-O", "e1c1", "c1", "2KR3R")):
        table = game(CASTLING)
        assert table.admits(by_squares(table, squares))
        fact = sans(table, san).told(ChessMoved)[0]
        assert (fact.from_, fact.to, fact.san.rstrip("+")) == ("e1", king, san)
        assert table.view(PUBLIC).fen.split()[0].endswith(left)


def test_C4_2_castling_is_lost_once_king_or_rook_has_moved() -> None:
    table = sans(game(CASTLING), "Rb1", "Ke7", "Ra1", "Ke8")
    assert table.view(PUBLIC).fen.split()[2] == "K"
    table.refuses(ChessMove(seat=0, san="O-O-O"), "C4.2")
    table.refuses(by_squares(table, "e1c1"), "C4.2")
    assert table.admits(by_squares(table, "e1g1"))
    captured = sans(game(CASTLING), "Rxa8+", "Kd7", "Ra1")
    assert captured.view(PUBLIC).fen.split()[2] == "K"


def test_C4_3_nothing_stands_between() -> None:
    table = game("4k3/8/8/8/8/8/8/RN2KB1R w KQ - 0 1")
    for squares in ("e1g1", "e1c1"):
        table.refuses(by_squares(table, squares), "C4.2")


@pytest.mark.parametrize("rook", ["e8", "f8", "g8"])
def test_C4_4_the_king_is_attacked_nowhere_on_its_way(rook: str) -> None:
    row = "".join("r" if file == rook[0] else "1" for file in "abcdefgh").replace("11", "2").replace("22", "4")
    table = game(f"{row}/k7/8/8/8/8/8/4K2R w K - 0 1")
    table.refuses(by_squares(table, "e1g1"), "C4.2")


def test_C4_5_the_rook_may_be_attacked_and_go_over_attacked_squares() -> None:
    table = game("rr5r/8/8/2k5/8/8/8/R3K2R w KQ - 0 1")
    assert table.admits(by_squares(table, "e1g1"))
    assert table.admits(by_squares(table, "e1c1"))


def test_C4_6_in_chess960_king_and_rook_end_where_they_usually_do() -> None:
    table = game("1r3kr1/5pp1/8/8/8/8/6P1/1R3KR1 w GBgb - 0 1")
    assert table.admits(by_squares(table, "f1g1"))
    assert sans(table, "O-O").view(PUBLIC).fen.startswith("1r3kr1/5pp1/8/8/8/8/6P1/1R3RK1 b")
    table.plays(by_squares(table, "f8b8"))
    assert table.view(PUBLIC).fen.startswith("2kr2r1/5pp1/8/8/8/8/6P1/1R3RK1 w - ")
    blocked = game("4k3/8/8/8/8/8/8/1RK1N1R1 w GB - 0 1")
    blocked.refuses(by_squares(blocked, "c1g1"), "C4.2")
    unmoved = game("4k3/8/8/8/8/8/8/5RKR w HF - 0 1")
    unmoved.refuses(by_squares(unmoved, "g1a1"), "C2.4")


def test_a_position_that_is_read_is_written_as_it_was() -> None:
    for number in range(0, 960, 37):
        placed = read_fen(start_fen(number))
        assert fen_of(placed.position, placed.halfmoves, placed.number) == start_fen(number)


def test_a_king_that_castles_by_its_rook_goes_no_two_squares() -> None:
    table = game("4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1")
    table.refuses(by_squares(table, "f1d1"), "C2.4")
