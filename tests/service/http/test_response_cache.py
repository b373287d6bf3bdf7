"""How answers are kept in little room."""

from service.http.response_cache import ResponseCache


def test_an_answer_is_told_again() -> None:
    kept = ResponseCache()
    kept.keep(("a", 1), b"one")
    assert kept.get(("a", 1)) == b"one"
    assert kept.get(("a", 2)) is None


def test_those_used_least_recently_go_first() -> None:
    kept = ResponseCache(room=320)
    for name in range(16):
        kept.keep(name, bytes(20))
    assert kept.get(0) == bytes(20)
    kept.keep(16, bytes(20))
    assert kept.get(0) == kept.get(16) == bytes(20)
    assert kept.get(1) is None


def test_what_is_kept_anew_takes_its_room_once() -> None:
    kept = ResponseCache(room=320)
    for name in range(15):
        kept.keep(name, bytes(20))
    for length in range(20):
        kept.keep(0, bytes(length))
    assert [len(kept.get(name) or b"") for name in range(15)] == [19, *[20] * 14]


def test_what_would_take_the_room_of_very_many_is_not_kept() -> None:
    kept = ResponseCache(room=320)
    kept.keep("small", bytes(20))
    kept.keep("large", bytes(21))
    assert kept.get("large") is None
    assert kept.get("small") == bytes(20)
