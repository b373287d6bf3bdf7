"""Two records of what may be the same match, compared action by action."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, to_builtins

from domain.kernel.alignment import AlignmentEdit, differences
from domain.kernel.cards import HIDDEN, UNKNOWN
from domain.kernel.viewer import Viewer
from domain.match.amendments import NewAction, Splice
from domain.match.match import Match

_NOT_KNOWN: Final = frozenset({HIDDEN, UNKNOWN})


class MatchView(Struct, frozen=True):
    """A match as `viewer` may know it."""

    match: Match
    viewer: Viewer


class _ActionView(Struct, frozen=True):
    """An action as a viewer may know it.

    Attributes:
        wire: as on the wire, without what was left out.
        form: the same for all that are equal.
        consequences: the same for all that have led to the same; empty where some of that isn't known.
        is_vague: whether something in it isn't known.
    """

    wire: dict[str, Any]
    form: Any
    consequences: Any
    is_vague: bool

    @property
    def kind(self) -> tuple[Any, Any]:
        """Who acts, and how."""
        return self.wire.get("seat"), self.wire["type"]


def compare(first: MatchView, second: MatchView) -> tuple[AlignmentEdit, ...]:
    """The fewest differences between the actions of two matches of one game, by what their viewers may know.

    Two actions are the same if they are equal, with their cards in any order, or have led to the same. What one record,
    or one viewer, doesn't know may be whatever the other has. An item `n` is the action that led to step `n + 1`.
    """
    ones, others = list(_action_views(first)), list(_action_views(second))

    def closeness(one: int, other: int) -> int:
        return sum(others[other].wire.get(name) == value for name, value in ones[one].wire.items())

    return differences(len(ones), _alike(ones, others), closeness)


def splices_of(differences: Sequence[AlignmentEdit], source: Match) -> list[Splice]:
    """What makes the first match, where the `differences` are, what its counterpart `source` is."""
    return [
        Splice(
            difference.first + 1,
            difference.first_end - difference.first,
            tuple(
                NewAction(ply.played.action, ply.played.played_at)
                for ply in source.line[difference.second : difference.second_end]
            ),
        )
        for difference in differences
    ]


def _action_views(view: MatchView) -> Iterator[_ActionView]:
    game = view.match.game
    for ply in view.match.line:
        action, outcome = game.redact(ply.played.action, ply.played.outcome, view.viewer)
        wire = {name: value for name, value in to_builtins(action).items() if value is not None}
        form, consequences = _form(wire), _form(to_builtins(outcome))
        yield _ActionView(wire, form, () if _is_vague(consequences) else consequences, _is_vague(form))


def _alike(ones: Sequence[_ActionView], others: Sequence[_ActionView]) -> list[int]:
    """For each of the `others`, the bits of those of `ones` that may be the same."""
    equal: defaultdict[Any, int] = defaultdict(int)
    equal_in_effect: defaultdict[Any, int] = defaultdict(int)
    by_kind: defaultdict[Any, dict[Any, _ActionView]] = defaultdict(dict)
    for place, one in enumerate(ones):
        equal[one.form] |= 1 << place
        if one.consequences:
            equal_in_effect[one.kind, one.consequences] |= 1 << place
        by_kind[one.kind][one.form] = one
    found: dict[Any, int] = {}
    for other in others:
        if other.form not in found:
            mask = equal.get(other.form, 0)
            for form, one in by_kind.get(other.kind, {}).items():
                if (one.is_vague or other.is_vague) and _may_be_same(one.wire, other.wire):
                    mask |= equal[form]
            found[other.form] = mask
    return [found[other.form] | equal_in_effect.get((other.kind, other.consequences), 0) for other in others]


def _form(value: Any) -> Any:
    """`value`, of built-in types, to be looked up: lists of names, as cards are, in any order."""
    match value:
        case dict():
            return tuple(sorted((name, _form(one)) for name, one in value.items()))
        case list() | tuple():
            return tuple(sorted(value)) if _are_names(value) else tuple(map(_form, value))
        case _:
            return value


def _is_vague(form: Any) -> bool:
    return any(map(_is_vague, form)) if isinstance(form, tuple) else form in _NOT_KNOWN


def _may_be_same(one: Any, other: Any) -> bool:
    """Whether two values are the same, if all that isn't known in one is what it is in the other."""
    match one, other:
        case dict(), dict():
            return one.keys() == other.keys() and all(_may_be_same(value, other[name]) for name, value in one.items())
        case ((list() | tuple()), (list() | tuple())):
            if len(one) != len(other):
                return False
            if _are_names(one) and _are_names(other):
                return _may_be_same_names(Counter(one), Counter(other))
            return all(map(_may_be_same, one, other))
        case _:
            return one == other or one in _NOT_KNOWN or other in _NOT_KNOWN


def _may_be_same_names(one: Counter[str], other: Counter[str]) -> bool:
    """The same of as many names: those that only one of them has are not known in the other."""
    not_known = sum(other[name] for name in _NOT_KNOWN)
    return sum(n for name, n in (one - other).items() if name not in _NOT_KNOWN) <= not_known


def _are_names(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
