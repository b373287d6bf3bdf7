"""A process that follows the log isn't stopped in the middle of its work."""

import gc
from collections.abc import Iterator

import pytest

from service.process import gc_tuning, projector
from service.process.gc_tuning import IdleCollections
from service.process.settings import DATABASE_OF_WORKERS


@pytest.fixture
def full_collections() -> Iterator[list[int]]:
    """One entry for each time that all objects were looked through; afterwards all is as it was."""
    thresholds, found = gc.get_threshold(), list[int]()

    def note(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            found.append(info["collected"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)
    gc.set_threshold(*thresholds)


def test_all_objects_are_looked_through_only_while_there_is_nothing_to_do(
    full_collections: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 100.0
    monkeypatch.setattr(gc_tuning, "monotonic", lambda: now)
    gc.set_threshold(50, 2, 2)  # as many collections as can be
    idle = IdleCollections()
    full_collections.clear()
    kept = [[number] for number in range(1_000_000)]
    assert full_collections == []
    idle()
    assert full_collections == []
    now += 60
    idle()
    idle()
    assert len(full_collections) == 1
    assert len(kept) == 1_000_000


def test_the_process_of_the_read_models_does_so(full_collections: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    followed: list[str] = []

    def follow(conninfo: str, *_: object) -> str:
        followed.append(conninfo)
        return conninfo

    monkeypatch.setenv(DATABASE_OF_WORKERS, "dbname=nowhere")
    monkeypatch.setattr(projector, "_follow", follow)
    monkeypatch.setattr("os.nice", lambda more: more)
    monkeypatch.setattr("asyncio.run", lambda work: work)
    monkeypatch.setattr(projector, "configure_logging", lambda: None)
    gc.set_threshold(700, 10, 10)
    projector.main()
    assert followed == ["dbname=nowhere"]
    full_collections.clear()
    kept = [[number] for number in range(1_000_000)]
    assert full_collections == []
    assert len(kept) == 1_000_000
