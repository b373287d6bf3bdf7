"""What a game refuses, told in the reader's language beside the problem's own English."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Final
from uuid import UUID

from domain.kernel.errors import InvalidSetup, Refusal, RuleViolation
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.refusals import refusal_sentence
from domain.kernel.typesetting import typeset
from domain.match.identification import Contradiction
from domain.registry import game_of, rulebook_of
from domain.variations.commands import MoveRefused
from service.api.games import rules_address
from service.api.match_access import narrator_of
from service.api.problem_map import as_problem
from service.commands.play import ActionRefused
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.problems.details import Explanation, ProblemError
from service.process.container import Services


def explanation_of(game: AnyGame, refusal: Refusal, names: Sequence[str], language: Language) -> Explanation:
    """A refusal as people read it: a sentence, the clause, and where it stands."""
    clause = refusal.clause if isinstance(refusal, RuleViolation | InvalidSetup) else None
    meta = game.meta
    book = rulebook_of(meta.key, meta.edition, language)
    text = next((typeset(one.text) for one in book.clauses if one.number == clause), None)
    return Explanation(
        language=book.language,
        sentence=refusal_sentence(game, refusal, names, book.language),
        clause=clause,
        text=text,
        rules=None if text is None else rules_address(meta.key, meta.edition, clause),
    )


EXPLAINED: Final = (ActionRefused, Contradiction, MoveRefused, ProblemError)
"""What a match's game refuses, and problems that may be made of it."""


@asynccontextmanager
async def explained(services: Services, request: AnyRequest, match_id: UUID) -> AsyncIterator[None]:
    """Whatever a match's game refuses in here is explained to who asks, who may read the match.

    Raises:
        ProblemError: in place of what was refused.
    """
    try:
        yield
    except EXPLAINED as error:
        raise await with_explanation(services, request, match_id, error) from None


async def with_explanation(services: Services, request: AnyRequest, match_id: UUID, error: Exception) -> Exception:
    """The problem that is made of `error`, explained to who asks, who may read the match; else `error` itself."""
    problem = as_problem(request, error)
    if problem is None or problem.refusal is None:
        return error
    match = await services.matches.load(match_id)
    narrator = await narrator_of(services, request, match.seats)
    problem.members["explanation"] = explanation_of(match.game, problem.refusal, narrator.names, narrator.language)
    return problem


@contextmanager
def setup_explained(request: AnyRequest, key: str) -> Iterator[None]:
    """Whatever the game called `key` refuses in here of a set-up is explained to who asks.

    Raises:
        ProblemError: in place of what was refused.
    """
    try:
        yield
    except InvalidSetup as refusal:
        problem = as_problem(request, refusal)
        assert problem is not None  # noqa: S101  # it has one
        problem.members["explanation"] = explanation_of(game_of(key), refusal, (), language_of(request))
        raise problem from None
