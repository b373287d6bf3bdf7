"""Whole matches told as text: per step the action, what followed, what is awaited, seen and legal, and the scores."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any
from zlib import crc32

from msgspec import to_builtins

from domain.kernel.game import AnyGame, Setup
from domain.kernel.pending import AwaitChance, AwaitSeats, Finished
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.registry import GAMES
from tests.domain.games.play import RandomChoices, Step, asked_seats, on_wire, play, played
from tests.domain.games.support import SAMPLES, setup, support_of
from tests.names import NAMES

FOLDER = Path(__file__).parent
SEAT_SHOWN = 0
LEGAL_SHOWN = 4


def expected_names() -> dict[str, str]:
    """The files that have to be here, each with what is played in it."""
    names = {
        f"{key}-{name}.txt": f"{name}, by random choices" for key in GAMES for name in support_of(key).PLAYTHROUGHS
    }
    samples = {f"sample-{sample.stem}.txt": f"the sample {sample.name}" for sample in SAMPLES}
    return names | samples


def told_anew(name: str) -> str:
    """The text of a new match under that file name."""
    title = expected_names()[name]
    if name.startswith("sample-"):
        sample = json.loads(FOLDER.parents[1].joinpath("samples", f"{name[7:-4]}.json").read_text(encoding="utf-8"))
        game = GAMES[sample["game"]]
        return told(game, setup(game, sample["seats"], sample["options"]), sample["actions"], title)
    key, _, setup_name = name.removesuffix(".txt").partition("-")
    support = support_of(key)
    start = support.SETUPS[setup_name]
    steps = play(GAMES[key], start, RandomChoices(Random(name)), support.MOST_STEPS)
    return told(GAMES[key], start, [to_builtins(step.action) for step in steps], title)


def retold(text: str) -> str:
    """`text` again, from its set-up and actions alone."""
    lines = [line.partition(" ") for line in text.splitlines()]
    head = {word: rest.strip() for word, _, rest in lines[:5]}
    actions = [json.loads(rest) for word, _, rest in lines if word == "action"]
    game = GAMES[head["game"]]
    return told(game, setup(game, int(head["seats"]), json.loads(head["options"])), actions, head["plays"])


def told(game: AnyGame, start: Setup[Any], actions: Sequence[dict[str, Any]], title: str) -> str:
    """The match of these actions as text."""
    return "\n".join(lines_of(game, start, actions, title)) + "\n"


def lines_of(game: AnyGame, start: Setup[Any], actions: Sequence[dict[str, Any]], title: str) -> Iterator[str]:
    yield f"game    {game.meta.key}"
    yield f"edition {game.meta.edition}"
    yield f"seats   {start.seats}"
    yield f"options {compact(to_builtins(start.options))}"
    yield f"plays   {title}"
    state = game.initial(start)
    yield ""
    yield "step 0"
    yield from position(game, state, None)
    for number, wire in enumerate(actions, 1):
        step = played(game, state, on_wire(game, wire), number)
        state = step.after
        yield ""
        yield f"step {number}"
        yield from event(game, step, NAMES[: start.seats])
        yield from position(game, state, step.before)


def event(game: AnyGame, step: Step, names: Sequence[str]) -> Iterator[str]:
    """The action, how it is told, and what followed."""
    yield f"action  {compact(to_builtins(step.action))}"
    action, facts = game.redact(step.action, step.facts, PUBLIC)
    yield f"en      {game.sentence(action, facts, names, 'en')}"
    yield f"it      {game.sentence(action, facts, names, 'it')}"
    yield from (f"fact    {described(to_builtins(fact))}" for fact in step.facts)
    for fact, seen in zip(step.facts, facts, strict=True):
        if seen != fact:
            yield f"public  fact {described(to_builtins(seen))}"


def position(game: AnyGame, state: Any, before: Any) -> Iterator[str]:
    """What is awaited and legal, and how views and scores differ from those of the position before."""
    yield f"pending {awaited(game, state)}"
    for seat in asked_seats(game, state):
        yield f"legal   {seat}: {legal(game, state, seat)}"
    public, before_public = leaves(game, state, PUBLIC), leaves(game, before, PUBLIC)
    yield from changes("public ", before_public, public)
    own = {path: leaf for path, leaf in leaves(game, state, SEAT_SHOWN).items() if public.get(path) != leaf}
    yield from changes(f"seat {SEAT_SHOWN} ", leaves(game, before, SEAT_SHOWN), own, gone=False)
    scores = standings(game, state)
    if before is None or scores != standings(game, before):
        yield f"scores  {scores}"


def awaited(game: AnyGame, state: Any) -> str:
    match game.pending(state):
        case AwaitSeats(seats, optional):
            return f"seats {short(seats)}" + (f", optional {short(optional)}" if optional else "")
        case AwaitChance(awaits):
            return f"chance {described(awaits)}"
        case Finished(reason):
            return f"finished {reason}"


def legal(game: AnyGame, state: Any, seat: int) -> str:
    """How many there are, a checksum of them all, and the first of them."""
    options = game.legal_actions(state, seat)
    actions = list(options.listed)
    templates = [to_builtins(template) for template in options.templates]
    checksum = crc32(compact([actions, templates]).encode())
    shown = [described(action) for action in actions[:LEGAL_SHOWN]]
    shown += [f"{described(each['action'])} choose {short(each['choose'])}" for each in templates[:LEGAL_SHOWN]]
    left = len(actions) + len(templates) - len(shown)
    return f"{len(actions) + len(templates)} #{checksum:08x} {' | '.join(shown)}" + (f" | … {left}" if left else "")


def standings(game: AnyGame, state: Any) -> str:
    return " | ".join(
        f"{each.seat}: {short(each.score)} {short(each.tie_breaks)} rank {short(each.rank)}"
        + (" wins" if each.winner else "")
        for each in game.standings(state, RECORDER)
    )


def leaves(game: AnyGame, state: Any, viewer: Any) -> dict[str, str]:
    """The view as a flat table."""
    return dict(flat("", to_builtins(game.view(state, viewer)))) if state is not None else {}


def flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Nested tables become paths; lists and tables of plain values stay whole."""
    items = list(
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list | tuple) else ()
    )
    if items and (not path or any(isinstance(item, dict) for _, item in items)):
        for name, item in items:
            yield from flat(f"{path}/{name}" if path else str(name), item)
    elif isinstance(value, dict) and any(isinstance(item, list | tuple) for item in value.values()):
        for name, item in items:
            yield from flat(f"{path}/{name}", item)
    else:
        yield path, short(value)


def changes(word: str, before: dict[str, str], now: dict[str, str], *, gone: bool = True) -> Iterator[str]:
    for path, leaf in now.items():
        if before.get(path) != leaf:
            yield f"{word} {path} = {leaf}"
    if gone:
        yield from (f"{word} {path} is gone" for path in before if path not in now)


def described(wire: dict[str, Any]) -> str:
    """An action or fact in short."""
    fields = (f"{name}={short(value)}" for name, value in wire.items() if name != "type")
    return " ".join([wire["type"], *fields])


def short(value: Any) -> str:
    """A value in few characters; neighbours that are equal are counted."""
    if value is None:
        return "none"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {short(item)}" for name, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        if any(not isinstance(item, str) for item in value):
            return "[" + ", ".join(map(short, value)) + "]"
        runs = [(item, len(list(run))) for item, run in groupby(value)]
        return "[" + ", ".join(f"{n} {item}" if n > 1 else item for item, n in runs) + "]"
    return str(value)


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
