"""Results: confirmed seat by seat, disputed, sealed, and changed by an arbiter."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import reduce
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.match import commands, confirming
from domain.match.commands import NotPossible
from domain.match.confirming import CLOCK, ResultIsSealed, Ruling
from domain.match.events import (
    ConfirmedBy,
    DisputeDecided,
    DisputeWithdrawn,
    MatchConcluded,
    MatchEvent,
    MatchRemoved,
    MatchReopened,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
    SealedBy,
    SeatsChanged,
)
from domain.match.folding import evolve, fold
from domain.match.match import Match
from domain.match.sealing import ResultStatus
from domain.registry import game_of

AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
PLAYERS = tuple(UUID(int=seat + 1) for seat in range(3))
SERIES = UUID(int=99)
SEATED, BY_PIN = ConfirmedBy.SEAT, ConfirmedBy.PIN
RULING = Ruling("a card was counted twice", "arbiter")


def running() -> Match:
    game = game_of("klunker")
    opened = commands.open_match(
        game, game.options_type(dealing="open"), PLAYERS, played_on=date(2026, 11, 27), at=AT, by="ada"
    )
    match = fold(None, [opened])
    assert match is not None
    return match


def ended() -> Match:
    match = running()
    return evolve(match, commands.conclude(match, "the last train", at=AT, by="ada"))


def after(match: Match, *events: MatchEvent) -> Match:
    return reduce(evolve, events, match)


def confirmed(match: Match, *seats: int) -> Match:
    for seat in seats:
        match = after(match, *confirming.confirm(match, seat, match.sealing.since, SEATED, at=AT, by=f"seat {seat}"))
    return match


def disputed(match: Match, seat: int) -> Match:
    return after(match, *confirming.dispute(match, seat, SEATED, 0, "it was mine", at=AT, by=f"seat {seat}"))


def sealed() -> Match:
    return confirmed(ended(), 0, 1, 2)


# --- confirmations ---


def test_the_last_seat_to_confirm_seals_the_result() -> None:
    match = ended()
    since = match.sealing.since
    assert since == match.version
    for seat in (2, 0):
        events = confirming.confirm(match, seat, since, BY_PIN, at=AT, by="ada")
        assert events == [ResultConfirmed(seat=seat, how=BY_PIN, at=AT, by="ada")]
        match = after(match, *events)
        assert not match.sealed
    assert [one.seat for one in match.sealing.confirmations] == [0, 2]
    events = confirming.confirm(match, 1, since, SEATED, at=AT, by="bob")
    assert events == [
        ResultConfirmed(seat=1, how=SEATED, at=AT, by="bob"),
        ResultSealed(how=SealedBy.CONFIRMATIONS, at=AT, by="bob"),
    ]
    assert after(match, *events).sealed


def test_a_seat_confirms_once() -> None:
    match = confirmed(ended(), 1)
    assert confirming.confirm(match, 1, match.sealing.since, BY_PIN, at=AT, by="ada") == []


def test_what_a_seat_can_say_follows_from_what_it_has_said() -> None:
    def possible(match: Match, seat: int = 1) -> list[bool]:
        return [can(match, seat) for can in (confirming.can_confirm, confirming.can_dispute, confirming.can_withdraw)]

    assert possible(running()) == [False, False, False]
    assert possible(ended()) == [True, True, False]
    assert possible(confirmed(ended(), 1)) == [False, True, False]
    assert possible(disputed(ended(), 1)) == [False, False, True]
    assert possible(disputed(ended(), 1), seat=0) == [True, True, False]
    assert possible(sealed()) == [False, False, False]
    sealable = [running(), ended(), disputed(ended(), 1), sealed()]
    assert [confirming.can_seal(match) for match in sealable] == [False, True, False, False]


def test_there_is_no_result_before_the_end() -> None:
    match = running()
    with pytest.raises(NotPossible, match="no result"):
        confirming.confirm(match, 0, match.sealing.since, SEATED, at=AT, by="ada")
    with pytest.raises(NotPossible, match="no result"):
        confirming.dispute(match, 0, SEATED, 0, "", at=AT, by="ada")
    with pytest.raises(NotPossible, match="no result"):
        confirming.seal(match, "", at=AT, by="arbiter")


@pytest.mark.parametrize("seat", [-1, 3])
def test_only_seats_of_the_match_confirm(seat: int) -> None:
    match = ended()
    with pytest.raises(NotPossible) as refused:
        confirming.confirm(match, seat, match.sealing.since, SEATED, at=AT, by="ada")
    assert refused.value.pointer == "/seat"


def test_a_result_is_provisional_until_it_is_sealed_unless_it_is_disputed() -> None:
    match = ended()
    assert match.sealing.status is ResultStatus.PROVISIONAL
    match = disputed(confirmed(match, 0), 2)
    assert match.sealing.status is ResultStatus.DISPUTED
    assert [match.sealing.confirmed_by(seat) for seat in range(3)] == [True, False, False]
    assert [match.sealing.dispute_of(seat) is not None for seat in range(3)] == [False, False, True]
    assert not any(one.imported for one in match.sealing.confirmations)
    assert sealed().sealing.status is ResultStatus.SEALED


def test_what_seats_said_in_a_record_is_told_from_what_they_say_here() -> None:
    game = game_of("klunker")
    opened = commands.open_match(
        game, game.options_type(dealing="open"), PLAYERS, played_on=date(2026, 11, 27), at=AT, by="ada"
    )
    match = fold(None, [replace(opened, imported=3)])  # the end and one confirmation came with it
    assert match is not None
    match = after(match, commands.conclude(match, "", at=AT, by="ada"))
    match = confirmed(match, 0, 1)
    assert [one.imported for one in match.sealing.confirmations] == [True, False]


def test_what_is_confirmed_is_the_result_that_was_seen() -> None:
    match = ended()
    with pytest.raises(NotPossible) as refused:
        confirming.confirm(match, 0, match.sealing.since - 1, SEATED, at=AT, by="ada")
    assert refused.value.pointer == "/result"


@pytest.mark.parametrize(
    "change",
    [
        lambda _: SeatsChanged(seats=PLAYERS[::-1], at=AT, by="ada"),
        lambda match: commands.reopen(match, "", at=AT, by="ada"),
    ],
    ids=["seats", "reopened"],
)
def test_what_changes_the_result_voids_confirmations_and_disputes(change: Callable[[Match], MatchEvent]) -> None:
    match = disputed(confirmed(ended(), 0, 1), 2)
    match = after(match, change(match))
    assert (match.sealing.confirmations, match.sealing.disputes) == ((), ())
    assert match.sealing.since == match.version


def test_a_note_is_no_part_of_the_result() -> None:
    match = confirmed(ended(), 0, 1)
    noted = after(match, commands.describe(match, note="late", at=AT, by="ada"))
    assert noted.sealing == match.sealing
    assert confirmed(noted, 2).sealed


# --- disputes ---


def test_a_dispute_voids_the_confirmation_of_its_seat_and_blocks_every_seal() -> None:
    match = disputed(confirmed(ended(), 0, 1), 1)
    assert [one.seat for one in match.sealing.confirmations] == [0]
    assert not confirmed(match, 2).sealed
    with pytest.raises(NotPossible, match="withdrawn first"):
        confirmed(match, 1)
    with pytest.raises(NotPossible, match="decided first"):
        confirming.seal(match, "", at=AT, by="arbiter")
    assert confirming.seal_by_time(match, SERIES, 1, AT, at=AT + timedelta(days=9)) == []


def test_a_dispute_is_withdrawn_by_its_seat_or_decided_by_an_arbiter() -> None:
    match = disputed(ended(), 1)
    withdrawn = confirming.withdraw(match, 1, BY_PIN, at=AT, by="ada")
    decided = confirming.decide(match, 1, "seen by all", at=AT, by="arbiter")
    assert withdrawn == DisputeWithdrawn(seat=1, how=BY_PIN, at=AT, by="ada")
    assert decided == DisputeDecided(seat=1, reason="seen by all", at=AT, by="arbiter")
    for end in (withdrawn, decided):
        assert confirmed(after(match, end), 0, 1, 2).sealed


def test_only_what_is_disputed_can_be_withdrawn_or_decided() -> None:
    match = disputed(ended(), 1)
    with pytest.raises(NotPossible):
        confirming.withdraw(match, 0, SEATED, at=AT, by="ada")
    with pytest.raises(NotPossible):
        confirming.decide(match, 0, "", at=AT, by="arbiter")


def test_a_seat_disputes_one_thing_at_a_time_and_says_it_once() -> None:
    match = disputed(ended(), 1)
    assert confirming.dispute(match, 1, SEATED, 0, "it was mine", at=AT, by="bob") == []
    again = confirming.dispute(match, 1, SEATED, 0, "it was yours", at=AT, by="bob")
    assert again == [ResultDisputed(seat=1, how=SEATED, step=0, comment="it was yours", at=AT, by="bob")]
    assert [one.comment for one in after(match, *again).sealing.disputes] == ["it was yours"]


@pytest.mark.parametrize("step", [-1, 1])
def test_a_step_that_there_isnt_is_not_disputed(step: int) -> None:
    with pytest.raises(NotPossible) as refused:
        confirming.dispute(ended(), 1, SEATED, step, "", at=AT, by="bob")
    assert refused.value.pointer == "/step"


# --- seals ---


def test_an_arbiter_seals_what_not_all_have_confirmed() -> None:
    seal = confirming.seal(confirmed(ended(), 0), "gone home", at=AT, by="arbiter")
    assert seal == ResultSealed(how=SealedBy.ARBITER, reason="gone home", at=AT, by="arbiter")


def test_time_seals_after_the_hours_of_the_series() -> None:
    match, due = ended(), AT + timedelta(hours=48)
    assert confirming.seal_by_time(match, SERIES, 48, AT, at=due - timedelta(seconds=1)) == []
    seal = ResultSealed(how=SealedBy.TIME, series_id=SERIES, at=due, by=CLOCK)
    assert confirming.seal_by_time(match, SERIES, 48, AT, at=due) == [seal]
    assert confirming.seal_by_time(after(match, seal), SERIES, 48, AT, at=due) == []


def test_the_hours_begin_anew_when_the_result_changes_or_the_match_comes_to_the_series() -> None:
    later = AT + timedelta(hours=40)
    changed = after(ended(), SeatsChanged(seats=PLAYERS[::-1], at=later, by="ada"))
    for match, since in ((changed, AT), (ended(), later)):
        assert confirming.seal_by_time(match, SERIES, 48, since, at=AT + timedelta(hours=87)) == []
        assert confirming.seal_by_time(match, SERIES, 48, since, at=AT + timedelta(hours=88)) != []


def test_time_seals_no_match_that_goes_on() -> None:
    assert confirming.seal_by_time(running(), SERIES, 1, AT, at=AT + timedelta(days=9)) == []


def test_nothing_more_is_said_to_a_sealed_result() -> None:
    match = sealed()
    with pytest.raises(ResultIsSealed):
        confirmed(match, 0)
    with pytest.raises(ResultIsSealed):
        disputed(match, 0)
    with pytest.raises(ResultIsSealed):
        confirming.seal(match, "", at=AT, by="arbiter")


# --- arbiters ---


def reopened(match: Match) -> list[MatchEvent]:
    return [commands.reopen(match, "", at=AT, by="arbiter")]


def reseated(match: Match) -> list[MatchEvent]:
    return [commands.change_seats(match, PLAYERS[::-1], at=AT, by="arbiter")]


def test_without_a_seal_everybody_changes_a_match() -> None:
    match = ended()
    assert confirming.under_seal(match, None, reopened, at=AT) == reopened(match)
    assert confirming.under_seal(match, RULING, reopened, at=AT) == reopened(match)


def test_nobody_changes_a_sealed_match_without_a_ruling() -> None:
    with pytest.raises(ResultIsSealed):
        confirming.under_seal(sealed(), None, reseated, at=AT)


def test_an_arbiter_changes_a_sealed_match_which_is_sealed_again() -> None:
    match = sealed()
    events = confirming.under_seal(match, RULING, reseated, at=AT)
    assert events == [
        SealBroken(reason=RULING.reason, at=AT, by="arbiter"),
        SeatsChanged(seats=PLAYERS[::-1], at=AT, by="arbiter"),
        ResultSealed(how=SealedBy.ARBITER, reason=RULING.reason, at=AT, by="arbiter"),
    ]
    changed = after(match, *events)
    assert changed.sealed
    assert changed.sealing.confirmations == ()


def test_a_match_that_goes_on_has_no_result_any_more() -> None:
    match = sealed()
    events = confirming.under_seal(match, RULING, reopened, at=AT)
    assert [type(event) for event in events] == [SealBroken, MatchReopened]
    assert not after(match, *events).sealed


def test_a_match_that_is_removed_is_not_sealed_again() -> None:
    events = confirming.under_seal(sealed(), RULING, lambda _: [commands.remove("", at=AT, by="arbiter")], at=AT)
    assert [type(event) for event in events] == [SealBroken, MatchRemoved]


def test_where_nothing_changes_the_seal_stays_whole() -> None:
    assert confirming.under_seal(sealed(), RULING, lambda _: [], at=AT) == []


def test_the_command_is_decided_on_the_match_without_its_seal() -> None:
    match = sealed()

    def end_again(unsealed: Match) -> list[MatchEvent]:
        assert (unsealed.version, unsealed.sealed) == (match.version + 1, False)
        back = commands.reopen(unsealed, "", at=AT, by="arbiter")
        return [back, MatchConcluded(reason="again", at=AT, by="arbiter")]

    assert after(match, *confirming.under_seal(match, RULING, end_again, at=AT)).sealed
