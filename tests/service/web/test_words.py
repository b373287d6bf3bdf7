"""Numbers as pages write them."""

import pytest

from domain.kernel.languages import ENGLISH, Language
from service.web.words import decimal


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
