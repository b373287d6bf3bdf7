"""Results as they are answered, to whom they may be."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from msgspec import UNSET

from domain.kernel.viewer import RECORDER, Viewer, sees_hand_of
from domain.match.events import ActionPlayed
from domain.match.match import Match
from domain.match.rulings import RulingMade
from domain.match.sealing import Dispute
from service.api.schemas.players import PlayerRef
from service.api.schemas.results import (
    ChangeAnswer,
    ConfirmationAnswer,
    DisputeAnswer,
    MatchFacts,
    ResultAnswer,
    SealAnswer,
    StepAction,
    StepIdentification,
)


def result_answer(match: Match, viewer: Viewer) -> ResultAnswer | None:
    """The result of `match` as `viewer` may know it; None of a match that hasn't ended."""
    if not match.finished:
        return None
    sealing = match.sealing
    return ResultAnswer(
        status=sealing.status,
        since=sealing.since,
        confirmations=tuple(
            ConfirmationAnswer(one.seat, one.how, one.at, one.imported) for one in sealing.confirmations
        ),
        disputes=tuple(_dispute(one, viewer) for one in sealing.disputes),
        seal=None if sealing.seal is None else SealAnswer(sealing.seal.how, sealing.seal.at),
    )


def _dispute(dispute: Dispute, viewer: Viewer) -> DisputeAnswer:
    """What a seat disputes; the comment may tell a secret."""
    shown = viewer in {RECORDER, dispute.seat}
    return DisputeAnswer(dispute.seat, dispute.how, dispute.step, dispute.at, dispute.comment if shown else UNSET)


def change_answer(ruling: RulingMade, viewer: Viewer, names: dict[UUID, str]) -> ChangeAnswer:
    """What an arbiter has changed, as `viewer` may know it; `names` are those of all who had a seat."""
    before, after = (_facts(match, viewer, names) for match in (ruling.before, ruling.after))
    differing = [name for name in before if before[name] != after[name]]
    if "actions" in differing:
        before["actions"], after["actions"] = _between(before["actions"], after["actions"])
    return ChangeAnswer(
        version=ruling.version,
        last_version=ruling.last_version,
        at=ruling.broken.at,
        by=ruling.broken.by,
        reason=ruling.broken.reason if viewer is RECORDER else UNSET,
        before=_described(before, differing),
        after=_described(after, differing),
    )


def _facts(match: Match, viewer: Viewer, names: dict[UUID, str]) -> dict[str, Any]:
    """All facts of `match` that can be changed, by the fields of :class:`MatchFacts`; actions with what followed."""
    return {
        "status": match.status,
        "reason": None if match.early_end is None else match.early_end.reason,
        "seats": tuple(PlayerRef(player, names[player]) for player in match.seats),
        "actions": tuple(_shown(match, ply.played, viewer) for ply in match.line),
        "identifications": tuple(
            StepIdentification(
                one.event.step,
                one.event.identification.seat,
                one.event.identification if sees_hand_of(viewer, one.event.identification.seat) else UNSET,
            )
            for one in match.identified
        ),
        "standings": match.standings(viewer),
        "played_on": match.played_on,
        "place": match.place,
        "note": match.note,
        "tags": match.tags,
        "visibility": match.visibility,
        "counted": match.counted,
        "undo": match.undo,
        "ordinal": match.ordinal,
    }


def _shown(match: Match, played: ActionPlayed[Any, Any], viewer: Viewer) -> tuple[int, Any, Any]:
    return (played.step, *match.game.redact(played.action, played.outcome, viewer))


def _between(
    before: Sequence[tuple[int, Any, Any]], after: Sequence[tuple[int, Any, Any]]
) -> tuple[tuple[tuple[int, Any, Any], ...], ...]:
    """Both without what they have in common at the start and, where they are of one length, at the end."""
    start = next(
        (number for number, (old, new) in enumerate(zip(before, after, strict=False)) if old != new),
        min(len(before), len(after)),
    )
    end = 0
    if len(before) == len(after):
        while before[-1 - end] == after[-1 - end]:
            end += 1
    return tuple(tuple(actions[start : len(actions) - end]) for actions in (before, after))


def _described(facts: dict[str, Any], differing: Sequence[str]) -> MatchFacts:
    shown = {name: facts[name] for name in differing}
    if "actions" in shown:
        shown["actions"] = tuple(StepAction(step, action) for step, action, _ in shown["actions"])
    return MatchFacts(**shown)
