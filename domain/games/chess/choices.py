"""The words, signs and places for what may be done in a game of chess."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.games.chess.attacks import NUMBERS
from domain.games.chess.meta import BLACK, TEXTS, WHITE, ChessPiece
from domain.games.chess.sentences import san_in
from domain.games.chess.state import ChessState
from domain.kernel.choices import Choice, Face, SlotList, Wire
from domain.kernel.languages import Language

TIE_BREAKS: Final[tuple[str, ...]] = ()

_END: Final = frozenset({"resign", "flag", "ruling"})


def glyph_of(piece: ChessPiece, colour: int) -> str:
    """The name of the drawing of a piece."""
    return f"{'white' if colour == WHITE else 'black'}-{piece.name.lower()}"


class ChessWording:
    """Words for what a seat may do at a position."""

    heads: Mapping[str, tuple[str, ...]] = {
        "accept_draw": (),
        "decline_draw": (),
        "move": (),
        "claim_draw": ("ground",),
        "offer_draw": (),
        "resign": (),
        "flag": (),
        "ruling": (),
    }
    fields: Mapping[str, tuple[str, ...]] = {"move": ("from", "to", "promotion"), "ruling": ("result", "reason")}

    def __init__(self, state: ChessState, names: Sequence[str], language: Language) -> None:
        self.state, self.names, self.words = state, names, TEXTS[language]

    def verb(self, action: Wire) -> Face:
        """What an action is called; a claim with its ground."""
        kind = action["type"]
        group = self.words["group_end"] if kind in _END else None
        if kind == "claim_draw":
            return Face(self.words("verb_claim_draw", ground=str(action["ground"])))
        return Face(self.words[f"verb_{kind}"], group=group)

    def question(self, kind: str, field: str) -> str:
        """What a field asks for."""
        del kind
        return self.words[f"question_{field}"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """A square as a place of the board, a piece by its drawing, a move in notation."""
        del kind
        match field:
            case "from":
                piece = self.state.position.piece_at(NUMBERS[value])
                assert piece is not None, "there is a piece to move"  # noqa: S101
                label = self.words("piece_on", piece=piece.name.lower(), square=value)
                return Face(label, glyph_of(piece, self.state.turn), anchor=value)
            case "to":
                return Face(value, anchor=value)
            case "promotion":
                piece = ChessPiece(value)
                return Face(self.words("piece", piece=piece.name.lower()), glyph_of(piece, self.state.turn))
            case "san":
                return Face(san_in(value, self.words))
            case "result":
                return Face(self._result(value))
            case _:
                return Face(self.words("reason", reason=str(value)))

    def _result(self, result: str) -> str:
        winner = {"1-0": WHITE, "0-1": BLACK}.get(result)
        if winner is not None:
            return self.words("result_won", name=self.names[winner])
        return self.words["result_drawn" if result == "1/2-1/2" else "result_lost"]


def wording(state: ChessState, seat: int | None, names: Sequence[str], language: Language) -> ChessWording:
    """The words for what `seat` may do."""
    del seat
    return ChessWording(state, names, language)


def reports(state: ChessState, slots: SlotList, words: ChessWording) -> Iterator[Choice]:
    """Chance does nothing."""
    del state, slots, words
    return iter(())


def refusal_words(name: str, value: Any, language: Language) -> str:
    """The values of a refusal: squares and moves, the letters of pieces as a language has them."""
    return san_in(value, TEXTS[language]) if name == "written" else str(value)
