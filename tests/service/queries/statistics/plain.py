"""Statistics by hand: plain loops over a list of results, which know nothing of the service.

The answers have the form of the API's, but for links: a number of matches is a number, an extreme is a pair of its
value and the match that has it. Titles and names are left out.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from msgspec import Struct

from domain.kernel.points import Points


class Seat(Struct):
    number: int
    person: str
    side: Any
    score: Points | None
    rank: int
    won: bool
    figures: dict[str, int]
    times: list[float]


class Result(Struct):
    """What has come of a match. `secret`: its scores are for those who see all; `seconds` is 0 where nobody knows.

    `subject`: what it is of now, by its id; `lowest`: fewer points are better.
    """

    id: str
    order: tuple[date, int]
    game: str
    subject: str
    lowest: bool
    counts: bool
    visibility: str
    irregular: bool
    secret: bool
    place: str
    tags: list[str]
    dealing: str
    traits: dict[str, str]
    start: int | None
    steps: int
    seconds: int
    seats: list[Seat]

    @property
    def drawn(self) -> bool:
        """Only chess has draws, and then half a point for each."""
        return self.game == "chess" and {seat.score for seat in self.seats} == {Decimal("0.5")}

    def turn(self, seat: Seat) -> int:
        assert self.start is not None
        return (seat.number - self.start) % len(self.seats)

    def margin(self, seat: Seat) -> Points | None:
        """Points ahead of the best of the opponents, below zero when behind; None without these."""
        opponents = [other for other in self.seats if other.side != seat.side]
        if not opponents:
            return None
        best = min(opponents, key=lambda other: other.rank)
        assert seat.score is not None
        assert best.score is not None
        points = seat.score - best.score
        if best.rank < seat.rank:
            return min(points, -points)
        return max(points, -points)

    @property
    def scored(self) -> bool:
        return all(seat.score is not None for seat in self.seats)

    @property
    def shared(self) -> bool:
        return len({seat.side for seat in self.winners}) > 1

    @property
    def first(self) -> Seat:
        """The winner whose points are told."""
        return min(self.winners, key=lambda seat: (seat.rank, seat.number))

    def better(self, one: Seat, other: Seat) -> bool:
        if one.score is None or other.score is None:
            return False
        return one.score < other.score if self.lowest else one.score > other.score

    @property
    def winners(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.won]


def that_count(results: Iterable[Result], viewer: str, asked: dict[str, Any]) -> list[Result]:
    """The results that count for the owner or the public, in their order, as the query `asked` wants them."""
    chosen = []
    for result in sorted(results, key=lambda result: result.order):
        persons = [seat.person for seat in result.seats]
        fits = {
            "game": lambda value, result=result: result.game == value,
            "subject": lambda value, result=result: result.subject == value,
            "player": lambda value, persons=persons: value in persons,
            "with": lambda value, persons=persons: value in persons,
            "seats": lambda value, result=result: len(result.seats) == value,
            "options": lambda value, result=result: f"dealing:{result.dealing}" == value,
            "played_from": lambda value, result=result: result.order[0].isoformat() >= value,
            "played_to": lambda value, result=result: result.order[0].isoformat() <= value,
            "place": lambda value, result=result: value.lower() in result.place.lower(),
            "irregular": lambda value, result=result: result.irregular == (value == "true"),
            "tag": lambda value, result=result: value.lower() in [tag.lower() for tag in result.tags],
        }
        readable = viewer == "owner" or result.visibility == "public"
        if result.counts and readable and all(fits[name](value) for name, value in asked.items()):
            chosen.append(result)
    return chosen


def measure(found: Iterable[tuple[Points | None, Result]]) -> dict[str, Any]:
    """A number that matches have, told in their order; None counts as a match without a number."""
    pairs = list(found)
    values = [(value, result) for value, result in pairs if value is not None]
    numbers = [value for value, _ in values]

    def first(wanted: Points) -> tuple[Points, str]:
        return wanted, next(result.id for value, result in values if value == wanted)

    return {
        "matches": len({result.id for _, result in pairs}),
        "mean": float(sum(map(Fraction, numbers)) / len(numbers)) if numbers else None,
        "highest": first(max(numbers)) if numbers else None,
        "lowest": first(min(numbers)) if numbers else None,
    }


def open_to(viewer: str, results: Iterable[Result]) -> list[Result]:
    return [result for result in results if viewer == "owner" or not result.secret]


def known_to(viewer: str, results: Iterable[Result]) -> list[Result]:
    """Those of which all points are there, and may be known."""
    return [result for result in open_to(viewer, results) if result.scored]


def wins(seats: Iterable[tuple[Seat, Result]]) -> dict[str, Any]:
    """Matches, and victories: of several seats of one person, any will do."""
    pairs = list(seats)
    matches = len({result.id for _, result in pairs})
    won = len({result.id for seat, result in pairs if seat.won})
    shared = len({result.id for seat, result in pairs if seat.won and result.shared})
    drawn = len({result.id for _, result in pairs if result.drawn})
    share = (won + drawn / 2) / matches if matches else None
    return {"matches": matches, "wins": won, "shared_wins": shared, "draws": drawn, "win_share": share}


def with_start(seats: list[tuple[Seat, Result]]) -> list[tuple[Seat, Result]]:
    """Those of matches that some seat began."""
    return [(seat, result) for seat, result in seats if result.start is not None]


def parts(seats: list[tuple[Seat, Result]], name: str, key: Callable[[Seat, Result], int]) -> list[dict[str, Any]]:
    """The same for the seats that have something in common, in its order."""
    values = sorted({key(*pair) for pair in seats})
    return [{name: value, **wins(pair for pair in seats if key(*pair) == value)} for value in values]


def ratio(figures: dict[str, int], per: dict[str, str | None], key: str) -> float | None:
    divisor = per[key]
    return figures[key] / figures[divisor] if divisor is not None and figures[divisor] else None


def totals(
    pairs: list[tuple[Seat, Result]], matches: int, number: int, per: dict[str, str | None]
) -> list[dict[str, Any]]:
    sums = {key: sum(seat.figures[key] for seat, _ in pairs) for key in per}
    return [
        {
            "key": key,
            "matches": matches,
            "total": sums[key],
            "mean": sums[key] / number if number else None,
            "ratio": ratio(sums, per, key),
        }
        for key in per
    ]


def thinking(seats: Iterable[Seat]) -> dict[str, Any]:
    """How long actions took, of those of which it is known."""
    times = [time for seat in seats for time in seat.times]
    return {"actions": len(times), "total": sum(times), "mean": sum(times) / len(times) if times else None}


def timeline(results: list[Result], length: int, me: str | None) -> list[dict[str, Any]]:
    """The results of each month, or of each year, by so many characters of its date; with the wins of `me`."""
    periods = sorted({result.order[0].isoformat()[:length] for result in results})
    found = []
    for period in periods:
        own = [result for result in results if result.order[0].isoformat().startswith(period)]
        wins = sum(any(seat.won and seat.person == me for seat in result.seats) for result in own)
        found.append({"bucket": period, "matches": len(own), "wins": None if me is None else wins})
    return found


def distribution(results: list[Result], known: list[Seat]) -> dict[str, Any]:
    """How often which score was had by the seats whose scores are `known`, and which length by the results."""
    scores: Counter[Any] = Counter(seat.score for seat in known)
    won: Counter[Any] = Counter(seat.score for seat in known if seat.won)
    lengths = {
        "steps": Counter(result.steps for result in results),
        "minutes": Counter(result.seconds // 60 for result in results if result.seconds),
    }
    return {
        "scores": [{"score": score, "seats": scores[score], "won": won[score]} for score in sorted(scores)],
        **{
            name: [{"value": value, "matches": matches} for value, matches in sorted(counted.items())]
            for name, counted in lengths.items()
        },
    }


def by_trait(results: list[Result], trait: str) -> list[dict[str, Any]]:
    """What came about in play, the most frequent first."""
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        if trait in result.traits:
            found[result.traits[trait]].append(result)
    return [
        {
            "value": value,
            "matches": len(those),
            "draws": sum(result.drawn for result in those),
            "mean_steps": sum(result.steps for result in those) / len(those),
            "by_seat": parts([(seat, one) for one in those for seat in one.seats], "seat", lambda seat, _: seat.number),
        }
        for value, those in sorted(found.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    ]


def game_statistics(
    results: list[Result], viewer: str, per: dict[str, str | None], trait: str | None = None
) -> dict[str, Any]:
    known = known_to(viewer, results)
    pairs = [(seat, result) for result in results for seat in result.seats]
    sizes = Counter(len(result.seats) for result in results)
    return {
        "matches": len(results),
        "shared": sum(result.shared for result in results),
        "draws": sum(result.drawn for result in results),
        "score": measure((seat.score, result) for result in known for seat in result.seats) | {"matches": len(known)},
        "winning_score": measure((result.first.score, result) for result in known if result.winners),
        "margin": measure((result.margin(result.first), result) for result in known if result.winners),
        "steps": measure((result.steps, result) for result in results),
        "duration": measure((result.seconds, result) for result in results if result.seconds),
        "thinking": thinking(seat for seat, _ in pairs),
        "by_seat": parts(pairs, "seat", lambda seat, _: seat.number),
        "by_turn": parts(with_start(pairs), "turn", lambda seat, result: result.turn(seat)),
        "by_trait": None if trait is None else by_trait(results, trait),
        "by_size": [{"seats": size, "matches": sizes[size]} for size in sorted(sizes)],
        "figures": totals(pairs, len(results), len(pairs), per),
        "timeline": timeline(results, len("2025-01"), None),
        "distribution": distribution(results, [seat for result in known for seat in result.seats]),
    }


def player_statistics(
    results: list[Result], viewer: str, me: str, per_game: dict[str, dict[str, str | None]]
) -> dict[str, Any]:
    pairs = [(seat, result) for result in results for seat in result.seats if seat.person == me]
    known = [(seat, result) for seat, result in pairs if result in known_to(viewer, results)]
    longest, run = 0, 0
    for result in results:
        run = run + 1 if any(seat.won and seat.person == me for seat in result.seats) else 0
        longest = max(longest, run)
    met = Counter(person for result in results for person in {seat.person for seat in result.seats} - {me})
    often = sorted(met.values(), reverse=True)
    return {
        **wins(pairs),
        "ranks": [
            {"rank": each["rank"], "matches": each["matches"]}
            for each in parts(
                [pair for pair in pairs if pair[1] in open_to(viewer, results)], "rank", lambda seat, _: seat.rank
            )
        ],
        "streaks": {"current": run, "longest": longest},
        "h_index": max((h for h in range(1, len(often) + 1) if often[h - 1] >= h), default=0),
        "met": dict(met),
        "timeline": timeline(results, len("2025"), me),
        "distribution": distribution(results, [seat for seat, _ in known]),
        "steps": measure((result.steps, result) for result in results),
        "duration": measure((result.seconds, result) for result in results if result.seconds),
        "thinking": thinking(seat for seat, _ in pairs),
        "by_seat": parts(pairs, "seat", lambda seat, _: seat.number),
        "by_turn": parts(with_start(pairs), "turn", lambda seat, result: result.turn(seat)),
        "by_size": parts(pairs, "seats", lambda _, result: len(result.seats)),
        "games": [
            {
                "game": game,
                "subject": subject,
                **wins(own),
                "score": measure((seat.score, result) for seat, result in own if (seat, result) in known),
                "won_by": measure(
                    (result.margin(seat), result) for seat, result in own if (seat, result) in known and seat.won
                ),
                "lost_by": measure(
                    (None if result.margin(seat) is None else -(result.margin(seat) or 0), result)
                    for seat, result in own
                    if (seat, result) in known and not seat.won and not result.drawn
                ),
                "figures": totals(own, wins(own)["matches"], wins(own)["matches"], per_game[game]),
            }
            for game, subject in sorted({(result.game, result.subject) for result in results})
            for own in [[(seat, result) for seat, result in pairs if result.subject == subject]]
        ],
    }


def versus(results: list[Result], viewer: str, me: str, other: str) -> dict[str, Any]:
    def numbers(of: list[Result]) -> dict[str, Any]:
        pairs = [
            (mine, theirs, result)
            for result in of
            for mine in result.seats
            for theirs in result.seats
            if (mine.person, theirs.person) == (me, other)
        ]
        known = known_to(viewer, of)

        def count(holds: Callable[[Seat, Seat, Result], bool], among: list[Result]) -> int:
            return len({result.id for mine, theirs, result in pairs if result in among and holds(mine, theirs, result)})

        return {
            "matches": len(of),
            "wins": count(lambda mine, *_: mine.won, of),
            "other_wins": count(lambda _, theirs, __: theirs.won, of),
            "better": count(lambda mine, theirs, result: result.better(mine, theirs), open_to(viewer, of)),
            "equal": count(
                lambda mine, theirs, _: mine.score is not None and mine.score == theirs.score, open_to(viewer, of)
            ),
            "worse": count(lambda mine, theirs, result: result.better(theirs, mine), open_to(viewer, of)),
            "difference": measure(
                (Decimal(mine.score or 0) - (theirs.score or 0), result)
                for mine, theirs, result in pairs
                if result in known
            ),
        }

    games = sorted({(result.game, result.subject) for result in results})
    whole = numbers(results)
    del whole["difference"]
    parts = [
        {"game": game, "subject": subject, **numbers([r for r in results if r.subject == subject])}
        for game, subject in games
    ]
    return {**whole, "games": parts}


def records(results: list[Result], viewer: str, figures: Iterable[str]) -> list[dict[str, Any]]:
    """The extremes with who was first; of the seats of a match, the lowest."""
    known = known_to(viewer, results)

    def seat_record(key: str, best: Callable[..., Any], found: list[tuple[Any, Seat, Result]]) -> list[dict[str, Any]]:
        if not found:
            return []
        value = best(value for value, _, _ in found)
        _, seat, result = next(one for one in found if one[0] == value)
        if "winning" in key or "margin" in key:  # of several winners who have it, the lowest
            same = [one for one in result.winners if (one.score if "winning" in key else result.margin(one)) == value]
            seat = same[0]
        return [{"key": key, "value": value, "match": result.id, "seat": seat.number, "player": seat.person}]

    def match_record(key: str, best: Callable[..., Any], found: list[tuple[int, Result]]) -> list[dict[str, Any]]:
        if not found:
            return []
        value = best(value for value, _ in found)
        match = next(result.id for number, result in found if number == value)
        return [{"key": key, "value": value, "match": match, "seat": None, "player": None}]

    scores = [(seat.score, seat, result) for result in known for seat in result.seats]
    best = [(result.first.score, result.first, result) for result in known if result.winners]
    margins = [
        (result.margin(result.first), result.first, result)
        for result in known
        if result.winners and result.margin(result.first) is not None
    ]
    steps = [(result.steps, result) for result in results]
    times = [(result.seconds, result) for result in results if result.seconds]
    told = [
        *seat_record("highest_score", max, scores),
        *seat_record("lowest_score", min, scores),
        *seat_record("highest_winning_score", max, best),
        *seat_record("lowest_winning_score", min, best),
        *seat_record("biggest_margin", max, margins),
        *seat_record("smallest_margin", min, margins),
        *match_record("most_steps", max, steps),
        *match_record("fewest_steps", min, steps),
        *match_record("longest", max, times),
        *match_record("shortest", min, times),
    ]
    for key in figures:
        done = [(seat.figures[key], seat, result) for result in results for seat in result.seats if seat.figures[key]]
        told += seat_record(f"most_{key}", max, done)
    return told
