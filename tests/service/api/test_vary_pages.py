"""A variation is played from the pages: by links and forms, for every game."""

import re
from html import unescape
from urllib.parse import urlsplit

import httpx
import pytest

from domain.registry import GAMES
from tests.domain.games.support import sample_of
from tests.service.api.test_pages import ClientWith, page, session, submit, token_of
from tests.service.scenes import MATCHES, whole

MOST_LINKS = 40


def chosen(public: httpx.Client, path: str, owner: dict[str, str]) -> dict[str, str]:
    """Goes by the first link of each page until the action is complete; gives the form that confirms it."""
    address = path
    for _ in range(MOST_LINKS):
        seen = page(public, address, headers=owner)
        part = seen.partition('id="choices"')[2].partition("</section>")[0]
        if 'method="post"' in part:
            fields = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', part)
            return {"action": unescape(re.findall(r'action="(/[^"]+)"', part)[0])} | {
                f"field {name}": unescape(value) for name, value in fields
            }
        mains = re.findall(r'class="button main" href="([^"]+)"', part)
        options = re.findall(r'<li><a class="button" href="([^"]+)"', part)
        address = urlsplit(path).path + unescape((mains or options)[0])
    raise AssertionError(path)


def confirmed(public: httpx.Client, form: dict[str, str], owner: dict[str, str]) -> str:
    fields = {name.removeprefix("field "): value for name, value in form.items() if name.startswith("field ")}
    answer = submit(public, form["action"], fields, **owner)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_a_line_is_played_from_the_middle_of_a_match(api: httpx.Client, public: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    match = whole(api, sample["actions"], seats=seats, game=key, options=sample["options"])
    owner, path = session(public, token_of(api)), f"/matches/{match['id']}"
    step = match["step"] // 2
    assert f'href="{path}/vary?step={step}"' in page(public, f"{path}?step={step}", headers=owner)
    line = confirmed(public, chosen(public, f"{path}/vary?step={step}", owner), owner)
    again = confirmed(public, chosen(public, line, owner), owner)
    assert again == line
    (variation,) = api.get(f"{MATCHES}/{match['id']}/variations").json()["items"]
    assert (variation["step"], variation["standing"], variation["audience"]) == (step, 2, "shared")
    seen = page(public, f"{line}?step=1", headers=owner)
    assert 'id="choices"' not in seen
    leave = unescape(re.findall(r'href="([^"]+/vary\?variation[^"]+)"', seen)[0])
    other = confirmed(public, chosen(public, leave, owner), owner)
    assert other != line
    form = {"version": str(variation["version"]), "audience": "public", "title": "Better?", "do": "save"}
    assert submit(public, line, form, **owner).status_code == 303
    assert submit(public, line, form | {"do": "cut"}, **owner).status_code == 412
    parent = next(one for one in api.get(f"{MATCHES}/{match['id']}/variations").json()["items"] if not one["parent"])
    assert (parent["title"], parent["audience"]) == ("Better?", "public")
    newest = form | {"version": str(parent["version"])}
    assert submit(public, line, newest | {"do": "cut"}, **owner).status_code == 303
    parent = api.get(f"{MATCHES}/{match['id']}/variations/{parent['id']}").json()
    assert len(parent["actions"]) == 1
    gone = submit(public, line, newest | {"version": str(parent["version"]), "do": "delete"}, **owner)
    assert gone.headers["location"] == f"{path}#variations"
    assert api.get(f"{MATCHES}/{match['id']}/variations").json()["items"] == []


def test_who_may_not_vary_is_not_asked_to(api: httpx.Client, public: httpx.Client, client_with: ClientWith) -> None:
    match = whole(api)
    path = f"/matches/{match['id']}"
    reader = session(public, token_of(client_with("read")))
    assert "/vary" not in page(public, path, headers=reader)
    assert page(public, f"{path}/vary?step=1", 403, headers=reader)
    assert page(public, f"{path}/vary?step=1", 401)
    owner = session(public, token_of(api))
    assert page(public, f"{path}/vary?step=9999", 404, headers=owner)
    form = {"action": '{"type": "rumour"}', "step": "1", "variation": ""}
    assert submit(public, f"{path}/vary", form, **owner).status_code in {400, 422}
    assert submit(public, f"{path}/vary", form | {"variation": "x"}, **owner).status_code in {400, 422}
