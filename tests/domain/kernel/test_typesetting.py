"""English that was typed, as it is printed."""

from domain.kernel.typesetting import typeset


def test_what_was_typed_is_set_as_in_print() -> None:
    assert typeset('"Reading" marks others\' cards') == "“Reading” marks others’ cards"
    assert typeset("'Rum' isn't the others', but 'one'.") == "“Rum” isn’t the others’, but “one”."


def test_what_follows_a_number_is_no_quotation_and_code_stays_as_it_is() -> None:
    assert typeset("rows D10.1's places, `a['b']` and the assistants' tracks") == (
        "rows D10.1’s places, `a['b']` and the assistants’ tracks"
    )
