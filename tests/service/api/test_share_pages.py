"""How a replay is shared: a page with link, code and picture, and a board that other sites may frame."""

import re
import struct
from html import unescape

import httpx
import pytest

from tests.service.api.test_pages import HTML, page, session, token_of
from tests.service.scenes import dealt, whole


def test_a_step_is_shared_with_the_viewer_that_it_is_seen_by(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    seen = unescape(page(public, f"/matches/{match['id']}/share?step=3&viewer=seat:1"))
    base = str(public.base_url).rstrip("/")
    assert f'value="{base}/matches/{match["id"]}?step=3&viewer=seat%3A1"' in seen
    assert f'<iframe src="{base}/embed/matches/{match["id"]}?step=3"' in seen
    assert f"/api/v1/matches/{match['id']}/replay/steps/3.svg?layout=landscape&viewer=seat:1" in seen
    assert "<svg" in seen
    assert page(public, f"/matches/{match['id']}/share?step=999", 404)
    replay = page(public, f"/matches/{match['id']}?step=3")
    assert 'property="og:title" content="Klunker: ' in replay
    assert 'property="og:description" content="Step 3 of ' in replay


def test_only_the_board_may_be_framed_and_shows_what_everybody_may_see(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api)
    path = f"/embed/matches/{match['id']}?step=1"
    framed = public.get(path, headers=HTML)
    assert framed.status_code == 200
    assert re.search(r"<h1[^>]*><bdi>Klunker</bdi> · Step 1</h1>", framed.text)
    assert ">Open in Partita</a>" in framed.text
    policy = framed.headers["content-security-policy"]
    assert policy.endswith("frame-ancestors *")
    assert "script-src" not in policy
    assert framed.headers["x-content-type-options"] == "nosniff"
    for other in (f"/matches/{match['id']}", f"/matches/{match['id']}/share", "/"):
        assert "frame-ancestors 'none'" in public.get(other, headers=HTML).headers["content-security-policy"]
    # The owner is shown no more in a frame than anybody.
    assert api.get(path, headers=HTML).text == framed.text
    assert public.get(path, headers=HTML | session(public, token_of(api))).text == framed.text
    assert public.get(f"/embed/matches/{match['id']}?step=99", headers=HTML).status_code == 404


def test_a_private_match_is_in_no_frame(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api, visibility="private")
    for client in (api, public):
        assert client.get(f"/embed/matches/{match['id']}", headers=HTML).status_code == 404
    assert "Not everybody may see this match" in page(api, f"/matches/{match['id']}/share")


@pytest.mark.slow
def test_a_link_has_an_image_of_its_step(api: httpx.Client, public: httpx.Client) -> None:
    match = whole(api)
    (image,) = re.findall(
        'property="og:image" content="([^"]*)"', page(public, f"/matches/{match['id']}?step=3&viewer=seat:1")
    )
    assert image == f"{str(public.base_url).rstrip('/')}/matches/{match['id']}/preview.png?step=3"
    answer = public.get(image)
    assert (answer.status_code, answer.headers["content-type"]) == (200, "image/png")
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", answer.content[16:24]) == (1200, 630)
    assert public.get(image, headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    assert public.get(image.replace("=3", "=4")).content != answer.content
    assert public.get(image.replace("=3", "=999")).status_code == 404


def test_the_image_shows_everybody_the_same(api: httpx.Client, public: httpx.Client) -> None:
    """It is stored by others: what the owner sees isn't in it."""
    path = f"/matches/{dealt(api)['id']}/preview.png"
    assert api.get(path).content == public.get(path).content


def test_a_private_match_has_no_image(api: httpx.Client, public: httpx.Client) -> None:
    match = dealt(api, visibility="private")
    assert "og:image" not in page(api, f"/matches/{match['id']}")
    for client in (api, public):
        assert client.get(f"/matches/{match['id']}/preview.png").status_code == 404
