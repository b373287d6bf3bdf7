"""What a viewer is told of a match, at every step, is the same whatever that viewer can't see.

Every game, dealing and set-up, and every viewer: the table, the standings, what is awaited, what the last action tells,
and for a seat its legal actions, what becomes of tries, and what it may take back. The tests of every day look at legal
actions at each of a hundred steps, and at the rest now and then; those that take their time look at everything.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from domain.kernel.choices import Choices
from domain.kernel.errors import RuleViolation
from domain.kernel.viewer import PUBLIC, Viewer
from domain.match import asking
from domain.match.asking import known_to, legal_for, verify_choice
from domain.match.choosing import asked_seats, choices_at
from domain.match.commands import NotPossible, play
from domain.match.events import Undo
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.registry import GAMES
from tests.domain.games.covering import EVERYTHING, unless_covering
from tests.domain.games.perturb import perturbed
from tests.domain.games.support import support_of
from tests.domain.games.twin_walk import AT, Pair, asked, offered, walk
from tests.names import NAMES


def walks(mark: pytest.MarkDecorator) -> list[Any]:
    """Every viewer of every set-up; `mark` is for all but the public and one seat of those that cover what there is."""
    return [
        pytest.param(
            *(key, name, viewer),
            id=f"{key}-{name}-{viewer if isinstance(viewer, int) else 'public'}",
            marks=unless_covering(key, name, mark) if viewer in {PUBLIC, 1} else mark,
        )
        for key in GAMES
        for name, setup in support_of(key).SETUPS.items()
        for viewer in (PUBLIC, *range(setup.seats))
    ]


ContradictsRecord: Any = getattr(asking, "ContradictsRecord", ())


def outcome(match: Match, action: Any) -> tuple[Any, ...]:
    """What a seat is told that tries `action`: that it is accepted and what follows, or how it is refused."""
    try:
        verify_choice(match, action)
        event = play(match, action, at=AT, by="a test")
    except RuleViolation as violation:
        return "refused", violation.clause, violation.message
    except ContradictsRecord:
        return ("contradicts",)
    opens = match.game.reveals(event.outcome)  # what was hidden may be anything, and is shown from then on
    return "accepted", None if opens else match.game.redact(event.action, event.outcome, action.seat)


def allowed_undo(match: Match, seat: int) -> list[Any]:
    """What a seat is told that wants to take back the last action, the last ten, or all."""
    told: list[Any] = []
    for undo in Undo:
        for to_step in {match.step - 1, max(0, match.step - 10), 0} - {-1}:
            try:
                verify_undo(replace(match, undo=undo), seat, to_step)
            except NotPossible as refusal:
                told.append((refusal.pointer, refusal.message))
            else:
                told.append(None)
    return told


def attempts(pair: Pair, seat: int, random: Random, most: int) -> Iterator[Any]:
    """Actions that are legal on one of the tables or by what the seat knows, and others that are nearly so."""
    key = pair.one.game.meta.key
    for wire in map(to_builtins, offered(pair, seat, random, most)):
        for attempt in (wire, *(perturbed(key, wire, len(pair.one.seats), random) if random.random() < 0.3 else ())):
            if attempt.get("seat") == seat:
                try:
                    yield convert(attempt, pair.one.game.action_type)
                except ValueError:
                    continue


def same(what: str, pair: Pair, told: Callable[[Match], Any]) -> None:
    """Fail where the two tables are told apart; by hand, since a difference of whole states takes minutes to show."""
    one, other = map(told, pair.matches)
    if one != other:
        last = pair.one.line[-1].played.action if pair.one.line else None
        pytest.fail(f"{what} of {pair.viewer} at step {pair.one.step}, after {last}: {one} / {other}"[:4000])


def check(pair: Pair, random: Random, most: int) -> None:
    """Fail when anything that the viewer is told tells the two tables apart."""
    one, viewer = pair.one, pair.viewer
    game = one.game
    same("view", pair, lambda match: game.view(match.state_for(viewer), viewer))
    same("standings", pair, lambda match: match.standings(viewer))
    same("pending", pair, lambda match: match.pending)
    same("chapter", pair, lambda match: game.chapter(match.state))
    if not isinstance(viewer, int):
        return
    same("undo", pair, lambda match: allowed_undo(match, viewer))
    if viewer in asked(one):
        for action in attempts(pair, viewer, random, most):
            check_attempt(pair, action)


def check_attempt(pair: Pair, action: Any) -> None:
    """Fail when it is told otherwise what becomes of `action`, unless that is only whether the record takes a claim.

    How often a seat may try that is limited (see `service/contradictions.py`).
    """
    if {outcome(match, action)[0] for match in pair.matches} == {"accepted", "contradicts"}:
        same(f"claim {action}", pair, lambda match: asking.is_claim(match, action))
        assert asking.is_claim(pair.one, action), action
    else:
        same(f"attempt {action}", pair, lambda match: outcome(match, action))


def walked(key: str, name: str, viewer: Viewer, seeds: Sequence[int], *, most: int, apart: int, tries: int) -> int:
    """Check the walks of these seeds: legal actions at every step, the rest every `apart` steps; how many differed."""
    differed = 0
    for seed in seeds:
        random = Random(seed)
        for number, pair in enumerate(walk(GAMES[key], support_of(key).SETUPS[name], viewer, random, most)):
            if pair.differ and not pair.one.finished:
                differed += 1
                if isinstance(viewer, int) and viewer in asked(pair.one):
                    same("legal actions", pair, lambda match: legal_for(match, viewer))
                    same("choices", pair, lambda match: _choices(match, viewer))
                if number % apart == 0:
                    check(pair, random, tries)
    return differed


@pytest.mark.parametrize(("key", "name", "viewer"), walks(pytest.mark.slow))
def test_what_a_viewer_is_told_follows_from_what_it_may_know(key: str, name: str, viewer: Viewer) -> None:
    walked(key, name, viewer, [1], most=90, apart=10, tries=2)


@pytest.mark.long
@pytest.mark.parametrize(("key", "name", "viewer"), walks(pytest.mark.long))
def test_whole_matches_tell_nothing_either(key: str, name: str, viewer: Viewer) -> None:
    """At every third step, with EVERYTHING at each."""
    if EVERYTHING:
        walked(key, name, viewer, [1, 2, 3], most=10_000, apart=1, tries=10)
    else:
        walked(key, name, viewer, [2], most=10_000, apart=3, tries=4)


def _choices(match: Match, seat: int) -> Choices:
    """What `seat` may choose, by what it knows."""
    asked = (seat,) if seat in asked_seats(match.pending) else ()
    return choices_at(match.game, known_to(match, seat), asked, NAMES, "en")
