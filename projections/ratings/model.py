"""The rating of a person in a game: an estimate of strength, and how unsure it is.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 2
(Bradley-Terry), as the package openskill has it. Every two opponents of a match are compared, and a tie is half a win
for both, so a better place never brings less. Their algorithm 4 (Plackett-Luce) has those who tie share one win, and
rates a third above joint winners. The comparisons of a match count as their mean: together they are one match.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from openskill.models import BradleyTerryPart

MU: Final = 25.0
"""What is expected of somebody of whom nothing is known."""
SIGMA: Final = MU / 3
"""How unsure that is: a standard deviation."""
BETA: Final = SIGMA / 2
"""How much of a result is chance: with a lead of so much, the better one wins about three times in four."""
TAU: Final = SIGMA / 100
"""By how much a rating gets unsure from match to match, so that it can always move."""
KAPPA: Final = 0.0001
"""The least factor by which one match makes the square of sigma smaller."""
CAUTION: Final = 3.0
"""How many sigmas below mu the figure lies that is shown."""

OPPONENTS: Final = 15
"""How many better and worse placed opponents each is compared with: all that a match can have."""

_REMEMBERED: Final = 128
"""The newest matches, whose ratings are known: most count in both pools, and alike as long as all are public."""


class Rating(Struct, frozen=True):
    """An estimate `mu` with the standard deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> float:
        """The strength that is as good as certain: 0 at first. Leaderboards go by it."""
        return self.mu - CAUTION * self.sigma


def rated(before: Sequence[Rating], ranks: Sequence[int], sides: Sequence[int] | None = None) -> list[Rating]:
    """The ratings of those of two or more opponents after a match; `ranks` from 1, equal for those who tie.

    Who has the same number in `sides` plays together, and has the same rank; without it, each plays alone. The same
    opponents with the same ranks get the same floating point numbers, in whatever order they are given, and equals
    among them the same: the sums of the model are always made in one order.
    """
    return list(_rated(tuple(before), tuple(ranks), tuple(range(len(before)) if sides is None else sides)))


@cache
def model() -> "BradleyTerryPart":
    """What rates opponents, each of them a team; loaded where that is done."""
    from openskill.models import BradleyTerryPart

    return BradleyTerryPart(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU, window_size=OPPONENTS)


@lru_cache(_REMEMBERED)
def _rated(before: tuple[Rating, ...], ranks: tuple[int, ...], sides: tuple[int, ...]) -> tuple[Rating, ...]:
    teams: dict[int, list[int]] = {}
    for place in sorted(range(len(before)), key=lambda place: (before[place].mu, before[place].sigma)):
        teams.setdefault(sides[place], []).append(place)
    order = sorted(
        teams.values(),
        key=lambda team: (ranks[team[0]], [(before[place].mu, before[place].sigma) for place in team]),
    )
    rater = model()
    after = rater.rate(
        [[rater.rating(before[place].mu, before[place].sigma) for place in team] for team in order],
        ranks=[float(ranks[team[0]]) for team in order],
    )
    ratings = {
        place: Rating(one.mu, one.sigma)
        for team, of_team in zip(order, after, strict=True)
        for place, one in zip(team, of_team, strict=True)
    }
    return tuple(ratings[place] for place in range(len(before)))
