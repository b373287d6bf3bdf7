"""Rows of other figures are made anew: the version of the read model grows with what is counted."""

from typing import Final

import psycopg
import pytest

from domain.kernel.packages import is_built_in
from domain.registry import GAMES, figures_of
from projections.statistics.projection import Statistics
from service.database import migrate as module

COUNTED: Final = {
    9: {
        "chess": "moves captures checks castlings promotions draws_offered",
        "dschunke": "yen_from_goods yen_from_crates yen_for_prizes yen_from_cards yen_from_junks kinds_offered"
        " offers_won bluffs special_cards crates_loaded goods_drawn",
        "halunken": "rogues_collected thefts thefts_suffered harbour_rogues rogues_surrendered cards_cancelled"
        " pushes_suffered bids auctions_won value_paid",
        "klunker": "sets_sold notes_from_sets showcases_bought notes_paid notes_received own_showcases"
        " showcases_taken cards_taken cards_stored first_choices declines",
        "sheet": "entries unreadable",
    }
}
"""What is counted, by version of the read model. Where this fails since it is other figures now, raise the version."""


def test_what_is_counted_is_what_this_version_counts() -> None:
    counted = {key: " ".join(one.key for one in figures_of(key)) for key in GAMES if is_built_in(key)}
    assert counted == COUNTED[Statistics.version]


@pytest.mark.parametrize(("before", "after"), [(8, 8), (2_051_065_188, 0)])
def test_a_version_that_was_a_hash_is_older_than_this_one(conninfo: str, before: int, after: int) -> None:
    with psycopg.connect(conninfo) as connection:
        connection.execute("UPDATE projections SET version = %s WHERE name = 'statistics'", (before,))
        connection.execute(module._migrations()["0025_statistics_version.sql"])
        found = connection.execute("SELECT version FROM projections WHERE name = 'statistics'").fetchone()
    assert found == (after,)
    assert after < Statistics.version < 1000
