"""C1: what the server drew for a place stays there, through every correction and by whatever path one comes back."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, date, datetime
from functools import reduce
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.dschunke.actions import DschunkeDeal, DschunkeDrawMixed, DschunkeShuffleSpecials, DschunkeTurnMarket
from domain.games.halunken.actions import (
    HalunkenDealing,
    HalunkenMode,
    HalunkenOptions,
    HalunkenReveal,
    HalunkenTurnBlackJack,
)
from domain.games.klunker.actions import KlunkerDeal, KlunkerDealing, KlunkerOptions
from domain.kernel.game import AnyGame, Setup
from domain.kernel.seed import SeededChance, commitment_to
from domain.match import commands
from domain.match.amendments import Amendment, amend, restore
from domain.match.commands import conclude, let_server_draw, open_match, play, reopen, retract
from domain.match.events import MatchEvent, Undo
from domain.match.fairness import draws
from domain.match.folding import evolve
from domain.match.match import Match
from domain.registry import GAMES
from service.eventstore.dice import FAIR_CHANCE
from tests.domain.games.play import RandomChoices, chosen_action
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 28, 20, 0, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "owner"}
MATCH = UUID(int=77)
SEED = bytes(range(32))

SERVED = {
    "klunker": KlunkerOptions(dealing=KlunkerDealing.SERVER),
    "halunken": HalunkenOptions(dealing=HalunkenDealing.SERVER),
}

Places = dict[tuple[Any, ...], Any]


def server_set_ups() -> list[Any]:
    return [
        pytest.param(game, setup, id=f"{key}-{name}")
        for key, game in GAMES.items()
        for name, setup in support_of(key).SETUPS.items()
        if setup.options.server_deals
    ]


EVERY_SET_UP = pytest.mark.parametrize(("game", "setup"), server_set_ups())


def seats_of(setup: Setup[Any]) -> list[UUID]:
    return [UUID(int=seat + 1) for seat in range(setup.seats)]


class Recording:
    """A match that is played and corrected, with all its events."""

    def __init__(self, game: AnyGame, setup: Setup[Any], seed: bytes = SEED) -> None:
        self.seed = seed
        self.chance = SeededChance(seed, 1)
        opened = open_match(
            game,
            setup.options,
            seats_of(setup),
            played_on=date(2026, 11, 28),
            undo=Undo.FREE,
            commitment=commitment_to(seed, MATCH),
            **BY,
        )
        self.events: list[MatchEvent] = [opened]
        self.match = evolve(None, opened)
        self._draw()

    def happen(self, *events: MatchEvent) -> None:
        self.events += events
        self.match = reduce(evolve, events, self.match)
        self._draw()

    def play(self, action: Any) -> None:
        self.happen(play(self.match, action, **BY))

    def play_at_random(self, random: Random, steps: int) -> None:
        """Legal actions up to so many steps further, or to the end."""
        goal = self.match.step + steps
        while not self.match.finished and self.match.step < goal:
            self.play(chosen_action(self.match.game, self.match.state, RandomChoices(random)))

    def tried(self, step: int, remove: int, actions: list[Any]) -> Amendment:
        return amend(self.match, step, remove, actions, "a slip", chance=self.chance, **BY)

    def _draw(self) -> None:
        self.match = let_server_draw(self.match, self.events, self.chance, **BY)


def actions_of(match: Match) -> list[Any]:
    return [ply.played.action for ply in match.line]


# --- places, as people see them: read off the actions of a line, independently of the rules that draw ---


def places_of(match: Match) -> Places:
    """What lies where, as far as the line of a match has shown it."""
    drawn = [ply.played.action for ply in match.line if ply.played.action.seat is None]
    return dict(_places(match, drawn))


def _places(match: Match, drawn: list[Any]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    dealt: dict[int, int] = defaultdict(int)
    seen: dict[int, int] = defaultdict(int)
    markets = 0
    for action in drawn:
        match action:
            case KlunkerDeal():
                for seat, hand in enumerate(action.hands):
                    for jewel in hand:
                        yield ("card", seat, dealt[seat]), jewel
                        dealt[seat] += 1
            case HalunkenReveal():
                for tavern, rogue in action.rogues.by_tavern.items():
                    yield ("tavern", tavern, seen[tavern]), rogue
                    seen[tavern] += 1
            case HalunkenTurnBlackJack():
                if getattr(match.options, "mode", None) is HalunkenMode.STANDARD:
                    yield ("black_jack", seen[-1]), action.card
                    seen[-1] += 1
            case DschunkeDeal():
                yield ("deal",), action.hands
            case DschunkeShuffleSpecials():
                yield ("piles",), action.piles
            case DschunkeTurnMarket():
                markets += 1
                yield ("market", markets), action.amounts
            case DschunkeDrawMixed():
                # Only the first mixed pile: what is in a later one depends on what the piles have when it is shuffled.
                for good in action.goods:
                    if seen[-2] < 7:  # the last card isn't told by itself
                        yield ("mixed", seen[-2]), good
                    seen[-2] += 1


def exhausted(match: Match) -> bool:
    """Whether a seat of Klunker was dealt more than its share of the deck: then cards come from the end of the deck."""
    dealt = [ply.played.action for ply in match.line if isinstance(ply.played.action, KlunkerDeal)]
    seats = len(match.seats)
    return any(sum(len(deal.hands[seat]) for deal in dealt) > (94 - seats) // seats for seat in range(seats))


class Known:
    """What was seen at each place throughout the history of a match."""

    def __init__(self) -> None:
        self.seen: Places = {}

    def look_at(self, match: Match) -> None:
        if exhausted(match):
            return
        for place, piece in places_of(match).items():
            assert self.seen.setdefault(place, piece) == piece, place


@pytest.mark.slow
@EVERY_SET_UP
@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_C1_a_card_seen_at_a_place_is_found_there_again(game: AnyGame, setup: Setup[Any], number: int) -> None:
    """Corrected at random, to and fro, at any step, tried and undone: nothing ever lies elsewhere."""
    random = Random(number)
    recording, known = Recording(game, setup, random.randbytes(32)), Known()
    before: list[Match] = []
    recording.play_at_random(random, random.randint(5, 60))
    for _ in range(6):
        match = recording.match
        known.look_at(match)
        chosen = [ply.played.step for ply in match.line if ply.played.action.seat is not None]
        match random.choice(["play", "amend", "amend", "try", "retract", "restore"]):
            case "amend" | "try" as how if chosen:
                step = random.choice(chosen)
                other = chosen_action(game, match.state_at(step - 1), RandomChoices(random))
                amendment = recording.tried(step, random.randint(0, 1), [other])
                known.look_at(amendment.match)
                if how == "amend":
                    recording.happen(*amendment.events)
            case "retract" if chosen:
                before.append(match)
                recording.happen(retract(match, random.choice(chosen) - 1, "once more", **BY))
            case "restore" if before:
                was = before[-1]
                step = min(was.step, match.step, random.randint(0, match.step))
                while step and actions_of(was)[:step] != actions_of(match)[:step]:
                    step -= 1
                recording.happen(*restore(match, was, step, "no slip", chance=recording.chance, **BY).events)
                known.look_at(recording.match)
            case _:
                recording.play_at_random(random, random.randint(1, 30))
    known.look_at(recording.match)
    assert all(draw.follows for draw in draws(recording.events, {1: recording.seed}))


@EVERY_SET_UP
def test_C1_the_same_line_is_dealt_the_same_whatever_came_between(game: AnyGame, setup: Setup[Any]) -> None:
    for number in range(4):
        random = Random(number)
        recording = Recording(game, setup)
        recording.play_at_random(random, 80)
        line = actions_of(recording.match)
        for _ in range(3):
            recording.happen(retract(recording.match, random.randrange(recording.match.step // 2), "", **BY))
            recording.play_at_random(random, 25)
        start = retract(recording.match, 0, "", **BY) if recording.match.step else None
        if start is not None:
            recording.happen(start)
        for action in line[recording.match.step :]:
            if action.seat is not None:
                recording.play(action)
        assert actions_of(recording.match) == line
        scratch = Recording(game, setup)
        for action in line[scratch.match.step :]:
            if action.seat is not None:
                scratch.play(action)
        assert scratch.match.state == recording.match.state


def test_C1_a_rogue_lies_at_its_tavern() -> None:
    game = GAMES["halunken"]
    setup: Any = Setup(3, HalunkenOptions(mode=HalunkenMode.INTRODUCTORY, dealing=HalunkenDealing.SERVER))
    for number in range(10):
        recording = Recording(game, setup, number.to_bytes(32, "big"))
        actions = game.legal_actions(recording.match.state, 0).actions
        to = {action.tavern: action for action in actions}
        recording.play(to[3])
        there = recording.match.state.seats[0].crew
        for tavern in (5, 7, 5, 3, 5):
            recording.happen(*recording.tried(1, 1, [to[tavern]]).events)
            if tavern == 3:
                assert recording.match.state.seats[0].crew == there
        second = [a for a in game.legal_actions(recording.match.state, 1).actions if a.tavern == 3]
        recording.play(*second)
        assert recording.match.state.seats[1].crew == there


def klunker_round(recording: Recording, stocked: int) -> KlunkerDeal:
    """The second deal, after a round in which seat 0 showed so many cards, and the others one each."""
    for seat, number in enumerate((stocked, 1, 1)):
        hand = recording.match.game.legal_actions(recording.match.state, seat).actions
        recording.play(next(action for action in hand if len(action.jewels) == number))
    while not recording.match.finished and recording.match.state.round == 1:
        seat = recording.match.pending.seats[0]  # type: ignore[union-attr]
        actions = recording.match.game.legal_actions(recording.match.state, seat).actions
        own = [action for action in actions if getattr(action, "from_", None) == seat]
        recording.play(own[0] if own else actions[-1])
    deal = recording.match.line[-1].played.action
    assert isinstance(deal, KlunkerDeal)
    return deal


def test_C1_a_larger_deal_begins_with_the_cards_of_the_smaller_one() -> None:
    game = GAMES["klunker"]
    deals = [klunker_round(Recording(game, Setup(3, SERVED[game.meta.key])), stocked) for stocked in range(1, 7)]
    assert [len(deal.hands[0]) for deal in deals] == [1, 2, 3, 4, 5, 6]
    for smaller, larger in pairwise(deals):
        assert larger.hands[0][: len(smaller.hands[0])] == smaller.hands[0]
        assert larger.hands[1:] == smaller.hands[1:]


def test_C1_a_dry_run_shows_what_will_be_drawn_and_changes_nothing() -> None:
    game = GAMES["halunken"]
    recording = Recording(game, Setup(3, SERVED[game.meta.key]))
    actions = game.legal_actions(recording.match.state, 0).actions
    tried = {action.tavern: recording.tried(1, 0, [action]).match.state.seats[0].crew for action in actions}
    assert tried == {action.tavern: recording.tried(1, 0, [action]).match.state.seats[0].crew for action in actions}
    assert len({rogue for crew in tried.values() for rogue in crew}) == 14
    recording.play(actions[3])
    assert recording.match.state.seats[0].crew == tried[actions[3].tavern]


def test_C1_what_is_drawn_again_is_known_as_the_same() -> None:
    """So an annotation of a draw stays with it."""
    game = GAMES["halunken"]
    recording = Recording(game, Setup(3, SERVED[game.meta.key]))
    to = {action.tavern: action for action in game.legal_actions(recording.match.state, 0).actions}
    recording.play(to[3])
    first = recording.match.line[1]
    for tavern in (5, 3):
        recording.happen(*recording.tried(1, 1, [to[tavern]]).events)
    assert recording.match.line[1].first_version == first.version
    assert isinstance(first.played.action, HalunkenReveal)


# --- after a match was open to all ---


def test_C1_a_match_that_goes_on_after_it_was_open_to_all_gets_a_new_seed() -> None:
    """What was drawn stays; what was only told with the seed is shuffled anew."""
    game = GAMES["halunken"]
    recording = Recording(game, Setup(3, SERVED[game.meta.key]))
    to = {action.tavern: action for action in game.legal_actions(recording.match.state, 0).actions}
    recording.play(to[3])
    seen = recording.match.state.seats[0].crew
    recording.happen(conclude(recording.match, "late", **BY))
    events = [reopen(recording.match, "not so late", **BY)]
    assert commands.goes_on(recording.match, events)
    second = bytes(32)
    recording.happen(*commands.recommitted(events, commitment_to(second, MATCH)))
    recording.chance = SeededChance(second, recording.match.version)
    assert [one.since for one in recording.match.commitments] == [1, recording.match.version]
    for tavern in (5, 3):
        recording.happen(*recording.tried(1, 1, [to[tavern]]).events)
    assert recording.match.state.seats[0].crew == seen
    recording.play_at_random(Random(1), 200)
    since = recording.match.commitments[1].since
    assert all(draw.follows for draw in draws(recording.events, {1: SEED, since: second}))
    assert {draw.since for draw in draws(recording.events, {1: SEED, since: second})} == {1, since}


def test_C1_a_match_that_stays_as_it_ended_keeps_its_seed() -> None:
    game = GAMES["klunker"]
    recording = Recording(game, Setup(3, SERVED[game.meta.key]))
    recording.play_at_random(Random(2), 10_000)
    assert recording.match.finished
    same = recording.tried(2, 1, [recording.match.line[1].played.action])
    assert not commands.goes_on(recording.match, same.events)
    assert commands.goes_on(recording.match, [retract(recording.match, 5, "", **BY)])


# --- matches from before there were seeds ---


def test_C1_a_match_without_a_seed_deals_again_what_was_taken_back() -> None:
    game = GAMES["klunker"]
    opened = open_match(game, SERVED[game.meta.key], [UUID(int=n) for n in (1, 2, 3)], played_on=AT.date(), **BY)
    assert opened.commitment is None
    events: list[MatchEvent] = []
    match = let_server_draw(evolve(None, opened), events, FAIR_CHANCE, **BY)
    dealt = match.line[0].played.action
    stock = game.legal_actions(match.state, 0).actions[0]
    match = evolve(match, play(match, stock, **BY))
    back = evolve(match, retract(match, 0, "", **BY))
    assert back.line[0].played.action == dealt
