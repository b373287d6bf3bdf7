"""Numbers and dates as pages write them."""

from datetime import date

import pytest

from domain.kernel.languages import ENGLISH, Language
from service.web.words import decimal, percent, weekday


@pytest.mark.parametrize(
    ("number", "language", "written"),
    [
        (3.25, ENGLISH, "3.2"),
        (-3.2, ENGLISH, "−3.2"),
        (-0.04, ENGLISH, "0.0"),
        (-0.04, "de", "0,0"),
        (None, ENGLISH, "–"),
    ],
)
def test_a_number_has_one_decimal_and_nothing_has_no_sign(
    number: float | None, language: Language, written: str
) -> None:
    assert decimal(number, language) == written


@pytest.mark.parametrize(("language", "written"), [(ENGLISH, "67%"), ("de", "67\N{NO-BREAK SPACE}%"), ("it", "67%")])
def test_per_cents_have_the_space_that_the_language_puts_there(language: Language, written: str) -> None:
    assert percent(2 / 3, language) == written


@pytest.mark.parametrize(
    ("language", "written"),
    [(ENGLISH, "Sun 29 November 2026"), ("de", "So., 29. November 2026"), ("it", "dom 29 novembre 2026")],
)
def test_a_day_of_the_week_stands_before_its_date_as_the_language_puts_it(language: Language, written: str) -> None:
    assert weekday(date(2026, 11, 29), language) == written
