"""A service with random matches, and checks of what it tells of them against what is counted by hand."""

from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID

import httpx

from domain.kernel.points import Points
from domain.kernel.viewer import RECORDER
from domain.match.parts import Status
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.queries.statistics import plain
from tests.service.queries.statistics.evenings import PLACES, Evenings, evenings
from tests.service.scenes import BASE

PER = {key: {figure.key: figure.per for figure in game.figures} for key, game in GAMES.items()}


class Club:
    """A service with random matches, and what people know of them."""

    def __init__(self, owner: httpx.Client, public: httpx.Client, evenings: Evenings) -> None:
        self.clients = {"owner": owner, "public": public}
        self.evenings = evenings
        self.results: list[plain.Result] = []
        self.series: dict[str, tuple[list[UUID], list[UUID]]] = {}
        """The members and the matches of each, as they were named."""

    def go_on(self, matches: int) -> None:
        """Matches are recorded and corrected, people merged and erased; the read models follow."""
        for number in range(matches):
            self.evenings.record()
            while self.evenings.matches and self.evenings.random.random() < 0.5:
                self.evenings.correct()
            if number in {matches // 4, matches // 3, matches // 2}:
                self.evenings.merge(self.clients["owner"])
            if number == matches * 2 // 3:
                self.evenings.separate(self.clients["owner"])
            if number in {matches // 2, matches * 2 // 3, matches * 3 // 4}:
                self.catch_up()  # titles are those of lists
                self.evenings.merge_titles(self.clients["owner"])
            if number == matches * 4 // 5:
                self.evenings.separate_titles(self.clients["owner"])
            if number % 8 == 0 and self.evenings.matches:
                self.open_series()
        self.evenings.erase(self.clients["owner"])
        self.catch_up()

    def catch_up(self) -> None:
        """Know the results of all that has happened, as the read models do."""
        self.results = self.evenings.results()
        for name in ("statistics", "scoreboard", "ratings"):
            self._wait_for(name)

    def open_series(self) -> None:
        """A series of one of the matches, by who sits in it, whoever was merged or erased since."""
        match_id = self.evenings.random.choice(self.evenings.matches)
        match = self.evenings.store.load(match_id)
        wanted = {"players": list(map(str, match.seats)), "matches": [str(match_id)], "length": 1}
        answer = self.clients["owner"].post(f"{BASE}/series", json={"game": match.game.meta.key, **wanted})
        assert answer.status_code == 201, answer.text
        self.series[answer.json()["id"]] = (list(match.seats), [match_id])

    def _wait_for(self, name: str) -> None:
        path = {
            "statistics": "games/klunker/statistics",
            "scoreboard": "matches",
            "ratings": "games/klunker/leaderboard",
        }[name]
        end = self.evenings.store.log.last_position()
        answer = self.clients["owner"].get(f"{BASE}/{path}", params={"after_position": end})
        assert answer.status_code == 200, answer.text

    def get(self, viewer: str, path: str, asked: dict[str, Any]) -> Any:
        answer = self.clients[viewer].get(f"{BASE}/{path}", params=asked)
        assert answer.status_code == 200, (path, asked, answer.text)
        return answer.json()

    def get_of(self, people: tuple[str, ...], viewer: str, path: str, asked: dict[str, Any]) -> Any:
        """An answer about `people`; None where the public may see no match of one of them, who isn't there then."""
        answer = self.clients[viewer].get(f"{BASE}/{path}", params=asked)
        if answer.status_code == 404:
            assert viewer == "public"
            assert not all(self.that_count(viewer, player=person) for person in people), path
            return None
        assert answer.status_code == 200, (path, asked, answer.text)
        return answer.json()

    def that_count(self, viewer: str, **asked: Any) -> list[plain.Result]:
        return plain.that_count(self.results, viewer, asked)


@contextmanager
def club(conninfo: str, data: Path, seed: int) -> Iterator[Club]:
    with (
        running_service(conninfo, data) as owner,
        client_of(owner.base_url) as public,
        evenings(conninfo, seed) as written,
    ):
        yield Club(owner, public, written)


def by_hand(answer: Any) -> Any:
    """An answer in the form of the plain script."""
    if isinstance(answer, list):
        return [by_hand(item) for item in answer]
    if not isinstance(answer, dict):
        return answer
    if answer.keys() == {"count", "link"}:
        return answer["count"]
    if answer.keys() == {"value", "match"}:
        return number(answer["value"]), answer["match"].rpartition("/")[2]
    if answer.keys() == {"id", "game", "name"}:
        return answer["id"]
    if answer.keys() == {"score", "seats", "won"}:
        return answer | {"score": number(answer["score"])}
    left_out = {"position", "title", "clause", "per"}
    return {key: by_hand(value) for key, value in answer.items() if key not in left_out}


def number(value: Any) -> Any:
    """A number of an answer: a decimal is a text there."""
    return Decimal(value) if isinstance(value, str) else value


def some_filters(random: Random, key: str) -> dict[str, Any]:
    """None, one or two of the filters that a game has."""
    days = sorted(f"2025-{random.randint(1, 2):02}-{random.randint(1, 28):02}" for _ in range(2))
    filters = {
        "seats": random.randint(2, 4),
        "options": f"dealing:{random.choice(['server', 'open', 'secret', 'table'])}",
        "played_from": days[0],
        "played_to": days[1],
        "place": random.choice(PLACES).upper() or "tor",
        "tag": random.choice(["CLUB", "final", "two words"]),
        "irregular": random.choice(["true", "false"]),
    }
    if "dealing" not in GAMES[key].options_type.__struct_encode_fields__:
        del filters["options"]
    return dict(random.sample(sorted(filters.items()), random.choice([0, 0, 1, 2])))


def some_subject(club: Club, viewer: str, key: str) -> tuple[str, dict[str, Any]]:
    """A subject of a game of which the viewer may find a match, and how it is asked for."""
    own = str(subject_of_game(key).id)
    readable = (result for result in club.results if viewer == "owner" or result.visibility == "public")
    found = sorted({result.subject for result in readable if result.game == key})
    subject = club.evenings.random.choice([own, *found])
    return subject, {} if subject == own else {"subject": subject}


def check_game(club: Club, viewer: str, key: str, asked: dict[str, Any]) -> None:
    subject, named = some_subject(club, viewer, key)
    results = plain.that_count(club.results, viewer, {"game": key, "subject": subject} | asked)
    trait = club.evenings.random.choice([None, *GAMES[key].traits])
    spread = {"bucket": "month", "distribution": "true"} | ({} if trait is None else {"trait": trait})
    told = by_hand(club.get(viewer, f"games/{key}/statistics", asked | named | spread))
    expected = {"game": key, "subject": subject, **plain.game_statistics(results, viewer, PER[key], trait)}
    assert told == expected, (viewer, asked, named)


def check_records(club: Club, viewer: str, key: str, asked: dict[str, Any]) -> None:
    subject, named = some_subject(club, viewer, key)
    results = plain.that_count(club.results, viewer, {"game": key, "subject": subject} | asked)
    told = club.get(viewer, f"games/{key}/records", asked | named)
    assert told["matches"]["count"] == len(results)
    found = [
        {
            **{name: record[name] for name in ("key", "seat")},
            "value": number(record["value"]),
            "match": record["match"].rpartition("/")[2],
            "player": record["player"] and record["player"]["id"],
        }
        for record in told["records"]
    ]
    assert found == plain.records(results, viewer, PER[key]), (viewer, asked)


def check_player(club: Club, viewer: str, player: str, asked: dict[str, Any]) -> None:
    results = plain.that_count(club.results, viewer, {"player": player} | asked)
    people = (player, *filter(None, [asked.get("with")]))
    spread = {"bucket": "year", "distribution": "true"}
    told = by_hand(club.get_of(people, viewer, f"players/{player}/statistics", asked | spread))
    if told is None:
        return
    expected = plain.player_statistics(results, viewer, player, PER)
    met, often = expected.pop("met"), told.pop("h_index")
    assert often["value"] == expected.pop("h_index")
    regulars = [(one["matches"], one["player"]["id"]) for one in often["people"]]
    assert all(matches == met[person] for matches, person in regulars)
    assert len({person for _, person in regulars}) == len(regulars)
    assert [matches for matches, _ in regulars] == sorted(met.values(), reverse=True)[: often["value"]]
    told["streaks"] = {name: streak["length"] for name, streak in told["streaks"].items()}
    assert told.pop("player")["id"] == player
    assert told == expected, (viewer, asked)


def check_versus(club: Club, viewer: str, player: str, other: str, asked: dict[str, Any]) -> None:
    results = plain.that_count(club.results, viewer, {"player": player, "with": other} | asked)
    told = by_hand(club.get_of((player, other), viewer, f"players/{player}/versus/{other}", asked))
    if told is None:
        return
    assert (told.pop("player")["id"], told.pop("other")["id"]) == (player, other)
    assert told == plain.versus(results, viewer, player, other), (viewer, asked)


LEADER: Final = ("matches", "wins", "shared_wins", "draws", "best_score")


def check_leaderboard(club: Club, viewer: str, key: str) -> None:
    subject, named = some_subject(club, viewer, key)
    results = plain.that_count(club.results, viewer, {"game": key, "subject": subject})
    leaders = {}
    for one in club.get(viewer, f"games/{key}/leaderboard", {"limit": 1000, **named})["items"]:
        leaders[one["player"]["id"]] = [number(one[name]) for name in LEADER]
    pairs = [(seat, result) for result in results for seat in result.seats]
    expected = {}
    for person in {seat.person for seat, _ in pairs}:
        own = [(seat, result) for seat, result in pairs if seat.person == person]
        known = [
            (-seat.score if result.lowest else seat.score, seat.score)
            for seat, result in own
            if result in plain.open_to(viewer, results) and seat.score is not None
        ]
        numbers = plain.wins(own)
        best = max(known)[1] if known else None
        expected[person] = [*(numbers[name] for name in LEADER[:-1]), best]
    assert leaders == expected, (viewer, key)


def check_series(club: Club) -> None:
    """By the persons that members are, and who now sits in the matches that are there."""
    evenings = club.evenings
    for series_id, (members, match_ids) in club.series.items():
        told = club.get("owner", f"series/{series_id}", {})
        scores = []
        there = [match_id for match_id in match_ids if match_id in evenings.matches]
        for match in map(evenings.store.load, there):
            found: dict[str, Points] = {}
            for seat in match.standings(RECORDER):
                person = str(evenings.person[match.seats[seat.seat]])
                if seat.score is not None:
                    found[person] = max(seat.score, found.get(person, seat.score))
            scores.append(found if match.status is Status.FINISHED else None)
        assert told["matches"] == [
            {"id": str(match_id), "finished": found is not None} for match_id, found in zip(there, scores, strict=True)
        ]
        persons = list(dict.fromkeys(str(evenings.person[member]) for member in members))
        rows = [(row["scores"], row["total"]) for row in told["standings"]]
        expected = [[None if found is None else found.get(person) for found in scores] for person in persons]
        assert rows == [
            ([in_json(score) for score in row], in_json(sum(score for score in row if score is not None)))
            for row in expected
        ]


def in_json(score: Points | None) -> Any:
    """A score as an answer has it: what isn't whole is a text, so that nobody rounds it."""
    if score is None or score == int(score):
        return score
    return str(score).rstrip("0")


def check_everything(club: Club, queries: int) -> None:
    """Each endpoint with so many random queries, for who may read all and for the public."""
    random = club.evenings.random
    people = sorted({str(person) for person in club.evenings.person.values()})
    for _ in range(queries):
        viewer, key = random.choice(["owner", "public"]), random.choice(list(GAMES))
        player, other = random.sample(people, 2)
        filters = some_filters(random, key)
        check_game(club, viewer, key, filters | random.choice([{}, {"player": player}]))
        check_records(club, viewer, key, filters)
        game = random.choice([{}, {"game": key}, {"game": key, "subject": some_subject(club, viewer, key)[0]}])
        check_player(club, viewer, player, filters | game | random.choice([{}, {"with": other}]))
        check_versus(club, viewer, player, other, filters | game)
        check_leaderboard(club, viewer, key)
    check_series(club)
