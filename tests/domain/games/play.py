"""Plays any game, one choice at a time, whoever makes the choices: Hypothesis, or a seeded random number generator."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from domain.kernel.actions import AnyAction
from domain.kernel.chance import Pile
from domain.kernel.game import AnyGame, Setup
from domain.kernel.legal import Entry, Legal, Multiset, OpenField, Ranking, Template
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished

T = TypeVar("T")


class Choices(Protocol):
    """Who makes the choices."""

    def below(self, n: int) -> int:
        """One of 0 to n - 1."""
        ...


class RandomChoices:
    """Choices at random."""

    def __init__(self, random: Random) -> None:
        self.below = random.randrange


class ChosenDraws:
    """Chance, decided by choices."""

    def __init__(self, choices: Choices) -> None:
        self.choices = choices

    since = None

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        return chosen_of(pile.left, len(places), self.choices)


def chosen_of(pool: Sequence[T], number: int, choices: Choices) -> list[T]:
    """`number` items of `pool`, in any order."""
    left = list(pool)
    return [left.pop(choices.below(len(left))) for _ in range(number)]


class Step(Struct, frozen=True):
    """One action of a match, with the states around it."""

    number: int
    before: Any
    action: Any
    facts: tuple[Any, ...]
    after: Any


def play(game: AnyGame, setup: Setup[Any], choices: Choices, most: int) -> Iterator[Step]:
    """A match from the set-up to its end, which must come within `most` steps."""
    state = game.initial(setup)
    for number in range(1, most + 1):
        if isinstance(game.pending(state), Finished):
            return
        action = chosen_action(game, state, choices, to_end=2 * number > most)
        step = played(game, state, action, number)
        yield step
        state = step.after
    assert isinstance(game.pending(state), Finished), f"no end after {most} steps"


def begun(game: AnyGame, setup: Setup[Any], choices: Choices, most: int) -> Iterator[Step]:
    """The first `most` steps of a match, which isn't over after them: of a short one, fewer."""
    steps = play(game, setup, choices, 10_000)
    before = next(steps)
    for step in islice(steps, most):
        yield before
        before = step


def played(game: AnyGame, state: Any, action: Any, number: int) -> Step:
    """One action played."""
    facts = game.decide(state, action)
    return Step(number, state, action, facts, folded(game, state, facts))


def folded(game: AnyGame, state: Any, facts: Sequence[Any]) -> Any:
    """`state` after all of `facts`."""
    for fact in facts:
        state = game.evolve(state, fact)
    return state


def asked_seats(game: AnyGame, state: Any) -> tuple[int, ...]:
    """The seats that may act."""
    pending = game.pending(state)
    return (*pending.seats, *pending.optional) if isinstance(pending, AwaitSeats) else ()


def chosen_action(game: AnyGame, state: Any, choices: Choices, *, to_end: bool = False) -> Any:
    """What chance brings, or a legal action of an asked seat: first its type is chosen, so that rare ones occur.

    Where people decide when a match ends, they seldom do, and `to_end` they do as soon as they can.
    """
    if isinstance(game.pending(state), AwaitChance):
        return game.draw(state, ChosenDraws(choices))
    from tests.domain.games.support import support_of  # noqa: PLC0415  # which imports this module

    support, seats = support_of(game.meta.key), asked_seats(game, state)
    may_end, seldom = support.ENDINGS, support.SELDOM
    seat = seats[choices.below(len(seats))]
    by_type = _by_type(game.legal_actions(state, seat))
    if not to_end and by_type.keys() <= may_end and seat != seats[0] and choices.below(seldom):
        by_type = _by_type(game.legal_actions(state, seats[0]))  # who has to act, where the other can only end it
    endings = by_type.keys() & may_end
    if endings and to_end:
        by_type = {kind: options for kind, options in by_type.items() if kind in endings}
    elif endings and by_type.keys() - endings and choices.below(seldom):
        by_type = {kind: options for kind, options in by_type.items() if kind not in endings}
    options = list(by_type.values())[choices.below(len(by_type))]
    option = options[choices.below(len(options))]
    return filled(game, option, choices) if isinstance(option, Template) else option


def _by_type(legal: Legal) -> dict[str, list[Any]]:
    by_type: dict[str, list[Any]] = {}
    for option in (*legal.actions, *legal.templates):
        by_type.setdefault(type_of(option), []).append(option)
    return by_type


def type_of(option: AnyAction | Template) -> str:
    """The type of an action or template, as on the wire."""
    return str(option.action["type"] if isinstance(option, Template) else option.__struct_config__.tag)


def template_of(wire: dict[str, Any]) -> Template:
    """A template as JSON has it: names are texts there, so kinds that are numbers, as seats are, get so again."""
    template = convert(wire, Template)
    choose = {
        name: replace(items, of={int(kind) if kind.isdecimal() else kind: n for kind, n in items.of.items()})
        for name, items in template.choose.items()
    }
    return replace(template, choose=choose)


def filled(game: AnyGame, template: Template, choices: Choices) -> Any:
    """An action of a template."""
    values = {name: chosen_value(value, choices) for name, value in template.open_fields.items()}
    return on_wire(game, {**template.action, **values})


def chosen_value(value: OpenField, choices: Choices) -> Any:
    """What an open field takes."""
    match value:
        case Multiset():
            return chosen_items(value, choices)
        case Entry(examples=examples):
            return examples[choices.below(len(examples))]
        case Ranking(seats=seats, last=last):
            return [1 + choices.below(last) for _ in range(seats)]


def chosen_items(items: Multiset, choices: Choices) -> list[Any]:
    """A list that fits."""
    pool = [kind for kind, n in items.of.items() for _ in range(n)]
    most = min(items.most, len(pool))
    number = items.least + choices.below(most - items.least + 1)
    chosen: Counter[str] = Counter()
    for kind in chosen_of(pool, len(pool) if items.limits else number, choices):
        if chosen.total() < number and all(limit.holds(chosen + Counter([kind])) for limit in items.limits):
            chosen[kind] += 1
    return sorted(chosen.elements())


def on_wire(game: AnyGame, wire: Any) -> Any:
    """The action that `wire` (built-in types, as JSON has them) stands for.

    Raises:
        msgspec.ValidationError: it stands for none.
    """
    return msgspec.convert(to_builtins(wire), game.action_type)
