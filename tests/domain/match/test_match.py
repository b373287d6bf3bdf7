"""A match: given what happened, when somebody does something, then this is recorded, or refused."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from domain.kernel.actions import ChanceAction
from domain.kernel.chance import Pile
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.match import commands
from domain.match.events import (
    ActionPlayed,
    MatchDescribed,
    MatchEvent,
    MatchOpened,
    MatchRemoved,
    Origin,
    SeatsChanged,
    Undo,
    Visibility,
)
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.match.sealing import Sealing
from domain.match.undoing import verify_undo
from domain.registry import GAMES, UnknownGame, game_of
from tests.domain.games.klunker import support as klunker
from tests.domain.games.play import RandomChoices, play
from tests.domain.games.support import support_of

AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
LATER = AT + timedelta(minutes=5)
TODAY = date(2026, 11, 27)
SETUPS = [(key, name) for key in GAMES for name in support_of(key).SETUPS]
EVERY_SETUP = pytest.mark.parametrize(("key", "name"), SETUPS, ids=[f"{key}-{name}" for key, name in SETUPS])


def players(number: int) -> tuple[UUID, ...]:
    return tuple(UUID(int=seat + 1) for seat in range(number))


def opened(key: str = "klunker", seats: int = 3, **options: Any) -> MatchOpened:
    game = game_of(key)
    return commands.open_match(
        game, game.options_type(**options), players(seats), played_on=TODAY, place="home", note="n", at=AT, by="ada"
    )


def given(*events: MatchEvent) -> Match:
    match = fold(None, events)
    assert match is not None
    return match


# --- opening ---


@EVERY_SETUP
def test_opening_pins_the_edition_and_all_options(key: str, name: str) -> None:
    game, setup = GAMES[key], support_of(key).SETUPS[name]
    event = commands.open_match(game, setup.options, players(setup.seats), played_on=TODAY, at=AT, by="ada")
    assert event == MatchOpened(
        game=key,
        edition=game.meta.edition,
        options=to_builtins(setup.options),
        seats=players(setup.seats),
        played_on=TODAY,
        place="",
        note="",
        visibility=Visibility.PUBLIC,
        origin=Origin.TABLE,
        at=AT,
        by="ada",
    )
    match = given(event)
    assert (match.version, match.step, match.options, match.seats) == (1, 0, setup.options, players(setup.seats))
    assert match.state == game.initial(setup)
    assert match.opened_at == match.updated_at == AT
    assert not match.removed


@pytest.mark.parametrize("seats", [0, 1, 2, 6])
def test_the_game_says_how_many_may_play(seats: int) -> None:
    with pytest.raises(InvalidSetup) as refusal:
        opened(seats=seats)
    assert (refusal.value.pointer, refusal.value.clause) == ("/seats", "K1.3")


def test_nobody_sits_in_two_seats() -> None:
    one, two = players(2)
    game = game_of("klunker")
    with pytest.raises(InvalidSetup) as refusal:
        commands.open_match(game, game.options_type(), [one, two, one], played_on=TODAY, at=AT, by="ada")
    assert refusal.value.pointer == "/seats/2"


def test_a_match_of_an_unknown_edition_cant_be_folded() -> None:
    with pytest.raises(UnknownGame, match="first"):
        evolve(None, replace(opened(), edition="first"))
    with pytest.raises(UnknownGame, match="ludo"):
        evolve(None, replace(opened(), game="ludo"))


def test_a_match_that_wasnt_opened_is_none() -> None:
    assert fold(None, []) is None


# --- playing ---


@EVERY_SETUP
def test_playing_gives_what_the_game_decides_and_folding_never_decides_again(
    key: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, setup, support = GAMES[key], support_of(key).SETUPS[name], support_of(key)
    first = commands.open_match(game, setup.options, players(setup.seats), played_on=TODAY, at=AT, by="ada")
    match = given(first)
    events: list[MatchEvent] = [first]
    for step in play(game, setup, RandomChoices(Random(f"{key} {name}")), support.MOST_STEPS):
        assert match.pending == game.pending(match.state)
        assert match.awaits_server == (setup.options.server_deals and isinstance(step.action, ChanceAction))
        assert not match.finished
        event = commands.play(match, step.action, at=LATER, by="bea", played_at=AT)
        assert event == ActionPlayed(
            step=step.number, action=step.action, outcome=step.facts, at=LATER, by="bea", played_at=AT
        )
        played_on = commands.play_on(match, step.action, at=LATER, by="bea", played_at=AT)
        match = evolve(match, event)
        assert played_on == (event, match)
        assert (match.version, match.step, match.updated_at) == (step.number + 1, step.number, LATER)
        assert match.state == step.after
        events.append(event)
    assert match.finished
    assert not match.awaits_server
    monkeypatch.setattr(type(game), "decide", _never)
    monkeypatch.setattr(type(game), "decided", _never)
    monkeypatch.setattr(type(game), "draw", _never)
    assert fold(None, events) == match


def _never(*_: Any) -> None:
    raise AssertionError("folding never asks the rules")


def test_the_rules_refuse() -> None:
    match = given(opened(dealing="open"))
    game = game_of("klunker")
    draw = game.draw(match.state, _First())
    match = evolve(match, commands.play(match, draw, at=AT, by="ada"))
    with pytest.raises(RuleViolation):
        commands.play(match, draw, at=AT, by="ada")


class _First:
    since = None

    def draw(self, pile: Pile[Any], places: Sequence[int]) -> list[Any]:
        return list(pile.left[: len(places)])


def test_only_the_server_draws_where_it_deals() -> None:
    assert given(opened(dealing="server")).awaits_server
    assert not given(opened(dealing="open")).awaits_server


# --- what a seat takes back by itself ---


def in_klunker(*actions: Any, undo: Undo = Undo.GUARDED, **options: Any) -> Match:
    """A match of three, seat 0 first; each player has three tiaras and three necklaces to begin with."""
    match = given(replace(opened(dealing="open", **options), undo=undo))
    for action in (klunker.deal(*["3 tiara, 3 necklace"] * 3), *actions):
        match = evolve(match, commands.play(match, action, at=AT, by="ada"))
    return match


def no_undo(match: Match, seat: int, to_step: int) -> str:
    with pytest.raises(commands.NotPossible) as refusal:
        verify_undo(match, seat, to_step)
    assert refusal.value.pointer == "/to_step"
    return refusal.value.message


def test_a_seat_takes_back_its_own_last_action() -> None:
    match = in_klunker(klunker.stock(0, "tiara"), klunker.stock(1, "necklace"))
    verify_undo(match, 1, 2)
    assert no_undo(match, 0, 2) == "Seat 1 has acted last: seat 0 has nothing to take back by itself."
    assert no_undo(match, 0, 1) == "Seat 1 has acted last: seat 0 has nothing to take back by itself."
    for step in (0, 1, 3, 4):
        assert no_undo(match, 1, step) == "Seat 1 may take back its last action only, to step 2."


def test_a_seat_takes_back_nothing_that_chance_has_brought() -> None:
    assert no_undo(in_klunker(), 0, 0) == "Chance has acted last: seat 0 has nothing to take back by itself."
    assert no_undo(given(opened(dealing="open")), 0, 0).startswith("Nobody has acted")


def test_a_seat_does_not_take_back_what_has_turned_cards_up() -> None:
    """With hands kept secret from the record, the refill comes with the action that ends the round."""
    match = given(opened(dealing="secret"))
    actions: list[Any] = [klunker.stock(seat, "tiara") for seat in range(3)]
    actions += [klunker.passes(seat) for seat in range(3)] + [klunker.buy(seat, seat) for seat in range(3)]
    for action in actions:
        match = evolve(match, commands.play(match, action, at=AT, by="ada"))
    assert no_undo(match, 2, 8) == "Something hidden was revealed by it; taking it back is for a recorder."
    before = evolve(match, commands.retract(match, 8, "", at=AT, by="ada"))
    verify_undo(before, 1, 7)


@pytest.mark.parametrize("keep_secrets", [False, True])
def test_the_end_of_a_match_opens_all_hands_but_those_it_keeps_secret(keep_secrets: bool) -> None:
    match = given(opened(dealing="open", keep_secrets=keep_secrets))
    for step in play(match.game, Setup(3, match.options), RandomChoices(Random(1)), 600):
        match = evolve(match, commands.play(match, step.action, at=AT, by="ada"))
    assert match.finished
    seat = match.line[-1].played.action.seat
    if keep_secrets:
        verify_undo(match, seat, match.step - 1)
    else:
        no_undo(match, seat, match.step - 1)


def test_with_free_undo_a_seat_takes_back_everything() -> None:
    match = in_klunker(klunker.stock(0, "tiara"), klunker.stock(1, "necklace"), undo=Undo.FREE)
    for seat in range(3):
        for step in range(4):
            verify_undo(match, seat, step)


@pytest.mark.parametrize("undo", Undo)
def test_no_seat_reopens_what_people_have_ended(undo: Undo) -> None:
    match = in_klunker(klunker.stock(0, "tiara"), undo=undo)
    ends: list[Any] = [commands.conclude, commands.abandon]
    for end in ends:
        ended = evolve(match, end(match, "the last train", at=AT, by="ada"))
        assert no_undo(ended, 0, 1) == "The match was ended; reopening it is for a recorder."


# --- corrections ---


def test_what_isnt_corrected_stays() -> None:
    match = given(opened())
    event = commands.describe(match, note="m", at=LATER, by="bea")
    assert event == MatchDescribed(
        played_on=TODAY,
        place="home",
        note="m",
        visibility=Visibility.PUBLIC,
        undo=Undo.GUARDED,
        ordinal=0,
        at=LATER,
        by="bea",
    )
    after = evolve(match, event)
    assert after == replace(match, version=2, note="m", updated_at=LATER)


def test_all_facts_can_be_corrected() -> None:
    match = given(opened())
    event = commands.describe(
        match,
        played_on=date(2026, 1, 1),
        place="",
        note="",
        visibility=Visibility.PRIVATE,
        tags=["league"],
        counted=False,
        undo=Undo.FREE,
        ordinal=4,
        at=LATER,
        by="bea",
    )
    assert evolve(match, event) == replace(
        match,
        version=2,
        played_on=date(2026, 1, 1),
        place="",
        note="",
        visibility=Visibility.PRIVATE,
        tags=("league",),
        counted=False,
        undo=Undo.FREE,
        ordinal=4,
        updated_at=LATER,
    )


def test_seats_are_changed_for_others_and_among_themselves() -> None:
    match = given(opened())
    one, two, _ = players(3)
    new = uuid4()
    event = commands.change_seats(match, [two, one, new], at=LATER, by="bea")
    assert event == SeatsChanged(seats=(two, one, new), at=LATER, by="bea")
    changed = replace(match, version=2, seats=(two, one, new), updated_at=LATER, sealing=Sealing(2, LATER))
    assert evolve(match, event) == changed


@pytest.mark.parametrize(("seats", "pointer"), [((1, 2), "/seats"), ((1, 2, 3, 4), "/seats"), ((1, 2, 2), "/seats/2")])
def test_seats_that_dont_fit(seats: tuple[int, ...], pointer: str) -> None:
    with pytest.raises(InvalidSetup) as refusal:
        commands.change_seats(given(opened()), [UUID(int=seat) for seat in seats], at=LATER, by="bea")
    assert refusal.value.pointer == pointer


def test_a_removed_match_is_marked() -> None:
    match = given(opened())
    event = commands.remove("twice", at=LATER, by="bea")
    assert event == MatchRemoved(reason="twice", at=LATER, by="bea")
    assert evolve(match, event) == replace(match, version=2, removed=True, updated_at=LATER)


def test_corrections_dont_touch_the_play() -> None:
    game: AnyGame = game_of("klunker")
    match = given(opened(dealing="open"))
    match = evolve(match, commands.play(match, game.draw(match.state, _First()), at=AT, by="ada"))
    for event in (
        commands.describe(match, note="m", at=LATER, by="bea"),
        commands.change_seats(match, [uuid4() for _ in match.seats], at=LATER, by="bea"),
    ):
        after = evolve(match, event)
        assert (after.step, after.state, after.version) == (match.step, match.state, match.version + 1)


def test_options_are_read_back_as_they_were() -> None:
    game = game_of("klunker")
    options = game.options_type(keep_secrets=True, start_seat=2, dealing="secret")
    event = commands.open_match(game, options, players(3), played_on=TODAY, at=AT, by="ada")
    match = given(event)
    assert to_builtins(match.options) == to_builtins(options)
    assert match.state == game.initial(Setup(3, match.options))
