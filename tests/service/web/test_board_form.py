"""The form that keeps the board of a box."""

from html import unescape

import httpx

from tests.service.api.test_pages import page, session, submit, token_of
from tests.service.scenes import BASE


def test_a_board_is_kept_by_a_form(api: httpx.Client, public: httpx.Client) -> None:
    path = "/games/dschunke/boards/new"
    signed_in = session(public, token_of(api))
    text = page(public, path, headers=signed_in)
    default = unescape(text.partition('class="json">\n')[2].partition("</textarea>")[0])
    wrong = submit(public, path, {"name": "Ours", "board": "{"}, **signed_in)
    assert wrong.status_code == 422
    assert 'role="alert"' in wrong.text
    italian = signed_in | {"Accept-Language": "it"}
    nonsense = submit(public, path, {"name": "Ours", "board": '{"junk_order": ["grey"]}'}, **italian)
    assert nonsense.status_code == 422
    assert "L’ordine nomina ognuna" in nonsense.text
    assert '<a href="/games/dschunke/rules#D1.9">D1.9</a>' in nonsense.text
    kept = submit(public, path, {"name": "Our <box>", "board": default}, **signed_in)
    assert kept.status_code == 303
    assert "Our &lt;box&gt;" in page(public, "/games/dschunke")
    assert [board["name"] for board in public.get(f"{BASE}/games/dschunke/boards").json()["items"]] == ["Our <box>"]
    page(public, path, 401)
    page(api, "/games/klunker/boards/new", 404)
