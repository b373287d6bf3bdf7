"""What a seat may choose, as it is told to that seat, doesn't depend on what others have chosen in secret."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.unknowns import HasUnknowns
from domain.match import commands
from domain.match.asking import legal_for, verify_choice
from domain.match.folding import evolve
from domain.match.match import Match
from domain.registry import GAMES, game_of
from tests.domain.games.play import RandomChoices, asked_seats, chosen_action
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
SETUPS = [(key, name) for key in GAMES for name in support_of(key).SETUPS]


def opened(game: AnyGame, setup: Setup[Any]) -> Match:
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    return evolve(
        None, commands.open_match(game, setup.options, seats, played_on=date(2026, 11, 27), at=AT, by="a test")
    )


def played(match: Match, *actions: Any) -> Match:
    for action in actions:
        match = evolve(match, commands.play(match, action, at=AT, by="a test"))
    return match


def positions(game: AnyGame, setup: Setup[Any], most: int = 40) -> Iterator[tuple[Match, Any]]:
    """A random match, step by step, with the action that follows."""
    random = Random(3)
    match = opened(game, setup)
    while not match.finished and match.step < most:
        action = chosen_action(game, match.state, RandomChoices(random))
        yield match, action
        match = played(match, action)


@pytest.mark.parametrize(("key", "name"), SETUPS)
def test_what_the_rules_allow_is_told(key: str, name: str) -> None:
    """Where every card is known, exactly that."""
    game, setup = GAMES[key], support_of(key).SETUPS[name]
    for match, action in positions(game, setup):
        for seat in asked_seats(game, match.state):
            if setup.options.server_deals or not isinstance(game, HasUnknowns):
                assert legal_for(match, seat) == game.legal_actions(match.state, seat)
        if action.seat is not None:
            verify_choice(match, action)
            assert not game.legal_actions(match.state, action.seat).admits(action) or legal_for(
                match, action.seat
            ).admits(action)


def test_an_offer_made_in_secret_narrows_no_other_offer() -> None:
    """In a record that knows no hand, three fish offered by one seat can't be held by another; nobody is told so."""
    game = game_of("dschunke")
    name = next(name for name in support_of("dschunke").SETUPS if name.startswith("3-") and name.endswith("-secret"))
    for match, action in positions(game, support_of("dschunke").SETUPS[name], most=400):
        if type(action).__name__ != "DschunkeOffer":
            continue
        others = [seat for seat in asked_seats(game, match.state) if seat != action.seat]
        after = played(match, action)
        if action.goods and others:
            assert legal_for(after, others[0]) == legal_for(match, others[0])
            if game.legal_actions(after.state, others[0]) != game.legal_actions(match.state, others[0]):
                return
    pytest.fail("no offer would have told anything")


def test_who_has_chosen_isnt_asked_again() -> None:
    game = game_of("halunken")
    name = next(name for name, setup in support_of("halunken").SETUPS.items() if not setup.options.server_deals)
    for match, action in positions(game, support_of("halunken").SETUPS[name]):
        after = played(match, action)
        if action.seat is not None and action.seat not in asked_seats(game, after.state) and not after.finished:
            assert not list(legal_for(after, action.seat))
            with pytest.raises(RuleViolation):
                verify_choice(after, action)
            return
    pytest.fail("nobody has chosen")
