"""Actions as the bodies of requests have them."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from domain.match.match import Match
from domain.registry import game_of
from service.api.schemas.common import MAX_ACTIONS
from service.problems.details import ProblemError
from service.problems.kinds import (
    TOO_LARGE,
)
from service.validation.strict_json import read_json


@cache
def _action_decoder(game: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game_of(game).action_type)


def verify_number(actions: Sequence[msgspec.Raw]) -> None:
    """Refuse more actions than one request may have.

    Raises:
        ProblemError: 413.
    """
    if len(actions) > MAX_ACTIONS:
        raise ProblemError(TOO_LARGE, f"{len(actions)} actions; {MAX_ACTIONS} are the most.", pointer="/actions")


def read_actions(match: Match, raw_actions: Sequence[msgspec.Raw]) -> list[Any]:
    """The actions of a request, as the match's game has them.

    Raises:
        JsonError: with the place.
    """
    return [read_action(match, raw, f"/actions/{index}") for index, raw in enumerate(raw_actions)]


def read_action(match: Match, raw: msgspec.Raw, at: str) -> Any:
    """An action that stands in a request at the pointer `at`, as the match's game has it.

    Raises:
        JsonError: with the place.
    """
    return read_json(raw, _action_decoder(match.game.meta.key), at=at)
