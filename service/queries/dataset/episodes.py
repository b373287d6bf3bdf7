"""One match of a data set, as rows: from its log, folded as for everything else."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct, to_builtins

from domain.kernel.pending import AwaitSeats
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.asking import information_sets
from domain.match.events import Visibility
from domain.match.match import Match
from domain.match.parts import Status
from projections.facts import duration_of, recorded_options
from replays.stepper import Position, Stepper
from service.auth.access import viewer_name
from service.queries.dataset.chosen import ChosenMatch, Splits, split_of_group
from service.queries.dataset.rows import DatasetMatch, DatasetStep, DatasetView
from service.queries.tables.steps import actor_of

_encoder: Final = msgspec.json.Encoder(order="deterministic")


class Episode(Struct, frozen=True):
    """The rows of a match."""

    match: DatasetMatch
    steps: Sequence[DatasetStep]
    views: Sequence[DatasetView]


def may_be_given(match: Match) -> bool:
    """Whether `match` still is one that a data set may have, since it may have changed after it was chosen."""
    return (
        match.status is Status.FINISHED
        and not match.removed
        and not match.options.keep_secrets
        and match.visibility is Visibility.PUBLIC
    )


def episode(chosen: ChosenMatch, match: Match, splits: Splits) -> Episode:
    """The rows of `match`."""
    name = splits.pseudonyms.match(chosen.match_id)
    positions = list(Stepper(1).positions(chosen.match_id, match))
    return Episode(
        _match(name, chosen, match, positions[-1], splits),
        list(_steps(name, match, positions)),
        list(_views(name, match, positions)),
    )


def _match(name: str, chosen: ChosenMatch, match: Match, last: Position, splits: Splits) -> DatasetMatch:
    standings = match.standings(RECORDER)
    group = splits.group(chosen)
    return DatasetMatch(
        match=name,
        game=match.game.meta.key,
        edition=match.game.meta.edition,
        options=recorded_options(match),
        origin=match.origin.value,
        month=match.played_on.isoformat()[:7],
        seats=len(match.seats),
        start_seat=match.game.starting_seat(match.options),
        players=[splits.pseudonyms.person(person) for person in chosen.persons],
        scores=[standing.score for standing in standings],
        ranks=[standing.rank for standing in standings],
        winners=[standing.seat for standing in standings if standing.winner],
        steps=match.step,
        duration=duration_of(match),
        irregular=match.line.irregular_steps,
        deviations=[ply.played.step for ply in match.line if ply.version in match.deviations],
        corrections=len(match.retractions),
        counted=match.counted,
        final_state=sha256(_canonical(last.view(RECORDER))).hexdigest(),
        player_group=group,
        split=split_of_group(group),
        split_by_time=splits.by_time[chosen.played_on],
    )


def _steps(name: str, match: Match, positions: Sequence[Position]) -> Iterator[DatasetStep]:
    before: datetime | None = None
    for ply, position in zip(match.line, positions[1:], strict=True):
        played = ply.played
        action, outcome = match.game.redact(played.action, played.outcome, PUBLIC)
        chapter = position.chapter
        timed = played.played_at is not None and before is not None
        yield DatasetStep(
            match=name,
            step=played.step,
            round=chapter.round,
            phase=chapter.phase.key,
            actor=actor_of(played.action),
            seat=played.action.seat,
            type=str(played.action.__struct_config__.tag),
            action=_json(action),
            outcome=_json(outcome),
            seconds=(played.played_at - before).total_seconds() if timed and played.played_at and before else None,
            version=ply.version,
            first_version=ply.first_version,
        )
        before = played.played_at


def _views(name: str, match: Match, positions: Sequence[Position]) -> Iterator[DatasetView]:
    seats = range(len(match.seats))
    viewers: Sequence[Viewer] = (PUBLIC, *seats, RECORDER)
    for position, *known in zip(positions, *(information_sets(match, seat) for seat in seats), strict=True):
        for viewer in viewers:
            action = outcome = None
            if (played := position.played) is not None:
                action, outcome = match.game.redact(played.action, played.outcome, viewer)
            yield DatasetView(
                match=name,
                step=position.step,
                viewer=viewer_name(viewer),
                view=_json(position.view(viewer)),
                legal=_legal(position, known[viewer], viewer) if isinstance(viewer, int) else None,
                action=None if action is None else _json(action),
                outcome=None if outcome is None else _json(outcome),
            )


def _legal(position: Position, known: Any, seat: int) -> Any:
    """What `seat` may do by what it has `known`; None where it isn't asked."""
    pending = position.pending
    if not isinstance(pending, AwaitSeats) or seat not in {*pending.seats, *pending.optional}:
        return None
    legal = position.match.game.legal_actions(known, seat)
    return {"actions": legal.listed, "templates": to_builtins(legal.templates)}


def _json(value: Any) -> Any:
    """`value` as JSON has it, its fields in one order, so that what is hashed can be hashed again."""
    return msgspec.Raw(_canonical(value))


def _canonical(value: Any) -> bytes:
    return _encoder.encode(value)
