"""C5 to C7: draws, other ends, and how it is recorded."""

from decimal import Decimal
from itertools import cycle, islice

import pytest

from domain.games.chess.actions import (
    ChessAccept,
    ChessClaim,
    ChessDecline,
    ChessFlag,
    ChessMove,
    ChessOffer,
    ChessResign,
    ChessRule,
)
from domain.games.chess.events import ChessClaimed, ChessEnded, ChessMoved
from domain.games.chess.meta import ChessEnding, ChessGround, ChessResult, ChessRuling
from domain.kernel.pending import Finished
from tests.domain.games.chess.board import by_squares, game, sans
from tests.domain.games.support import Table

HALF = Decimal("0.5")
ROUND = ("Nf3", "Nf6", "Ng1", "Ng8")
"""Moves after which the position is the same again."""


def ended(table: Table) -> tuple[ChessEnding, ChessResult]:
    """How a game has just ended."""
    (end,) = table.told(ChessEnded)
    assert isinstance(table.pending, Finished)
    assert table.asked == ()
    return end.ending, end.result


def scores(table: Table) -> list[object]:
    return [standing.score for standing in table.standings]


def test_C5_1_stalemate_is_a_draw() -> None:
    table = sans(game("7k/8/8/6Q1/8/8/8/K7 w - - 0 1"), "Qg6")
    assert ended(table) == (ChessEnding.STALEMATE, ChessResult.DRAW)
    table.refuses(ChessMove(seat=1, from_="h8", to="h7"), "C5.1")


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        ("8/8/8/8/8/k7/3r4/3K4 w - - 0 1", "Kxd2"),
        ("8/8/8/8/8/k4N2/3r4/3K4 w - - 0 1", "Nxd2"),
        ("8/8/2b5/8/8/k7/3r1B2/3K4 w - - 0 1", "Kxd2"),
    ],
)
def test_C5_2_where_nobody_can_mate_the_game_is_drawn(fen: str, move: str) -> None:
    table = sans(game(fen), move)
    if fen.startswith("8/8/2b5"):
        assert table.state.ended is None, "bishops of different colours can mate"
    else:
        assert ended(table) == (ChessEnding.DEAD_POSITION, ChessResult.DRAW)
        table.refuses(ChessOffer(seat=0), "C5.2")


def test_C5_3_positions_are_the_same_when_the_same_can_be_done() -> None:
    assert sans(game(), *ROUND, *ROUND).state.earlier.count(game().state.position) == 2
    lost = sans(game("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), "Rb1", "Kd8", "Ra1", "Ke8")
    assert lost.game.view(lost.state, 0).seen == 1, "White may not castle any more"
    useless = sans(game(), "e4", *("Nf6", "Nf3", "Ng8", "Ng1"))
    assert useless.game.view(useless.state, 0).seen == 2, "nothing could capture on e3"


def test_C5_4_the_third_time_a_draw_may_be_claimed() -> None:
    claim = ChessClaim(seat=0, ground=ChessGround.THREEFOLD)
    twice = sans(game(), *ROUND)
    twice.refuses(claim, "C5.4")
    table = sans(game(), *ROUND, *ROUND)
    table.refuses(ChessClaim(seat=1, ground=ChessGround.THREEFOLD), "C5.4")
    assert table.admits(claim)
    assert ended(table.plays(claim)) == (ChessEnding.THREEFOLD, ChessResult.DRAW)
    table.refuses(claim, "C5.4")


def test_C5_4_a_move_that_is_only_written_down_may_bring_it() -> None:
    table = sans(game(), *ROUND, *ROUND[:3])
    table.refuses(ChessClaim(seat=1, ground=ChessGround.THREEFOLD), "C5.4")
    table.refuses(ChessClaim(seat=1, ground=ChessGround.THREEFOLD, san="a6"), "C5.4")
    claim = ChessClaim(seat=1, ground=ChessGround.THREEFOLD, san="Ng8")
    assert table.admits(claim)
    position = table.state.position
    assert ended(table.plays(claim)) == (ChessEnding.THREEFOLD, ChessResult.DRAW)
    assert table.state.position == position, "it isn't made"
    assert table.told(ChessClaimed)[0].san == "Ng8"


def test_C5_5_after_fifty_moves_a_draw_may_be_claimed() -> None:
    claim = ChessClaim(seat=1, ground=ChessGround.FIFTY_MOVES)
    table = game("8/8/4k3/8/8/3QK3/8/8 w - - 98 101")
    table.refuses(ChessClaim(seat=0, ground=ChessGround.FIFTY_MOVES, san="Qd4"), "C5.5")
    sans(table, "Qd4")
    table.refuses(claim, "C5.5")
    assert table.admits(ChessClaim(seat=1, ground=ChessGround.FIFTY_MOVES, san="Ke7"))
    sans(table, "Ke7")
    assert ended(table.plays(ChessClaim(seat=0, ground=ChessGround.FIFTY_MOVES)))[0] is ChessEnding.FIFTY_MOVES
    table.refuses(claim, "C5.5")


def test_C5_6_a_draw_is_offered_once_a_move() -> None:
    table = game().plays(ChessOffer(seat=0))
    for seat in (0, 1):
        table.refuses(ChessOffer(seat=seat), "C5.6")
    table.plays(ChessDecline(seat=1))
    table.refuses(ChessOffer(seat=0), "C5.6")
    assert table.admits(ChessOffer(seat=1))
    sans(table, "e4")
    assert table.admits(ChessOffer(seat=0))


def test_C5_7_an_offer_is_accepted_or_declined() -> None:
    table = sans(game(), "e4")
    for answer in (ChessAccept, ChessDecline):
        table.refuses(answer(seat=1), "C5.7")
    table.plays(ChessOffer(seat=0))
    table.refuses(ChessAccept(seat=0), "C5.7")
    declined = sans(Table(table.game, table.state), "e5")
    assert declined.state.offered is None, "a move declines"
    standing = Table(game().game, game().plays(ChessOffer(seat=0)).state)
    assert sans(standing, "e4").state.offered == 0, "one's own move doesn't"
    assert ended(table.plays(ChessAccept(seat=1))) == (ChessEnding.AGREEMENT, ChessResult.DRAW)
    table.refuses(ChessAccept(seat=1), "C5.7")


def test_C5_8_the_fifth_time_the_game_is_drawn() -> None:
    table = sans(game(), *islice(cycle(ROUND), 15))
    assert table.state.ended is None
    assert ended(sans(table, "Ng8")) == (ChessEnding.FIVEFOLD, ChessResult.DRAW)
    table.refuses(ChessResign(seat=0), "C5.8")


def test_C5_9_after_seventy_five_moves_the_game_is_drawn_but_for_mate() -> None:
    table = game("8/8/4k3/8/8/3QK3/8/8 w - - 149 101")
    assert ended(sans(table, "Qd4")) == (ChessEnding.SEVENTY_FIVE_MOVES, ChessResult.DRAW)
    table.refuses(ChessResign(seat=0), "C5.9")
    mate = game("k7/8/1K6/8/8/8/8/7R w - - 149 101")
    assert ended(sans(mate, "Rh8#")) == (ChessEnding.CHECKMATE, ChessResult.WHITE_WINS)
    last = sans(game("8/8/4k3/8/8/3QK2P/8/8 w - - 149 101"), "h4")
    assert (last.state.halfmoves, last.state.ended) == (0, None)


def test_C6_1_checkmate_wins() -> None:
    table = sans(game(), "f3", "e5", "g4", "Qh4")
    assert table.told(ChessMoved)[0].san == "Qh4#"
    assert ended(table) == (ChessEnding.CHECKMATE, ChessResult.BLACK_WINS)
    assert table.winners == [1]
    table.refuses(ChessMove(seat=0, san="a3"), "C6.1")


@pytest.mark.parametrize("seat", [0, 1])
def test_C6_2_who_resigns_loses(seat: int) -> None:
    table = game()
    assert table.admits(ChessResign(seat=seat))
    assert ended(table.plays(ChessResign(seat=seat)))[0] is ChessEnding.RESIGNATION
    assert table.winners == [1 - seat]
    table.refuses(ChessResign(seat=seat), "C6.2")


@pytest.mark.parametrize("seat", [0, 1])
def test_C6_3_whose_time_runs_out_loses(seat: int) -> None:
    table = game().plays(ChessFlag(seat=seat))
    assert (ended(table)[0], table.winners) == (ChessEnding.FLAG, [1 - seat])
    table.refuses(ChessFlag(seat=seat), "C6.3")


@pytest.mark.parametrize(
    ("fen", "drawn"),
    [
        ("4k3/8/8/8/8/8/4q3/K7 w - - 0 1", (False, True)),
        ("4k3/8/8/8/8/8/4n3/K6Q w - - 0 1", (True, False)),
        ("4k3/8/8/8/8/8/4n3/K6R w - - 0 1", (False, False)),
        ("4k3/8/8/8/8/8/4n1n1/K6Q w - - 0 1", (False, False)),
        ("4k3/8/8/8/8/8/4b3/K6R w - - 0 1", (True, False)),
        ("4k3/8/8/8/8/8/P3b3/K7 w - - 0 1", (False, False)),
        ("4kb2/8/8/8/8/8/4b3/K6R w - - 0 1", (False, False)),
    ],
)
def test_C6_4_whoever_cannot_mate_does_not_win_on_time(fen: str, drawn: tuple[bool, bool]) -> None:
    found = []
    for seat in (0, 1):
        result = ended(game(fen).plays(ChessFlag(seat=seat)))[1]
        found.append(result is ChessResult.DRAW)
    assert tuple(found) == drawn


def test_C6_5_the_table_says_how_a_game_ended_but_not_who_wins_by_it() -> None:
    for seat, own in ((0, ChessResult.WHITE_WINS), (1, ChessResult.BLACK_WINS)):
        for result in ChessResult:
            rule = ChessRule(seat=seat, result=result, reason=ChessRuling.ILLEGAL_MOVE)
            if result is own:
                game().refuses(rule, "C6.5")
                continue
            table = game().plays(rule)
            assert ended(table) == (ChessEnding.RULING, result)
            assert table.told(ChessEnded)[0].ruling is ChessRuling.ILLEGAL_MOVE
            table.refuses(rule, "C6.5")


def test_C6_6_a_win_is_a_point_and_a_draw_half_of_one() -> None:
    points: dict[ChessResult, tuple[list[object], list[int], list[int | None]]] = {
        ChessResult.BLACK_WINS: ([0, 1], [1], [2, 1]),
        ChessResult.DRAW: ([HALF, HALF], [], [1, 1]),
        ChessResult.BOTH_LOSE: ([0, 0], [], [1, 1]),
    }
    for result, (score, winners, ranks) in points.items():
        table = game().plays(ChessRule(seat=0, result=result))
        assert (scores(table), table.winners) == (score, winners)
        assert [standing.rank for standing in table.standings] == ranks
        assert table.game.drawn(table.state) is (result is ChessResult.DRAW)


def test_C6_7_a_game_that_is_left_is_drawn() -> None:
    table = sans(game(), "e4")
    assert scores(table) == [HALF, HALF]
    assert table.game.drawn(table.state)


def test_C7_1_moves_in_notation() -> None:
    table = game("4k3/8/8/8/8/8/8/R1N1K2R w KQ - 0 1")
    for san in ("Rh8+", "Rh8", "Rh8#", "Rxh8"):
        assert table.game.decide(table.state, ChessMove(seat=0, san=san))[0].san == "Rh8+"
    assert table.game.decide(table.state, ChessMove(seat=0, san="0-0"))[0].san == "O-O"
    for san in ("Rook", "e9", "Z", "--", "O-O-O-O"):
        table.refuses(ChessMove(seat=0, san=san), "C7.1")
    twins = game("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1")
    twins.refuses(ChessMove(seat=0, san="Ne4"), "C7.1")
    for san in ("Nce4", "Nge4", "Nc3e4"):
        assert sans(Table(twins.game, twins.state), san).told(ChessMoved)[0].san == san.replace("c3", "c")


def test_C7_2_moves_by_squares() -> None:
    table = game()
    assert table.admits(by_squares(table, "e2e4"))
    table.plays(by_squares(table, "e2e4", san="e4"))
    table.refuses(by_squares(table, "e7e5", san="e6"), "C7.2")
    for lacking in (ChessMove(seat=1), ChessMove(seat=1, from_="e7"), ChessMove(seat=1, san="e5", to="e5")):
        table.refuses(lacking, "C7.2")


def test_C7_3_clocks_are_noted_with_moves() -> None:
    table = game().plays(ChessMove(seat=0, san="e4", clock_ms=5_397_000))
    assert table.state.clocks == (5_397_000, None)
    assert sans(table, "e5").state.clocks == (5_397_000, None)
    assert table.plays(ChessMove(seat=0, san="d4", clock_ms=0)).state.clocks == (0, None)


def test_C7_5_a_game_is_in_the_opening_whose_position_it_had_last() -> None:
    table = game()
    assert table.state.opening is None
    moves = ("Nf3", "Nc6", "e4", "e5", "Bc4", "h6", "O-O")
    openings = [sans(table, san).state.opening for san in moves]
    zukertort, knights, italian = openings[0], openings[3], openings[-1]
    assert openings == [zukertort, zukertort, zukertort, knights, italian, italian, italian]
    assert [(one.eco[0], int(one.eco[1:]), one.name) for one in (zukertort, knights, italian) if one] == [
        ("A", 4, "zukertort"),
        ("C", 44, "kings_knight"),
        ("C", 50, "italian"),
    ]
    assert table.game.view(table.state, 0).opening == table.state.opening
    assert italian is not None
    assert table.game.traits_of(table.state) == {"eco": italian.eco}
    assert game("4k3/8/8/8/8/8/8/4K2R w K - 0 1").state.opening is None
