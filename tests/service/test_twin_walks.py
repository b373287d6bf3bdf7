"""C4 over HTTP, step by step: what a seat, a stranger and nobody are sent tells nothing that they may not know.

Twin matches, which a seat or the public can't tell apart (`tests/domain/games/twin_walk.py`), are recorded action by
action into two services. At each step that is looked at, both are asked every read, and every kind of try: actions
that are legal on a table or nearly so, dry runs, corrections. All answers have to be alike, byte for byte, but for what
decision 28 allows: a claim, which is legal by all that the seat knows, may be recorded by one service and be refused by
the other one in the one sentence that there is for it; when the seat has no try left, both refuse it alike.

What a table takes is tried on copies of the matches, which are private, so that nobody else notices.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4, uuid5

import psycopg
import pytest
from msgspec import Struct, field, to_builtins

from domain.kernel.errors import RuleViolation
from domain.kernel.pending import AwaitChance
from domain.kernel.seed import SEED_BYTES, commitment_to
from domain.kernel.viewer import PUBLIC, Viewer
from domain.match.asking import is_claim
from domain.match.commands import NotPossible, open_match
from domain.match.events import MatchEvent, Visibility
from domain.match.folding import fold
from domain.match.match import Match
from domain.match.undoing import verify_undo
from domain.registry import GAMES
from domain.subjects.subject import subject_of_game
from service.auth.access import viewer_name
from service.auth.secret import derived
from service.commands.refused_claims import TRIES
from service.eventstore.recorder import MatchSeed, PlayerRow, SeatToken, SideRows
from tests.domain.games.covering import EVERYTHING, covering
from tests.domain.games.perturb import perturbed
from tests.domain.games.play import on_wire
from tests.domain.games.support import has_secrets, support_of
from tests.domain.games.twin_walk import AT, Pair, asked, offered, opened, played, walk
from tests.service import every_read
from tests.service.conftest import running_service
from tests.service.eventstore.blocking import opened as opened_store
from tests.service.every_read import READS, Asked
from tests.service.http_client import Answer
from tests.service.twin_services import LEFT_OUT, Both, write_beside, write_series

pytestmark = pytest.mark.slow

_NAMES: Final = UUID(int=2)
_MAKER: Final = "partita_0_maker"
_SEED: Final = bytes(range(SEED_BYTES))
_PLAYERS: Final = tuple(UUID(int=seat + 1) for seat in range(5))
_STRANGERS: Final = uuid5(_NAMES, "a stranger's match")
_CONTRADICTS: Final = "By what the record knows of others it can't be so; the recorder is told why."
STEPS: Final = 12
"""At about so many steps of a match everything is asked and tried."""

_TIMES: Final = {"at", "played_at", "updated_at", "position"}
"""What the same write, made in two services one after the other, is told differently."""


class Recorded(Struct):
    """A pair of matches as the services have them: the events of each."""

    match_id: UUID
    events: list[list[MatchEvent]] = field(default_factory=lambda: [[], []])

    @property
    def path(self) -> str:
        return f"/api/v1/matches/{self.match_id}"

    def token(self, seat: Viewer) -> str | None:
        return derived(_MAKER, "seat", self.match_id, seat).text if isinstance(seat, int) else None


class Tables:
    """The two services, and their logs, to which the pairs of a walk are written."""

    def __init__(self, databases: Sequence[str], both: Both, owner: str) -> None:
        self.databases = databases
        self.both = both
        self.owner = owner
        self._opened = ExitStack()
        self._stores = [self._opened.enter_context(opened_store(database)) for database in databases]
        self._number = 0
        self._open_strangers_match()

    def follow(self, before: Recorded | None, pair: Pair) -> Recorded:
        """The pair, recorded on from `before` where it goes on from that, and as a new one where it doesn't."""
        match_id = self._new_id() if before is None else before.match_id
        wanted = [events_of(match, match_id, Visibility.PUBLIC) for match in pair.matches]
        if before is None or any(new[: len(old)] != old for new, old in zip(wanted, before.events, strict=True)):
            recorded = self.open(pair, Visibility.PUBLIC)
            for store, match in zip(self._stores, pair.matches, strict=True):
                actions = [ply.played.action for ply in match.line]
                write_beside(store.notes, recorded.match_id, match, actions, AT)
                write_series(store, recorded.match_id, match.game.meta.key, match.seats, AT)
        else:
            for store, old, new in zip(self._stores, before.events, wanted, strict=True):
                newer = new[len(old) :]
                store.matches.revise(match_id, lambda _, newer=newer: newer)
            recorded = Recorded(match_id, wanted)
        self.both.reach(recorded.match_id, [store.log.last_position() for store in self._stores])
        return recorded

    def open(self, pair: Pair, visibility: Visibility, *, tries: int = TRIES) -> Recorded:
        """The pair as a new match in each service, where each seat has some tries left."""
        recorded = Recorded(self._new_id())
        tokens = self._tokens(recorded.match_id, len(pair.one.seats))
        seeds = [MatchSeed(recorded.match_id, 1, _SEED)] if pair.one.server_deals else []
        recorded.events = [events_of(match, recorded.match_id, visibility) for match in pair.matches]
        for store, events in zip(self._stores, recorded.events, strict=True):
            store.matches.create(
                recorded.match_id, lambda events=events: events, side_rows=SideRows(tokens=tokens, seeds=seeds)
            )
        spent = [(recorded.match_id, seat, n + 1) for seat in range(len(pair.one.seats)) for n in range(TRIES - tries)]
        for database in self.databases if spent else ():
            with psycopg.connect(database) as connection:
                connection.cursor().executemany(
                    "INSERT INTO refused_claims (match_id, seat, number) VALUES (%s, %s, %s)", spent
                )
        return recorded

    def level(self) -> None:
        """Have as many events in both logs, where only one has recorded an action: reads tell how far a log is."""
        while len(positions := {store.log.last_position() for store in self._stores}) > 1:
            behind = next(n for n, store in enumerate(self._stores) if store.log.last_position() == min(positions))
            filling = events_of(
                opened(GAMES["klunker"], support_of("klunker").SETUPS["3-open"]), _NAMES, Visibility.PRIVATE
            )
            self._stores[behind].matches.create(uuid4(), lambda filling=filling: filling)

    def close(self) -> None:
        self._opened.close()

    def _open_strangers_match(self) -> None:
        """One that is alike in both services, with everybody who plays in any."""
        game = GAMES["klunker"]
        setup = support_of("klunker").SETUPS["5-server"]
        opening = open_match(
            game,
            setup.options,
            _PLAYERS,
            played_on=AT.date(),
            commitment=commitment_to(_SEED, _STRANGERS),
            at=AT,
            by="-",
        )
        side_rows = SideRows(
            players=[PlayerRow(player, f"Player {seat}") for seat, player in enumerate(_PLAYERS)],
            tokens=self._tokens(_STRANGERS, len(_PLAYERS)),
            seeds=[MatchSeed(_STRANGERS, 1, _SEED)],
        )
        for store in self._stores:
            store.matches.create(_STRANGERS, lambda: [opening], side_rows=side_rows)
        for database in self.databases:
            with psycopg.connect(database) as connection:
                connection.execute("UPDATE players SET created_at = %s", (datetime(2026, 1, 1, tzinfo=UTC),))

    def _new_id(self) -> UUID:
        self._number += 1
        return uuid5(_NAMES, str(self._number))

    @staticmethod
    def _tokens(match_id: UUID, seats: int) -> list[SeatToken]:
        bearers = [derived(_MAKER, "seat", match_id, seat) for seat in range(seats)]
        return [
            SeatToken(bearer.id, bearer.digest, match_id, seat, f"Seat {seat}", "a test")
            for seat, bearer in enumerate(bearers)
        ]


def events_of(match: Match, match_id: UUID, visibility: Visibility) -> list[MatchEvent]:
    """The log of a match in which nothing was taken back; of one that the server deals, with its seed."""
    opening = open_match(
        match.game,
        match.options,
        match.seats,
        played_on=match.played_on,
        visibility=visibility,
        undo=match.undo,
        commitment=commitment_to(_SEED, match_id),
        at=AT,
        by="a test",
    )
    told = [(one.version, one.event) for step in range(match.step + 1) for one in match.identified_at(step)]
    events: list[MatchEvent] = [opening, *(ply.played for ply in match.line)]
    for version, event in sorted(told, key=lambda one: one[0]):
        events.insert(version - 1, event)
    folded = fold(None, events)
    assert folded is not None
    assert (folded.version, folded.state) == (match.version, match.state)
    return events


@pytest.fixture(scope="module")
def tables(new_database: Callable[[], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    data: Path = tmp_path_factory.mktemp("data")
    databases = new_database(), new_database()
    with running_service(databases[0], data) as one, running_service(databases[1], data) as other:
        both = Both([str(one.base_url), str(other.base_url)])
        tables = Tables(databases, both, one.headers["authorization"].removeprefix("Bearer "))
        yield tables
        tables.close()
        both.close()


# --- reading ---


def requests(name: str, pair: Pair, match_id: UUID) -> list[Asked]:
    """What to send to an operation at the newest step of a pair."""
    seats, step, version = range(len(pair.one.seats)), pair.one.step, pair.one.version
    stands_for: dict[str, Sequence[Any]] = {
        "match_id": [match_id],
        "step": [step, step // 2, step + 1],
        "seat": seats,
        "game": [pair.one.game.meta.key],
        "subject_id": [subject_of_game(pair.one.game.meta.key).id],
        "series_id": [uuid5(match_id, "series")],
        "player_id": pair.one.seats[:1],
        "other": pair.one.seats[1:2],
        "annotation_id": [uuid5(match_id, "annotation"), uuid5(match_id, "open annotation")],
        "variation_id": [uuid5(match_id, "variation")],
        "invitation_id": [uuid5(match_id, "invitation")],
        "import_id": [uuid5(match_id, "import")],
    }
    asked_for: dict[str, Sequence[Any]] = {
        "viewer": ["public", "recorder", *(f"seat:{seat}" for seat in seats)],
        "step": [step, step // 2, step + 1],
        "seat": seats,
        "after": [version - 1, 1],
        "include": ["retracted"],
        "version": [version, version // 2 + 1, version + 1],
        "annotations": ["false"],
    }
    return list(every_read.requests(name, stands_for, asked_for))


def check_reads(tables: Tables, pair: Pair, recorded: Recorded, random: Random, most: int) -> None:
    """Every read, as the viewer and as others who know less, each in some of the ways there are."""
    for name in READS.keys() - LEFT_OUT.keys():
        ways = requests(name, pair, recorded.match_id)
        until = pair.one.version if name == "streamEvents" else None
        for token in tokens_of(pair, recorded):
            for way in [ways[0], *random.sample(ways[1:], min(most, len(ways) - 1))]:
                if until and "after" in way.query and way.query["after"] >= pair.one.version:
                    continue
                tables.both.same("GET", way.address, token=token, query=way.query, headers=way.headers, until=until)


def tokens_of(pair: Pair, recorded: Recorded) -> list[str | None]:
    """What the viewer comes with, a stranger, and nobody."""
    stranger = derived(_MAKER, "seat", _STRANGERS, 0).text
    own = recorded.token(pair.viewer)
    return [*([own] if own else []), stranger, None]


# --- trying ---


def check_corrections(tables: Tables, pair: Pair, recorded: Recorded) -> None:
    """Dry runs and corrections, which are for the recorder; and what a seat may take back itself."""
    step = pair.one.step
    amendment = {"step": max(1, step // 2), "actions": [], "dry_run": True}
    for token in tokens_of(pair, recorded):
        for part, body in (
            ("amendments", amendment),
            ("identifications", {"step": step, "held": {}, "dry_run": True}),
            ("restorations", {"version": 2}),
            ("conclusion", {}),
            ("abandonment", {}),
            ("reopening", {}),
        ):
            answer = tables.both.same("POST", f"{recorded.path}/{part}", token=token, body=body)
            assert answer.status in {401, 403}, (part, answer)
        for to_step in {max(0, step - 1), 0}:
            own = token is not None and token == recorded.token(pair.viewer)
            if own and all(may_take_back(match, pair.viewer, to_step) for match in pair.matches):
                copy = tables.open(pair, Visibility.PRIVATE)
                kinds = {without_times(one) for one in _retracted(tables, copy, copy.token(pair.viewer), to_step)}
                assert len(kinds) == 1, kinds
            else:
                one, other = _retracted(tables, recorded, token, to_step)
                assert one == other
                assert one.status >= 400, one


def _retracted(tables: Tables, recorded: Recorded, token: str | None, to_step: int) -> list[Answer]:
    return tables.both.each("POST", f"{recorded.path}/retractions", token=token, body={"to_step": to_step})


def may_take_back(match: Match, seat: Any, to_step: int) -> bool:
    try:
        verify_undo(match, seat, to_step)
    except NotPossible:
        return False
    return to_step < match.step


def check_actions(tables: Tables, pair: Pair, recorded: Recorded, random: Random, most: int) -> int:
    """Actions that are legal on a table, or by what the seat knows, or nearly so; how many were claims."""
    seat, claims = pair.viewer, 0
    for attempt in attempts(pair, random, most):
        for token in tokens_of(pair, recorded):
            body = {"actions": [attempt]}
            tables.both.same("POST", f"{recorded.path}/actions/try", token=token, body={"action": attempt})
            if token == recorded.token(seat) and any(takes(match, attempt, seat) for match in pair.matches):
                claims += check_taken(tables, pair, attempt)
            else:
                answer = tables.both.same("POST", f"{recorded.path}/actions", token=token, body=body)
                assert answer.status in {400, 401, 403, 422}, (attempt, answer)
    return claims


def attempts(pair: Pair, random: Random, most: int) -> list[dict[str, Any]]:
    """What to try as the viewer; for the public, what anybody might do."""
    seats = [pair.viewer] if isinstance(pair.viewer, int) else asked(pair.one)
    found: dict[str, dict[str, Any]] = {}
    for seat in seats:
        for wire in map(to_builtins, offered(pair, seat, random, most)):
            nearly = list(perturbed(pair.one.game.meta.key, wire, len(pair.one.seats), random))
            for attempt in (wire, *random.sample(nearly, min(most, len(nearly)))):
                found[str(attempt)] = attempt
    return list(found.values())


def takes(match: Match, wire: dict[str, Any], seat: Viewer) -> bool:
    """Whether the record would take it from that seat."""
    if wire.get("seat") != seat:
        return False
    try:
        match.game.decide(match.state, on_wire(match.game, wire))
    except (RuleViolation, ValueError):
        return False
    return True


def check_taken(tables: Tables, pair: Pair, wire: dict[str, Any]) -> bool:
    """Try, on copies, an action that one of the tables takes at least; whether it is a claim."""
    action = on_wire(pair.one.game, wire)
    copy = tables.open(pair, Visibility.PRIVATE)
    answers = _sent(tables, copy, pair.viewer, wire)
    statuses = [answer.status for answer in answers]
    assert 201 in statuses, (wire, answers)
    claims = {is_claim(match, action) for match in pair.matches}
    assert len(claims) == 1, wire
    claimed = claims.pop()
    if statuses == [201, 201]:
        if not any(opens(match, action) for match in pair.matches):
            assert without_times(answers[0]) == without_times(answers[1])
    else:
        assert claimed, (wire, answers)
        check_contradiction(answers[statuses.index(422)], pair.one.step)
    tables.level()
    refusals = tables.both.each("GET", f"{copy.path}/refused-claims", token=tables.owner)
    assert [len(answer.json["items"]) for answer in refusals] == [int(status == 422) for status in statuses]
    if claimed:
        spent = tables.open(pair, Visibility.PRIVATE, tries=0)
        one, other = _sent(tables, spent, pair.viewer, wire)
        assert one == other, wire
        assert (one.status, one.problem) == (422, "needs-recorder"), (wire, one)
    return claimed


def check_contradiction(refused: Answer, step: int) -> None:
    """The refusal of a claim is the same one whatever the reason is."""
    told = refused.json
    assert (refused.status, refused.problem, told["detail"]) == (422, "contradicts-record", _CONTRADICTS), refused
    assert (told["action_index"], told["step"], told["pointer"]) == (0, step, "/actions/0"), refused
    assert told.keys() <= {"type", "title", "status", "detail", "action_index", "step", "pointer"}, refused


def opens(match: Match, action: Any) -> bool:
    """Whether something hidden comes to light by an action, which may be anything; or the server draws then."""
    after = played(match, action)
    return match.game.reveals(after.line[-1].played.outcome) or (
        match.server_deals and isinstance(after.pending, AwaitChance)
    )


def _sent(tables: Tables, recorded: Recorded, seat: Viewer, wire: dict[str, Any]) -> list[Answer]:
    body = {"actions": [wire]}
    return tables.both.each("POST", f"{recorded.path}/actions", token=recorded.token(seat), body=body)


def without_times(answer: Answer) -> tuple[Any, ...]:
    """All of an answer that depends neither on when it was given, nor on what else the service has recorded."""
    headers = [(name, value) for name, value in answer.headers if name != "content-length"]
    return answer.status, tuple(headers), str(_timeless(answer.json))


def _timeless(told: Any) -> Any:
    match told:
        case dict():
            return {name: _timeless(value) for name, value in told.items() if name not in _TIMES}
        case list():
            return [_timeless(value) for value in told]
        case _:
            return told


# --- walking ---


def check(tables: Tables, recorded: Recorded | None, pair: Pair, random: Random, most: int) -> Recorded:
    """Ask and try everything at the newest step of a pair."""
    recorded = tables.follow(recorded, pair)
    check_reads(tables, pair, recorded, random, most)
    check_corrections(tables, pair, recorded)
    if pair.viewer is PUBLIC or pair.viewer in asked(pair.one):
        check_actions(tables, pair, recorded, random, most)
    return recorded


def pairs_of(key: str, name: str, viewer: Viewer, random: Random, most: int) -> Iterator[Pair]:
    """The steps of a walk at which the two tables differ, and the match isn't over."""
    for pair in walk(GAMES[key], support_of(key).SETUPS[name], viewer, random, most):
        if pair.differ and not pair.one.finished and pair.one.step > 1:
            yield pair


def _a_few() -> list[Any]:
    """Of each game the last set-up of each dealing, for one of the seats."""
    found = {}
    for key in filter(has_secrets, GAMES):
        for number, (name, setup) in enumerate(support_of(key).SETUPS.items()):
            viewer = number % setup.seats
            dealing = getattr(setup.options, "dealing", "")
            found[key, dealing] = pytest.param(key, name, viewer, id=f"{key}-{name}-{viewer}")
    return list(found.values())


@pytest.mark.parametrize(("key", "name", "viewer"), _a_few())
def test_C4_some_steps_tell_nothing_of_secrets(tables: Tables, key: str, name: str, viewer: int) -> None:
    random = Random(f"{key} {name}")
    pairs = [pair for pair in pairs_of(key, name, viewer, random, 70) if viewer in asked(pair.one)]
    narrator = [pair for pair in pairs if would_tell(pair, viewer)]
    chosen = [*random.sample(narrator, min(1, len(narrator))), random.choice(pairs)]
    recorded = None
    for pair in sorted(chosen, key=lambda pair: pair.one.version):
        recorded = check(tables, recorded, pair, random, 1)


def would_tell(pair: Pair, seat: int) -> bool:
    """Whether legal actions would tell the tables apart, if they were worked out on all that the record knows."""
    one, other = (match.game.legal_actions(match.state, seat) for match in pair.matches)
    return one != other


def walks() -> Iterator[tuple[str, str, Viewer]]:
    """For the public and one seat of each set-up that covers what there is; with EVERYTHING for all of all set-ups."""
    for key in filter(has_secrets, GAMES):
        for number, (name, setup) in enumerate(support_of(key).SETUPS.items()):
            if EVERYTHING:
                yield from ((key, name, viewer) for viewer in (PUBLIC, *range(setup.seats)))
            elif name in covering(key):
                yield from ((key, name, viewer) for viewer in (PUBLIC, number % setup.seats))


@pytest.mark.long
@pytest.mark.parametrize(
    ("key", "name", "viewer"), [pytest.param(*one, id=f"{one[0]}-{one[1]}-{viewer_name(one[2])}") for one in walks()]
)
def test_C4_no_step_tells_anything_of_secrets(tables: Tables, key: str, name: str, viewer: Viewer) -> None:
    """At some steps from the first to the last, with EVERYTHING at each."""
    random = Random(f"{key} {name} {viewer}")
    pairs = list(pairs_of(key, name, viewer, random, 10_000))
    apart = 1 if EVERYTHING else max(1, len(pairs) // STEPS)
    recorded = None
    for pair in pairs[::apart]:
        recorded = check(tables, recorded, pair, random, 2)
