"""What Klunker counts: given facts, the amounts of the seats."""

from random import Random

import pytest

from domain.games.klunker import GAME
from domain.games.klunker.events import (
    KlunkerBought,
    KlunkerDeclined,
    KlunkerEnded,
    KlunkerFact,
    KlunkerPassed,
    KlunkerPhase,
    KlunkerRoundEnded,
    KlunkerSold,
    KlunkerStored,
    KlunkerTurn,
)
from domain.games.klunker.meta import Jewel
from domain.kernel.figures import counted
from domain.kernel.viewer import RECORDER
from tests.domain.games.klunker.support import SETUPS
from tests.domain.games.play import RandomChoices, play

STORED = (
    KlunkerStored(seat=1, jewel=Jewel.TIARA),
    KlunkerSold(seat=1, jewel=Jewel.TIARA, notes=3),
    KlunkerTurn(phase=KlunkerPhase.STORE, seat=2),
)
PASSED = (KlunkerPassed(seat=2, buying_card=1), KlunkerPassed(seat=0, buying_card=2))
BOUGHT = (
    KlunkerBought(seat=2, from_=1, jewels=(Jewel.SHOES, Jewel.SHOES, Jewel.TIARA), price=1),
    KlunkerSold(seat=2, jewel=Jewel.SHOES, notes=4),
    KlunkerSold(seat=2, jewel=Jewel.TIARA, notes=1),
)
TAKEN_BACK = (KlunkerBought(seat=0, from_=0, jewels=(Jewel.MONOCLE,), price=0),)
DECLINED = (KlunkerDeclined(seat=1), KlunkerRoundEnded(start_seat=1), KlunkerEnded())
LINE: tuple[tuple[KlunkerFact, ...], ...] = (STORED, PASSED, BOUGHT, TAKEN_BACK, DECLINED)

EXPECTED = {
    "sets_sold": (0, 1, 2),
    "notes_from_sets": (0, 3, 5),
    "showcases_bought": (0, 0, 1),
    "notes_paid": (0, 0, 1),
    "notes_received": (0, 1, 0),
    "own_showcases": (1, 0, 0),
    "showcases_taken": (1, 0, 1),
    "cards_taken": (1, 0, 3),
    "cards_stored": (0, 1, 0),
    "first_choices": (0, 0, 1),
    "declines": (0, 1, 0),
}


@pytest.mark.parametrize("figure", GAME.figures, ids=lambda figure: figure.key)
def test_figures_of_given_facts(figure) -> None:
    assert counted(figure, LINE, 3) == EXPECTED[figure.key]


@pytest.mark.parametrize("name", SETUPS)
def test_K8_1_the_score_is_the_capital_and_what_the_figures_add_to_it(name: str) -> None:
    """Banknotes come from sets and showcases, and go for showcases; nothing else moves them."""
    steps = list(play(GAME, SETUPS[name], RandomChoices(Random(3)), 10_000))
    seats = SETUPS[name].seats
    amounts = {figure.key: counted(figure, (step.facts for step in steps), seats) for figure in GAME.figures}
    scores = [standing.score for standing in GAME.standings(steps[-1].after, RECORDER)]
    gained, received, paid = (amounts[key] for key in ("notes_from_sets", "notes_received", "notes_paid"))
    assert scores == [1 + sets + got - gave for sets, got, gave in zip(gained, received, paid, strict=True)]
