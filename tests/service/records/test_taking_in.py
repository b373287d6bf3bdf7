"""Taking in records: once, as a whole or not at all, whoever else does; and what is refused, with its place."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import httpx
import msgspec
import psycopg
import pytest
from msgspec import Struct, structs

from domain.registry import GAMES
from domain.variations.variations import variations_id
from replays.records.checking import Checked
from replays.records.form import MAX_RECORD
from replays.records.mistakes import RecordRefused
from service.commands.import_records import ImportedRecord, RecordConflict
from service.commands.read_record import read_record
from service.eventstore.errors import Overloaded
from service.eventstore.log import EventLog
from service.queries.export_records import Exporter
from service.validation.strict_json import JsonError, MalformedJson, SchemaMismatch
from tests.replays.records.evenings import BEGIN
from tests.service.eventstore.blocking import opened
from tests.service.records.books import BASE, JSON, body_of, rows, some_evening, take_in, two_states
from tests.service.records.forged import first_played, note_of, plain, sent, told
from tests.tiers import thinned

NOW = BEGIN + timedelta(days=1)
Told = dict[str, Any]


class Books(Struct):
    """Both ways of one log."""

    importer: Any
    exporter: Exporter

    def import_record(self, told: Checked, **how: Any) -> ImportedRecord:
        done: ImportedRecord = self.importer.import_record(told, **how)
        return done

    def bytes_of(self, match_id: UUID) -> bytes:
        return self.exporter.bytes_of(match_id)


@pytest.fixture
def records(conninfo: str) -> Iterator[Books]:
    with opened(conninfo) as store:
        yield Books(store.importer, Exporter(store.log))


def refused(record: Any) -> list[tuple[str, str | None]]:
    """The places of what is wrong, with the clauses."""
    with pytest.raises(RecordRefused) as refusal:
        read_record(sent(record) if not isinstance(record, bytes) else record, NOW)
    return [(one.pointer, one.clause) for one in refusal.value.mistakes]


# --- in and out ---


@pytest.mark.parametrize("key", thinned(GAMES))
def test_what_was_taken_in_is_given_out_with_the_same_bytes(records: Books, key: str) -> None:
    for seed in range(4):
        body = body_of(some_evening(key, seed))
        record = read_record(body, NOW)
        records.import_record(record)
        assert records.bytes_of(record.match_id) == body


def test_taken_in_twice_it_is_there_once(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("klunker", 1)), NOW)
    first = records.import_record(record)
    before = rows(conninfo)
    second = records.import_record(record)
    assert (first.known, second.known) == (False, True)
    assert (second.version, second.position) == (first.version, first.position)
    assert rows(conninfo) == before


@pytest.mark.slow
def test_taken_in_by_many_at_once_it_is_there_once(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("halunken", 1)), NOW)
    with ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda _: records.import_record(record), range(8)))
    assert sorted(one.known for one in done) == [False] + [True] * 7
    events = len(record.events) + len(record.annotations) + len(record.variations)
    assert rows(conninfo) == events + len(record.players)


def test_checking_writes_nothing(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("dschunke", 1)), NOW)
    assert records.import_record(record, dry_run=True).position == 0
    assert rows(conninfo) == 0


@pytest.mark.slow
def test_nothing_is_there_when_a_part_cant_be_stored(records: Books, conninfo: str) -> None:
    """The match, what was written beside it and the players are one write."""
    record = read_record(body_of(some_evening("klunker", 3)), NOW)
    assert record.variations
    with psycopg.connect(conninfo) as connection:
        connection.execute(
            "INSERT INTO match_events VALUES (%s, 1, 'variations/begun', '')", (variations_id(record.match_id),)
        )
    before = rows(conninfo)
    with pytest.raises(Overloaded):
        records.import_record(record)
    assert rows(conninfo) == before


def test_another_match_with_the_id_stays_as_it_is(records: Books) -> None:
    body = body_of(some_evening("klunker", 1))
    records.import_record(read_record(body, NOW))
    other = msgspec.json.decode(body)
    other["match"]["place"] = other["events"][0]["place"] = "Imola"
    for event in other["events"]:
        if event["type"] == "described":
            event["place"] = "Imola"
    record = read_record(sent(other), NOW)
    with pytest.raises(RecordConflict) as conflict:
        records.import_record(record)
    assert conflict.value.match is not None
    assert conflict.value.match.version == len(record.events)
    assert records.bytes_of(record.match_id) == body


@pytest.mark.slow
def test_what_was_written_here_since_is_no_conflict(records: Books) -> None:
    whole = told("klunker", 3)
    earlier = {**whole, "annotations": whole["annotations"][:-1]}
    records.import_record(read_record(sent(whole), NOW))
    assert records.import_record(read_record(sent(earlier), NOW)).known
    later = {**whole, "annotations": []}
    assert records.import_record(read_record(sent(later), NOW)).known


@pytest.mark.slow
def test_more_beside_it_than_is_here_is_a_conflict(records: Books) -> None:
    whole = told("klunker", 3)
    records.import_record(read_record(sent({**whole, "annotations": []}), NOW))
    with pytest.raises(RecordConflict):
        records.import_record(read_record(sent(whole), NOW))


def test_a_match_that_has_gone_on_isnt_another_one(records: Books) -> None:
    older, newer = (read_record(body, NOW) for body in two_states("klunker"))
    records.import_record(older)
    with pytest.raises(RecordConflict, match="hasn't got as far"):
        records.import_record(newer)
    older, newer = (read_record(body, NOW) for body in two_states("halunken"))
    records.import_record(newer)
    with pytest.raises(RecordConflict, match="has gone on") as conflict:
        records.import_record(older)
    assert conflict.value.match is not None
    assert conflict.value.match.version == len(newer.events)


# --- many at once ---


def test_a_batch_is_taken_in_together(records: Books, conninfo: str) -> None:
    known, other, *new = (read_record(body_of(some_evening("klunker", seed)), NOW) for seed in range(30, 36))
    records.import_record(known)
    records.import_record(other)
    forged = structs.replace(other, events=(structs.replace(other.events[0], by="somebody else"), *other.events[1:]))
    done = records.importer.import_records([known, new[0], forged, new[1], new[0], *new[2:]])
    assert [isinstance(one, RecordConflict) or one.known for one in done] == [
        True,
        False,
        True,
        False,
        True,
        False,
        False,
    ]
    assert isinstance(done[2], RecordConflict)
    stored = [known, other, *new]
    assert [records.bytes_of(one.match_id) for one in new] == [
        body_of(some_evening("klunker", s)) for s in range(32, 36)
    ]
    assert rows(conninfo) == sum(len(one.events) + len(one.annotations) + len(one.variations) for one in stored) + len(
        {player.id for one in stored for player in one.players}
    )


@pytest.mark.slow
def test_in_a_batch_who_is_new_has_the_first_name_told(records: Books) -> None:
    first, second = told("klunker", 40), told("klunker", 40)
    second = msgspec.json.decode(sent(second).replace(first["match"]["id"].encode(), str(uuid4()).encode()))
    second["players"][0]["name"] = "Somebody else"
    done = records.importer.import_records([read_record(sent(record), NOW) for record in (first, second)])
    names = [one.other_names for one in done if isinstance(one, ImportedRecord)]
    assert names[0] == ()
    assert [(player.name, name) for player, name in names[1]] == [("Somebody else", first["players"][0]["name"])]


@pytest.mark.slow
def test_a_batch_that_somebody_else_took_in_meanwhile_is_known(records: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = [read_record(body_of(some_evening("klunker", seed)), NOW) for seed in (41, 42)]
    records.import_record(batch[0])
    monkeypatch.setattr(EventLog, "begun", lambda *_: set())  # it looked before that
    done = records.importer.import_records(batch)
    assert [one.known for one in done if isinstance(one, ImportedRecord)] == [True, False]


@pytest.mark.slow
def test_a_dry_run_of_a_batch_writes_nothing(records: Books, conninfo: str) -> None:
    batch = [read_record(body_of(some_evening("klunker", seed)), NOW) for seed in (41, 42)]
    assert [isinstance(one, ImportedRecord) for one in records.importer.import_records(batch, dry_run=True)] == [
        True,
        True,
    ]
    assert rows(conninfo) == 0


@pytest.mark.slow
def test_what_was_changed_thousands_of_times_is_taken_in(records: Books) -> None:
    """More bytes in one transaction than a connection takes at once."""
    record = plain()
    begun, added = note_of(record)
    changed = {name: added[name] for name in ("id", "at", "by", "audience", "eyes")} | {"type": "changed"}
    contents = ({"kind": "comment", "text": f"{number} {'very ' * 100}"[:400].strip()} for number in range(5_000))
    record["annotations"] = [
        begun,
        added,
        *({**changed, "version": number, "content": content} for number, content in enumerate(contents, start=3)),
    ]
    told = read_record(sent(record), NOW)
    records.import_record(told)
    assert len(told.annotations) == 5_002
    assert len(records.bytes_of(told.match_id)) > 2_500_000


def test_people_who_are_known_keep_their_names(records: Books, conninfo: str) -> None:
    record = read_record(body_of(some_evening("klunker", 1)), NOW)
    known, erased = record.players[:2]
    with psycopg.connect(conninfo) as connection:
        connection.execute("INSERT INTO players (id, name) VALUES (%s, 'Ada')", (known.id,))
        connection.execute("INSERT INTO players (id, name) VALUES (%s, NULL)", (erased.id,))
    done = records.import_record(record)
    assert [(player.id, name) for player, name in done.other_names] == [(known.id, "Ada"), (erased.id, None)]
    with psycopg.connect(conninfo) as connection:
        names: dict[UUID, str | None] = dict(connection.execute("SELECT id, name FROM players").fetchall())
    assert names == {player.id: player.name for player in record.players} | {known.id: "Ada", erased.id: None}


@pytest.mark.slow
def test_who_was_erased_comes_without_a_name(records: Books) -> None:
    record = told("klunker", 1)
    record["players"][0]["name"] = None
    kept = read_record(sent(record), NOW)
    records.import_record(kept)
    assert msgspec.json.decode(records.bytes_of(kept.match_id))["players"] == record["players"]


# --- what is refused ---


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


def test_a_script_in_a_comment_is_text(records: Books) -> None:
    record = plain()
    record["annotations"] = note_of(record, content={"kind": "comment", "text": "<script>alert(1)</script>"})
    kept = read_record(sent(record), NOW)
    records.import_record(kept)
    assert b"<script>alert(1)</script>" in records.bytes_of(kept.match_id)


def test_no_more_mistakes_are_told_than_anybody_reads() -> None:
    record = plain()
    record["events"] = [record["events"][0], *[{"type": "fly"}] * 5000]
    assert len(refused(record)) == 50


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"", MalformedJson),
        (b"{", MalformedJson),
        (b"[]", SchemaMismatch),
        (b'{"format":"partita-record"}', SchemaMismatch),
        (b'{"format":"partita-record","version":1,"version":1}', SchemaMismatch),
        (b'{"format":"partita-record","version":"1"}', SchemaMismatch),
        (b'{"format":"partita-record","version":1}', SchemaMismatch),
        (b'{"format":"partita-record","version":1,"x":' + b"[" * 100_000 + b"}", MalformedJson),
        (b"\xff\xfe", MalformedJson),
    ],
)
def test_what_is_no_record_at_all_is_refused(body: bytes, kind: type[JsonError]) -> None:
    with pytest.raises(JsonError) as refusal:
        read_record(body, NOW)
    assert refusal.type is kind


# --- over HTTP ---


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_conflict_is_told_with_the_version_that_is_here(api: httpx.Client, public: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 24))
    made = take_in(api, body).json()
    api.patch(f"{BASE}/matches/{made['id']}", json={"note": "another note"})
    conflict = take_in(api, body)
    assert (conflict.status_code, conflict.json()["type"]) == (409, "/problems/record-conflict")
    assert conflict.json()["version"] == made["version"] + 1


@pytest.mark.slow
def test_more_than_a_usual_body_is_taken_but_not_everything(api: httpx.Client) -> None:
    body = body_of(some_evening("klunker", 25))
    assert take_in(api, b" " * (2 << 20) + body).status_code == 201
    answer = take_in(api, b" " * MAX_RECORD + body)
    assert (answer.status_code, answer.json()["type"]) == (413, "/problems/too-large")
    assert str(MAX_RECORD) in answer.json()["detail"]


@pytest.mark.slow
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


@pytest.mark.slow
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
