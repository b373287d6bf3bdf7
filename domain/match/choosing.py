"""What may be chosen at a match, in words, as far as who asks may know it."""

from collections.abc import Iterable, Sequence
from typing import Any

from domain.kernel.actions import ChanceAction
from domain.kernel.adjusting import HasAdjustments
from domain.kernel.choice_diagram import choices_of
from domain.kernel.choices import (
    Choice,
    Choices,
    HasIdentificationChoices,
    HasSecretChoices,
    HasWording,
    PlainWording,
    RecallsReports,
    SlotList,
    Wording,
)
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.pending import AwaitChance, AwaitSeats, Pending
from domain.match.match import Match


def asked_seats(pending: Pending) -> tuple[int, ...]:
    """The seats that must act, and those that may."""
    return (*pending.seats, *pending.optional) if isinstance(pending, AwaitSeats) else ()


def choices_at(game: AnyGame, state: Any, seats: Iterable[int], names: Sequence[str], language: Language) -> Choices:
    """What `seats` may choose at `state`."""
    slots = SlotList()
    legal = [(game.legal_actions(state, seat), _words(game, state, seat, names, language)) for seat in seats]
    return Choices(tuple(choices_of(legal, slots)), slots.slots)


def reports_at(game: AnyGame, state: Any, names: Sequence[str], language: Language) -> Choices:
    """How a person reports what chance does at `state`."""
    if not (isinstance(game, HasWording) and isinstance(game.pending(state), AwaitChance)):
        return Choices()
    slots = SlotList()
    reported = tuple(game.reports(state, slots, game.wording(state, None, names, language)))
    return Choices(reported, slots.slots)


def recalled_at(match: Match, earlier: Sequence[Match], names: Sequence[str], language: Language) -> tuple[Choice, ...]:
    """What chance brought in `earlier` matches at people's tables, and may bring again now."""
    game, state = match.game, match.state
    if not (isinstance(game, RecallsReports) and isinstance(game, HasWording)):
        return ()
    brought = [_chance_of(other) for other in earlier if not other.server_deals]
    return tuple(game.recalled(state, brought, _chance_of(match), game.wording(state, None, names, language)))


def _chance_of(match: Match) -> list[Any]:
    return [ply.played.action for ply in match.line if isinstance(ply.played.action, ChanceAction)]


def identifications_at(game: AnyGame, state: Any, names: Sequence[str], language: Language) -> Choices:
    """How a person tells which cards were unknown at `state`; nothing in a game without."""
    if not isinstance(game, HasIdentificationChoices):
        return Choices()
    slots = SlotList()
    offered = tuple(game.identifications(state, slots, names, language))
    return Choices(offered, slots.slots)


def adjustments_at(game: AnyGame, state: Any, names: Sequence[str], language: Language) -> Choices:
    """What whoever records can put otherwise at `state` than the rules would have it; nothing in a game without."""
    if not isinstance(game, HasAdjustments):
        return Choices()
    slots = SlotList()
    offered = tuple(game.adjustments(state, slots, names, language))
    return Choices(offered, slots.slots)


def secret_choices(game: AnyGame, state: Any) -> tuple[int, ...] | None:
    """The seats that have chosen, while all choose secretly and at once; None at other times."""
    return game.secret_choices(state) if isinstance(game, HasSecretChoices) else None


def verbs_of(choices: Iterable[Choice]) -> tuple[str, ...]:
    """What can be done, each kind once: by its group, where it has one."""
    return tuple(dict.fromkeys(choice.group or choice.label for choice in choices))


def _words(game: AnyGame, state: Any, seat: int, names: Sequence[str], language: Language) -> Wording:
    return game.wording(state, seat, names, language) if isinstance(game, HasWording) else PlainWording()
