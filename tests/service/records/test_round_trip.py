"""From one service into an empty one and out again: the same bytes, and the same answers of every read endpoint.

Evenings in which everything has happened are recorded in one database as they happened, exported, imported into another
one, and exported again. Then both services are asked all there is to ask: every `GET` of the OpenAPI document is
covered by itself, as long as `STANDS_FOR` says what stands for the names in its address. One that isn't about what a
record holds has its reason in `LEFT_OUT`; what may differ has one in `OWN`.
"""

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import psycopg
import pytest
from msgspec import Struct
from pyarrow import parquet

from domain.registry import GAMES
from domain.subjects.subject import subject_of
from tests.replays.records.evenings import AUTHORS, Evening, full_evening, set_ups, whole_evening
from tests.service import every_read
from tests.service.conftest import running_service
from tests.service.eventstore.blocking import opened
from tests.service.every_read import READS, Asked, parameters
from tests.service.http_client import Answer, PlainClient
from tests.service.programs import called
from tests.service.records.books import body_of, recorded, some_evening

pytestmark = pytest.mark.slow

LEFT_OUT: Final = {
    "getLiveness": "tells of the process",
    "getReadiness": "tells of the process and the database",
    "listGames": "tells of the rules",
    "getGame": "tells of the rules",
    "getRules": "tells of the rules",
    "listBoards": "tells of boxes",
    "getBoard": "tells of a box",
    "listTokens": "tokens are a service's own",
    "listAudit": "who administered a service is its own",
    "listInvitations": "invitations are a service's own",
    "getInvitation": "invitations are a service's own",
    "getLogHead": "tells of a service's own log",
    "getLogConsistency": "tells of a service's own log",
    "getMatchProof": "positions and the key are a service's own",
    "listImports": "imports are a service's own",
    "getImport": "imports are a service's own",
    "listImportPeople": "imports are a service's own",
    "streamImport": "imports are a service's own",
    "listMatchTemplates": "tells again what a match was begun with",
    "listRefusedClaims": "what a service refused isn't in the record",
    "listSeries": "a record holds one match; a series is told of several",
    "compareMatch": "a record holds one match; two are compared",
    "getSeries": "a record holds one match; a series is told of several",
}

OWN: Final[Mapping[str, frozenset[str]]] = {
    **dict.fromkeys(("getPlayer", "listPlayers"), frozenset({"created_at"})),
    **dict.fromkeys(
        ("exportPlays", "exportSeats", "exportSteps", "exportRatings", "exportRemovals"),
        frozenset({"opened", "changed"}),
    ),
}
"""What an operation tells of the service itself: when it came to know a player, and places in its log.

Only that and `OWN_ORDER` may differ.
"""

OWN_ORDER: Final = {
    "listPlayers": "by when this service came to know them",
}
"""Lists whose order is a service's own."""

STANDS_FOR: Final[Mapping[str, Callable[[Evening], Sequence[Any]]]] = {
    "match_id": lambda one: [one.id],
    "step": lambda one: [0, one.match.step // 2, one.match.step, one.match.step + 1],
    "seat": lambda one: range(len(one.match.seats)),
    "game": lambda one: [one.game.meta.key],
    "subject_id": lambda one: [subject_of(one.game.meta, one.match.options).id],
    "player_id": lambda one: [player.id for player in one.players[:2]],
    "other": lambda one: [one.players[1].id],
    "annotation_id": lambda one: [*one.annotations.items],
    "variation_id": lambda one: [*one.variations.items],
}
"""The values of a name in an address."""

ASKED: Final[Mapping[str, Callable[[Evening], Sequence[Any]]]] = {
    "viewer": lambda one: ["public", "recorder", *(f"seat:{seat}" for seat in range(len(one.match.seats)))],
    "step": STANDS_FOR["step"],
    "layout": lambda one: ["portrait", "landscape", "compact"],
    "places": lambda one: ["true"],
    "seat": STANDS_FOR["seat"],
    "after": lambda one: [1, len(one.log) // 2],
    "include": lambda one: ["retracted"],
    "version": lambda one: [1, len(one.log) // 2, len(one.log)],
    "as_of": lambda one: [one.log[len(one.log) // 2].at.isoformat().replace("+00:00", "Z")],
    "author": lambda one: AUTHORS,
    "kind": lambda one: ["comment", "glyphs", "marks", "tags"],
    "variation": lambda one: [*one.variations.items],
    "parent": lambda one: [*one.variations.items],
    "game": STANDS_FOR["game"],
    "subject": STANDS_FOR["subject_id"],
    "player": lambda one: [one.players[0].id],
    "with": lambda one: [one.players[1].id],
    "status": lambda one: ["playing", "finished", "abandoned"],
    "place": lambda one: ["Bologna"],
    "tag": lambda one: ["club"],
    "scores": lambda one: ["true"],
    "seats": lambda one: [len(one.match.seats)],
    "name": lambda one: ["Player"],
    "sort": lambda one: ["wins"],
    "counted": lambda one: ["true", "false"],
    "sealed": lambda one: ["true", "false"],
    "irregular": lambda one: ["true", "false"],
    "duplicates": lambda one: ["true"],
    "origin": lambda one: [one.match.origin],
    "min_matches": lambda one: [1, 2],
    "from": lambda one: [1],
    "to": lambda one: [2],
    "played_from": lambda one: [one.match.played_on],
    "played_to": lambda one: [one.match.played_on],
    "rank": lambda one: [1],
    "turn": lambda one: [0],
    "annotations": lambda one: ["false"],
    "bucket": lambda one: ["month", "year"],
    "distribution": lambda one: ["true"],
    "trait": lambda one: [*one.match.game.traits],
    "trait_length": lambda one: [1],
    "trait_values": lambda one: [3],
}
"""The values of a query parameter, one of which is sent at a time."""

_NARROWS: Final = "picks some of a list that is compared as a whole"
NOT_ASKED: Final = {
    "limit": "is sent always",
    "evidence": "positions and the key are a service's own",
    "format": "says what `Accept` says",
    "changed_after": "a place in the log is a service's own",
    "after_position": "is sent always, with the place where the service's own log ends",
    "cursor": "goes from page to page of what is asked for on one",
    **dict.fromkeys(("among", "compared", "first", "last", "options", "result", "timed"), _NARROWS),
}
"""Query parameters that aren't sent, each with its reason."""

_TOKENS: Final = {name: f"partita_{name}_{name}" for name in AUTHORS}
"""Of those who wrote: the same in both services."""


class Place(Struct):
    """One of the services, and how far its log has got."""

    client: PlainClient
    position: int


class Round(Struct):
    """What was recorded, and where it stands now.

    Attributes:
        full: an evening of each game in which everything happened.
        whole: two of each game on which the same people played to the end.
        bundles: what was exported, of the one service and of the other.
    """

    full: Sequence[Evening]
    whole: Sequence[Evening]
    bundles: tuple[Path, Path]
    places: tuple[Place, Place]


def bundle_of(conninfo: str, file: Path) -> Path:
    """All that a database holds, exported."""
    said = called("export", "--output", file, "--database-url", conninfo)
    assert said.code == 0, said
    return file


def know_the_authors(conninfo: str) -> None:
    """Give those who wrote the tokens by which they did."""
    with psycopg.connect(conninfo) as connection:
        for name, text in _TOKENS.items():
            connection.execute(
                "INSERT INTO tokens (id, hash, scopes, label) VALUES (%s, %s, '{read,record,annotate}', %s)",
                (name, sha256(text.encode()).digest(), name),
            )


@pytest.fixture(scope="module")
def went_round(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Round]:
    """Recorded in one database, and imported from there into another one."""
    folder = tmp_path_factory.mktemp("round")
    full, whole = [full_evening(game) for game in GAMES.values()], list(_whole())
    here, there = new_database(), new_database()
    with opened(here) as store:
        recorded(store, [*full, *whole])
    first = bundle_of(here, folder / "first")
    said = called("import", first, "--database-url", there)
    assert (said.code, said.out) == (0, f"Imported {len(full + whole)} matches; 0 here already, 0 refused.\n"), said
    bundles = first, bundle_of(there, folder / "second")
    for conninfo in (here, there):
        know_the_authors(conninfo)
    with running_service(here, folder) as one, running_service(there, folder) as other:
        places = _place(one, here), _place(other, there)
        yield Round(full, whole, bundles, places)
        for place in places:
            place.client.close()


def _whole() -> Iterator[Evening]:
    setups = {game.meta.key: setup for _, game, setup in reversed(set_ups())}
    for key, game in GAMES.items():
        first = whole_evening(game, setups[key], Random(f"{key}, whole"))
        yield from (first, whole_evening(game, setups[key], Random(f"{key}, again"), first.players))


def _place(client: httpx.Client, conninfo: str) -> Place:
    with opened(conninfo) as store:
        position = store.log.last_position()
    return Place(PlainClient(str(client.base_url)), position)


def requests(name: str, one: Evening) -> Iterator[Asked]:
    """What to ask an operation of an evening."""
    return every_read.requests(
        name,
        {known: values(one) for known, values in STANDS_FOR.items()},
        {parameter: values(one) for parameter, values in ASKED.items()},
    )


def told(place: Place, name: str, asked: Asked, token: str | None, until: int | None) -> Answer:
    """What a service answers, without what is its `OWN`."""
    always = {"limit": 1000, "after_position": place.position}
    query = {each: value for each, value in always.items() if each in parameters(name)} | asked.query
    answer = place.client.send("GET", asked.address, token=token, query=query, headers=asked.headers, until=until)
    assert answer.status < 500, (asked, answer)
    if name not in OWN or answer.status >= 400:
        return answer
    headers = tuple(header for header in answer.headers if header[0] != "content-length")
    content = _without(OWN[name], _content(answer))
    if name in OWN_ORDER:
        items = content if isinstance(content, list) else content["items"]
        items.sort(key=lambda item: item["id"])
    return Answer(answer.status, headers, json.dumps(content, default=str).encode())


def _content(answer: Answer) -> Any:
    """A document, or the rows of a table in whatever form."""
    match dict(answer.headers)["content-type"].partition(";")[0]:
        case "text/csv":
            return [*csv.DictReader(StringIO(answer.body.decode(), newline=""))]
        case "application/x-ndjson":
            return [json.loads(line) for line in answer.body.splitlines()]
        case "application/vnd.apache.parquet":
            return parquet.read_table(BytesIO(answer.body)).to_pylist()
    return answer.json


def _without(own: frozenset[str], content: Any) -> Any:
    if isinstance(content, dict):
        return {name: _without(own, value) for name, value in content.items() if name not in own}
    return [_without(own, value) for value in content] if isinstance(content, list) else content


def same(went_round: Round, name: str, evenings: Sequence[Evening], tokens: Sequence[str | None]) -> None:
    """Ask an operation all there is to ask of some evenings, in both services."""
    statuses = set()
    for one in evenings:
        until = len(one.log) if name == "streamEvents" else None
        for asked in requests(name, one):
            for token in tokens:
                here, there = (told(place, name, asked, token, until) for place in went_round.places)
                assert here == there, (asked, token)
                statuses.add(here.status)
    assert 200 in statuses


# --- what goes round ---


def test_every_read_is_covered_or_left_out_for_a_reason() -> None:
    assert set(LEFT_OUT) <= set(READS)
    one = full_evening(next(iter(GAMES.values())))
    for name in READS.keys() - LEFT_OUT.keys():
        assert list(requests(name, one)), name
        assert parameters(name) <= ASKED.keys() | NOT_ASKED.keys(), name


def test_out_and_in_and_out_again_the_bytes_are_the_same(went_round: Round) -> None:
    first, second = (bundle.read_bytes() for bundle in went_round.bundles)
    assert first == second
    assert first.count(b"\n") == len(went_round.full) + len(went_round.whole)


COVERED: Final = sorted(READS.keys() - LEFT_OUT.keys())


@pytest.mark.parametrize("name", COVERED)
def test_every_read_answers_the_same(went_round: Round, name: str) -> None:
    of_a_match = "{match_id}" in READS[name][0]
    same(went_round, name, went_round.full if of_a_match else went_round.whole[::2], (None, _TOKENS["ada"]))


@pytest.mark.long
@pytest.mark.parametrize("name", COVERED)
def test_every_read_of_every_match_answers_everybody_the_same(went_round: Round, name: str) -> None:
    same(went_round, name, [*went_round.full, *went_round.whole], (None, *_TOKENS.values()))


# --- many ---


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
def test_thousands_go_out_and_in_and_out_again_with_the_same_bytes(
    new_database: Callable[[], str], tmp_path: Path, key: str
) -> None:
    """Evenings on which anything happened, and people wrote anything beside it."""
    here, there = new_database(), new_database()
    first, second = tmp_path / "first", tmp_path / "second"
    with first.open("wb") as file:
        file.writelines(body_of(some_evening(key, seed, 120)) for seed in range(1000, 2000))
    for conninfo, bundle, out in ((here, first, second), (there, second, tmp_path / "third")):
        said = called("import", bundle, "--database-url", conninfo)
        assert (said.code, said.out) == (0, "Imported 1000 matches; 0 here already, 0 refused.\n"), said
        bundle_of(conninfo, out)
        assert out.read_bytes() == first.read_bytes()
