"""Which cases of a test are quick: what one case shows of many alike, the others show again in the slow tests."""

from collections.abc import Iterable
from typing import Any, Final

import pytest

_SLOW: Final = pytest.mark.slow


def thinned(cases: Iterable[Any], quick: int = 1) -> list[Any]:
    """The cases of ``parametrize``, of which the first few are quick and the others slow."""
    cases = list(cases)
    return cases[:quick] + [_slow(case) for case in cases[quick:]]


def _slow(case: Any) -> Any:
    return pytest.param(*case, marks=_SLOW) if isinstance(case, tuple) else pytest.param(case, marks=_SLOW)
