"""All figures equal those that a plain script counts by hand, whatever has happened to the matches."""

from decimal import Decimal
from pathlib import Path

import pytest

from domain.registry import GAMES
from tests.projections.log import rows
from tests.projections.test_batches import rebuild_all
from tests.service.queries.statistics.club import Club, check_everything, club

pytestmark = pytest.mark.slow


def test_the_random_matches_are_of_all_sorts(played: Club) -> None:
    """What the other tests stand on: the proof would be hollow on too tame a list."""
    results = played.results
    counting = played.that_count("owner")
    assert len(counting) > 50
    assert any(not result.counts for result in results)
    assert any(result.secret for result in counting)
    scored = [result for result in counting if result.scored]
    assert any(len(result.winners) == 1 and result.margin(result.winners[0]) for result in scored)
    assert any(len(result.winners) > 1 for result in counting)
    assert any(result.seconds for result in counting)
    assert len({value for result in counting for value in result.traits.values()}) > 1
    assert {result.visibility for result in counting} == {"public", "unlisted", "private"}
    assert {result.game for result in counting} == set(GAMES)
    sheets = [result for result in counting if result.game == "sheet"]
    assert len({result.subject for result in sheets}) > 2
    assert any(result.lowest and result.scored for result in sheets)
    assert any(not result.winners for result in sheets), "all have lost"
    assert any(len(result.winners) > 1 and not result.shared for result in sheets), "a team, or all together"
    assert any(not result.scored for result in sheets)
    assert any(isinstance(seat.score, Decimal) for result in sheets for seat in result.seats)
    assert played.evenings.subject_into, "titles that were merged"
    assert any(len({seat.person for seat in result.seats}) < len(result.seats) for result in results), (
        "one person twice"
    )


def test_figures_equal_those_counted_by_hand(played: Club) -> None:
    check_everything(played, 25)


def test_nothing_changes_when_the_read_models_are_made_anew(played: Club) -> None:
    conninfo = played.evenings.conninfo
    followed = rows(conninfo)
    rebuild_all(conninfo)
    assert rows(conninfo) == followed


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_figures_of_thousands_of_matches_equal_those_counted_by_hand(conninfo: str, tmp_path: Path, seed: int) -> None:
    with club(conninfo, tmp_path, seed) as found:
        for _ in range(4):
            found.go_on(125)
            check_everything(found, 40)
        followed = rows(conninfo)
        rebuild_all(conninfo)
        assert rows(conninfo) == followed
