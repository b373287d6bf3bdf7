"""The conventions of HTTP, piece by piece."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from litestar.testing import RequestFactory

from service.http.conditional import etag, tag_of, wanted_versions
from service.http.negotiation import language_of
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.problems.details import ProblemError


def request(**headers: str) -> AnyRequest:
    return RequestFactory().get("/", headers={name.replace("_", "-"): value for name, value in headers.items()})


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("IT", "it"),
        ("it-CH", "it"),
        ("it-IT,it;q=0.9,en-US;q=0.8,en;q=0.7", "it"),
        ("en-US,en;q=0.9,it;q=0.8", "en"),
        ("en, it", "en"),
        ("it;q=0.4, en;q=0.5", "en"),
        ("it;q=0.5 , en;q=0.4", "it"),
        ("it ; q=0.5, en; q=0.4", "it"),
        ("en-GB;q=0.2, en;q=0.9, it;q=0.5", "en"),
        ("de", "de"),
        ("fr", "en"),
        ("fr, it;q=0.1", "it"),
        ("it;q=0.5, en;q=0.5", "en"),
        ("it;q=0", "en"),
        ("*", "en"),
        ("*;q=0.1, it;q=0.2", "it"),
        ("*;q=0.3, it;q=0.2", "en"),
        ("it;q=nan", "en"),
        ("it;q=9, en", "en"),
        ("item", "en"),
        (";;;,,,q=1", "en"),
    ],
)
def test_the_language_is_the_preferred_one_of_those_that_there_are(accepted: str | None, language: str) -> None:
    assert language_of(request() if accepted is None else request(accept_language=accepted)) == language


@pytest.mark.parametrize(
    ("values", "form"),
    [
        ((0,), tuple[Place]),
        ((12, 7), tuple[Place, Place]),
        ((date(2024, 2, 29), 1 << 40), tuple[date, Place]),
        ((UUID(int=7),), tuple[UUID]),
    ],
)
def test_a_cursor_is_read_back(values: tuple[Any, ...], form: Any) -> None:
    cursor = make_cursor(*values)
    assert cursor.isascii()
    assert cursor.replace("-", "").replace("_", "").isalnum()
    assert read_cursor(cursor, form) == values


def test_no_cursor_is_no_place() -> None:
    assert read_cursor(None, tuple[Place]) is None


@pytest.mark.parametrize("cursor", ["", "x", "W10", "Wzd d", "[1]", make_cursor(-1), make_cursor("1"), "W\u00e9"])
def test_what_is_not_our_cursor_is_refused(cursor: str) -> None:
    with pytest.raises(ProblemError) as refused:
        read_cursor(cursor, tuple[Place])
    assert refused.value.members == {"parameter": "cursor"}


@pytest.mark.parametrize(
    ("header", "versions"),
    [
        ("*", None),
        (etag(3), {3}),
        ('"1", "22"', {1, 22}),
        (f'"{tag_of(3, "Ada")}"', {3}),
        ('W/"3"', set()),
        ('"3-"', set()),
        ('"03"', set()),
        ('"a,"', set()),
        ('""', set()),
    ],
)
def test_versions_are_wanted_by_strong_tags(header: str, versions: set[int] | None) -> None:
    assert wanted_versions(request(if_match=header)) == versions


def test_without_a_tag_any_version_is_wanted() -> None:
    assert wanted_versions(request()) is None


@pytest.mark.parametrize("header", ["3", '"3', "", '"1";"2"', '"a"b"', "**"])
def test_what_is_no_tag_is_refused(header: str) -> None:
    with pytest.raises(ProblemError):
        wanted_versions(request(if_match=header))
