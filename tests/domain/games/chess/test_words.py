"""What is said of chess, and how it is recorded by taps."""

from collections.abc import Mapping
from typing import Any

import pytest

from domain.games.chess.actions import ChessAccept, ChessClaim, ChessFlag, ChessMove, ChessOffer, ChessResign, ChessRule
from domain.games.chess.meta import ChessGround, ChessResult, ChessRuling
from domain.games.chess.setup_words import fields_from, options_from
from domain.kernel.choice_diagram import choices_of
from domain.kernel.choices import SlotList
from domain.kernel.languages import Language
from tests.domain.games.chess.board import game, sans
from tests.domain.games.support import Table

NAMES = ("Ada", "Bruno")


def said(table: Table, action: Any, language: Language = "en") -> str:
    return table.game.sentence(action, table.game.decide(table.state, action), NAMES, language)


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Bruno plays Qh4#. Checkmate: Bruno wins."),
        ("it", "Bruno gioca Dh4#. Scacco matto: vince Bruno."),
        ("de", "Bruno spielt Dh4#. Schachmatt: Bruno gewinnt."),
    ],
)
def test_moves_are_told_with_the_letters_of_the_language(language: Language, expected: str) -> None:
    table = sans(game(), "f3", "e5", "g4")
    assert said(table, ChessMove(seat=1, from_="d8", to="h4"), language) == expected


def test_other_ends_are_told() -> None:
    table = game()
    assert said(table, ChessResign(seat=0)) == "Ada resigns. Bruno wins."
    assert said(table, ChessFlag(seat=1)) == "Bruno’s time has run out. Ada wins."
    ruling = ChessRule(seat=0, result=ChessResult.BOTH_LOSE, reason=ChessRuling.ABSENCE)
    assert said(table, ruling) == "The game is forfeited by absence. Both players lose."
    offered = table.plays(ChessOffer(seat=0))
    assert said(offered, ChessAccept(seat=1)) == "Bruno accepts the draw. The game is drawn."


def test_claims_are_told_with_their_move() -> None:
    table = game("8/8/4k3/8/8/3QK3/8/8 w - - 99 101")
    claim = ChessClaim(seat=0, ground=ChessGround.FIFTY_MOVES, san="Qd4")
    assert said(table, claim, "it") == (
        "Ada richiede la patta: con Dd4 si completano cinquanta mosse senza catture né mosse di pedone. "
        "La partita è patta."
    )


def choices(table: Table, seat: int) -> tuple[dict[str, Any], SlotList]:
    slots = SlotList()
    words = table.game.wording(table.state, seat, NAMES, "en")  # type: ignore[attr-defined]  # it has some
    found = choices_of([(table.legal(seat), words)], slots)
    return {choice.label: choice for choice in found}, slots


def test_a_move_is_a_square_and_another() -> None:
    found, slots = choices(game("4k3/P7/8/8/8/8/8/4K3 w - - 0 1"), 0)
    move = found["Move a piece"]
    first = slots.slots[move.slot]
    assert (first.pointer, first.kind) == ("/from", "place")
    assert {option.anchor: option.label for option in first.options} == {"a7": "pawn on a7", "e1": "king on e1"}
    after: Mapping[str, Any] = {
        option.value: slots.slots[option.then] for option in first.options if option.then is not None
    }
    assert {option.anchor for option in after["e1"].options} == {"d1", "d2", "e2", "f2", "f1"}
    (last,) = after["a7"].options
    becomes = slots.slots[last.then]
    assert [option.glyph for option in becomes.options] == ["white-queen", "white-rook", "white-bishop", "white-knight"]


def test_who_is_not_to_move_may_still_resign_and_answer() -> None:
    table = game().plays(ChessOffer(seat=0))
    assert list(choices(table, 1)[0]) == [
        "Accept the draw", "Decline the draw", "Resign", "Time has run out", "Say how it ended",
    ]  # fmt: skip


def test_a_form_asks_for_options() -> None:
    filled = {"time_control": " 90+30 ", "chess960": "12", "fen": ""}
    assert options_from(filled, []) == {"time_control": "90+30", "chess960": 12}
    table = game()
    options = table.game.options_type(chess960=0)
    assert options_from(fields_from(options), []) == {"chess960": 0}
    with pytest.raises(ValueError, match="twelve"):
        options_from({"chess960": "twelve"}, [])
