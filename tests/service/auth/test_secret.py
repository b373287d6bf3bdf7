"""Tokens as their holders have them."""

from uuid import UUID, uuid4

import pytest

from service.auth.secret import Bearer, derived, fresh, read_bearer

MATCH = UUID(int=7)


def test_a_fresh_token_is_read_again_and_is_like_no_other() -> None:
    made = [fresh() for _ in range(50)]
    assert [read_bearer(bearer.text) for bearer in made] == made
    assert len({bearer.id for bearer in made}) == len({bearer.text for bearer in made}) == 50
    assert all(len(bearer.text.rpartition("_")[2]) == 64 for bearer in made)  # 256 bits


def test_a_derived_token_is_always_the_same() -> None:
    assert derived("partita_a_b", "seat", MATCH, 1) == derived("partita_a_b", "seat", MATCH, 1)


def test_a_derived_token_depends_on_everything() -> None:
    made = [
        derived("partita_a_b", "seat", MATCH, 0),
        derived("partita_a_b", "seat", MATCH, 1),
        derived("partita_a_b", "token", MATCH, 0),
        derived("partita_a_c", "seat", MATCH, 0),
        derived("partita_a_b", "seat", uuid4(), 0),
    ]
    parts = [part for bearer in made for part in bearer.text.split("_")[1:]]
    assert len(set(parts)) == 2 * len(made)
    assert all(read_bearer(bearer.text) == bearer for bearer in made)


def test_the_form_that_is_stored_is_kept() -> None:
    """Tokens that were given once must be good for ever."""
    bearer = derived("partita_0123456789ab_secret", "seat", MATCH, 2)
    assert bearer.text == (
        "partita_248946a87392f7cf10c9_9d2140a4f62f44981c0d1b4f744726cb09f7e970390df3abb1246a8097b0187c"
    )
    assert bearer.digest.hex() == "243c58a9d7da2df3e9ec1990fc5a652988d8421fc7a1109e08dcd26ffbe08822"


@pytest.mark.parametrize(
    "text", ["", "partita", "partita__", "partita_a_", "partita_a", "x_a_b", "partita_a_b_c", "partita_\u00e9_b"]
)
def test_what_has_another_form_is_no_token(text: str) -> None:
    assert read_bearer(text) is None


def test_a_token_shows_its_id() -> None:
    assert read_bearer("partita_abc_def") == Bearer("abc", "partita_abc_def")
