"""What may be done in a game of chess, as a list."""

from collections.abc import Iterator

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
from domain.games.chess.attacks import NAMES
from domain.games.chess.meta import ChessGround, ChessPromotion, ChessResult, ChessRuling
from domain.games.chess.moves import legal_moves
from domain.games.chess.notation import san_of
from domain.games.chess.position import Move, after, castled
from domain.games.chess.rules import FIFTY_MOVES, WON, is_drawn_by
from domain.games.chess.state import ChessState
from domain.kernel.legal import Legal


def legal_actions(state: ChessState, seat: int) -> Legal:
    """The moves of who is to move, and for both what ends the game or may."""
    if state.ended is not None or seat > 1:
        return Legal()
    return Legal((*(_turn(state) if seat == state.turn else ()), *_any_time(state, seat)))


def _turn(state: ChessState) -> Iterator[ChessAction]:
    seat, moves = state.turn, legal_moves(state.position)
    for move in moves:
        yield as_action(state, move)
    for ground in ChessGround:
        if is_drawn_by(state, ground):
            yield ChessClaim(seat=seat, ground=ground)
    yield from _claims(state, moves)


def as_action(state: ChessState, move: Move) -> ChessMove:
    """A move of the seat that is to move, told by squares (C7.2)."""
    origin, target, promotion = move
    if not state.chess960 and state.position.of(state.turn) >> target & 1:
        target = castled(origin, target)[0]
    piece = ChessPromotion(promotion) if promotion else None
    return ChessMove(seat=state.turn, from_=NAMES[origin], to=NAMES[target], promotion=piece)


def _claims(state: ChessState, moves: list[Move]) -> Iterator[ChessClaim]:
    """Claims with a move that is only written down: it brings the position for the third time, or fifty moves."""
    position, fifty = state.position, state.halfmoves + 1 >= FIFTY_MOVES
    repeated = len(set(state.earlier)) < len(state.earlier)
    if not fifty and not repeated:
        return
    for move in moves:
        origin, target, _ = move
        castles = position.of(position.turn) >> target & 1
        if position.pawns >> origin & 1 or (position.occupied >> target & 1 and not castles):
            continue
        left = after(position, *move)
        if repeated and state.earlier.count(left) >= 2:
            yield ChessClaim(seat=state.turn, ground=ChessGround.THREEFOLD, san=san_of(position, move, left))
        if fifty:
            yield ChessClaim(seat=state.turn, ground=ChessGround.FIFTY_MOVES, san=san_of(position, move, left))


def _any_time(state: ChessState, seat: int) -> Iterator[ChessAction]:
    if state.offered == 1 - seat:
        yield ChessAccept(seat=seat)
        yield ChessDecline(seat=seat)
    elif state.offered is None and state.may_offer[seat]:
        yield ChessOffer(seat=seat)
    yield ChessResign(seat=seat)
    yield ChessFlag(seat=seat)
    for result in ChessResult:
        if result is not WON[seat]:
            for reason in ChessRuling:
                yield ChessRule(seat=seat, result=result, reason=reason)
