"""A sealed match withstands every form of the pages, and an arbiter who gives a reason in the form changes it.

For a new form at the address of a match, add a line to `WRITES`, or to `BESIDE` if it changes nothing of the match.
"""

from collections.abc import Mapping
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

import service.web
from service.http.discovery import handlers_in
from service.web.words import WORDS
from tests.service.api.test_identify_page import follow, form_of, secret
from tests.service.api.test_pages import HTML, page, session, submit
from tests.service.results import PIN, arbiter, make_token, result_of
from tests.service.scenes import BASE, DEAL, MATCHES, ROUND, THREE, dealt, open_match, whole

LAST: Final = len(THREE["actions"])
CARDS: Final = '{"seat": 0, "jewels": ["tiara"]}'
SEALED: Final = WORDS["en"]["result_help_sealed"]


class Write(Struct, frozen=True):
    """A form that asks for a change of a match.

    Attributes:
        path: what follows the address of the match.
        form: what is sent, beside the `version` where that is asked for.
        by_arbiter: whether an arbiter may do so to a sealed match, with a reason.
    """

    path: str
    form: Mapping[str, str]
    version: bool = True
    by_arbiter: bool = True


WRITES: Final = {
    "/record": Write("record", {"action": '{"type": "pass", "seat": 0}'}, by_arbiter=False),
    "/record/adjust": Write(
        "record/adjust",
        {"adjust": '{"type": "adjust", "changes": [{"type": "turn", "seat": 1}]}', "reason": "so", "action": ""},
        by_arbiter=False,
    ),
    "/record/undo": Write("record/undo", {"to_step": str(LAST - 1)}),
    "/record/end": Write("record/end", {"how": "reopen", "reason": ""}),
    "/record/identify/{step:int}": Write("record/identify/0", {"action": CARDS}, by_arbiter=False),
    "/remove": Write("remove", {"sure": "yes"}, version=False),
    "/result/confirm": Write(
        "result/confirm", {"seat": "0", "result": "1", "pin": PIN}, version=False, by_arbiter=False
    ),
    "/result/dispute": Write(
        "result/dispute", {"seat": "0", "step": "1", "comment": "no", "pin": PIN}, version=False, by_arbiter=False
    ),
    "/result/withdraw": Write("result/withdraw", {"seat": "0", "pin": PIN}, version=False, by_arbiter=False),
    "/result/decide": Write("result/decide", {"seat": "0", "reason": "so"}, version=False, by_arbiter=False),
    "/result/seal": Write("result/seal", {"reason": "so"}, version=False, by_arbiter=False),
}
"""Every form that changes a match, by what follows the address of the match."""

BESIDE: Final = {
    "/phones": "who may read is no part of the result",
    "/comments": "what people write beside a match is no part of it, as are the following",
    "/notes": "",
    "/notes/{annotation_id:uuid}": "",
    "/vary": "",
    "/variations/{variation_id:uuid}/moves": "",
    "/variations/{variation_id:uuid}": "",
    "/second-record": "it opens another match, which doesn't count",
    "/comparison": "it is an amendment: `test_a_side_is_taken_in_a_sealed_match_with_a_reason`",
}
AT_A_MATCH: Final = "/matches/{match_id:uuid}"


def record_page(client: httpx.Client, match: dict[str, Any], signed_in: dict[str, str]) -> str:
    """The page for recording, which has what its script goes by within it."""
    answer = client.get(f"/matches/{match['id']}/record", headers=HTML | signed_in)
    assert answer.status_code == 200, answer.text
    return answer.text


def test_every_form_is_listed() -> None:
    forms = {
        path.removeprefix(AT_A_MATCH)
        for handler in handlers_in(service.web)
        for path in handler.paths
        if "POST" in handler.http_methods and path.startswith(AT_A_MATCH)
    }
    assert forms == WRITES.keys() | BESIDE.keys()


def ended(api: httpx.Client, name: str) -> dict[str, Any]:
    """A sealed match to which the form could do something: it goes on where it is to be opened again."""
    if name == "/record/end":
        match = dealt(api)
        assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).is_success
    else:
        match = whole(api)
    sealed = api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "all have gone"}, headers=arbiter(api))
    assert sealed.status_code == 201, sealed.text
    return match


def sent(
    api: httpx.Client, client: httpx.Client, match: dict[str, Any], name: str, signed_in: dict[str, str], **more: str
) -> httpx.Response:
    write = WRITES[name]
    form = {**write.form, **more}
    if write.version:
        form["version"] = str(api.get(f"{MATCHES}/{match['id']}").json()["version"])
    return submit(client, f"/matches/{match['id']}/{write.path}", form, **signed_in)


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITES)
def test_a_sealed_match_is_what_it_was(api: httpx.Client, public: httpx.Client, name: str) -> None:
    match = ended(api, name)
    before = api.get(f"{MATCHES}/{match['id']}").content
    ruled = {"ruling": "I would like to"} if WRITES[name].by_arbiter else {}
    for role in ("recorder", "arbiter"):
        signed_in = session(public, make_token(api, role=role)["token"])
        for more in ({}, ruled) if role == "recorder" else ({}, dict.fromkeys(ruled, " ")):
            answer = sent(api, public, match, name, signed_in, **more)
            assert answer.status_code in {400, 403, 409, 422}, answer.text
            assert api.get(f"{MATCHES}/{match['id']}").content == before
            if WRITES[name].by_arbiter and not more:
                assert (answer.status_code, SEALED in answer.text) == (409, True)
                assert ('name="ruling"' in answer.text) is (role == "arbiter")
    seat = session(public, match["seats"][0]["token"])
    assert sent(api, public, match, name, seat).status_code in {403, 409}
    assert api.get(f"{MATCHES}/{match['id']}").content == before


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, write in WRITES.items() if write.by_arbiter])
def test_an_arbiter_changes_it_with_a_reason(api: httpx.Client, public: httpx.Client, name: str) -> None:
    match = ended(api, name)
    path = f"{MATCHES}/{match['id']}"
    signed_in = session(public, make_token(api, role="arbiter")["token"])
    assert 'name="ruling"' in (
        page(public, f"/matches/{match['id']}/remove", headers=signed_in)
        if name == "/remove"
        else record_page(public, match, signed_in)
    )
    answer = sent(api, public, match, name, signed_in, ruling="Così l’hanno visto tutti")
    assert answer.status_code == 303, answer.text
    if name == "/remove":
        assert api.get(path).status_code == 404
        return
    (change,) = api.get(f"{path}/changes").json()["items"]
    assert change["reason"] == "Così l’hanno visto tutti"
    assert 'name="ruling"' not in record_page(public, match, signed_in)  # it goes on


def test_whoever_is_no_arbiter_is_offered_no_change(api: httpx.Client, public: httpx.Client) -> None:
    """Neither one without the scope, nor an arbiter of other series."""
    match = ended(api, "/record/undo")
    other = make_token(api, role="arbiter")
    body = {"game": "klunker", "players": [seat["player"]["id"] for seat in match["seats"]], "matches": [match["id"]]}
    series = api.post(f"{BASE}/series", json={**body, "arbiters": [make_token(api, role="arbiter")["id"]]})
    assert series.status_code == 201, series.text
    api.get(f"{BASE}/series", params={"after_position": series.json()["position"]})
    for token in (other["token"], make_token(api, role="recorder")["token"]):
        signed_in = session(public, token)
        shown = record_page(public, match, signed_in)
        assert 'id="undo" hidden' in shown
        assert 'value="reopen"' not in shown
        assert '"fixes":false' in shown
        assert "/result/seal" not in page(public, f"/matches/{match['id']}/result", headers=signed_in)
        assert sent(api, public, match, "/record/undo", signed_in, ruling="so").status_code == 403


def test_unknown_cards_are_identified_with_a_reason(api: httpx.Client, public: httpx.Client) -> None:
    match = secret(api)
    path = f"/matches/{match['id']}/record/identify/1"
    assert api.post(f"{MATCHES}/{match['id']}/conclusion", json={}).is_success
    assert api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "gone"}, headers=arbiter(api)).is_success
    signed_in = session(public, make_token(api, role="arbiter")["token"])
    form_page = follow(public, signed_in, match, "Bruno", "necklace", "Done")
    assert 'name="ruling"' in form_page
    refused = submit(public, path, form_of(form_page), **signed_in)
    assert (refused.status_code, SEALED in refused.text) == (409, True)
    assert submit(public, path, form_of(form_page) | {"ruling": "It was shown"}, **signed_in).status_code == 303
    (change,) = api.get(f"{MATCHES}/{match['id']}/changes").json()["items"]
    assert change["reason"] == "It was shown"
    assert result_of(api, match)["status"] == "sealed"


def test_a_side_is_taken_in_a_sealed_match_with_a_reason(api: httpx.Client, public: httpx.Client) -> None:
    match = open_match(api)
    second = api.post(f"{MATCHES}/{match['id']}/second-record").json()["match"]
    for one in (match["id"], second):
        others = {**ROUND[2], "jewels": ["gold_teeth"]} if one == second else ROUND[2]
        recorded = api.post(f"{MATCHES}/{one}/actions", json={"actions": [DEAL, *ROUND[:2], others]})
        assert recorded.status_code == 201, recorded.text
        assert api.post(f"{MATCHES}/{one}/conclusion", json={}).is_success
    api.post(f"{MATCHES}/{match['id']}/seal", json={"reason": "all have gone"}, headers=arbiter(api))
    found = api.get(f"{MATCHES}/{match['id']}/comparison").json()
    form = {"difference": "1", "side": "second", "with": "", "reason": ""}
    form |= {f"{side}_version": str(found[side]["version"]) for side in ("first", "second")}
    path = f"/matches/{match['id']}/comparison"
    recorder = session(public, make_token(api, role="recorder")["token"])
    refused = submit(public, path, form, **recorder)
    assert (refused.status_code, SEALED in refused.text) == (409, True)
    assert 'value="second"' not in page(public, path, headers=recorder)
    signed_in = session(public, make_token(api, role="arbiter")["token"])
    refused = submit(public, path, form, **signed_in)
    assert (refused.status_code, 'name="ruling"' in refused.text) == (409, True)
    assert submit(public, path, form | {"ruling": "So it was"}, **signed_in).status_code == 303
    (change,) = api.get(f"{MATCHES}/{match['id']}/changes").json()["items"]
    assert change["reason"] == "So it was"


def test_a_form_has_the_reason_once(api: httpx.Client, public: httpx.Client) -> None:
    match = ended(api, "/record/undo")
    signed_in = session(public, make_token(api, role="arbiter")["token"])
    body = "to_step=1&version=1&ruling=a&ruling=b"
    headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": str(public.base_url), **signed_in}
    answer = public.post(f"/matches/{match['id']}/record/undo", content=body, headers=headers)
    assert answer.status_code == 400, answer.text
