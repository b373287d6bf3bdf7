"""A variation is played from the pages: by links and forms, for every game."""

import json
import re
from html import unescape
from urllib.parse import urlencode, urlsplit

import httpx
import pytest

from domain.registry import GAMES
from tests.domain.games.choosing import WRITTEN
from tests.domain.games.support import sample_of, support_of
from tests.service.api.test_pages import ClientWith, page, session, submit, token_of
from tests.service.scenes import MATCHES, whole

MOST_LINKS = 40


def choices_on(public: httpx.Client, address: str, owner: dict[str, str]) -> str:
    """The part of a page where something is chosen."""
    return page(public, address, headers=owner).partition('id="choices"')[2].partition("</section>")[0]


def options_in(part: str) -> list[str]:
    return [unescape(href) for href in re.findall(r'<li><a class="button" href="([^"]+)"', part)]


def hidden_in(part: str) -> dict[str, str]:
    return {
        name: unescape(value) for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', part)
    }


def chosen(public: httpx.Client, path: str, owner: dict[str, str], key: str) -> dict[str, str]:
    """The form that confirms what the first verb leads to that doesn't end the match."""
    for verb in options_in(choices_on(public, path, owner)):
        form = followed(public, urlsplit(path).path, verb, owner)
        if json.loads(form["field action"])["type"] not in support_of(key).ENDINGS:
            return form
    raise AssertionError(path)


def followed(public: httpx.Client, path: str, href: str, owner: dict[str, str]) -> dict[str, str]:
    """Goes by the first link of each page, or writes, until the action is complete; gives the form that confirms it."""
    for _ in range(MOST_LINKS):
        part = choices_on(public, path + href, owner)
        if 'method="post"' in part:
            return {"action": unescape(re.findall(r'action="(/[^"]+)"', part)[0])} | {
                f"field {name}": value for name, value in hidden_in(part).items()
            }
        if 'method="get"' in part:
            href = f"?{urlencode(hidden_in(part) | {'items': WRITTEN[0]})}"
            continue
        mains = re.findall(r'class="button main" href="([^"]+)"', part)
        href = unescape(mains[0]) if mains else options_in(part)[0]
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
    step = len(sample["actions"]) // 2
    assert f'href="{path}/vary?step={step}"' in page(public, f"{path}?step={step}", headers=owner)
    line = confirmed(public, chosen(public, f"{path}/vary?step={step}", owner, key), owner)
    again = confirmed(public, chosen(public, line, owner, key), owner)
    assert again == line
    (variation,) = api.get(f"{MATCHES}/{match['id']}/variations").json()["items"]
    assert (variation["step"], variation["standing"], variation["audience"]) == (step, 2, "shared")
    seen = page(public, f"{line}?step=1", headers=owner)
    assert 'id="choices"' not in seen
    leave = unescape(re.findall(r'href="([^"]+/vary\?variation[^"]+)"', seen)[0])
    other = confirmed(public, chosen(public, leave, owner, key), owner)
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


@pytest.mark.slow
@pytest.mark.parametrize("key", GAMES)
def test_where_the_match_is_over_nothing_is_asked(api: httpx.Client, public: httpx.Client, key: str) -> None:
    sample = sample_of(key)
    seats = [{"name": f"Player {seat}"} for seat in range(sample["seats"])]
    match = whole(api, sample["actions"], seats=seats, game=key, options=sample["options"])
    owner, path = session(public, token_of(api)), f"/matches/{match['id']}"
    before, body = len(sample["actions"]) - 1, {"actions": sample["actions"][-1:]}
    line = api.post(f"{MATCHES}/{match['id']}/variations", json={"step": before, **body})
    assert line.status_code == 201, line.text
    for over in (f"{path}/vary?step={before + 1}", f"{path}/variations/{line.json()['id']}"):
        assert 'id="choices"' not in page(public, over, headers=owner)
    assert 'id="choices"' in page(public, f"{path}/vary?step={before}", headers=owner)


@pytest.mark.slow
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
