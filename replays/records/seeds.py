"""The seeds that a record reveals, checked: they are those that it was committed to, and all draws follow from them."""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.seed import commitment_to
from domain.match.events import MatchEvent, MatchOpened
from domain.match.fairness import draws
from domain.match.match import Match
from replays.records.mistakes import Mistakes


def check_seeds(
    match_id: UUID, match: Match, log: Sequence[MatchEvent], recorded: Sequence[str], mistakes: Mistakes
) -> dict[int, bytes]:
    """The seeds `recorded` of a match that is `match` after its `log`, each by the version since which it decides."""
    opened = log[0]
    if isinstance(opened, MatchOpened) and not 0 <= opened.taken_over < len(log):
        mistakes.add("/events/0/taken_over", "There are not as many events behind this one.")
    if not recorded:
        return {}
    if len(recorded) != len(match.commitments):
        mistakes.add("/seeds", f"The events commit to {len(match.commitments)} seeds.")
        return {}
    seeds: dict[int, bytes] = {}
    for index, (seed, commitment) in enumerate(zip(map(bytes.fromhex, recorded), match.commitments, strict=True)):
        seeds[commitment.since] = seed
        if commitment_to(seed, match_id) != commitment.digest:
            mistakes.add(f"/seeds/{index}", "It isn't the seed that the events commit to.")
            return {}
    for draw in draws(log, seeds):
        if not draw.follows:
            mistakes.add(f"/events/{draw.version - 1}/action", "By the seed, something else was drawn.")
    return seeds
