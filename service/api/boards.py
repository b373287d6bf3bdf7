"""Boards and cards of boxes at hand, for games whose box can differ from the default."""

from typing import Annotated
from uuid import UUID

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import PathParameter, RawBody

from domain.kernel.boards import HasBoards
from service.api.games import GameKey, game_called
from service.api.match_access import may_write
from service.api.parameters import Cursor, Limit
from service.api.schemas.boards import BoardAnswer, BoardPage, BoardRequest
from service.http.bodies import fit, read_body
from service.http.conditional import idempotency_key
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import INVALID_SETUP, INVALID_TEXT, NOT_FOUND
from service.process.container import Services
from service.queries.boards import Board
from service.validation.strict_json import read_json
from service.validation.text import NAME_LENGTH

BoardId = Annotated[UUID, PathParameter(description="The id of a board.")]

_board_request = msgspec.json.Decoder(BoardRequest)


@post(
    "/games/{game:str}/boards",
    operation_id="keepBoard",
    tags=["games"],
    summary="Keep the board of a box",
    opt=Contract(
        body=BoardRequest,
        idempotent=True,
        problems=(INVALID_TEXT, INVALID_SETUP),
        headers=("Location",),
    ).opt,
)
async def create_board(
    game: GameKey, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[BoardAnswer]:
    """What is printed on the box at the table, checked, to be named as `board` when a match is opened.

    Fields left out have the game's default.
    """
    principal = await may_write(services, request)
    boarded = _boarded(game)
    wanted = read_body(request, body, _board_request)
    board = read_json(wanted.board, msgspec.json.Decoder(boarded.board_type), at="/board")
    boarded.verify_board(board, "/board")
    name = fit(wanted.name, NAME_LENGTH, "/name", required=True)
    key = idempotency_key(request, principal, body)
    stored = await services.boards.keep(game, name, msgspec.json.encode(board), key)
    return Response(_answer(stored), headers={"Location": f"/api/v1/games/{game}/boards/{stored.id}"})


@get("/games/{game:str}/boards", operation_id="listBoards", tags=["games"], summary="The boards kept for a game")
async def list_boards(
    game: GameKey, services: NamedDependency[Services], limit: Limit = 100, cursor: Cursor = None
) -> BoardPage:
    """In the order in which they were kept."""
    _boarded(game)
    after = read_cursor(cursor, tuple[Place])
    boards = await services.boards.page(game, after[0] if after else None, limit + 1)
    following = make_cursor(boards[limit - 1].came) if len(boards) > limit else None
    return BoardPage(tuple(map(_answer, boards[:limit])), following)


@get("/games/{game:str}/boards/{board_id:uuid}", operation_id="getBoard", tags=["games"], summary="One kept board")
async def get_board(game: GameKey, board_id: BoardId, services: NamedDependency[Services]) -> BoardAnswer:
    """The whole board, the defaults filled in."""
    _boarded(game)
    return _answer(await services.boards.get(game, board_id))


def _boarded(key: str) -> HasBoards:
    game = game_called(key)
    if not isinstance(game, HasBoards):
        raise ProblemError(NOT_FOUND, "This game has one board for all.")
    return game


def _answer(board: Board) -> BoardAnswer:
    return BoardAnswer(board.id, board.game, board.name, board.json, board.created_at)
