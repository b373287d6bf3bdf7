"""Sentences for what happens in a game of chess."""

from collections.abc import Sequence

from domain.games.chess.actions import (
    ChessAccept,
    ChessAction,
    ChessClaim,
    ChessDecline,
    ChessFlag,
    ChessMove,
    ChessOffer,
    ChessResign,
    ChessRule,
)
from domain.games.chess.events import ChessEnded, ChessFact, ChessMoved
from domain.games.chess.meta import TEXTS, ChessEnding, ChessResult
from domain.kernel.languages import Language
from domain.kernel.words import Words


def sentence(action: ChessAction, facts: Sequence[ChessFact], names: Sequence[str], language: Language) -> str:
    """Who does what, and how the game ends by it."""
    words = TEXTS[language]
    ended = next((fact for fact in facts if isinstance(fact, ChessEnded)), None)
    sentences = [_action(action, facts, names, words), *([_end(ended, names, words)] if ended else ())]
    return " ".join(sentences)


def san_in(san: str, words: Words) -> str:
    """A move with the letters that pieces have in a language."""
    return san.translate(str.maketrans("KQRBN", words["letters"]))


def _action(action: ChessAction, facts: Sequence[ChessFact], names: Sequence[str], words: Words) -> str:
    name = names[action.seat]
    match action:
        case ChessMove():
            return words("moves", name=name, move=_move(action, facts, words))
        case ChessClaim():
            if action.san is None:
                return words("claims", name=name, ground=action.ground.value)
            return words("claims_with", name=name, ground=action.ground.value, move=san_in(action.san, words))
        case ChessOffer():
            return words("offers", name=name)
        case ChessAccept():
            return words("accepts", name=name)
        case ChessDecline():
            return words("declines", name=name)
        case ChessResign():
            return words("resigns", name=name)
        case ChessFlag():
            return words("flag_falls", name=name)
        case ChessRule():
            return words("rules", reason=action.reason.value)


def _move(action: ChessMove, facts: Sequence[ChessFact], words: Words) -> str:
    """The move in notation, or as far as it is told where nothing has followed yet."""
    san = next((fact.san for fact in facts if isinstance(fact, ChessMoved)), action.san)
    if san:
        return san_in(san, words)
    becomes = f"={san_in(action.promotion, words)}" if action.promotion else ""
    return f"{action.from_}–{action.to}{becomes}"


def _end(ended: ChessEnded, names: Sequence[str], words: Words) -> str:
    if ended.result is ChessResult.DRAW:
        return words("drawn", ending=ended.ending.value)
    if ended.result is ChessResult.BOTH_LOSE:
        return words["both_lose"]
    winner = names[0 if ended.result is ChessResult.WHITE_WINS else 1]
    return words("mates" if ended.ending is ChessEnding.CHECKMATE else "wins", name=winner)
