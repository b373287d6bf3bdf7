"""Other processes check what this one would, give it in order, and can be done without."""

import pytest

from domain.registry import GAMES
from service.commands.checking_pool import CheckingPool, checking_pool
from service.commands.read_record import read_record
from tests.service.records.books import body_of, some_evening


@pytest.fixture(name="bodies")
def _bodies() -> list[bytes]:
    return [body_of(some_evening(game, 5)) for game in ("klunker", "dschunke", "halunken")]


@pytest.mark.slow
def test_lines_come_in_order_with_what_they_tell(bodies: list[bytes]) -> None:
    lines = [bodies[0], b"\n", None, bodies[1], b"{}", bodies[2].replace(b'"played"', b'"concluded"'), *bodies * 4]
    with checking_pool(2) as pool:
        found = list(pool.checked(iter(lines)))
    assert [line for line, _ in found] == lines
    told = [checked for _, checked in found]
    assert told[1:3] == [None, None]
    assert told[4:6] == [None, None]
    known = {body: read_record(body) for body in bodies}
    assert [told[0], told[3], *told[6:]] == [known[body] for body in (bodies[0], bodies[1], *bodies * 4)]
    assert all(one.game is GAMES[one.game.meta.key] for one in told if one is not None)


@pytest.mark.slow
def test_without_its_processes_who_asks_reads_the_lines_himself(bodies: list[bytes]) -> None:
    with checking_pool(1) as pool:
        lines = pool.checked(iter(bodies * 20))
        assert next(lines)[1] == read_record(bodies[0])
        _kill_all(pool)
        rest = list(lines)
    assert [line for line, _ in rest] == (bodies * 20)[1:]
    assert rest[-1][1] is None


def _kill_all(pool: CheckingPool) -> None:
    executor = pool._executor  # nobody else names the processes
    assert executor is not None
    for process in list(executor._processes.values()):  # as above
        process.kill()
        process.join()
