"""What pages say to who is signed in, and not to others."""

import httpx
import pytest

from service.web.words import WORDS
from tests.service.api.test_pages import page, session, token_of


def test_what_is_not_there_does_not_ask_to_sign_in_who_is_signed_in(api: httpx.Client, public: httpx.Client) -> None:
    signed_in = session(public, token_of(api))
    seen = page(public, "/nothing", 404, headers=signed_in)
    assert WORDS["en"]["fault_404_signed_in_help"] in seen
    assert WORDS["en"]["fault_404_help"] in page(public, "/nothing", 404)


def test_who_is_signed_in_reads_as_whom_where_one_signs_in(api: httpx.Client, public: httpx.Client) -> None:
    signed_in = session(public, token_of(api))
    assert "You are signed in as" in page(public, "/sign-in", headers=signed_in)
    assert "You are signed in as" not in page(public, "/sign-in")


def test_the_file_of_the_owners_token_is_named_as_code(public: httpx.Client) -> None:
    assert '<code class="unbroken">owner-token</code>' in page(public, "/sign-in")


@pytest.mark.parametrize("path", ["/sign-in", "/join"])
def test_the_header_names_who_gets_in_anew(api: httpx.Client, public: httpx.Client, path: str) -> None:
    signed_in = session(public, token_of(api))
    assert '<span class="visitor">' in page(public, path, headers=signed_in)
    assert '<span class="visitor">' not in page(public, path)
