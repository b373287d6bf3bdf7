"""The questions of docs/analysis.md, answered from lists of matches by plain loops."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import permutations
from typing import Any

Match = dict[str, Any]


def answers(matches: Sequence[Match], starts: dict[str, int | None]) -> dict[str, Any]:
    """What the page's code finds in `matches`, items of `GET /matches`; `starts` has the starting seat of each."""
    finished = [match for match in matches if match["status"] == "finished"]
    counted = [match for match in finished if match["counted"]]
    return {
        "monthly": Counter(f"{match['played_on'][:7]} {match['game']}" for match in finished),
        "start": _start(counted, starts),
        "matrix": _matrix(counted),
        "calendar": Counter(date.fromisoformat(match["played_on"]).strftime("%A") for match in finished),
        "scores": _scores(counted),
    }


def _start(matches: Sequence[Match], starts: dict[str, int | None]) -> dict[str, list[float]]:
    found: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
    for match in matches:
        start, seats = starts[match["id"]], len(match["seats"])
        winners = [seat["seat"] for seat in match["seats"] if seat["winner"]]
        if start is None:
            continue
        for turn in range(seats):
            group = found[f"{match['game']} {seats} {turn}"]
            group[0] += 1
            group[1] += ((start + turn) % seats in winners) / len(winners)
    return {key: [matches, round(won / matches, 9)] for key, (matches, won) in found.items()}


def _matrix(matches: Sequence[Match]) -> Counter[str]:
    found: Counter[str] = Counter()
    for one, other in _pairs(matches):
        found[f"{one['player']['id']} {other['player']['name']}"] += one["rank"] < other["rank"]
    return found


def _pairs(matches: Sequence[Match]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    for match in matches:
        yield from permutations(match["seats"], 2)


def _scores(matches: Sequence[Match]) -> dict[str, list[float]]:
    found: dict[str, list[int]] = defaultdict(list)
    for match in matches:
        found[f"{match['game']} {len(match['seats'])}"] += [seat["score"] for seat in match["seats"]]
    return {key: [len(scores), min(scores), _median(scores), max(scores)] for key, scores in found.items()}


def _median(scores: Sequence[int]) -> float:
    ordered, middle = sorted(scores), len(scores) // 2
    return ordered[middle] if len(scores) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
