"""What may be done in a game of chess, and what follows (C1 to C7)."""

from typing import Final

from domain.games.chess.actions import (
    ChessAccept,
    ChessAction,
    ChessClaim,
    ChessDecline,
    ChessFlag,
    ChessMove,
    ChessOffer,
    ChessOptions,
    ChessResign,
    ChessRule,
)
from domain.games.chess.attacks import NAMES, NUMBERS
from domain.games.chess.events import ChessClaimed, ChessDeclined, ChessEnded, ChessFact, ChessMoved, ChessOffered
from domain.games.chess.fen import read_fen
from domain.games.chess.material import can_mate, is_dead
from domain.games.chess.meta import ChessEnding, ChessGround, ChessPiece, ChessPromotion, ChessResult
from domain.games.chess.moves import castlings, has_legal_move, may_castle, promotes, targets
from domain.games.chess.notation import move_written, reached_by, san_of
from domain.games.chess.position import ChessPosition, Move, after, castled, leaves_king_safe
from domain.games.chess.starts import USUAL, start_fen
from domain.games.chess.state import ChessState, evolve, moved
from domain.kernel.decision_builder import Decided
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitSeats, Finished, Pending
from domain.kernel.turns import verify_seat

CLAUSES: Final = {
    ChessEnding.CHECKMATE: "C6.1",
    ChessEnding.STALEMATE: "C5.1",
    ChessEnding.DEAD_POSITION: "C5.2",
    ChessEnding.THREEFOLD: "C5.4",
    ChessEnding.FIFTY_MOVES: "C5.5",
    ChessEnding.FIVEFOLD: "C5.8",
    ChessEnding.SEVENTY_FIVE_MOVES: "C5.9",
    ChessEnding.AGREEMENT: "C5.7",
    ChessEnding.RESIGNATION: "C6.2",
    ChessEnding.FLAG: "C6.3",
    ChessEnding.RULING: "C6.5",
}
"""The clause by which a game ends so."""

WON: Final = (ChessResult.WHITE_WINS, ChessResult.BLACK_WINS)
"""The result by the seat that wins."""

FIFTY_MOVES: Final = 100
SEVENTY_FIVE_MOVES: Final = 150
"""In half-moves."""

_FIVE_TIMES: Final = 16
"""Before so many half-moves no position can be there for the fifth time."""


def initial(setup: Setup[ChessOptions]) -> ChessState:
    """The usual set-up, one of Chess960, or the position that is given.

    Raises:
        InvalidSetup: chess isn't played by so many, or not from there.
    """
    options = setup.options
    if setup.seats != 2:
        raise InvalidSetup("/seats", "Chess is played by two.", "C1.1")
    if options.fen and options.chess960 is not None:
        raise InvalidSetup("/options/fen", "A position is given by number or in notation, not both.", "C1.4")
    placed = read_fen(options.fen or start_fen(USUAL if options.chess960 is None else options.chess960))
    if is_dead(placed.position):
        raise InvalidSetup("/options/fen", "In this position nobody can mate any more.", "C1.5")
    if placed.halfmoves >= SEVENTY_FIVE_MOVES:
        raise InvalidSetup("/options/fen", "The game would be drawn already: seventy-five moves.", "C1.5")
    return ChessState(placed.position, placed.halfmoves, placed.number, _castles_by_rook(placed.position))


def _castles_by_rook(position: ChessPosition) -> bool:
    """Whether king or a rook to castle with stands elsewhere than in the usual set-up (C4.6)."""
    kings = {position.king_of(rook >= 32) % 8 for rook in range(64) if position.castling >> rook & 1}
    rooks = {rook % 8 for rook in range(64) if position.castling >> rook & 1}
    return not (kings <= {4} and rooks <= {0, 7})


def pending(state: ChessState) -> Pending:
    """One seat is to move; the other may resign, or offer and answer a draw."""
    if state.ended is not None:
        return Finished(CLAUSES[state.ended.ending])
    return AwaitSeats((state.turn,), (1 - state.turn,))


def decide(state: ChessState, action: ChessAction) -> tuple[ChessFact, ...]:
    """What follows from an action; raises as :func:`decided`."""
    return decided(state, action).facts


def decided(state: ChessState, action: ChessAction) -> Decided[ChessState, ChessFact]:
    """What follows from an action, and the state that it leads to.

    Raises:
        RuleViolation: the rules refuse it.
    """
    if state.ended is not None:
        raise RuleViolation(CLAUSES[state.ended.ending], "The game is over.")
    if action.seat > 1:
        raise RuleViolation("C1.1", "Nobody sits in this seat.")
    if isinstance(action, ChessMove):
        return _move(state, action)
    facts = _facts(state, action)
    for fact in facts:
        state = evolve(state, fact)
    return Decided(facts, state)


def _facts(state: ChessState, action: ChessAction) -> tuple[ChessFact, ...]:
    """What follows from anything but a move."""
    match action:
        case ChessOffer():
            return (_offer(state, action.seat),)
        case ChessAccept():
            _verify_offered(state, action.seat)
            return (ChessEnded(result=ChessResult.DRAW, ending=ChessEnding.AGREEMENT),)
        case ChessDecline():
            _verify_offered(state, action.seat)
            return (ChessDeclined(seat=action.seat),)
        case ChessClaim():
            return _claim(state, action)
        case ChessResign():
            return (ChessEnded(result=WON[1 - action.seat], ending=ChessEnding.RESIGNATION),)
        case ChessFlag():
            return (_flag(state, action.seat),)
        case ChessRule():
            return (_ruling(action),)
        case ChessMove():
            raise AssertionError("moves are decided by themselves")


def _move(state: ChessState, action: ChessMove) -> Decided[ChessState, ChessFact]:
    if action.seat != state.position.turn:
        verify_seat(state.turn, action.seat, "C2.1")
    move, left = _legal(state, action)
    fact = _described(state, action.seat, move, left, action.clock_ms)
    reached = moved(state, fact, left)
    ending = _ending(reached, fact)
    if ending is None:
        return Decided((fact,), reached)
    result = WON[action.seat] if ending is ChessEnding.CHECKMATE else ChessResult.DRAW
    end = ChessEnded(result=result, ending=ending)
    return Decided((fact, end), evolve(reached, end))


def _legal(state: ChessState, action: ChessMove) -> tuple[Move, ChessPosition]:
    """The move that an action means, and the position after it."""
    position = state.position
    if action.from_ is None or action.to is None:
        if action.san is None or action.from_ is not None or action.to is not None or action.promotion is not None:
            raise RuleViolation("C7.2", "A move is told by both of its squares, or else in notation.")
        move, left = reached_by(position, action.san)
        _verify_promotion(position, move)
        return move, left
    move = _by_squares(state, action.from_, action.to, action.promotion or "")
    left = after(position, *move)
    if not leaves_king_safe(left):
        raise RuleViolation("C2.7", "This would leave one's own king in check.")
    if action.san is not None and move_written(position, action.san) != move:
        raise RuleViolation("C7.2", "Squares and notation tell different moves.")
    return move, left


def _by_squares(state: ChessState, from_: str, to: str, promotion: str) -> Move:
    """The move between two squares, which may still leave the king in check."""
    position = state.position
    origin, target = NUMBERS[from_], NUMBERS[to]
    bit, own = 1 << origin, position.of(position.turn)
    if not own & bit:
        raise RuleViolation("C2.2", "No piece of this player stands on {square}.", square=from_)
    if position.kings & bit and (castles := _castling(state, origin, target)):
        if promotion:
            raise RuleViolation("C3.8", "Only a pawn that arrives at its last rank is promoted.")
        return castles
    if own >> target & 1:
        raise RuleViolation("C2.3", "On {square} stands a piece of the same player.", square=to)
    if not targets(position, origin) >> target & 1:
        two_aside = origin >> 3 == target >> 3 and abs(origin - target) == 2
        if position.kings & bit and two_aside and not state.chess960:
            raise RuleViolation("C4.2", "Castling on this side isn't possible now.")
        raise RuleViolation(
            "C2.4", "The piece on {square} can't move to {other_square}.", square=from_, other_square=to
        )
    move = origin, target, promotion
    _verify_promotion(position, move)
    return move


def _castling(state: ChessState, king: int, target: int) -> Move | None:
    """The way to castle that two squares tell: of king and rook in Chess960, else those of the king (C7.2)."""
    position = state.position
    if state.chess960:
        if not position.castling >> target & 1 & position.of(position.turn) >> target:
            return None
        if not may_castle(position, king, target):
            raise RuleViolation("C4.2", "Castling on this side isn't possible now.")
        return king, target, ""
    if abs(king - target) != 2:
        return None
    return next((move for move in castlings(position) if castled(king, move[1])[0] == target), None)


def _verify_promotion(position: ChessPosition, move: Move) -> None:
    origin, target, promotion = move
    if promotes(position, origin, target):
        if not promotion:
            raise RuleViolation("C3.8", "Say what the pawn becomes.")
    elif promotion:
        raise RuleViolation("C3.8", "Only a pawn that arrives at its last rank is promoted.")


def _described(state: ChessState, seat: int, move: Move, left: ChessPosition, clock_ms: int | None) -> ChessMoved:
    """The fact that a legal move is."""
    position = state.position
    origin, target, promotion = move
    san = san_of(position, move, left)
    piece = position.piece_at(origin)
    assert piece is not None, "there is a piece to move"  # noqa: S101
    end, captured, at, rook = target, None, None, None
    if position.of(seat) >> target & 1:
        end, rook = castled(origin, target)[0], NAMES[target]
    elif "x" in san:
        captured = position.piece_at(target)
        if captured is None:
            captured, at = ChessPiece.PAWN, NAMES[target - 8 if seat == 0 else target + 8]
    return ChessMoved(
        seat=seat,
        from_=NAMES[origin],
        to=NAMES[end],
        piece=piece,
        san=san,
        promotion=ChessPromotion(promotion) if promotion else None,
        captured=captured,
        at=at,
        rook=rook,
        check=san[-1] in "+#",
        clock_ms=clock_ms,
    )


def _ending(state: ChessState, last: ChessMoved) -> ChessEnding | None:
    """What the last move has ended the game by, if it has; checkmate goes before all (C5.9)."""
    if last.check:
        if last.san[-1] == "#":
            return ChessEnding.CHECKMATE
    elif not has_legal_move(state.position, in_check=False):
        return ChessEnding.STALEMATE
    if is_dead(state.position):
        return ChessEnding.DEAD_POSITION
    if len(state.earlier) >= _FIVE_TIMES and state.seen >= 5:
        return ChessEnding.FIVEFOLD
    return ChessEnding.SEVENTY_FIVE_MOVES if state.halfmoves >= SEVENTY_FIVE_MOVES else None


def is_drawn_by(state: ChessState, ground: ChessGround) -> bool:
    """Whether a draw can be claimed for the position on the board (C5.4, C5.5)."""
    if ground is ChessGround.THREEFOLD:
        return state.seen >= 3
    return state.halfmoves >= FIFTY_MOVES


def _claim(state: ChessState, action: ChessClaim) -> tuple[ChessFact, ...]:
    verify_seat(state.turn, action.seat, "C5.4")
    if action.san is None:
        reached, san = state, ""
    else:
        move, left = _legal(state, ChessMove(seat=action.seat, san=action.san))
        fact = _described(state, action.seat, move, left, None)
        reached, san = moved(state, fact, left), fact.san
    if not is_drawn_by(reached, action.ground):
        if action.ground is ChessGround.THREEFOLD:
            raise RuleViolation("C5.4", "The position hasn't been there three times.")
        raise RuleViolation("C5.5", "A pawn was moved or a piece captured in the last fifty moves.")
    return (
        ChessClaimed(seat=action.seat, ground=action.ground, san=san),
        ChessEnded(result=ChessResult.DRAW, ending=ChessEnding(action.ground)),
    )


def _offer(state: ChessState, seat: int) -> ChessOffered:
    if state.offered is not None:
        raise RuleViolation("C5.6", "A draw is offered already.")
    if not state.may_offer[seat]:
        raise RuleViolation("C5.6", "{seat} may offer a draw again after another move.", seat=seat)
    return ChessOffered(seat=seat)


def _verify_offered(state: ChessState, seat: int) -> None:
    if state.offered != 1 - seat:
        raise RuleViolation("C5.7", "The opponent has offered no draw.")


def _flag(state: ChessState, seat: int) -> ChessEnded:
    """The opponent wins, if a mate is still possible (C6.4)."""
    wins = can_mate(state.position, 1 - seat)
    return ChessEnded(result=WON[1 - seat] if wins else ChessResult.DRAW, ending=ChessEnding.FLAG)


def _ruling(action: ChessRule) -> ChessEnded:
    if action.result is WON[action.seat]:
        raise RuleViolation("C6.5", "Who wins by it doesn't say how the game has ended.")
    return ChessEnded(result=action.result, ending=ChessEnding.RULING, ruling=action.reason)
