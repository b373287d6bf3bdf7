"""What Halunken und Spelunken counts: given facts, the amounts of the seats."""

from random import Random

import pytest

from domain.games.halunken import GAME
from domain.games.halunken.events import (
    HalunkenFact,
    HalunkenMove,
    HalunkenOffered,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPassed,
    HalunkenPushed,
    HalunkenSpared,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
)
from domain.games.halunken.meta import BLACK_JACK, HARBOUR, Rogue
from domain.kernel.figures import counted
from tests.domain.games.halunken.support import SETUPS
from tests.domain.games.play import RandomChoices, play

AUCTION = (
    HalunkenOffered(seat=0, rogue=Rogue.RED_4),
    HalunkenOffered(seat=1, rogue=Rogue.RED_15),
    HalunkenOffered(seat=0, rogue=Rogue.RED_8),
    HalunkenPassed(seat=2),
    HalunkenPaid(seat=1, rogue=Rogue.RED_15),
)
CANCELLED = (
    HalunkenOrdered(stay=(0, 2, BLACK_JACK), moves=(HalunkenMove(piece=1, steps=3),)),
    HalunkenTook(piece=0, tavern=3, rogue=Rogue.GREEN_5, to=0),
    HalunkenTook(piece=BLACK_JACK, tavern=4, rogue=Rogue.GREEN_6, to=HARBOUR),
    HalunkenTook(piece=BLACK_JACK, tavern=5, rogue=Rogue.GREEN_7, to=1),
)
ROBBED = (
    HalunkenStolen(seat=1, rogue=Rogue.YELLOW_1, from_=2),
    HalunkenPushed(seat=2, to=9),
    HalunkenStolen(seat=1, rogue=Rogue.YELLOW_2, from_=HARBOUR),
    HalunkenSurrendered(seat=0, rogue=Rogue.GREEN_5),
    HalunkenSpared(seat=2),
)
LINE: tuple[tuple[HalunkenFact, ...], ...] = (AUCTION, CANCELLED, ROBBED)

EXPECTED = {
    "rogues_collected": (1, 1, 0),
    "thefts": (0, 1, 0),
    "thefts_suffered": (0, 0, 1),
    "harbour_rogues": (0, 1, 0),
    "rogues_surrendered": (1, 0, 0),
    "cards_cancelled": (1, 0, 1),
    "pushes_suffered": (0, 0, 1),
    "bids": (2, 1, 0),
    "auctions_won": (0, 1, 0),
    "value_paid": (0, 15, 0),
}


@pytest.mark.parametrize("figure", GAME.figures, ids=lambda figure: figure.key)
def test_figures_of_given_facts(figure) -> None:
    assert counted(figure, LINE, 3) == EXPECTED[figure.key]


@pytest.mark.parametrize("name", SETUPS)
def test_H9_1_a_crew_is_what_was_collected_stolen_lost_and_paid(name: str) -> None:
    """The first rogue of the set-up (H2.2), and then the figures: nothing else moves rogues."""
    steps = list(play(GAME, SETUPS[name], RandomChoices(Random(4)), 10_000))
    seats = SETUPS[name].seats
    amounts = {figure.key: counted(figure, (step.facts for step in steps), seats) for figure in GAME.figures}
    got = ("rogues_collected", "thefts", "harbour_rogues")
    lost = ("thefts_suffered", "rogues_surrendered", "auctions_won")
    for seat, player in enumerate(steps[-1].after.seats):
        balance = sum(amounts[key][seat] for key in got) - sum(amounts[key][seat] for key in lost)
        assert len(player.crew) == 1 + balance
    assert sum(amounts["thefts"]) == sum(amounts["thefts_suffered"])
