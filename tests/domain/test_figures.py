"""What games count beside the score: for every game, whatever is played."""

import re
from random import Random
from typing import Any

import pytest

from domain.kernel.figures import Figure, all_counted, counted
from domain.kernel.game import AnyGame, Setup
from domain.kernel.languages import LANGUAGES, Language
from domain.kernel.titles import title_of
from domain.kernel.viewer import PUBLIC
from domain.registry import GAMES, clauses_of
from tests.domain.games.play import RandomChoices, Step, play
from tests.domain.games.support import support_of

EVERY_GAME = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def played(game: AnyGame, setup: Setup[Any], seed: int) -> list[Step]:
    return list(play(game, setup, RandomChoices(Random(seed)), support_of(game.meta.key).MOST_STEPS))


def test_the_amounts_of_all_outcomes_are_added_up_seat_by_seat() -> None:
    figure = Figure("pebbles", "P1.1", lambda outcome: [(seat, seat + 1) for seat in outcome])
    assert counted(figure, [], 3) == (0, 0, 0)
    assert counted(figure, [(0, 2), (), (2, 2)], 3) == (1, 0, 9)


@EVERY_GAME
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_figure_has_a_title_of_its_own(game: AnyGame, language: Language) -> None:
    titles = [title_of(game, "figure", figure.key, language) for figure in game.figures]
    assert len({*titles, ""}) == len(titles) + 1


@EVERY_GAME
def test_figures_are_named_once_and_cite_a_clause(game: AnyGame) -> None:
    keys = [figure.key for figure in game.figures]
    assert len(set(keys)) == len(keys)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", key) for key in keys)
    assert {figure.clause for figure in game.figures} <= {clause.number for clause in clauses_of(game.meta.key)}
    assert {figure.per for figure in game.figures} <= {None, *keys}


@EVERY_GAME
def test_what_a_figure_needs_is_in_all_that_it_counts(game: AnyGame) -> None:
    for seed, setup in enumerate(support_of(game.meta.key).SETUPS.values()):
        line = [step.facts for step in played(game, setup, seed)]
        alone = {figure.key: counted(figure, line, setup.seats) for figure in game.figures}
        assert all_counted(game.figures, line, setup.seats) == alone


@EVERY_GAME
def test_figures_tell_nothing_that_the_public_has_not_seen(game: AnyGame) -> None:
    """So they can be shown of a match that keeps its secrets; and all of them occur in random play."""
    occurred = set()
    for seed, setup in enumerate(support_of(game.meta.key).SETUPS.values()):
        steps = played(game, setup, seed)
        whole = [step.facts for step in steps]
        seen = [game.redact(step.action, step.facts, PUBLIC)[1] for step in steps]
        for figure in game.figures:
            amounts = counted(figure, whole, setup.seats)
            assert amounts == counted(figure, seen, setup.seats), figure.key
            assert min(amounts) >= 0
            if any(amounts):
                occurred.add(figure.key)
    assert occurred == {figure.key for figure in game.figures}


@EVERY_GAME
def test_a_match_begins_in_a_seat_that_it_has(game: AnyGame) -> None:
    for setup in support_of(game.meta.key).SETUPS.values():
        start = game.starting_seat(setup.options)
        assert start is None or 0 <= start < setup.seats
