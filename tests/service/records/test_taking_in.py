"""Taking in records: once, as a whole or not at all, whoever else does; and what is refused, with its place."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import psycopg
import pytest
from msgspec import Struct

from domain.registry import GAMES
from domain.variations.variations import variations_id
from replays.records.checking import Checked
from replays.records.form import MAX_RECORD
from service.problems import ProblemError
from service.records.giving_out import Exporter
from service.records.reading import read_record
from service.records.taking_in import Importer, RecordConflict, TakenIn
from service.store.errors import TooBusy
from service.store.log import EventLog
from tests.replays.records.evenings import BEGIN, Evening, set_ups
from tests.service.records.books import BASE, JSON, body_of, some_evening, take_in

NOW = BEGIN + timedelta(days=1)
Told = dict[str, Any]


class Books(Struct):
    """Both ways of one log."""

    importer: Importer
    exporter: Exporter

    def take_in(self, told: Checked, **how: Any) -> TakenIn:
        return self.importer.take_in(told, **how)

    def bytes_of(self, match_id: UUID) -> bytes:
        return self.exporter.bytes_of(match_id)


@pytest.fixture
def records(conninfo: str) -> Iterator[Books]:
    log = EventLog(conninfo, connections=4)
    yield Books(Importer(log), Exporter(log))
    log.close()


def told(key: str = "klunker", seed: int = 3) -> Told:
    found: Told = msgspec.json.decode(body_of(some_evening(key, seed)))
    return found


def sent(record: Any) -> bytes:
    return msgspec.json.encode(record)


def refused(record: Any) -> list[tuple[str, str | None]]:
    """The places of what is wrong, with the clauses."""
    with pytest.raises(ProblemError) as refusal:
        read_record(sent(record) if not isinstance(record, bytes) else record, NOW)
    assert refusal.value.kind.name == "invalid-record", refusal.value
    return [(one.pointer, one.clause) for one in refusal.value.members["errors"]]


def rows(conninfo: str) -> int:
    with psycopg.connect(conninfo) as connection:
        found = connection.execute(
            "SELECT (SELECT count(*) FROM match_events) + (SELECT count(*) FROM players)"
        ).fetchone()
    assert found is not None
    return int(found[0])


# --- in and out ---


@pytest.mark.parametrize("key", GAMES)
def test_what_was_taken_in_is_given_out_with_the_same_bytes(records: Books, key: str) -> None:
    for seed in range(4):
        body = body_of(some_evening(key, seed))
        record = read_record(body, NOW)
        records.take_in(record)
        assert records.bytes_of(record.match_id) == body


def test_taken_in_twice_it_is_there_once(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("klunker", 1)), NOW)
    first = records.take_in(record)
    before = rows(conninfo)
    second = records.take_in(record)
    assert (first.known, second.known) == (False, True)
    assert (second.version, second.position) == (first.version, first.position)
    assert rows(conninfo) == before


def test_taken_in_by_many_at_once_it_is_there_once(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("halunken", 1)), NOW)
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: records.take_in(record), range(8)))
    assert sorted(one.known for one in done) == [False] + [True] * 7
    events = len(record.events) + len(record.annotations) + len(record.variations)
    assert rows(conninfo) == events + len(record.players)


def test_checking_writes_nothing(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("dschunke", 1)), NOW)
    assert records.take_in(record, dry_run=True).position == 0
    assert rows(conninfo) == 0


def test_nothing_is_there_when_a_part_cant_be_stored(records: Books, conninfo: str) -> None:
    """The match, what was written beside it and the players are one write."""
    record = read_record(body_of(some_evening("klunker", 3)), NOW)
    assert record.variations
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "INSERT INTO match_events VALUES (%s, 1, 'variations/begun', '')", (variations_id(record.match_id),)
        )
    before = rows(conninfo)
    with pytest.raises(TooBusy):
        records.take_in(record)
    assert rows(conninfo) == before


def test_another_match_with_the_id_stays_as_it_is(records: Books) -> None:
    body = body_of(some_evening("klunker", 1))
    records.take_in(read_record(body, NOW))
    other = msgspec.json.decode(body)
    other["match"]["place"] = other["events"][0]["place"] = "Imola"
    for event in other["events"]:
        if event["type"] == "described":
            event["place"] = "Imola"
    record = read_record(sent(other), NOW)
    with pytest.raises(RecordConflict) as conflict:
        records.take_in(record)
    assert conflict.value.match is not None
    assert conflict.value.match.version == len(record.events)
    assert records.bytes_of(record.match_id) == body


def test_what_was_written_here_since_is_no_conflict(records: Books) -> None:
    whole = told("klunker", 3)
    earlier = {**whole, "annotations": whole["annotations"][:-1]}
    records.take_in(read_record(sent(whole), NOW))
    assert records.take_in(read_record(sent(earlier), NOW)).known
    later = {**whole, "annotations": []}
    assert records.take_in(read_record(sent(later), NOW)).known


def test_more_beside_it_than_is_here_is_a_conflict(records: Books) -> None:
    whole = told("klunker", 3)
    records.take_in(read_record(sent({**whole, "annotations": []}), NOW))
    with pytest.raises(RecordConflict):
        records.take_in(read_record(sent(whole), NOW))


def test_people_who_are_known_keep_their_names(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("klunker", 1)), NOW)
    known, erased = record.players[:2]
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Ada')", (known.id,))
        connection.execute("INSERT INTO players (id, name) VALUES (%s, NULL)", (erased.id,))
    done = records.take_in(record)
    assert [(player.id, name) for player, name in done.other_names] == [(known.id, "Ada"), (erased.id, None)]
    with psycopg.connect(conninfo) as connection:
        names: dict[UUID, str | None] = dict(connection.execute("SELECT id, name FROM players").fetchall())
    assert names == {player.id: player.name for player in record.players} | {known.id: "Ada", erased.id: None}


def test_who_was_erased_comes_without_a_name(records: Books) -> None:
    record = told("klunker", 1)
    record["players"][0]["name"] = None
    kept = read_record(sent(record), NOW)
    records.take_in(kept)
    assert msgspec.json.decode(records.bytes_of(kept.match_id))["players"] == record["players"]


# --- what is refused ---


def first_played(record: Told) -> int:
    return next(index for index, event in enumerate(record["events"]) if event["type"] == "played")


def plain() -> Told:
    """A match of Klunker without corrections, with a variation."""
    (_, game, setup) = next(found for found in set_ups() if found[1].meta.key == "klunker")
    one = Evening(game, setup, Random(7))
    for _ in range(5):
        one._play()
    while not one.tried[1:]:
        one._try()
    found: Told = msgspec.json.decode(body_of(one))
    return found


def test_a_forged_outcome_is_told_with_its_place() -> None:
    for key in GAMES:
        record = told(key, 2)
        index = first_played(record)
        record["events"][index]["outcome"] = []
        assert (f"/events/{index}/outcome", None) in refused(record)


def test_every_forged_outcome_is_told() -> None:
    record = plain()
    played = [index for index, event in enumerate(record["events"]) if event["type"] == "played"]
    for index in played[:3]:
        record["events"][index]["outcome"] = []
    assert [(f"/events/{index}/outcome", None) for index in played[:3]] == refused(record)


def test_an_action_that_the_rules_refuse_is_told_with_its_clause() -> None:
    record = plain()
    index = first_played(record) + 1
    record["events"][index]["action"] = {"type": "buy", "seat": 0, "safe": 0}
    found = refused(record)
    assert found[0][0].startswith(f"/events/{index}")


def forged(**lists: Any) -> Callable[[Told], Any]:
    """Puts other values into the second event of that list of a record."""
    ((name, fields),) = lists.items()
    return lambda record: record[name][1].update(fields)


def first(**lists: Any) -> Callable[[Told], Any]:
    """The same with the first one."""
    ((name, fields),) = lists.items()
    return lambda record: record[name][0].update(fields)


def noted(**fields: Any) -> Callable[[Told], Any]:
    return lambda record: record.update(annotations=_note(record, **fields))


def followed(**fields: Any) -> Callable[[Told], Any]:
    return lambda record: record["events"].append(_next(record, **fields))


EMPTY = {"kind": "comment", "text": ""}
UNKNOWN = {"kind": "glyphs", "glyphs": [4711]}

FORGED: list[tuple[str, Callable[[Told], Any], str]] = [
    ("another version of the format", lambda r: r.update(version=2), "/version"),
    ("another format", lambda r: r.update(format="pgn"), "/format"),
    ("an unknown game", lambda r: r["match"].update(game="chess"), "/match/game"),
    ("a wrong edition", lambda r: r["match"].update(edition="1901"), "/match/edition"),
    ("a wrong edition of the event", first(events={"edition": "1901"}), "/events/0/edition"),
    ("a gap", lambda r: r["events"].pop(1), "/events/1/version"),
    ("no beginning", lambda r: r.update(events=[dict(r["events"][1], version=1)]), "/events/0/type"),
    ("two beginnings", lambda r: r["events"].append({**r["events"][0], **_next(r)}), "/events/-/type"),
    ("an unknown event", forged(events={"type": "rewound"}), "/events/1"),
    ("an unknown field", forged(events={"colour": "red"}), "/events/1"),
    ("a step too far", forged(events={"step": 7}), "/events/1/step"),
    ("a time before there were any", forged(events={"at": "0001-01-01T00:00:00Z"}), "/events/1/at"),
    ("a time to come", forged(events={"at": "9999-12-31T23:59:59Z"}), "/events/1/at"),
    ("a time that isn't in UTC", forged(events={"at": "2026-11-01T22:00:00+02:00"}), "/events/1/at"),
    ("a time without a zone", forged(events={"at": "2026-11-01T22:00:00"}), "/events/1"),
    ("a token that can't be", forged(events={"by": "a\u0007"}), "/events/1/by"),
    ("a place that can't be kept", first(events={"place": "a bell \u0007"}), "/events/0/place"),
    ("a name that can't be kept", lambda r: r["players"][0].update(name=" Ada"), "/players/0/name"),
    ("a missing player", lambda r: r["players"].pop(), "/players"),
    ("a stranger", lambda r: r["players"].append({"id": str(uuid4()), "name": "Eve"}), "/players"),
    ("options left out", first(events={"options": {}}), "/events/0/options"),
    ("options that there aren't", first(events={"options": {"dealing": "rigged"}}), "/events/0/options"),
    ("somebody in two seats", lambda r: r["events"][0].update(seats=r["match"]["seats"][:1] * 3), "/events/0/seats"),
    ("another status", lambda r: r["results"].update(status="abandoned"), "/results/status"),
    ("another score", lambda r: r["results"]["standings"][0].update(score=99), "/results/standings"),
    ("another date in the header", lambda r: r["match"].update(played_on="2001-01-01"), "/match/played_on"),
    ("a removed match", followed(type="removed", reason=""), "/events/-/type"),
    ("a repetition of nothing", lambda r: r["events"][-1].update(repeats=2), "/events/-1/repeats"),
    ("a retraction too far", followed(type="retracted", to_step=999, reason=""), "/events/-/to_step"),
    ("a reopening of nothing", followed(type="reopened", reason=""), "/events/-"),
    ("a variation that leaves itself", lambda r: _added(r).update(parent=_added(r)["id"]), "/variations/1/parent"),
    ("a variation of a step that never was", forged(variations={"anchor": 9999}), "/variations/1/anchor"),
    ("a variation by no action", forged(variations={"actions": [{"type": "fly"}]}), "/variations/1/actions/0"),
    ("a variation without moves", forged(variations={"actions": []}), "/variations/1/actions"),
    ("variations of another match", first(variations={"match_id": str(UUID(int=1))}), "/variations/0/match_id"),
    ("an annotation of no step", noted(anchor=9999), "/annotations/1/anchor"),
    ("an annotation of no variation", noted(variation=str(UUID(int=1))), "/annotations/1/variation"),
    ("an annotation by no eyes", noted(eyes=9), "/annotations/1/eyes"),
    ("an empty comment", noted(content=EMPTY), "/annotations/1/content/text"),
    ("an unknown glyph", noted(content=UNKNOWN), "/annotations/1/content/glyphs/0"),
]


def _next(record: Told, **fields: Any) -> Told:
    last = record["events"][-1]
    return {"version": last["version"] + 1, "at": last["at"], "by": "ada", **fields}


def _added(record: Told) -> Told:
    found: Told = record["variations"][1]
    return found


def _note(record: Told, **fields: Any) -> list[Told]:
    at = record["events"][0]["at"]
    now = {"at": at, "by": "ada"}
    begun = {"version": 1, "type": "begun", "match_id": record["match"]["id"], **now}
    content = {"kind": "comment", "text": "Well"}
    added = {"type": "added", "id": str(uuid4()), "anchor": 0, "step": 0, "content": content, **now}
    return [begun, {"version": 2, **added, "audience": "public", "eyes": "public", **fields}]


@pytest.fixture(scope="module")
def plain_record() -> bytes:
    return sent(plain())


@pytest.mark.parametrize(("forge", "place"), [pytest.param(forge, place, id=name) for name, forge, place in FORGED])
def test_what_cant_be_is_refused_with_its_place(plain_record: bytes, forge: Callable[[Told], Any], place: str) -> None:
    record = msgspec.json.decode(plain_record)
    read_record(plain_record, NOW)
    last = len(record["events"])
    forge(record)
    place = place.replace("/-1", f"/{last - 1}").replace("/-", f"/{last}")
    assert place in [pointer for pointer, _ in refused(record)]


def test_a_script_in_a_comment_is_text(records: Books) -> None:
    record = plain()
    record["annotations"] = _note(record, content={"kind": "comment", "text": "<script>alert(1)</script>"})
    kept = read_record(sent(record), NOW)
    records.take_in(kept)
    assert b"<script>alert(1)</script>" in records.bytes_of(kept.match_id)


def test_no_more_mistakes_are_told_than_anybody_reads() -> None:
    record = plain()
    record["events"] = [record["events"][0], *[{"type": "fly"}] * 5000]
    assert len(refused(record)) == 50


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", "invalid-json"),
        (b"{", "invalid-json"),
        (b"[]", "invalid-request"),
        (b'{"format":"partita-record"}', "invalid-request"),
        (b'{"format":"partita-record","version":1,"version":1}', "invalid-request"),
        (b'{"format":"partita-record","version":"1"}', "invalid-request"),
        (b'{"format":"partita-record","version":1}', "invalid-request"),
        (b'{"format":"partita-record","version":1,"x":' + b"[" * 100_000 + b"}", "invalid-json"),
        (b"\xff\xfe", "invalid-json"),
    ],
)
def test_what_is_no_record_at_all_is_refused(body: bytes, kind: str) -> None:
    with pytest.raises(ProblemError) as refusal:
        read_record(body, NOW)
    assert refusal.value.kind.name == kind


def test_a_field_that_stands_twice_is_refused() -> None:
    body = body_of(some_evening("klunker", 1))
    twice = body.replace(b'"type":"opened"', b'"type":"opened","type":"opened"')
    with pytest.raises(ProblemError) as refusal:
        read_record(twice, NOW)
    assert "twice" in refusal.value.detail


# --- over HTTP ---


def test_a_retry_is_answered_as_the_first_time(api: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 21))
    headers = {**JSON, "Idempotency-Key": "a-record"}
    first, again = (api.post(f"{BASE}/records", content=body, headers=headers) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json() == again.json()
    assert first.headers["location"] == f"/api/v1/matches/{first.json()['id']}"
    other = api.post(f"{BASE}/records", content=body_of(some_evening("klunker", 22)), headers=headers)
    assert (other.status_code, other.json()["type"]) == (422, "/problems/idempotency-key-reused")


def test_a_dry_run_leaves_nothing(api: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 23))
    checked = take_in(api, body, dry_run="true")
    assert (checked.status_code, checked.json()["dry_run"], checked.json()["position"]) == (200, True, 0)
    assert api.get(f"{BASE}/matches/{checked.json()['id']}").status_code == 404


def test_a_conflict_is_told_with_the_version_that_is_here(api: httpx.Client, public: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 24))
    made = take_in(api, body).json()
    api.patch(f"{BASE}/matches/{made['id']}", json={"note": "another note"})
    conflict = take_in(api, body)
    assert (conflict.status_code, conflict.json()["type"]) == (409, "/problems/record-conflict")
    assert conflict.json()["version"] == made["version"] + 1


def test_more_than_a_usual_body_is_taken_but_not_everything(api: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 25))
    assert take_in(api, b" " * (2 << 20) + body).status_code == 201
    answer = take_in(api, b" " * MAX_RECORD + body)
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")
    assert str(MAX_RECORD) in answer.json()["detail"]


def test_forms_are_chosen_by_accept_and_have_their_own_tags(api: httpx.Client) -> None:
    match_id = take_in(api, body_of(some_evening("klunker", 26))).json()["id"]
    tags = set()
    for accept, form in {
        "application/json": "application/json",
        "*/*": "application/json",
        "text/html, */*;q=0.8": "application/json",
        "text/plain": "text/plain; charset=utf-8",
        "text/csv;q=0.9, text/plain;q=0.5": "text/csv; charset=utf-8",
    }.items():
        answer = api.get(f"{BASE}/matches/{match_id}/record", headers={"Accept": accept})
        assert answer.headers["content-type"] == form
        tags.add(answer.headers["etag"])
        seen = {"Accept": accept, "If-None-Match": answer.headers["etag"]}
        assert api.get(f"{BASE}/matches/{match_id}/record", headers=seen).status_code == 304
    assert len(tags) == 3


def token(api: httpx.Client, role: str) -> dict[str, str]:
    made = api.post(f"{BASE}/tokens", json={"label": role, "role": role}).json()["token"]
    return {"Authorization": f"Bearer {made}"}


def test_what_was_once_private_is_given_to_its_author_alone(api: httpx.Client) -> None:
    match = api.post(f"{BASE}/matches", json={"game": "klunker", "seats": [{"name": name} for name in "ABC"]}).json()
    notes = f"{BASE}/matches/{match['id']}/annotations"
    for text in ("a secret", "no secret"):
        content = {"kind": "comment", "text": text}
        audience = "private" if text == "a secret" else "public"
        made = api.post(notes, json={"step": 0, "content": content, "audience": audience}).json()
        shown = {"content": {"kind": "comment", "text": f"{text}, told"}, "audience": "public"}
        assert api.patch(f"{notes}/{made['id']}", json=shown).status_code == 200
    record = f"{BASE}/matches/{match['id']}/record"
    own, others = api.get(record), api.get(record, headers=token(api, "recorder"))
    assert [text in own.text for text in ("a secret", "no secret")] == [True, True]
    assert [text in others.text for text in ("a secret", "no secret")] == [False, True]
    read_record(others.content)


def test_whoever_cant_see_all_gets_no_record(api: httpx.Client, public: httpx.Client) -> None:
    match = api.post(f"{BASE}/matches", json={"game": "klunker", "seats": [{"name": name} for name in "ABC"]}).json()
    record = f"{BASE}/matches/{match['id']}/record"
    for form in ("application/json", "text/plain", "text/csv"):
        assert public.get(record, headers={"Accept": form}).status_code == 403
    assert public.post(f"{record.replace('record', 'conclusion')}", json={}).status_code == 401
    assert api.post(f"{BASE}/matches/{match['id']}/conclusion", json={}).status_code == 201
    assert public.get(record).status_code == 200
