"""All figures equal those that a plain script counts by hand, whatever has happened to the matches."""

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
    assert any(len(result.winners) == 1 and result.margin(result.winners[0]) for result in counting)
    assert any(len(result.winners) > 1 for result in counting)
    assert any(result.seconds for result in counting)
    assert {result.visibility for result in counting} == {"public", "unlisted", "private"}
    comparable = {key for key, game in GAMES.items() if not game.meta.titled}
    assert {result.game for result in counting} == comparable
    assert {result.game for result in results if result.counts} - comparable, "what counts but for its title"
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
