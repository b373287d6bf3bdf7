"""Two sets of one type are sold at once (K5.5); nine or more cards of a type count as two types (K5.3)."""

from domain.games.klunker.events import KlunkerSold
from domain.kernel.pending import Finished
from tests.cases.logs import decided_otherwise, opened, read, recorded_before, seen
from tests.domain.games.klunker.support import check_end
from tests.domain.games.play import on_wire
from tests.domain.games.support import Table

NAME = "klunker-4-eight-alike"


def played(steps: int | None = None) -> Table:
    log = read(NAME)
    table = opened(log)
    return table.plays(*(on_wire(table.game, wire) for wire in log["actions"][:steps]))


def test_G3_two_sets_of_one_type_are_sold_without_asking() -> None:
    table = played(52)
    sold = [(fact.seat, fact.jewel.value, fact.notes) for fact in table.told(KlunkerSold)]
    assert sold[-2:] == [(0, "tongue_piercing", 1), (0, "tongue_piercing", 1)]
    assert table.asked == (1,)


def test_G3_the_match_ends_as_it_was_played() -> None:
    table = played()
    assert isinstance(table.pending, Finished)
    check_end(table.state, read(NAME)["end"])


def test_G3_what_was_recorded_before_keeps_its_outcome() -> None:
    """With a `sell` between the two sets; today's rules would sell both in the step before."""
    table, view = recorded_before(NAME)
    assert seen(table) == view
    assert view == seen(played())
    assert decided_otherwise(NAME) == [51]
