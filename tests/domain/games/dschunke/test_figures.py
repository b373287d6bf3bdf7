"""What Dschunke counts: given facts, the amounts of the seats."""

from random import Random

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.events import (
    DschunkeDrew,
    DschunkeEarned,
    DschunkeEnded,
    DschunkeFact,
    DschunkeLoaded,
    DschunkePhase,
    DschunkeRevealed,
    DschunkeSold,
    DschunkeSpecialPlayed,
    DschunkeTookSpecial,
    DschunkeTurn,
    DschunkeUsed,
)
from domain.games.dschunke.meta import DschunkeGood, DschunkeJunk, DschunkePile, DschunkeSource, DschunkeWorker
from domain.kernel.figures import counted
from domain.kernel.viewer import RECORDER
from tests.domain.games.dschunke.support import SETUPS
from tests.domain.games.play import RandomChoices, play

RICE, FISH = DschunkeGood.RICE, DschunkeGood.FISH
SOLD_CRATES = (
    DschunkeUsed(seat=0, worker=DschunkeWorker.YELLOW, junk=DschunkeJunk.GREY),
    DschunkeEarned(seat=0, yen=5),
    DschunkeTurn(phase=DschunkePhase.ACT, seat=1),
)
SOLD_WITH_A_CARD = (DschunkeSpecialPlayed(seat=1, card="sell-grey"), DschunkeEarned(seat=1, yen=3))
LOADED = (
    DschunkeUsed(seat=2, worker=DschunkeWorker.GREEN, junk=DschunkeJunk.WHITE),
    DschunkeLoaded(seat=2, junk=DschunkeJunk.WHITE, bars=2),
)
DREW = (
    DschunkeUsed(seat=1, worker=DschunkeWorker.VIOLET, junk=DschunkeJunk.WHITE),
    DschunkeDrew(seat=1, goods=(DschunkeSource.RICE, DschunkeSource.MIXED), due=1),
)
REVEALED = (
    DschunkeRevealed(offers=((RICE, RICE), (FISH,), (RICE, FISH)), valid=((RICE, RICE), (FISH,), ())),
    DschunkeSold(good=RICE, highest=(0, 1), winners=(0, 1), yen=2),
    DschunkeSold(good=FISH, highest=(1,), winners=(1,), special=True),
)
PRIZE = (DschunkeTookSpecial(seat=1, pile=DschunkePile.STAR, card="move"),)
YEN_INSTEAD = (DschunkeEarned(seat=1, yen=3),)
NOBODY_OFFERED = (DschunkeRevealed(offers=((), (), ()), valid=((), (), ())),)
ENDED = (DschunkeEnded(special_cards=(8, 0, 12), junks=(4, 25, 8)),)
LINE: tuple[tuple[DschunkeFact, ...], ...] = (
    SOLD_CRATES,
    SOLD_WITH_A_CARD,
    LOADED,
    DREW,
    REVEALED,
    PRIZE,
    YEN_INSTEAD,
    NOBODY_OFFERED,
    ENDED,
)

EXPECTED = {
    "yen_from_goods": (2, 2, 0),
    "yen_from_crates": (5, 3, 0),
    "yen_for_prizes": (0, 3, 0),
    "yen_from_cards": (8, 0, 12),
    "yen_from_junks": (4, 25, 8),
    "kinds_offered": (1, 1, 0),
    "offers_won": (1, 2, 0),
    "bluffs": (0, 0, 1),
    "special_cards": (0, 1, 0),
    "crates_loaded": (0, 0, 6),
    "goods_drawn": (0, 2, 0),
}


@pytest.mark.parametrize("figure", GAME.figures, ids=lambda figure: figure.key)
def test_figures_of_given_facts(figure) -> None:
    assert counted(figure, LINE, 3) == EXPECTED[figure.key]


@pytest.mark.parametrize("name", SETUPS)
def test_D8_3_the_score_is_the_yen_of_all_sources(name: str) -> None:
    steps = list(play(GAME, SETUPS[name], RandomChoices(Random(5)), 10_000))
    seats = SETUPS[name].seats
    sources = [figure for figure in GAME.figures if figure.key.startswith("yen_")]
    amounts = [counted(figure, (step.facts for step in steps), seats) for figure in sources]
    scores = [standing.score for standing in GAME.standings(steps[-1].after, RECORDER)]
    assert scores == [sum(of_seat) for of_seat in zip(*amounts, strict=True)]
