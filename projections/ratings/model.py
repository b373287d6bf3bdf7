"""The rating of a person in a game: an estimate of strength, and how unsure it is.

Source: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), algorithm 4
(Plackett-Luce), as the package openskill has it.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from openskill.models import PlackettLuce

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

_model: Final = PlackettLuce(mu=MU, sigma=SIGMA, beta=BETA, kappa=KAPPA, tau=TAU)


class Rating(Struct, frozen=True):
    """An estimate `mu` with the standard deviation `sigma`."""

    mu: float = MU
    sigma: float = SIGMA

    @property
    def shown(self) -> float:
        """The strength that is as good as certain: 0 at first. Leaderboards go by it."""
        return self.mu - CAUTION * self.sigma


def rated(before: Sequence[Rating], ranks: Sequence[int]) -> list[Rating]:
    """The ratings of two or more opponents after a match; `ranks` from 1, equal for those who tie.

    The same arguments give the same floating point numbers.
    """
    teams = [[_model.rating(rating.mu, rating.sigma)] for rating in before]
    after = _model.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Rating(one.mu, one.sigma) for (one,) in after]
