"""How answers are kept in little room."""

from service.http.response_cache import CachedAnswer, ResponseCache, Sources


def _answer(length: int) -> CachedAnswer:
    return CachedAnswer(bytes(length), Sources(1), 1, {}, "application/json")


def test_an_answer_is_found_by_its_question() -> None:
    kept = ResponseCache()
    kept.keep(("a", 1), _answer(3))
    assert kept.get(("a", 1)) == _answer(3)
    assert kept.get(("a", 2)) is None


def test_the_least_recently_used_makes_room() -> None:
    kept = ResponseCache(room=320)
    for name in range(16):
        kept.keep(name, _answer(20))
    assert kept.get(0) == _answer(20)
    kept.keep(16, _answer(20))
    assert kept.get(0) == kept.get(16) == _answer(20)
    assert kept.get(1) is None


def test_an_answer_that_comes_again_takes_its_room_once() -> None:
    kept = ResponseCache(room=320)
    for name in range(15):
        kept.keep(name, _answer(20))
    for length in (20, 18, 19):
        kept.keep(0, _answer(length))
    assert [len(kept[name].content) for name in range(15)] == [19, *[20] * 14]


def test_what_would_take_the_room_of_very_many_is_not_kept() -> None:
    kept = ResponseCache(room=320)
    kept.keep("small", _answer(20))
    kept.keep("large", _answer(21))
    assert kept.get("large") is None
    assert kept.get("small") == _answer(20)


def test_what_has_grown_too_large_takes_the_place_of_what_it_was() -> None:
    kept = ResponseCache(room=320)
    kept.keep("grown", _answer(20))
    kept.keep("grown", _answer(21))
    assert kept.get("grown") is None
