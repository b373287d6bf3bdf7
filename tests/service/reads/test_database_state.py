"""What one server has, compared with what another one has."""

from typing import Any

import pytest
from msgspec.structs import replace

from service.reads.database_state import DatabaseState

PRIMARY = DatabaseState(
    is_standby=False, database=(7, 5), wal=1000, position=40, fingerprint=b"forty", checkpoints={"series": (1, 38)}
)
STANDBY = replace(PRIMARY, is_standby=True)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"wal": 1001},
        {"position": 41, "fingerprint": b"later"},
        {"checkpoints": {"series": (1, 39)}},
        {"checkpoints": {"series": (2, 0)}},
        {"checkpoints": {"series": (1, 38), "ratings": (0, 0)}},
    ],
)
def test_who_has_as_much_or_more_has_all(more: dict[str, Any]) -> None:
    assert replace(STANDBY, **more).has_all_of(PRIMARY)


@pytest.mark.parametrize(
    "less",
    [
        {"wal": 999},
        {"position": 39, "fingerprint": b"before"},
        {"fingerprint": b"other"},
        {"checkpoints": {"series": (1, 37)}},
        {"checkpoints": {"series": (0, 50)}},
        {"checkpoints": {}},
    ],
)
def test_who_lacks_something_has_not_all(less: dict[str, Any]) -> None:
    assert not replace(STANDBY, **less).has_all_of(PRIMARY)


def test_the_wal_says_nothing_of_what_is_shown() -> None:
    assert replace(PRIMARY, wal=0).shows_all_of(STANDBY)
    assert not PRIMARY.shows_all_of(replace(STANDBY, position=41))
    assert not PRIMARY.shows_all_of(replace(STANDBY, checkpoints={"series": (1, 39)}))


@pytest.mark.parametrize(
    ("state", "fault"),
    [
        (STANDBY, None),
        (replace(STANDBY, wal=0, position=3, fingerprint=b"three"), None),
        (PRIMARY, "it is no standby"),
        (replace(STANDBY, database=(8, 5)), "another database"),
        (replace(STANDBY, database=(7, 6)), "another database"),
        (replace(STANDBY, fingerprint=b"other"), "its log isn't"),
    ],
)
def test_what_a_standby_of_the_primary_is(state: DatabaseState, fault: str | None) -> None:
    found = state.fault_as_standby_of(PRIMARY)
    assert found is None if fault is None else found is not None and fault in found
