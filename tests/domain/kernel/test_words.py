"""Words from files: plurals, elision, what is missing, and what can't be read."""

import pytest

from domain.kernel.fluent import FluentError, Messages
from domain.kernel.languages import LANGUAGES
from domain.kernel.words import KERNEL, Texts, listed

EN = """
-coin = coin
over = It’s over.
pays =
    { $name } pays { $n ->
        [0] nothing
        [one] a { -coin }
       *[other] { $n } { -coin }s
    }.
only_english = { $n ->
    [one] one
   *[other] many
}
"""

IT = """
over = È finita.
to_name =
    { INITIAL($name) ->
        [a] ad
       *[other] a
    } { $name }
pays = Si paga { to_name }: { $n }.
"""

TEXTS = Texts("tests.domain.kernel", inline={"en": EN, "it": IT})


@pytest.mark.parametrize(
    ("n", "sentence"),
    [(0, "Ada pays nothing."), (1, "Ada pays a coin."), (2, "Ada pays 2 coins."), (1234, "Ada pays 1,234 coins.")],
)
def test_a_number_takes_its_own_variant_or_that_of_its_plural_category(n: int, sentence: str) -> None:
    assert TEXTS["en"]("pays", name="Ada", n=n) == sentence


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Ada", "Si paga ad Ada: 1234,5."),
        ("\N{FIRST STRONG ISOLATE}Àgata\N{POP DIRECTIONAL ISOLATE}", "Si paga ad \u2068Àgata\u2069: 1234,5."),
        ("Bruno", "Si paga a Bruno: 1234,5."),
        ("…", "Si paga a …: 1234,5."),
    ],
)
def test_a_word_before_a_name_follows_its_first_letter(name: str, sentence: str) -> None:
    assert TEXTS["it"]("pays", name=name, n=1234.5).replace("1.234,5", "1234,5") == sentence


def test_what_isn_t_translated_is_said_in_english() -> None:
    assert TEXTS["it"]["over"] == "È finita."
    assert TEXTS["it"]("only_english", n=1) == "one"
    assert "only_english" in TEXTS["it"]
    assert TEXTS["it"].get("nowhere", "default") == "default"
    with pytest.raises(KeyError):
        TEXTS["it"]("nowhere")


def test_a_script_fills_in_a_template() -> None:
    assert TEXTS["en"].template("pays") == "{name} pays {n} coins."
    assert TEXTS["it"].template("only_english", n=1) == "one"
    assert TEXTS["it"].template("pays", n=1) == "Si paga a {name}: {n}."


def test_a_variable_that_isn_t_given_is_an_error() -> None:
    with pytest.raises(KeyError, match="name"):
        TEXTS["en"]("pays", n=1)


@pytest.mark.parametrize(
    "text", ["a = { $n", "a = { $n ->\n    [one] x\n}", "a = { NUMBER($n) }", "a = { b.c }", "a =\n    .b = c"]
)
def test_what_can_t_be_read_says_which_message_it_is(text: str) -> None:
    with pytest.raises(FluentError, match="en"):
        Messages("en", (text,)).resolver("a")({"n": 1})


def test_lists_are_joined_as_each_language_does() -> None:
    assert [listed(["a", "b", "c"], language) for language in ("en", "it")] == ["a, b and c", "a, b e c"]
    assert listed(["Ada", "Elena"], "it") == "Ada ed Elena"
    assert listed(["Ada", "Bruno"], "en", "list_or") == "Ada or Bruno"
    assert [listed([], "en"), listed(["a"], "en")] == ["", "a"]


def test_every_file_of_the_kernel_is_a_language() -> None:
    assert LANGUAGES[0] == "en"
    assert {"en", "it"} <= set(LANGUAGES)
    assert all(KERNEL[language]["chance"] for language in LANGUAGES)
