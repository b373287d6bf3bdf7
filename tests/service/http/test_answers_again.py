"""Answers that are given again, while what they rest on is as it was."""

from collections.abc import Sequence

import pytest

from domain.annotations.annotations import annotations_id
from service.http.basis import Basis
from service.http.requests import NOTES, WHOLE, RequestNotes
from tests.service.http.again import ADA, BRUNO, MATCH, TOKENS, Place, Routes


@pytest.fixture
def place() -> Place:
    return Place(Routes(Basis(MATCH)))


def test_the_same_question_is_answered_the_same(place: Place) -> None:
    assert [place.get() for _ in range(3)] == [b"1 "] * 3
    assert place.headers == place.routes.headers
    assert place.counted == [("getIt", 200)] * 2  # those that the routes didn't count


def test_a_change_of_the_match_makes_it_anew(place: Place) -> None:
    assert place.get() == b"1 "
    place.tail.changed[MATCH] = 2
    assert place.get() == b"2 "
    assert place.get() == b"3 "  # it is as of before the change that is known by now
    place.tail.moment = (0, 2)
    assert place.get() == b"4 "
    assert place.get() == b"4 "


def test_notes_count_where_they_are_told() -> None:
    without, with_notes = Place(Routes(Basis(MATCH))), Place(Routes(Basis(MATCH, annotated=True)))
    for place in (without, with_notes):
        place.get()
        place.tail.changed[annotations_id(MATCH)] = 2
    assert without.get() == b"1 "
    assert with_notes.get() == b"2 "


def test_other_names_make_it_anew() -> None:
    place = Place(Routes(Basis(MATCH, (ADA, BRUNO), ("Ada", "Bruno"))))
    assert [place.get(), place.get()] == [b"1 ", b"1 "]
    place.tail.names[BRUNO], place.tail.stamp = "ada", b"2"
    assert place.get() == b"2 "


def test_names_are_asked_for_once_after_some_have_changed() -> None:
    place = Place(Routes(Basis(MATCH, (ADA, BRUNO), ("Ada", "Bruno"))))
    assert [place.get(), place.get()] == [b"1 ", b"1 "]
    assert place.tail.asked_names == 0
    place.tail.stamp = b"2"  # somebody else is called something else
    assert [place.get(), place.get()] == [b"1 ", b"1 "]
    assert place.tail.asked_names == 1


@pytest.mark.parametrize(
    ("first", "second", "again"),
    [
        ("reads", "reads, too", True),
        ("reads", "records", False),
        ("reads", "sits", False),
        ("sits", "reads", False),
        ("reads", None, False),
        (None, "reads", False),
    ],
)
def test_who_has_the_same_rights_is_answered_the_same(
    place: Place, first: str | None, second: str | None, again: bool
) -> None:
    assert place.get(token=first) == b"1 "
    assert place.get(token=second) == (b"1 " if again else b"2 ")


def test_what_is_told_to_one_alone_is_given_to_nobody_else() -> None:
    place = Place(Routes(Basis(MATCH, own=True)))
    assert [place.get(token="reads"), place.get(token="reads, too"), place.get(token="reads")] == [b"1 ", b"2 ", b"1 "]


def test_who_is_not_known_is_left_to_the_routes(place: Place) -> None:
    assert [place.get(token="revoked"), place.get(token="revoked")] == [b"1 ", b"2 "]


def test_without_a_stamp_names_are_asked_for_each_time() -> None:
    place = Place(Routes(Basis(MATCH, (ADA, BRUNO), ("Ada", "Bruno"))))
    place.tail.stamp = b""
    assert [place.get(), place.get(), place.get()] == [b"1 "] * 3
    assert place.tail.asked_names == 2
    place.tail.names[BRUNO] = "ada"
    assert place.get() == b"2 "


def test_a_token_is_refused_at_once_that_was_good_before(place: Place) -> None:
    assert [place.get(token="reads"), place.get(token="reads")] == [b"1 ", b"1 "]
    assert place.authentication.looked_up == 1
    place.authentication.revoke("reads")
    assert [place.get(token="reads"), place.get(token="reads")] == [b"2 ", b"3 "]
    assert place.get(token="reads, too") == b"1 "  # which has the same rights


def test_a_token_that_has_other_rights_by_now_is_another_one(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    assert place.get(token="reads") == b"1 "
    monkeypatch.setitem(TOKENS, "reads", TOKENS["records"])
    assert place.get(token="reads") == b"1 "  # as long as it is remembered
    place.authentication.revoke("sits")
    assert place.get(token="reads") == b"2 "


def test_what_can_be_is_sent_in_one_piece() -> None:
    routes = Routes(Basis(MATCH, read_model="history", front=b'{"position":'))
    place, sent = Place(routes), []

    def whole(status: int, pieces: Sequence[bytes]) -> bool:
        sent.append((status, b"".join(pieces)))
        return True

    place.more = {WHOLE: whole}
    assert [place.get(), place.get()] == [b"1 ", b""]
    assert sent == [(200, b'content-type: text/plain\r\ncontent-length: 14\r\n\r\n{"position":5}')]
    place.more = {WHOLE: whole, NOTES: RequestNotes()}  # somebody watches
    assert place.get() == b'{"position":5}'
    place.more = {WHOLE: lambda *_: False}
    assert place.get() == b'{"position":5}'


def test_headers_are_part_of_the_question_but_for_some(place: Place) -> None:
    assert place.get(accept_language="de", user_agent="one") == b"1 "
    assert place.get(accept_language="de", user_agent="other", referer="here") == b"1 "
    assert place.get(accept_language="it") == b"2 "
    assert place.get(accept_language="de", what_is_new="1") == b"3 "
    assert place.get("/m/2", accept_language="de") == b"4 "


def test_a_page_tells_how_far_its_read_model_has_got() -> None:
    routes = Routes(Basis(MATCH, read_model="history", front=b'{"position":'))
    place = Place(routes)
    place.get()
    assert place.get() == b'{"position":5}'
    assert (b"content-length", b"14") in place.headers
    place.tail.positions["history"] = 1234
    assert place.get() == b'{"position":1234}'
    assert [value for name, value in place.headers if name == b"content-length"] == [b"17"]
    del place.tail.positions["history"]  # it is made anew
    assert place.get() == b"2 "
    routes.headers.append((b"content-encoding", b"gzip"))
    compressed = Place(routes)
    assert [compressed.get(), compressed.get()] == [b"3 ", b"4 "]


@pytest.mark.parametrize(
    "routes",
    [
        Routes(None),
        Routes(Basis(MATCH), 404),
        Routes(Basis(MATCH), 200, (b"set-cookie", b"theme=dark")),
    ],
    ids=["what rests on more", "a problem", "a cookie"],
)
def test_other_answers_are_made_each_time(routes: Routes) -> None:
    place = Place(routes)
    assert [place.get(), place.get()] == [b"1 ", b"2 "]


def test_what_comes_bit_by_bit_is_made_each_time(place: Place) -> None:
    place.routes.pieces = 2
    assert [place.get(), place.get()] == [b"1 1 ", b"2 2 "]


def test_that_nothing_is_new_is_told_again() -> None:
    place = Place(Routes(Basis(MATCH), 304))
    assert [place.get(), place.get()] == [b"1 ", b"1 "]


def test_while_the_database_gives_no_answer_the_routes_are_asked(place: Place) -> None:
    place.get()
    place.tail.is_lost = True
    assert place.get() == b"2 "


def test_the_routes_go_on_waiting_for_who_asks(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else a database that can't be reached would be waited for twice."""
    monkeypatch.setattr("service.http.answers_again._BRIEFLY", 0.01)
    place.authentication.is_silent = True
    assert [place.get(token="reads") for _ in range(2)] == [b"1 ", b"2 "]
    place.authentication.is_silent = False
    assert [place.get(token="reads") for _ in range(2)] == [b"3 ", b"3 "]


def test_while_nothing_of_the_log_is_known_nothing_is_remembered(place: Place) -> None:
    place.tail.moment = None
    assert [place.get(), place.get()] == [b"1 ", b"2 "]
    place.tail.moment = (0, 1)
    assert [place.get(), place.get()] == [b"3 ", b"3 "]


def test_what_is_too_long_is_not_remembered(place: Place) -> None:
    assert [place.get(cookie_or_so="x" * 3000) for _ in range(2)] == [b"1 ", b"2 "]
    large = Place(Routes(Basis(MATCH)), room=10)
    assert [large.get(), large.get()] == [b"1 ", b"2 "]


def test_the_least_recently_used_makes_room() -> None:
    place = Place(Routes(Basis(MATCH)), room=5_000)  # two of them, with what is beside a body
    for path, made in [("/m/1", b"1 "), ("/m/2", b"2 "), ("/m/1", b"1 "), ("/m/3", b"3 "), ("/m/1", b"1 ")]:
        assert place.get(path) == made
    assert place.get("/m/2") == b"4 "
