"""Annotations and variations in the log: written by several at once, read with one look."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from random import Random
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.annotations import commands
from domain.annotations.annotations import Annotations, annotations_id
from domain.annotations.audience import Audience
from domain.annotations.content import Comment
from domain.annotations.events import AnnotationEvent, AnnotationsBegun
from domain.kernel.pending import Finished
from domain.kernel.viewer import PUBLIC
from domain.registry import GAMES
from domain.variations import commands as tries
from domain.variations.events import VariationsBegun
from domain.variations.variations import Variations
from service.eventstore.recorder import IdempotencyKey
from tests.domain.games.play import RandomChoices, chosen_action
from tests.service.eventstore.blocking import BlockingStore, opened

AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)


@pytest.fixture
def store(conninfo: str) -> Iterator[BlockingStore]:
    with opened(conninfo) as store:
        yield store


@pytest.fixture
def fresh(conninfo: str) -> Iterator[Any]:
    """The notes, as a process has them that remembers nothing."""
    with opened(conninfo) as store:
        yield store.notes


@pytest.fixture
def notes(store: BlockingStore) -> Any:
    return store.notes


def begun(match_id: UUID) -> AnnotationsBegun:
    return commands.begin(match_id, at=AT, by="ada")


def writing(text: str) -> Callable[[Annotations], list[AnnotationEvent]]:
    told: dict[str, Any] = {"anchor": 0, "step": 0, "variation": None, "audience": Audience.SHARED, "eyes": PUBLIC}
    return lambda now: [commands.add(now, uuid4(), Comment(text=text), **told, at=AT, by="ada")]


def texts(annotations: Annotations) -> list[str]:
    return [one.content.text for one in annotations.items.values() if isinstance(one.content, Comment)]


def test_where_nobody_wrote_there_is_nothing(notes: Any) -> None:
    match_id = uuid4()
    assert notes.annotations_of(match_id) == Annotations(match_id, version=0)
    assert notes.variations_of(match_id) == Variations(match_id, version=0)


def test_the_first_words_begin_the_annotations(notes: Any, fresh: Any) -> None:
    match_id = uuid4()
    first = notes.annotate(begun(match_id), writing("one"))
    second = notes.annotate(begun(match_id), writing("two"))
    assert (first.first_version, first.last_version, second.first_version) == (1, 2, 3)
    annotations = fresh.annotations_of(match_id)
    assert annotations == notes.annotations_of(match_id)
    assert (texts(annotations), annotations.version) == (["one", "two"], 3)


def test_many_first_words_at_once_are_all_kept(notes: Any, fresh: Any) -> None:
    """By two processes."""
    match_id = uuid4()
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda n: (notes, fresh)[n % 2].annotate(begun(match_id), writing(str(n))), range(18)))
    assert sorted(texts(fresh.annotations_of(match_id)), key=int) == [str(n) for n in range(18)]


def test_the_same_words_sent_again_are_kept_once(notes: Any) -> None:
    match_id, key = uuid4(), IdempotencyKey("ada", "words", b"digest")
    with ThreadPoolExecutor(6) as pool:
        written = list(pool.map(lambda _: notes.annotate(begun(match_id), writing("once"), key), range(6)))
    assert len({(one.first_version, one.last_version) for one in written}) == 1
    assert texts(notes.annotations_of(match_id)) == ["once"]


def test_matches_are_apart(notes: Any) -> None:
    one, other = uuid4(), uuid4()
    notes.annotate(begun(one), writing("one"))
    assert notes.annotations_of(other).items == {}
    assert annotations_id(one) != annotations_id(other)


@pytest.mark.parametrize("key", GAMES)
def test_variations_read_back_are_what_was_kept(store: BlockingStore, fresh: Any, key: str) -> None:
    """Of every game: the actions come out of the log as they went in."""
    game, random, match_id = GAMES[key], Random(3), uuid4()
    notes, seats = store.notes, [uuid4() for _ in range(game.demos[0].seats)]
    store.commands().open_match(match_id, game, game.demos[0].options, seats, by="ada")
    match = store.matches.load(match_id)
    state, actions = match.state, list[Any]()
    while len(actions) < 10 and not isinstance(game.pending(state), Finished):
        actions.append(chosen_action(game, state, RandomChoices(random)))
        for fact in game.decide(state, actions[-1]):
            state = game.evolve(state, fact)
    start: VariationsBegun = tries.begin(match_id, at=AT, by="ada")
    wanted: dict[str, Any] = {"title": "", "audience": Audience.SHARED, "at": AT, "by": "ada"}
    notes.vary(start, lambda now: [tries.add(now, match, uuid4(), None, match.step, actions, **wanted)])
    assert fresh.variations_of(match_id) == notes.variations_of(match_id)
    (placed,) = fresh.of(match_id, match).variations
    assert placed.line.positions[-1].match.state == state
