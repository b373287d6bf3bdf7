"""How a game of chess ended, by what its file says of that beside its moves."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from domain.games.chess import GAME
from domain.games.chess.actions import (
    ChessAccept,
    ChessAction,
    ChessClaim,
    ChessFlag,
    ChessOffer,
    ChessResign,
    ChessRule,
)
from domain.games.chess.meta import BLACK, WHITE, ChessGround, ChessResult, ChessRuling
from domain.games.chess.pgn import NO_RESULT, RESULTS, header_line, result_header
from domain.games.chess.state import ChessState
from domain.kernel.errors import RuleViolation

CONTRADICTED: Final = "ToldResult"
"""The header for a result that the board contradicts."""

_LAST_WORDS: Final = re.compile(r"\s*(?:white|black|draw|drawn|game|time|1-0|0-1|1/2-1/2)\b.{0,40}", re.IGNORECASE)
"""A comment that tells how a game ended, rather than how it was played."""

_RESIGNED: Final = re.compile(r"\bresign", re.IGNORECASE)
_FLAG: Final = re.compile(r"time forfeit|\bon time\b|\btime ?out\b|\btime is (?:up|over)\b|\bflag", re.IGNORECASE)
_AGREED: Final = re.compile(r"\bagree", re.IGNORECASE)
_REPEATED: Final = re.compile(r"repetition|three ?-?fold", re.IGNORECASE)
_FIFTY: Final = re.compile(r"\b(?:50|fifty)[ -]?move", re.IGNORECASE)
_RULINGS: Final = (
    (re.compile(r"adjudicat|arbiter", re.IGNORECASE), ChessRuling.ARBITER),
    (re.compile(r"infraction|illegal", re.IGNORECASE), ChessRuling.ILLEGAL_MOVE),
    (re.compile(r"abandon|absen|walk ?over|forfeit|no.show", re.IGNORECASE), ChessRuling.ABSENCE),
)


class ChessClosing(Struct, frozen=True):
    """What ends a match.

    Attributes:
        unfinished: whether nothing does, as the file says.
        note: headers that say something else than the board.
    """

    actions: tuple[ChessAction, ...] = ()
    unfinished: bool = False
    note: tuple[str, ...] = ()


def ending_of(state: ChessState, claimed: str, termination: str, comments: Sequence[str]) -> ChessClosing:
    """What leads from the last move to the result that is `claimed`: what the words beside it say, else a ruling.

    Of the words, ``Termination`` counts first, then the last comments. What they say is taken where it leads to that
    result by the rules.
    """
    if state.ended is not None:
        contradicts = claimed in RESULTS and claimed != result_header(state)
        return ChessClosing(note=(header_line(CONTRADICTED, claimed),) if contradicts else ())
    if claimed not in RESULTS or claimed == NO_RESULT:
        return ChessClosing(
            unfinished=True, note=() if claimed in {"", NO_RESULT} else (header_line(CONTRADICTED, claimed),)
        )
    result = ChessResult(claimed)
    for words in (termination, *filter(_LAST_WORDS.fullmatch, reversed(comments))):
        for actions in _meant(state, result, words):
            if _leads_to(state, actions, result):
                return ChessClosing(actions)
    return ChessClosing((_ruling(result, ChessRuling.UNKNOWN),))


def _meant(state: ChessState, result: ChessResult, words: str) -> Iterator[tuple[ChessAction, ...]]:
    """What the words may mean."""
    loser = {ChessResult.WHITE_WINS: BLACK, ChessResult.BLACK_WINS: WHITE}.get(result)
    if loser is not None:
        if _FLAG.search(words):
            yield (ChessFlag(seat=loser),)
        if _RESIGNED.search(words) or words.strip().casefold() == "normal":
            yield (ChessResign(seat=loser),)
    else:
        if _REPEATED.search(words):
            yield (ChessClaim(seat=state.turn, ground=ChessGround.THREEFOLD),)
        if _FIFTY.search(words):
            yield (ChessClaim(seat=state.turn, ground=ChessGround.FIFTY_MOVES),)
        if _AGREED.search(words):  # a draw is offered by who has just moved
            yield (ChessOffer(seat=1 - state.turn), ChessAccept(seat=state.turn))
    for pattern, reason in _RULINGS:
        if pattern.search(words):
            yield (_ruling(result, reason),)


def _ruling(result: ChessResult, reason: ChessRuling) -> ChessRule:
    """The table's word; nobody says it who wins by it."""
    return ChessRule(seat=BLACK if result is ChessResult.WHITE_WINS else WHITE, result=result, reason=reason)


def _leads_to(state: ChessState, actions: Sequence[ChessAction], result: ChessResult) -> bool:
    try:
        for action in actions:
            state = GAME.decided(state, action).state
    except RuleViolation:
        return False
    return state.ended is not None and state.ended.result is result
