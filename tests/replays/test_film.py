"""Frames that were made before are found again; whatever decides what is in one makes another."""

from threading import Thread
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.viewer import PUBLIC, RECORDER
from replays.film import Film, Shot
from replays.frames import ChapterTitle, Frame, Telling

SHOT = Shot(UUID(int=1), 7, 3, (PUBLIC, PUBLIC), Telling(("Ada", "Bob"), "en"))


def made(step: int = 3) -> Frame:
    return Frame(step, 1, ChapterTitle(1, "x", "X"), None, None, (), None, ())  # type: ignore[arg-type]


def refuse() -> Frame:
    raise AssertionError("it is known")


def test_a_frame_is_made_once() -> None:
    film, first = Film(), made()
    assert film.frame(SHOT, lambda: first) is first
    assert film.frame(replace(SHOT), refuse) is first


@pytest.mark.parametrize(
    "other",
    [
        replace(SHOT, match_id=UUID(int=2)),
        replace(SHOT, version=8),
        replace(SHOT, step=4),
        replace(SHOT, eyes=(RECORDER, PUBLIC)),
        replace(SHOT, eyes=(PUBLIC, 0)),
        replace(SHOT, telling=Telling(("Ada", "Eve"), "en")),
        replace(SHOT, telling=Telling(("Ada", "Bob"), "it")),
    ],
)
def test_what_is_seen_in_another_way_is_another_frame(other: Shot) -> None:
    film, first, second = Film(), made(), made()
    film.frame(SHOT, lambda: first)
    assert film.frame(other, lambda: second) is second
    assert film.frame(SHOT, refuse) is first


def test_no_more_is_kept_than_there_is_room_for_and_what_was_asked_for_last_stays() -> None:
    film = Film(capacity=2)
    frames = {step: made(step) for step in range(3)}
    shots = [replace(SHOT, step=step) for step in range(3)]
    for step in (0, 1, 0, 2):
        film.frame(shots[step], lambda step=step: frames[step])  # type: ignore[misc]
    assert film.frame(shots[0], refuse) is frames[0]
    assert film.frame(shots[2], refuse) is frames[2]
    assert len(film._kept) == 2
    again = made(1)
    assert film.frame(shots[1], lambda: again) is again


def test_what_failed_is_tried_again() -> None:
    film, first = Film(), made()
    with pytest.raises(AssertionError):
        film.frame(SHOT, refuse)
    assert film.frame(SHOT, lambda: first) is first


def test_several_threads_may_ask_at_once() -> None:
    film = Film(capacity=8)
    found: list[bool] = []

    def ask() -> None:
        for step in range(400):
            number = step % 16
            found.append(film.frame(replace(SHOT, step=number), lambda number=number: made(number)).step == number)  # type: ignore[misc]

    threads = [Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 1600
    assert all(found)
    assert len(film._kept) == 8
