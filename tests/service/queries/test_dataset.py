"""How matches of a data set are grouped, split and named."""

from collections import Counter
from datetime import date, timedelta
from random import Random
from uuid import UUID

import pytest

from service.queries.dataset.chosen import ChosenMatch, Groups, split_of_group, splits_by_time
from service.queries.dataset.pseudonyms import Pseudonyms
from service.queries.dataset.tables import DATASET_TABLES, described_columns

KEY = b"0123456789abcdef"
DAY = date(2026, 1, 1)


def match(*persons: int, on: date = DAY) -> ChosenMatch:
    players = [UUID(int=person) for person in persons]
    return ChosenMatch(UUID(int=0), on, players, players)


def test_people_are_grouped_with_all_whom_they_met_by_any_way() -> None:
    matches = [match(1, 2), match(3, 4), match(5, 6), match(4, 2), match(7)]
    groups = Groups(matches)
    assert [groups.of(one) for one in matches] == [UUID(int=number) for number in (1, 1, 5, 1, 7)]


def test_nobody_is_in_two_splits() -> None:
    random = Random(1)
    matches = [match(*random.sample(range(30 * club, 30 * club + 30), 3)) for club in range(50) for _ in range(20)]
    groups, pseudonyms = Groups(matches), Pseudonyms(KEY)
    splits: dict[UUID, set[str]] = {}
    for one in matches:
        for person in one.persons:
            splits.setdefault(person, set()).add(split_of_group(pseudonyms.group(groups.of(one))))
    assert {len(of_person) for of_person in splits.values()} == {1}
    assert {split for of_person in splits.values() for split in of_person} == {"train", "validation", "test"}


def test_time_is_split_by_whole_days_in_their_order() -> None:
    matches = [match(1, 2, on=DAY + timedelta(days=number // 4)) for number in range(400)]
    splits = splits_by_time(matches)
    order = ["train", "validation", "test"]
    assert [order.index(splits[day]) for day in sorted(splits)] == sorted(order.index(one) for one in splits.values())
    assert Counter(splits[one.played_on] for one in matches) == {"train": 320, "validation": 40, "test": 40}
    assert splits_by_time([]) == {}


def test_pseudonyms_depend_on_the_key_and_on_what_is_named() -> None:
    one, other = Pseudonyms(KEY), Pseudonyms(KEY + b"!")
    identity = UUID(int=7)
    assert one.person(identity) == Pseudonyms(KEY).person(identity)
    assert len({one.person(identity), one.match(identity), one.group(identity), other.person(identity)}) == 4
    with pytest.raises(ValueError, match="16 bytes"):
        Pseudonyms(b"short")


@pytest.mark.parametrize("table", DATASET_TABLES)
def test_every_column_is_described(table: str) -> None:
    columns = list(described_columns(table))
    assert [column.name for column in columns] == list(DATASET_TABLES[table].__struct_fields__)
    assert all(len(column.description) > 5 for column in columns)
