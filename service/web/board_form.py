"""The form that keeps the board of a box, for games that have boards of their own."""

from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import RawBody

from domain.kernel.boards import HasBoards
from domain.kernel.errors import InvalidSetup
from domain.kernel.titles import game_title
from service.api.explaining import explanation_of
from service.api.games import GameKey
from service.http.bodies import fit
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.http.session import verify_own_form
from service.problems.details import Explanation, ProblemError
from service.problems.kinds import NOT_FOUND
from service.process.container import Services
from service.validation.strict_json import JsonError, read_json
from service.validation.text import NAME_LENGTH
from service.web.forms import read_form
from service.web.game_pages import known_game
from service.web.rendering import fresh_page
from service.web.sign_in import see_other
from service.web.visitor import visitor_of
from service.web.words import WORDS

_REFUSED: Final = 422


@get("/games/{game:str}/boards/new", include_in_schema=False)
async def new_board_page(game: GameKey, services: NamedDependency[Services], request: AnyRequest) -> Response[bytes]:
    """The form, filled in with the default board."""
    boarded = _boarded(game)
    (await visitor_of(services, request)).require("record")
    default = msgspec.json.format(msgspec.json.encode(boarded.board_type()), indent=2).decode()
    return _form(request, game, "", default)


@post("/games/{game:str}/boards/new", include_in_schema=False, guards=[verify_own_form], status_code=303)
async def keep_new_board(
    game: GameKey, services: NamedDependency[Services], request: AnyRequest, body: RawBody
) -> Response[bytes]:
    """The board is kept, if it can be one; else the form again, with what is wrong."""
    boarded = _boarded(game)
    (await visitor_of(services, request)).require("record")
    form = read_form(request, body, ("name", "board"))
    fault = explanation = None
    try:
        board = read_json(form["board"].encode(), msgspec.json.Decoder(boarded.board_type), at="/board")
        boarded.verify_board(board, "/board")
        name = fit(form["name"], NAME_LENGTH, "/name", required=True)
    except (ProblemError, JsonError) as problem:
        fault = problem.detail
    except InvalidSetup as refused:
        explanation = explanation_of(known_game(game), refused, (), language_of(request))
    else:
        await services.boards.keep(game, name, msgspec.json.encode(board), None)
        return see_other(f"/games/{game}#boards")
    answer = _form(request, game, form["name"], form["board"], fault, explanation)
    answer.status_code = _REFUSED
    return answer


def _form(
    request: AnyRequest,
    game: str,
    name: str,
    board: str,
    fault: str | None = None,
    explanation: Explanation | None = None,
) -> Response[bytes]:
    return fresh_page(
        request,
        "new_board.html",
        key=game,
        title=game_title(known_game(game), language_of(request)),
        name=name,
        board=board,
        fault=fault,
        explanation=explanation,
        wrong=WORDS[language_of(request)]["fault_422"],
    )


def _boarded(key: str) -> HasBoards:
    game = known_game(key)
    if not isinstance(game, HasBoards):
        raise ProblemError(NOT_FOUND, "The game has no boards of its own.")
    return game
