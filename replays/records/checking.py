"""A record checked as a whole: forms and texts, what happened by the rules, annotations and variations."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict

from domain.annotations.events import AnnotationEvent
from domain.kernel.game import AnyGame
from domain.match.events import ActionPlayed, ActionsRetracted, MatchEvent
from domain.match.match import Match
from domain.match.parts import Status
from domain.registry import EDITIONS, UnknownGame, game_of
from domain.variations.events import VariationEvent
from replays.records.annotations import check_annotations
from replays.records.form import (
    ANNOTATIONS,
    VARIATIONS,
    Evidence,
    Record,
    RecordPlayer,
    form_of,
    header_of,
    results_of,
    seated,
)
from replays.records.happening import check_match
from replays.records.mistakes import Mistakes
from replays.records.places import Places
from replays.records.reading import RecordReader, VerifyText
from replays.records.seeds import check_seeds
from replays.records.variations import check_variations


class Checked(Struct, frozen=True, kw_only=True):
    """A record that may be imported.

    Attributes:
        step: the number of actions that stand after all its `events`.
        committed: whether its events commit to seeds.
        seeds: the revealed seeds, by the version since which each decides.
        deviating: the steps of them that the rules don't confirm; none unless it is trusted.
        evidence: what is to show that its events are in a log; not looked at here.
    """

    match_id: UUID
    game: AnyGame
    step: int
    status: Status
    events: tuple[MatchEvent, ...]
    annotations: tuple[AnnotationEvent, ...]
    variations: tuple[VariationEvent, ...]
    players: tuple[RecordPlayer, ...]
    committed: bool
    seeds: dict[int, bytes]
    deviating: tuple[int, ...] = ()
    evidence: Evidence | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process, which has its own object of the same game."""
        return _checked_again, (self.game.meta.key, self.game.meta.edition, asdict(self) | {"game": None})


def _checked_again(game: str, edition: str, fields: dict[str, Any]) -> Checked:
    return Checked(**fields | {"game": game_of(game, edition)})


def checked(record: Record, now: datetime, verify_text: VerifyText, *, trust: bool = False) -> Checked:
    """`record`, if all of it is so as it can have been recorded until `now`.

    With `trust`, the rules needn't say the same as the record about what followed from an action, nor about how it
    stands in the end: what was recorded is kept as far as it can be shown, and what they don't confirm is marked.

    Raises:
        RecordRefused: with the mistakes that were found.
    """
    mistakes = Mistakes()
    game = _game(record, mistakes)
    mistakes.end()
    assert game is not None  # noqa: S101  # else there was a mistake
    read = RecordReader(now, verify_text, mistakes)
    events = read.all("/events", form_of(game), record.events)
    annotations = read.all("/annotations", ANNOTATIONS, record.annotations)
    variations = read.all("/variations", VARIATIONS, record.variations)
    read.players(record.players)
    mistakes.end()
    match, log = check_match(game, events, mistakes, Mistakes(unlimited=True) if trust else None)
    mistakes.end()
    assert match is not None  # noqa: S101  # a record without events is none
    _check_recorded(record, match, log, mistakes, trust=trust)
    seeds = check_seeds(record.match.id, match, log, record.seeds or (), mistakes)
    places = Places(log)
    tried, tries = check_variations(record.match.id, match, variations, places, mistakes, trust=trust)
    written = check_annotations(record.match.id, match, annotations, places, tries, mistakes)
    mistakes.end()
    return Checked(
        match_id=record.match.id,
        game=game,
        step=match.step,
        status=match.status,
        events=tuple(log),
        annotations=tuple(written),
        variations=tuple(tried),
        players=record.players,
        committed=bool(match.commitments),
        seeds=seeds,
        deviating=match.deviating_steps,
        evidence=record.evidence or None,
    )


def _game(record: Record, mistakes: Mistakes) -> AnyGame | None:
    try:
        game = game_of(record.match.game, record.match.edition)
    except UnknownGame:
        if record.match.game not in EDITIONS:
            mistakes.add("/match/game", "There is no such game here.")
            return None
        known = " and ".join(f"'{edition}'" for edition in EDITIONS[record.match.game])
        mistakes.add("/match/edition", f"The rules are known here in the edition {known} only.")
        return None
    return game


def _check_recorded(
    record: Record, match: Match, log: Sequence[MatchEvent], mistakes: Mistakes, *, trust: bool
) -> None:
    """The header, the players and the results have to be what the events say; scores are the rules' to say."""
    opened: Any = log[0]
    for name in _differing(record.match, header_of(record.match.id, match, opened.options)):
        mistakes.add(f"/match/{name}", "The events say otherwise.")
    for name in _differing(record.results, results_of(match)):
        if trust and name == "standings":
            continue
        mistakes.add(f"/results/{name}", "The events say otherwise.")
    if [player.id for player in record.players] != seated(log):
        mistakes.add("/players", "They are those who have or had a seat, in the order in which the events name them.")
    _check_repeats(log, mistakes)


def _differing(recorded: Struct, known: Struct) -> Iterator[str]:
    return (name for name in recorded.__struct_fields__ if getattr(recorded, name) != getattr(known, name))


def _check_repeats(log: Sequence[MatchEvent], mistakes: Mistakes) -> None:
    """An action played again is one that was taken back, and stands once."""
    first: dict[int, Any] = {}
    line: list[int] = []
    for index, event in enumerate(log):
        if isinstance(event, ActionPlayed):
            version = index + 1
            if event.repeats is None:
                first[version] = event.action
            elif first.get(event.repeats) != event.action or event.repeats in line:
                mistakes.add(f"/events/{index}/repeats", "It is the version that first recorded this action.")
            line.append(version if event.repeats is None else event.repeats)
        elif isinstance(event, ActionsRetracted):
            del line[event.to_step :]
