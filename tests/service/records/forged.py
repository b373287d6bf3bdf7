"""Records of what can't have been: each made of a good one, with the place where it is wrong."""

import gzip
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Any
from uuid import UUID, uuid4

import msgspec

from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_VARIATIONS
from replays.records.form import MAX_EVENTS
from tests.replays.records.evenings import Evening, set_ups
from tests.service.records.books import body_of, some_evening

Told = dict[str, Any]


def told(key: str = "klunker", seed: int = 3) -> Told:
    found: Told = msgspec.json.decode(body_of(some_evening(key, seed)))
    return found


def sent(record: Any) -> bytes:
    return msgspec.json.encode(record)


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


def forged(**lists: Any) -> Callable[[Told], Any]:
    """Puts other values into the second event of that list of a record."""
    ((name, fields),) = lists.items()
    return lambda record: record[name][1].update(fields)


def first(**lists: Any) -> Callable[[Told], Any]:
    """The same with the first one."""
    ((name, fields),) = lists.items()
    return lambda record: record[name][0].update(fields)


def noted(**fields: Any) -> Callable[[Told], Any]:
    return lambda record: record.update(annotations=note_of(record, **fields))


def followed(**fields: Any) -> Callable[[Told], Any]:
    return lambda record: record["events"].append(_next(record, **fields))


def _next(record: Told, **fields: Any) -> Told:
    last = record["events"][-1]
    return {"version": last["version"] + 1, "at": last["at"], "by": "ada", **fields}


def _added(record: Told) -> Told:
    found: Told = record["variations"][1]
    return found


def _moves(record: Told) -> list[Told]:
    """More than one."""
    return list(_added(record)["actions"]) * 2


def note_of(record: Told, **fields: Any) -> list[Told]:
    at = record["events"][0]["at"]
    now = {"at": at, "by": "ada"}
    begun = {"version": 1, "type": "begun", "match_id": record["match"]["id"], **now}
    content = {"kind": "comment", "text": "Well"}
    added = {"type": "added", "id": str(uuid4()), "anchor": 0, "step": 0, "content": content, **now}
    return [begun, {"version": 2, **added, "audience": "public", "eyes": "public", **fields}]


def _twice(record: Told, name: str, of_one: list[Told]) -> None:
    """The last of these once more."""
    record[name] = [*of_one, {**of_one[-1], "version": len(of_one) + 1}]


def _circle(record: Told) -> None:
    begun, added = record["variations"][:2]
    ids = str(uuid4()), str(uuid4())
    record["variations"] = [
        begun,
        {**added, "id": ids[0], "parent": ids[1], "version": 2},
        {**added, "id": ids[1], "parent": ids[0], "version": 3},
    ]


def _many(record: Told, number: int) -> None:
    begun, added = record["variations"][:2]
    record["variations"] = [begun, *({**added, "id": str(uuid4()), "version": n + 2} for n in range(number))]


def _chain(record: Told, number: int) -> None:
    """Each leaves the one before it at its first step."""
    _many(record, number)
    added = record["variations"][1:]
    for before, one in pairwise(added):
        one.update(parent=before["id"], anchor=1, step=1, actions=added[0]["actions"][:1])


EMPTY = {"kind": "comment", "text": ""}
UNKNOWN = {"kind": "glyphs", "glyphs": [4711]}
TURNED = {"kind": "comment", "text": "a\u2067b"}
ENDLESS = {"kind": "comment", "text": "no " * 10_000}
SCRIPT = {"kind": "marks", "marks": [{"type": "highlight", "place": "<script>"}]}

FORGED: list[tuple[str, Callable[[Told], Any], str]] = [
    ("another version of the format", lambda r: r.update(version=2), "/version"),
    ("another format", lambda r: r.update(format="pgn"), "/format"),
    ("an unknown game", lambda r: r["match"].update(game="ludo"), "/match/game"),
    ("a wrong edition", lambda r: r["match"].update(edition="1901"), "/match/edition"),
    ("a wrong edition of the event", first(events={"edition": "1901"}), "/events/0/edition"),
    ("another game in the event", first(events={"game": "halunken"}), "/events/0/game"),
    ("a gap", lambda r: r["events"].pop(1), "/events/1/version"),
    ("no beginning", lambda r: r.update(events=[dict(r["events"][1], version=1)]), "/events/0/type"),
    ("two beginnings", lambda r: r["events"].append({**r["events"][0], **_next(r)}), "/events/-/type"),
    ("an unknown event", forged(events={"type": "rewound"}), "/events/1/type"),
    ("an unknown field", forged(events={"colour": "red"}), "/events/1"),
    ("a step too far", forged(events={"step": 7}), "/events/1/step"),
    ("a time before there were any", forged(events={"at": "0001-01-01T00:00:00Z"}), "/events/1/at"),
    ("a time to come", forged(events={"at": "9999-12-31T23:59:59Z"}), "/events/1/at"),
    ("a time that isn't in UTC", forged(events={"at": "2026-11-01T22:00:00+02:00"}), "/events/1/at"),
    ("a time without a zone", forged(events={"at": "2026-11-01T22:00:00"}), "/events/1/at"),
    ("a token that can't be", forged(events={"by": "a\u0007"}), "/events/1/by"),
    ("a place that can't be kept", first(events={"place": "a bell \u0007"}), "/events/0/place"),
    ("a name that can't be kept", lambda r: r["players"][0].update(name=" Ada"), "/players/0/name"),
    ("a missing player", lambda r: r["players"].pop(), "/players"),
    ("a stranger", lambda r: r["players"].append({"id": str(uuid4()), "name": "Eve"}), "/players"),
    ("options left out", first(events={"options": {}}), "/events/0/options"),
    ("options that there aren't", first(events={"options": {"dealing": "rigged"}}), "/events/0/options/dealing"),
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
    ("a variation by no action", forged(variations={"actions": [{"type": "fly"}]}), "/variations/1/actions/0/type"),
    ("a variation without moves", forged(variations={"actions": []}), "/variations/1/actions"),
    ("variations of another match", first(variations={"match_id": str(UUID(int=1))}), "/variations/0/match_id"),
    ("an annotation of no step", noted(anchor=9999), "/annotations/1/anchor"),
    ("an annotation of no variation", noted(variation=str(UUID(int=1))), "/annotations/1/variation"),
    ("an annotation by no eyes", noted(eyes=9), "/annotations/1/eyes"),
    ("an empty comment", noted(content=EMPTY), "/annotations/1/content/text"),
    ("an unknown glyph", noted(content=UNKNOWN), "/annotations/1/content/glyphs/0"),
    ("a version below 0", forged(events={"version": -1}), "/events/1/version"),
    ("a version as a word", forged(events={"version": "2"}), "/events/1/version"),
    ("a version without end", forged(events={"version": 10**40}), "/events/1/version"),
    ("half a step", forged(events={"step": 1.5}), "/events/1/step"),
    ("a step below 0", followed(type="retracted", to_step=-1, reason=""), "/events/-/to_step"),
    ("a step without end", followed(type="retracted", to_step=10**40, reason=""), "/events/-/to_step"),
    ("a glyph without end", noted(content={"kind": "glyphs", "glyphs": [10**40]}), "/annotations/1/content/glyphs/0"),
    ("an action that there isn't", forged(events={"action": {"type": "fly"}}), "/events/1/action/type"),
    ("a NUL in a reason", followed(type="concluded", reason="a\0b"), "/events/-/reason"),
    ("a NUL in a name", lambda r: r["players"][0].update(name="A\0da"), "/players/0/name"),
    ("a name from right to left", lambda r: r["players"][0].update(name="\u202eadA"), "/players/0/name"),
    ("a name of many letters", lambda r: r["players"][0].update(name="A" * 100_000), "/players/0/name"),
    ("a NUL in a comment", noted(content={"kind": "comment", "text": "a\0b"}), "/annotations/1/content/text"),
    (
        "a comment from right to left",
        noted(content={"kind": "comment", "text": "a\u2067b"}),
        "/annotations/1/content/text",
    ),
    (
        "a comment of many words",
        noted(content={"kind": "comment", "text": "no " * 10_000}),
        "/annotations/1/content/text",
    ),
    ("a mark somewhere else", noted(content=SCRIPT), "/annotations/1/content/marks/0/place"),
    ("a player told twice", lambda r: r["players"].append(r["players"][0]), "/players"),
    ("two annotations with one id", lambda r: _twice(r, "annotations", note_of(r)), "/annotations/2/id"),
    ("two variations with one id", lambda r: _twice(r, "variations", r["variations"][:2]), "/variations/2/id"),
    ("variations that leave each other", _circle, "/variations/1/parent"),
    ("variations too deep", lambda r: _chain(r, MAX_DEPTH + 1), f"/variations/{MAX_DEPTH + 1}/parent"),
    ("too many variations", lambda r: _many(r, MAX_VARIATIONS + 1), f"/variations/{MAX_VARIATIONS + 1}"),
    ("a variation without end", lambda r: _added(r).update(actions=_moves(r) * MAX_MOVES), "/variations/1/actions"),
]
"""What is done to a record, and the place of what is wrong then; ``-`` stands for what is added last, ``-1`` for the
last."""


def place_in(place: str, record: Told) -> str:
    """The pointer that a place of `FORGED` is in a good record."""
    events = len(record["events"])
    return place.replace("/-1", f"/{events - 1}").replace("/-", f"/{events}")


def spoilt(good: bytes) -> Iterator[tuple[str, bytes, str]]:
    """Bytes that are no record at all, each made of a good one, with the kind of problem that they are."""
    yield "cut off", good[:-20], "invalid-json"
    yield "no UTF-8", good.replace(b"Bologna", b"Bolo\xffna"), "invalid-json"
    yield "half a character", good.replace(b"Bologna", b"\\ud800"), "invalid-json"
    yield "packed", gzip.compress(good * 50), "invalid-json"
    yield "two on a line", good.strip() + good, "invalid-json"
    yield "nested without end", good[:-2] + b',"x":' + b"[" * 100_000 + b"]" * 100_000 + b"}", "invalid-json"
    yield "an event nested without end", good.replace(b'{"type":"opened",', _NESTED, 1), "invalid-json"
    yield "no number", good.replace(b'"version":1,', b'"version":NaN,', 1), "invalid-json"
    yield "a version beyond all", good.replace(b'"version":1,', b'"version":1e999,', 1), "invalid-request"
    yield "half a version", good.replace(b'"version":1,', b'"version":1.5,', 1), "invalid-request"
    yield "a field twice", good.replace(b'"type":"opened"', b'"type":"opened","type":"opened"'), "invalid-request"
    yield "a stranger's field", good.replace(b'"players":', b'"script":"x","players":', 1), "invalid-request"
    yield (
        "a number of many digits",
        good.replace(b'"version":1,', b'"version":%b,' % (b"9" * 5_000), 1),
        "invalid-request",
    )
    yield "a list", b"[" + good.strip() + b"]", "invalid-request"
    yield "too many events", _with_events(good, MAX_EVENTS + 1), "invalid-request"


_NESTED = b'{"x":' + b"[" * 5_000 + b"]" * 5_000 + b',"type":"opened",'


def _with_events(good: bytes, number: int) -> bytes:
    record = msgspec.json.decode(good)
    record["events"] = [{}] * number
    return msgspec.json.encode(record)
