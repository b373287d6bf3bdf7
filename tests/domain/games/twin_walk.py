"""Whole matches, step by step, each beside another one that a viewer can't tell from it.

The two differ in all that the viewer may not know, as far as that goes: in cards dealt to others, taken by them, or
identified in their hands, and in what they have chosen in secret. Where no action is left that looks the same on both
tables, the other one becomes like the first, and they part again at the next secret.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, date, datetime
from random import Random
from typing import Any, Final
from uuid import UUID

from msgspec import Struct, convert, to_builtins

from domain.games.dschunke.meta import MIXED
from domain.kernel.cards import UNKNOWN
from domain.kernel.errors import RuleViolation
from domain.kernel.game import AnyGame, Setup
from domain.kernel.legal import Legal
from domain.kernel.pending import AwaitSeats
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import Viewer
from domain.match import commands
from domain.match.asking import legal_for
from domain.match.events import Undo
from domain.match.folding import evolve
from domain.match.match import Match
from tests.domain.games.irregular import random_adjust
from tests.domain.games.play import RandomChoices, asked_seats, chosen_action, filled
from tests.domain.games.support import support_of, unknowns_support_of

AT: Final = datetime(2026, 11, 28, 20, 15, tzinfo=UTC)
_TRIES: Final = 25
_DISGUISES: Final = 3
_UNKNOWN: Final = 0.4
_IDENTIFIED: Final = 0.05
_ADJUSTED: Final = 0.1


class Pair(Struct, frozen=True):
    """Two matches that are one to `viewer`; their last actions look the same."""

    viewer: Viewer
    one: Match
    other: Match

    @property
    def differ(self) -> bool:
        """Whether anything is different at the two tables."""
        return bool(self.one.state != self.other.state)

    @property
    def matches(self) -> tuple[Match, Match]:
        """Both."""
        return self.one, self.other


def opened(game: AnyGame, setup: Setup[Any], undo: Undo = Undo.GUARDED) -> Match:
    """A new match."""
    seats = [UUID(int=seat + 1) for seat in range(setup.seats)]
    event = commands.open_match(game, setup.options, seats, played_on=date(2026, 11, 28), undo=undo, at=AT, by="a test")
    return evolve(None, event)


def played(match: Match, action: Any) -> Match:
    """`match` with one action more."""
    return evolve(match, commands.play(match, action, at=AT, by="a test"))


def walk(
    game: AnyGame, setup: Setup[Any], viewer: Viewer, random: Random, most: int = 10_000, *, irregular: bool = False
) -> Iterator[Pair]:
    """Every step of a random match; also each step to which somebody else's secret choice may lead.

    In an `irregular` one something is put otherwise now and then than the rules would have it.
    """
    pair = Pair(viewer, opened(game, setup), opened(game, setup))
    yield pair
    while not pair.one.finished and pair.one.step < most:
        if isinstance(game, HasUnknowns) and not setup.options.server_deals and random.random() < _IDENTIFIED:
            pair = _identified(pair, random)
        if irregular and random.random() < _ADJUSTED:
            pair = _next(pair, random, _adjusted) or pair
            yield pair
            if pair.one.finished:
                return
        following = _next(pair, random)
        if following is None:
            pair = Pair(viewer, pair.one, pair.one)
            continue
        chooses = isinstance(pair.one.pending, AwaitSeats) and len(pair.one.pending.seats) > 1
        if chooses and following.differ and not following.one.finished:
            yield following  # what is chosen differs; when it is revealed it can't, so the match goes on as if not
            following = _next(pair, random, disguise=False)
            if following is None:
                pair = Pair(viewer, pair.one, pair.one)
                continue
        pair = following
        yield pair


def _adjusted(match: Match, random: Random) -> Any:
    """Something that is put otherwise, or what happens by the rules where nothing can be."""
    return random_adjust(match.game, match.state, RandomChoices(random)) or _chosen(match, random)


def _next(
    pair: Pair, random: Random, choose: Callable[[Match, Random], Any] | None = None, *, disguise: bool = True
) -> Pair | None:
    """The pair after an action that is possible on both tables, and looks the same to the viewer."""
    game = pair.one.game
    disguised = support_of(game.meta.key).disguised
    for _ in range(_TRIES):
        action = (choose or _chosen)(pair.one, random)
        one = played(pair.one, action)
        candidates = [action]
        if disguise and action.seat != pair.viewer:
            others = [_disguised(disguised, pair.other.state, action, pair.viewer, random) for _ in range(_DISGUISES)]
            candidates = [*(other for other in others if other is not None and other != action), action]
        for candidate in candidates:
            try:
                other = played(pair.other, candidate)
            except RuleViolation:
                continue
            if _looks(one, pair.viewer) == _looks(other, pair.viewer):
                return Pair(pair.viewer, one, other)
    return None


def _identified(pair: Pair, random: Random) -> Pair:
    """The pair after cards of another hand were identified, which is no secret: others at each table, of any number."""
    seat = random.choice([seat for seat in range(len(pair.one.seats)) if seat != pair.viewer])
    one, other = (_with_identified(match, seat, random) for match in pair.matches)
    return pair if one is None or other is None else Pair(pair.viewer, one, other)


def _with_identified(match: Match, seat: int, random: Random) -> Match | None:
    support = unknowns_support_of(match.game.meta.key)
    possible = support.possible(match.state, seat)
    for _ in range(_DISGUISES):
        cards = random.sample(possible, min(len(possible), random.randint(1, 3)))
        held = support.identification(match.state, seat, cards)
        try:
            return evolve(match, commands.identified(match, match.step, held, "", at=AT, by="a test"))
        except RuleViolation:
            continue
    return None


def _chosen(match: Match, random: Random) -> Any:
    """What happens next; cards that the record needn't know stay unknown more often than by mere chance."""
    game, state = match.game, match.state
    if random.random() < _UNKNOWN and (unknown := [one for seat in asked(match) for one in _unknown(match, seat)]):
        return random.choice(unknown)
    return chosen_action(game, state, RandomChoices(random))


def _unknown(match: Match, seat: int) -> Iterator[Any]:
    """What `seat` may take without telling the record which cards these are."""
    legal = match.game.legal_actions(match.state, seat)
    yield from (action for action in legal.actions if UNKNOWN in to_builtins(action).values())
    for template in legal.templates:
        for name, items in template.choose.items():
            drawn = [MIXED.value] * items.most
            if drawn and drawn in items:
                yield convert({**template.action, name: drawn}, match.game.action_type)


def _disguised(disguised: Any, state: Any, action: Any, viewer: Viewer, random: Random) -> Any:
    try:
        return disguised(state, action, viewer, random)
    except (IndexError, ValueError, KeyError):  # nothing else is possible at that table
        return None


def _looks(match: Match, viewer: Viewer) -> Any:
    """What the last action tells `viewer`, and who is asked then; the table, where something hidden was opened."""
    game, last = match.game, match.line[-1].played
    table = game.view(match.state, viewer) if game.reveals(last.outcome) else None
    return game.redact(last.action, last.outcome, viewer), match.pending, table


def asked(match: Match) -> tuple[int, ...]:
    """The seats that may act."""
    return asked_seats(match.game, match.state)


def offered(pair: Pair, seat: int, random: Random, most: int) -> Iterator[Any]:
    """Some actions that are legal on one of the tables, or by what the seat knows."""
    legal = [legal_for(pair.one, seat), *(match.game.legal_actions(match.state, seat) for match in pair.matches)]
    for one in legal:
        yield from sample(pair.one, one, random, most)


def sample(match: Match, legal: Legal, random: Random, most: int) -> Sequence[Any]:
    """Some of the actions that are listed, of each type the same number."""
    by_type: dict[type, list[Any]] = {}
    for action in legal.actions:
        by_type.setdefault(type(action), []).append(action)
    chosen = [action for each in by_type.values() for action in random.sample(each, min(most, len(each)))]
    templates = random.sample(legal.templates, min(most, len(legal.templates)))
    return [*chosen, *(filled(match.game, template, RandomChoices(random)) for template in templates)]
