"""What was unknown and is told later: given a match of Klunker with secret hands, when cards are identified."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest

from domain.games.klunker.actions import KlunkerIdentification
from domain.kernel.viewer import RECORDER
from domain.match import commands
from domain.match.amendments import amend, restore
from domain.match.commands import NotPossible, conclude, retract
from domain.match.events import CardsIdentified
from domain.match.folding import evolve
from domain.match.identification import Contradiction, identify
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.registry import game_of
from tests.domain.games.klunker.support import buy, cards, passes, stock, store
from tests.domain.games.support import TopCards

BY: dict[str, Any] = {"at": datetime(2026, 11, 27, 20, 15, tzinfo=UTC), "by": "ada"}
DRAWING: dict[str, Any] = {**BY, "chance": TopCards()}

STOCKED = [stock(0, "2 tiara"), stock(1, "shoes"), stock(2, "monocle")]
ROUND = [*STOCKED, passes(0), store(1, "shoes"), passes(2), passes(1), buy(0, 0), buy(2, 2), buy(1, 1)]
"""The hands are filled again after step 10."""


def secret(actions: Sequence[Any] = ()) -> Match:
    game = game_of("klunker")
    options = game.options_type(dealing="secret")
    seats = [UUID(int=seat + 1) for seat in range(3)]
    match = evolve(None, commands.open_match(game, options, seats, played_on=date(2026, 11, 27), **BY))
    for action in actions:
        match = evolve(match, commands.play(match, action, **BY))
    return match


def held(seat: int, words: str) -> KlunkerIdentification:
    return KlunkerIdentification(seat=seat, jewels=cards(words))


def told(match: Match, step: int, seat: int, words: str) -> Match:
    return evolve(match, identify(match, step, held(seat, words), "seen later", **BY))


def hand(match: Match, step: int, seat: int) -> tuple[str, ...]:
    view = match.game.view(match.state_at(step), RECORDER)
    return tuple(card for card in view.seats[seat].hand if card != "unknown")


def contradiction(match: Match, step: int, seat: int, words: str) -> tuple[int, str | None]:
    with pytest.raises(Contradiction) as refusal:
        identify(match, step, held(seat, words), "", **BY)
    assert refusal.value.step == step
    return refusal.value.conflicting_step, refusal.value.clause


def test_an_identification_is_an_event_without_a_step() -> None:
    match = secret(STOCKED)
    event = identify(match, 1, held(1, "2 shoes"), "seen later", **BY)
    assert event == CardsIdentified(
        step=1,
        identification=held(1, "2 shoes"),
        outcome=match.game.identify(match.state, held(1, "2 shoes")),  # type: ignore[attr-defined]
        reason="seen later",
        **BY,
    )
    after = evolve(match, event)
    assert (after.version, after.step, after.line) == (match.version + 1, match.step, match.line)


def test_cards_are_known_from_the_step_on_at_which_they_were_held() -> None:
    match = told(secret(ROUND), 1, 1, "2 shoes, tiara")
    assert [hand(match, step, 1) for step in (0, 1, 2, 5, 10)] == [
        (),
        ("shoes", "shoes", "tiara"),
        ("shoes", "tiara"),
        ("tiara",),
        ("tiara",),
    ]


def test_the_set_up_has_a_place_too() -> None:
    match = told(secret(ROUND), 0, 0, "2 tiara, necklace")
    assert hand(match, 0, 0) == ("tiara", "tiara", "necklace")
    assert hand(match, 1, 0) == hand(match, 10, 0) == ("necklace",)


def test_an_earlier_step_may_be_told_after_a_later_one() -> None:
    match = told(told(secret(ROUND), 4, 0, "necklace"), 1, 0, "necklace")
    assert hand(match, 1, 0) == hand(match, 4, 0) == ("necklace",)
    assert [one.version for one in match.identified] == [13, 12]


def test_what_was_played_later_contradicts() -> None:
    match = secret(ROUND)
    assert contradiction(match, 0, 0, "5 shoes") == (1, "K3.1")
    assert contradiction(match, 2, 1, "5 tiara") == (5, "K4.1")


def test_what_was_played_before_contradicts_where_it_became_impossible() -> None:
    match = secret([stock(0, "6 tiara"), *STOCKED[1:]])
    assert contradiction(match, 2, 0, "tiara") == (1, "K1.4")
    assert hand(told(match, 0, 0, "6 tiara"), 0, 0) == ("tiara",) * 6


def test_what_is_seen_elsewhere_later_contradicts() -> None:
    """There are ten necklaces."""
    match = secret([stock(0, "6 necklace"), stock(1, "tiara"), stock(2, "4 necklace")])
    assert contradiction(match, 0, 1, "necklace") == (3, "K3.1")
    assert contradiction(match, 1, 1, "necklace") == (3, "K3.1")
    assert contradiction(match, 3, 1, "necklace") == (3, "K9.1")


def test_what_was_identified_elsewhere_contradicts() -> None:
    match = told(secret(STOCKED), 3, 0, "4 necklace")
    assert contradiction(match, 1, 1, "4 necklace, 2 tiara") == (2, "K3.1")
    match = told(match, 2, 2, "5 necklace")
    assert contradiction(match, 1, 1, "2 necklace") == (3, "K9.1")


def test_of_two_that_can_not_both_be_the_other_one_is_named() -> None:
    match = told(told(secret(STOCKED), 1, 0, "4 necklace"), 2, 2, "5 necklace")
    assert contradiction(match, 3, 1, "2 necklace") == (1, "K9.1")
    assert hand(told(match, 3, 1, "necklace"), 3, 1) == ("necklace",)


def test_what_never_could_be_contradicts_itself() -> None:
    match = secret(STOCKED)
    assert contradiction(match, 2, 2, "7 shoes") == (2, "K1.4")


def test_what_never_was_unknown_is_not_possible() -> None:
    for step, identification, pointer in [
        (4, held(0, "tiara"), "/step"),
        (0, held(3, "tiara"), "/held/seat"),
        (0, held(0, ""), "/held"),
    ]:
        with pytest.raises(NotPossible) as refusal:
            identify(secret(STOCKED), step, identification, "", **BY)
        assert refusal.value.pointer == pointer


def test_the_end_by_people_stays() -> None:
    match = secret(STOCKED)
    ended = evolve(match, conclude(match, "the last train", **BY))
    after = told(ended, 2, 2, "2 monocle")
    assert (after.early_end, after.pending) == (ended.early_end, ended.pending)


def test_a_retraction_drops_what_was_identified_beyond_it() -> None:
    match = told(told(secret(ROUND), 2, 0, "necklace"), 6, 0, "necklace, gold_teeth")
    kept = evolve(match, retract(match, 5, "", **BY))
    assert [one.event.step for one in kept.identified] == [2]
    assert hand(kept, 5, 0) == ("necklace",)
    gone = evolve(kept, retract(kept, 1, "", **BY))
    assert (gone.identified, gone.by_viewer, gone.state) == ((), (), secret(ROUND[:1]).state)


def test_a_restoration_brings_it_back() -> None:
    match = told(told(secret(ROUND), 2, 0, "necklace"), 6, 0, "necklace, gold_teeth")
    back = evolve(match, retract(match, 1, "", **BY))
    restored = restore(back, match, 1, "", **DRAWING)
    assert restored.obstacle is None
    assert restored.kept == 9
    assert restored.match.known == match.known
    assert [(one.event.step, one.event.reason) for one in restored.match.identified] == [
        (2, "seen later"),
        (6, "seen later"),
    ]


def test_an_amendment_keeps_what_was_identified_behind_the_same_action() -> None:
    match = told(secret(ROUND), 6, 0, "necklace, 2 gold_teeth")
    inserted = amend(match, 5, 0, [store(1, "earrings"), passes(2), store(1, "earrings")], "", **DRAWING)
    assert inserted.obstacle is not None  # seat 2 has passed before
    replaced = amend(match, 2, 1, [stock(1, "tiara")], "", **DRAWING)
    assert replaced.obstacle is None
    assert [one.event.step for one in replaced.match.identified] == [6]
    assert hand(replaced.match, 6, 0) == ("gold_teeth", "gold_teeth", "necklace")


def test_behind_an_action_that_is_replaced_it_stands_behind_the_new_one() -> None:
    match = told(secret(ROUND), 2, 1, "2 necklace")
    amendment = amend(match, 2, 1, [stock(1, "tiara")], "", **DRAWING)
    assert amendment.obstacle is None
    assert [one.event.step for one in amendment.match.identified] == [2]


def test_where_it_no_longer_fits_it_is_the_obstacle() -> None:
    match = told(secret(ROUND), 2, 1, "4 necklace")
    amendment = amend(match, 2, 1, [stock(1, "4 tiara")], "", **DRAWING)
    obstacle = amendment.obstacle
    assert obstacle is not None
    assert (obstacle.step, obstacle.index, obstacle.identification) == (2, None, match.version)
    assert obstacle.violation.clause == "K1.4"
    assert (amendment.kept, amendment.match.step, amendment.match.identified) == (0, 2, ())


def test_no_seat_takes_back_what_cards_were_identified_behind() -> None:
    match = secret(STOCKED)
    verify_undo(match, 2, 2)
    with pytest.raises(NotPossible, match="identified"):
        verify_undo(told(match, 3, 0, "shoes"), 2, 2)
    with pytest.raises(NotPossible, match="Unknown cards"):  # it may have been tried to see what was identified
        verify_undo(told(match, 2, 0, "shoes"), 2, 2)
