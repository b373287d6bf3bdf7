"""C4: what a seat is offered and told follows from what it may know, and it can't find out more by trying."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import to_builtins

from domain.games.dschunke.actions import DschunkeDeal, DschunkeOffer, DschunkeSupply, DschunkeTakeSpecial
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.meta import GOODS, PILES, DschunkeGood, DschunkeSource
from domain.games.klunker.actions import KlunkerDealing, KlunkerIdentification, KlunkerOptions
from domain.games.klunker.meta import Jewel
from domain.kernel.cards import UNKNOWN
from domain.kernel.game import Setup
from domain.kernel.pending import AwaitSeats
from domain.match.asking import ContradictsRecord, is_claim, legal_for, verify_choice
from domain.match.commands import NotPossible, identified
from domain.match.events import Undo
from domain.match.folding import evolve
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.registry import game_of
from tests.domain.games.dschunke.support import SETUPS
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.twin_walk import AT, opened, played
from tests.service.conftest import running_service
from tests.service.http_client import client_of

GAME = game_of("dschunke")
OPEN_FOUR: Setup[Any] = SETUPS["4-by_kind-open"]
OPEN_TWO: Setup[Any] = SETUPS["2-free-open"]
KEPT, OTHER = "bonus8-grey", "bonus12-white-grey"
AT_THE_END = ("bonus12-grey-orange", "bonus12-orange-violet", "bonus12-violet-brown", "bonus12-brown-white")
MATCHES = "/api/v1/matches"


def until(match: Match, phase: DschunkePhase, random: Random) -> Match:
    """`match` played on at random until that phase."""
    while match.state.phase is not phase:
        match = played(match, chosen_action(GAME, match.state, RandomChoices(random)))
    return match


def taking(setup: Setup[Any], *cards: str, undo: Undo = Undo.GUARDED) -> Match:
    """A match in whose first events the seats have taken these cards, each from the next pile."""
    match = until(opened(GAME, setup, undo), DschunkePhase.EVENT, Random(1))
    for pile, card in zip((*PILES, *PILES), cards, strict=False):
        match = played(match, DschunkeTakeSpecial(seat=match.state.turn, pile=pile, card=card))
    return match


def listed(match: Match, seat: int, kind: str) -> set[str]:
    """The cards in the actions of that type which are listed for `seat`."""
    wires = map(to_builtins, legal_for(match, seat).actions)
    return {wire["card"] for wire in wires if wire["type"] == kind}


# --- what is listed ---


@pytest.mark.parametrize("card", [KEPT, OTHER, "move", UNKNOWN])
def test_C4_a_what_a_seat_may_take_doesnt_tell_what_another_took(card: str) -> None:
    match = taking(OPEN_FOUR, card)
    assert {KEPT, OTHER, "move", UNKNOWN} <= listed(match, match.state.turn, "take_special")


def test_C4_a_what_a_seat_took_itself_it_cant_take_again() -> None:
    match = taking(OPEN_FOUR, KEPT)
    taker = match.line[-1].played.action.seat
    while match.state.phase is not DschunkePhase.EVENT or match.state.turn != taker:
        match = played(match, chosen_action(GAME, match.state, RandomChoices(Random(2))))
    assert KEPT not in listed(match, taker, "take_special")


def test_C4_b_what_an_unknown_card_may_be_doesnt_tell_what_others_hold() -> None:
    plays = []
    for others in (("sell-grey", "sell-white", "load"), ("bonus8-grey", "bonus8-white", "bonus8-brown")):
        match = taking(OPEN_FOUR, UNKNOWN, *others, *AT_THE_END)
        seat = match.state.start_seat
        assert (match.state.phase, match.state.turn) == (DschunkePhase.ACT, seat)
        plays.append(listed(match, seat, "play_special"))
    assert plays[0] == plays[1] >= {"sell-grey", "sell-white", "load"}


def test_C4_c_an_offer_with_cards_of_the_mixed_pile_doesnt_tell_the_other_hand() -> None:
    own = GOODS.spread((2, 2, 2, 2))
    offers = []
    for other in ((4, 4, 0, 0), (0, 0, 4, 4), (2, 2, 2, 2)):
        match = until(opened(GAME, OPEN_TWO), DschunkePhase.DEAL, Random(3))
        match = played(match, DschunkeDeal(hands=(own, GOODS.spread(other))))
        random = Random(3)
        while match.state.phase is not DschunkePhase.OFFER:
            if match.state.phase is DschunkePhase.SUPPLY:
                drawn = (DschunkeSource.MIXED,) * match.state.seats[match.state.turn].supply
                match = played(match, DschunkeSupply(seat=match.state.turn, goods=drawn))
            else:
                match = played(match, chosen_action(GAME, match.state, RandomChoices(random)))
        offers.append(legal_for(match, 0))
    assert offers[0] == offers[1] == offers[2]


def test_C4_identified_cards_of_others_dont_tell_what_a_hand_can_hold() -> None:
    """The same of Klunker with secret hands, where a hand was identified."""
    match = opened(game_of("klunker"), Setup(3, KlunkerOptions(dealing=KlunkerDealing.SECRET)))
    before = legal_for(match, 0)
    held = KlunkerIdentification(seat=1, jewels=(Jewel.NECKLACE,) * 6)
    match = evolve(match, identified(match, 0, held, "", at=AT, by="a test"))
    assert legal_for(match, 0) == before


def test_C4_an_offer_that_names_unknown_cards_is_a_claim_while_another_one_lies_face_down() -> None:
    """The record knows what is in that, also where hands are dealt in secret: trying would tell of it."""
    match = until(opened(GAME, SETUPS["2-fixed-secret"]), DschunkePhase.OFFER, Random(2))
    spices = DschunkeGood.SPICES
    known = DschunkeOffer(seat=0, goods=GOODS.spread(match.state.seats[0].hand.known))
    wrong, right = (DschunkeOffer(seat=0, goods=(spices,) * number) for number in (7, 2))
    assert not any(is_claim(match, offer) for offer in (known, wrong, right))
    before = legal_for(match, 0)
    match = played(match, DschunkeOffer(seat=1, goods=(spices,) * 5))
    assert legal_for(match, 0) == before
    with pytest.raises(ContradictsRecord):
        verify_choice(match, wrong)
    verify_choice(match, right)
    assert is_claim(match, wrong)
    assert is_claim(match, right)
    assert not is_claim(match, known)


# --- what may be tried again ---


@pytest.mark.parametrize("undo", Undo)
def test_C4_a_seat_cant_take_back_what_named_an_unknown_card(undo: Undo) -> None:
    """Else it would play one card after the other, to see which the record takes."""
    match = taking(OPEN_FOUR, UNKNOWN, "load", "draw", "move", *AT_THE_END, undo=undo)
    seat, before = match.state.turn, match.step
    play = next(action for action in legal_for(match, seat).actions if getattr(action, "card", "") == "sell-grey")
    match = played(match, play)
    with pytest.raises(NotPossible, match="recorder"):
        verify_undo(match, seat, before)


# --- what is told over HTTP ---


@contextmanager
def seated(api: httpx.Client, match: Match) -> Iterator[tuple[str, list[httpx.Client]]]:
    """The address of the same match at the service, and a client for each seat."""
    seats = [{"name": f"Player {seat}"} for seat in range(len(match.seats))]
    opening = {"game": "dschunke", "options": to_builtins(match.options), "seats": seats}
    answer = api.post(MATCHES, json=opening)
    assert answer.status_code == 201, answer.text
    path = f"{MATCHES}/{answer.json()['id']}"
    actions = [to_builtins(ply.played.action) for ply in match.line]
    recorded = api.post(f"{path}/actions", json={"actions": actions})
    assert recorded.status_code == 201, recorded.text
    tokens = [seat["token"] for seat in answer.json()["seats"]]
    clients = [client_of(api.base_url, token) for token in tokens]
    yield path, clients
    for client in clients:
        client.close()


def claim(seat: int, card: str, pile: str = "circle") -> dict[str, Any]:
    return {"actions": [{"type": "take_special", "seat": seat, "pile": pile, "card": card}]}


def test_C4_a_claim_that_others_know_to_be_wrong_is_refused_without_the_reason(api: httpx.Client) -> None:
    match = taking(OPEN_FOUR, KEPT)
    seat = match.state.turn
    with seated(api, match) as (path, seats):
        refused = seats[seat].post(f"{path}/actions", json=claim(seat, KEPT))
        told = refused.json()
        assert (refused.status_code, told["type"]) == (422, "/problems/contradicts-record")
        assert "grey" not in refused.text
        assert "clause" not in told
        by_recorder = api.get(f"{path}/refused-claims").json()["items"]
        assert [(item["seat"], item["clause"], item["action"]["card"]) for item in by_recorder] == [
            (seat, "D1.8", KEPT)
        ]
        assert KEPT in by_recorder[0]["reason"]
        assert seats[seat].get(f"{path}/refused-claims").status_code == 403
        # What nobody could take is refused as ever.
        impossible = seats[seat].post(f"{path}/actions", json=claim(seat, "load", pile="square")).json()
        assert (impossible["type"], impossible["clause"]) == ("/problems/rule-violation", "D4.3")


def test_C4_all_such_claims_are_answered_alike(api: httpx.Client) -> None:
    answers = []
    for first, second in ((KEPT, OTHER), (OTHER, KEPT)):
        match = taking(OPEN_FOUR, first, second)
        seat = match.state.turn
        with seated(api, match) as (path, seats):
            answers += [
                seats[seat].post(f"{path}/actions", json=claim(seat, card, "triangle")) for card in (KEPT, OTHER)
            ]
    assert len({answer.content for answer in answers}) == 1
    assert len({tuple(sorted((k, v) for k, v in answer.headers.items() if k != "date")) for answer in answers}) == 1


@pytest.mark.slow
def test_C4_a_seat_has_few_tries_and_then_the_recorder_is_needed(
    api: httpx.Client, database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Right claims and wrong ones are refused alike then, by every process; what claims nothing is taken as before."""
    match = taking(OPEN_FOUR, KEPT)
    seat = match.state.turn
    with seated(api, match) as (path, seats):
        for _ in range(3):
            tried = seats[seat].post(f"{path}/actions", json=claim(seat, KEPT))
            assert tried.json()["type"] == "/problems/contradicts-record"
        with running_service(database, tmp_path_factory.mktemp("other")) as other:
            bearer = {"Authorization": seats[seat].headers["authorization"]}
            for client in (api, other):
                wrong, right = (
                    client.post(f"{path}/actions", json=claim(seat, card), headers=bearer) for card in (KEPT, OTHER)
                )
                assert wrong.content == right.content
                assert right.json()["type"] == "/problems/needs-recorder"
        assert len(api.get(f"{path}/refused-claims").json()["items"]) == 3
        assert api.get(path).json()["step"] == match.step
        unknown = seats[seat].post(f"{path}/actions", json=claim(seat, UNKNOWN))
        assert unknown.status_code == 201, unknown.text
        following = unknown.json()["pending"]["seats"][0]
        others = seats[following].post(f"{path}/actions", json=claim(following, KEPT, "star"))
        assert others.json()["type"] == "/problems/contradicts-record"  # each seat has its own


@pytest.mark.slow
def test_C4_many_claims_at_once_are_no_more_tries(api: httpx.Client) -> None:
    match = taking(OPEN_FOUR, KEPT)
    seat = match.state.turn
    with seated(api, match) as (path, seats), ThreadPoolExecutor(12) as pool:
        send: Callable[[int], httpx.Response] = lambda _: seats[seat].post(f"{path}/actions", json=claim(seat, KEPT))  # noqa: E731
        kinds = [answer.json()["type"] for answer in pool.map(send, range(12))]
    assert kinds.count("/problems/contradicts-record") == 3
    assert kinds.count("/problems/needs-recorder") == 9


def test_C4_a_claim_that_is_taken_costs_no_try_and_is_told_again_to_a_retry(api: httpx.Client) -> None:
    match = taking(OPEN_FOUR, KEPT)
    seat = match.state.turn
    with seated(api, match) as (path, seats):
        key = {"Idempotency-Key": "once"}
        first, again = (seats[seat].post(f"{path}/actions", json=claim(seat, OTHER), headers=key) for _ in range(2))
        assert first.status_code == again.status_code == 201
        assert first.json() == again.json()
        assert api.get(f"{path}/refused-claims").json()["items"] == []


def test_C4_offers_of_two_with_open_hands(api: httpx.Client) -> None:
    """A card of the mixed pile is offered as what the other one holds."""
    own, other = GOODS.spread((2, 2, 2, 2)), GOODS.spread((4, 4, 0, 0))
    match = until(opened(GAME, OPEN_TWO), DschunkePhase.DEAL, Random(3))
    match = played(match, DschunkeDeal(hands=(own, other)))
    random = Random(3)
    while match.state.phase is not DschunkePhase.OFFER:
        if match.state.phase is DschunkePhase.SUPPLY:
            mixed = DschunkeSource.MIXED
            drawn = (mixed,) * match.state.seats[0].supply if match.state.turn == 0 else ()
            match = played(match, DschunkeSupply(seat=match.state.turn, goods=drawn))
        else:
            match = played(match, chosen_action(GAME, match.state, RandomChoices(random)))
    assert isinstance(match.pending, AwaitSeats)
    known = match.state.seats[0].hand.known
    goods = (DschunkeGood.SPICES,) * (known[0] + 1)
    assert DschunkeOffer(seat=0, goods=goods).goods in legal_for(match, 0).templates[0].choose["goods"]
    with seated(api, match) as (path, seats):
        offer = {"actions": [{"type": "offer", "seat": 0, "goods": list(goods)}]}
        refused = seats[0].post(f"{path}/actions", json=offer).json()
        assert refused["type"] == "/problems/contradicts-record"
        assert api.post(f"{path}/actions", json=offer).json()["clause"] == "D7.1"
