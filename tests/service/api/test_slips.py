"""Slips in sample matches of Halunken and Dschunke are recorded as they were played, by the API and on the page."""

import json
import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import httpx
import pytest
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.games.halunken.actions import HalunkenReveal, HalunkenTops
from domain.kernel.pending import Finished
from domain.kernel.points import Points
from domain.kernel.viewer import RECORDER
from tests.domain.games.dschunke.test_slips import draws
from tests.domain.games.halunken.test_slips import chosen, one_too_far
from tests.domain.games.slips import Sample, as_it_was, proposed, refused
from tests.domain.games.support import Table
from tests.service.api.test_identify_page import form_of
from tests.service.api.test_pages import page, session, submit, token_of
from tests.service.scenes import MATCHES, guests, open_match, play, played, problem


class ToldSlip(Struct, frozen=True):
    """A sample match up to a slip.

    Attributes:
        before: what was done by the rules.
        slip: what was done then, and the rules refuse.
        after: what was done behind it, to the end; as far as that was irregular, too, as adjusts.
        scores: how it ended.
    """

    sample: Sample
    before: Sequence[Any]
    slip: Any
    after: Sequence[Any]
    scores: Sequence[Points | None]


def three_for_four() -> ToldSlip:
    """Somebody draws a card too few."""
    sample = Sample("dschunke-standard-4-open")
    step, goods = next(draws(sample))
    return told(sample, step.number - 1, step.before, replace(step.action, goods=goods[:-1]))


def captain_too_far() -> ToldSlip:
    """A captain goes one space further than the card says, and takes a rogue there; the next one is turned up."""
    sample = Sample("halunken-intro-3")
    step, beyond = next(one_too_far(sample))
    below = HalunkenReveal(rogues=HalunkenTops.of({beyond: step.after.unseen[0]}))
    return told(sample, step.number, step.after, below)


def told(sample: Sample, number: int, state: Any, slip: Any) -> ToldSlip:
    """The match after its first `number` actions, the slip, and what comes of the others."""
    table = Table(sample.game, state)
    table.plays(as_it_was(table, proposed(table, slip)[0]))
    if not refused(table, slip):
        table.plays(slip)
    after: list[Any] = []
    for wanted in [*sample.actions[number:], *[None] * 300]:
        if isinstance(table.pending, Finished):
            break
        for action in as_played(table, wanted):
            table.plays(action)
            after.append(action)
    scores = [standing.score for standing in sample.game.standings(table.state, RECORDER)]
    return ToldSlip(sample, sample.actions[:number], slip, after, scores)


def as_played(table: Table, action: Any) -> list[Any]:
    """`action`, or what the game proposes in its place, or what comes first of what the rules allow."""
    if action is None:
        return [chosen(table)]
    if not refused(table, action):
        return [action]
    changes = next(iter(proposed(table, action)), None)
    if changes is None:
        return []
    adjust = as_it_was(table, changes)
    there = Table(table.game, table.state).plays(adjust)
    return [adjust] if refused(there, action) else [adjust, action]


@pytest.fixture(scope="module", params=[three_for_four, captain_too_far], ids=["dschunke", "halunken"])
def slip(request: pytest.FixtureRequest) -> ToldSlip:
    made: ToldSlip = request.param()
    return made


def proposed_in(form: str) -> list[dict[str, str]]:
    """What a form of the page would send, for each of the adjusts that it offers."""
    hidden = form_of(form)
    radios = re.findall(r'<input type="radio" name="adjust" value="([^"]*)"', form)
    return [hidden | {"adjust": unescape(value)} for value in radios] or [hidden]


def opened(api: httpx.Client, slip: ToldSlip) -> dict[str, Any]:
    """The match up to the slip."""
    sample = slip.sample
    match = open_match(api, game=sample.game.meta.key, seats=guests(sample.seats), options=sample.options)
    played(api, match, *map(to_builtins, slip.before))
    return match


def assert_true_end(api: httpx.Client, match: dict[str, Any], slip: ToldSlip) -> None:
    """The rest is taken, and the match ends as it did."""
    played(api, match, *map(to_builtins, slip.after))
    state = api.get(f"{MATCHES}/{match['id']}/state").json()
    assert state["pending"]["type"] == "finished"
    assert [one["score"] for one in state["standings"]] == list(slip.scores)
    assert len(slip.before) + 1 in state["irregular_steps"]


def test_a_slip_is_recorded_to_the_true_end(api: httpx.Client, slip: ToldSlip) -> None:
    match = opened(api, slip)
    answer = problem(play(api, match, to_builtins(slip.slip)), 422, "rule-violation")
    proposal = answer["proposals"][0]
    assert proposal["sentence"].startswith("As it was played")
    done = [slip.slip] if proposal["followed"] else []
    played(api, match, proposal["adjust"] | {"reason": "Nobody noticed."}, *map(to_builtins, done))
    assert_true_end(api, match, slip)


def test_a_slip_is_recorded_on_the_page_to_the_true_end(
    api: httpx.Client, public: httpx.Client, slip: ToldSlip
) -> None:
    match, owner = opened(api, slip), session(api, token_of(api))
    version = api.get(f"{MATCHES}/{match['id']}").json()["version"]
    form = {"action": json.dumps(to_builtins(slip.slip)), "version": str(version)}
    answer = submit(public, f"/matches/{match['id']}/record", form, **owner)
    link = re.search(r'href="([^"]*record/adjust[^"]*)">Was it played so all the same\?', answer.text)
    assert link
    asked = page(public, unescape(link[1]), headers=owner)
    offered = re.search(r'<form method="post" action="[^"]*/record/adjust".*?</form>', asked, re.DOTALL)
    assert offered
    form = proposed_in(offered[0])[0] | {"reason": "Nobody noticed."}
    assert submit(public, f"/matches/{match['id']}/record/adjust", form, **owner).status_code == 303
    assert_true_end(api, match, slip)
