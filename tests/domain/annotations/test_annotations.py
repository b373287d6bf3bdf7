"""Annotations: given what was written, when somebody writes, changes or undoes something, then this is recorded."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.annotations import commands
from domain.annotations.annotations import UNDO_DEPTH, Annotation, Annotations, annotations_id, fold
from domain.annotations.audience import Audience, Reader
from domain.annotations.commands import MAX_ANNOTATIONS
from domain.annotations.content import (
    MAX_GLYPHS,
    MAX_MARKS,
    MAX_TAGS,
    Comment,
    Content,
    Glyphs,
    Highlight,
    Mark,
    Marks,
    Tags,
)
from domain.annotations.errors import InvalidAnnotation
from domain.annotations.events import AnnotationEvent
from domain.annotations.glyphs import GLYPHS
from domain.annotations.history import history
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer, common_viewer, knows_all_that
from domain.match.commands import NotPossible

MATCH = UUID(int=77)
AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
HELLO = Comment(text="hello")


class Book:
    """The annotations of a match in the middle of a test."""

    def __init__(self) -> None:
        self.log: list[AnnotationEvent] = [commands.begin(MATCH, at=AT, by="ada")]

    @property
    def now(self) -> Annotations:
        return self.at(len(self.log))

    def at(self, version: int) -> Annotations:
        annotations = fold(None, self.log[:version])
        assert annotations is not None
        return annotations

    def add(self, content: Content = HELLO, by: str = "ada", **wanted: Any) -> UUID:
        told: dict[str, Any] = {"anchor": 3, "step": 2, "variation": None, "audience": Audience.SHARED, "eyes": PUBLIC}
        made = UUID(int=len(self.log))
        self.log.append(commands.add(self.now, made, content, **(told | wanted), at=self._at, by=by))
        return made

    def change(self, which: UUID, content: Content | None = None, by: str = "ada", **wanted: Any) -> None:
        event = commands.change(self[which], content, **({"eyes": PUBLIC} | wanted), at=self._at, by=by)
        self.log.append(event)

    def delete(self, which: UUID, by: str = "ada") -> None:
        self.log.append(commands.delete(self[which], at=self._at, by=by))

    def undo(self, by: str = "ada") -> None:
        change = commands.last_change(self.now, by)
        self.log.append(commands.undo(self.now, self.at(change.version - 1), change, at=self._at, by=by))

    @property
    def _at(self) -> datetime:
        return AT + timedelta(minutes=len(self.log))

    def __getitem__(self, which: UUID) -> Annotation:
        return self.now.items[which]

    @property
    def texts(self) -> list[str]:
        """What is there, comments only."""
        shown = [one.content for one in self.now.items.values() if not one.deleted]
        return [content.text for content in shown if isinstance(content, Comment)]


def test_annotations_are_stored_under_an_id_that_follows_from_that_of_the_match() -> None:
    assert annotations_id(MATCH) == annotations_id(MATCH) != annotations_id(UUID(int=78))


def test_an_annotation_is_what_was_written() -> None:
    book = Book()
    made = book.add(Comment(text="a *tiara*"), anchor=9, step=8, variation=UUID(int=5), eyes=2)
    assert book[made] == Annotation(
        id=made,
        serial=2,
        author="ada",
        anchor=9,
        step=8,
        variation=UUID(int=5),
        content=Comment(text="a *tiara*"),
        audience=Audience.SHARED,
        eyes=2,
        created_at=AT + timedelta(minutes=1),
        updated_at=AT + timedelta(minutes=1),
    )


def test_folding_leaves_what_was_before() -> None:
    book = Book()
    made = book.add()
    before = book.now
    later = fold(before, [commands.change(before.items[made], Comment(text="bye"), eyes=PUBLIC, at=AT, by="bob")])
    assert before == book.now
    assert before.items[made].content == HELLO
    assert later is not None
    assert later.items[made].content == Comment(text="bye")
    assert (later.version, before.version) == (3, 2)


def test_nothing_written_is_none() -> None:
    assert fold(None, []) is None


# --- content ---


@pytest.mark.parametrize(
    ("content", "pointer"),
    [
        (Comment(text=""), "/content/text"),
        (Glyphs(glyphs=()), "/content/glyphs"),
        (Glyphs(glyphs=(7, 10, 13, 140, 142)), "/content/glyphs"),
        (Glyphs(glyphs=(140, 140)), "/content/glyphs"),
        (Glyphs(glyphs=(1, 2)), "/content/glyphs"),
        (Glyphs(glyphs=(7, 0)), "/content/glyphs/1"),
        (Glyphs(glyphs=(-1,)), "/content/glyphs/0"),
        (Glyphs(glyphs=(256,)), "/content/glyphs/0"),
        (Marks(marks=()), "/content/marks"),
        (Marks(marks=(Highlight(place="seat:1"), Highlight(place="seat:1"))), "/content/marks"),
        (Marks(marks=tuple(Highlight(place=f"p{n}") for n in range(MAX_MARKS + 1))), "/content/marks"),
        (Tags(tags=()), "/content/tags"),
        (Tags(tags=("a", "a")), "/content/tags"),
        (Tags(tags=tuple(f"t{n}" for n in range(MAX_TAGS + 1))), "/content/tags"),
    ],
)
def test_what_says_nothing_or_too_much_is_refused(content: Content, pointer: str) -> None:
    with pytest.raises(InvalidAnnotation) as refusal:
        Book().add(content)
    assert refusal.value.pointer == pointer


@pytest.mark.parametrize(
    "content",
    [
        Glyphs(glyphs=(1, 140, 13, 146)),
        Marks(marks=tuple(Highlight(place=f"p{n}") for n in range(MAX_MARKS))),
        Tags(tags=tuple(f"t{n}" for n in range(MAX_TAGS))),
    ],
)
def test_as_much_as_there_may_be_is_taken(content: Content) -> None:
    book = Book()
    assert book[book.add(content)].content == content
    assert MAX_GLYPHS == 4


def test_the_glyphs_are_numbers_of_the_pgn_standard() -> None:
    assert all(0 < number < 256 for number in GLYPHS)
    assert [GLYPHS[number].symbol for number in range(1, 7)] == ["!", "?", "!!", "??", "!?", "?!"]


@pytest.mark.parametrize("place", ["", "Seat", "a b", "é", "-a", "a" * 65, "a\n", "a/b", "<b>"])
def test_a_place_has_a_plain_name(place: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "highlight", "place": place}, Mark)


@pytest.mark.parametrize("place", ["a", "seat:1", "market.3", "0-9_x", "a" * 64])
def test_places_have_names_of_the_games_choice(place: str) -> None:
    assert msgspec.convert({"type": "highlight", "place": place}, Mark) == Highlight(place=place)


def test_an_author_gives_a_step_one_set_of_glyphs() -> None:
    book = Book()
    made = book.add(Glyphs(glyphs=(1,)))
    with pytest.raises(InvalidAnnotation, match="already"):
        book.add(Glyphs(glyphs=(7,)))
    book.add(Glyphs(glyphs=(7,)), by="bob")
    book.add(Glyphs(glyphs=(7,)), anchor=4)
    book.add(Glyphs(glyphs=(7,)), variation=UUID(int=1))
    book.delete(made)
    book.add(Glyphs(glyphs=(7,)))


def test_a_match_has_so_many_annotations_at_the_most() -> None:
    book = Book()
    first = book.add()
    annotation = book[first]
    full = Annotations(MATCH, 2, {UUID(int=n): annotation for n in range(MAX_ANNOTATIONS)})
    told: dict[str, Any] = {"anchor": 0, "step": 0, "variation": None, "audience": Audience.PUBLIC, "eyes": PUBLIC}
    with pytest.raises(InvalidAnnotation, match=f"{MAX_ANNOTATIONS} annotations"):
        commands.add(full, UUID(int=99_999), HELLO, **told, at=AT, by="ada")
    without_one = fold(full, [commands.delete(annotation, at=AT, by="ada")])
    assert without_one is not None
    commands.add(without_one, UUID(int=99_999), HELLO, **told, at=AT, by="ada")


# --- changing ---


def test_a_change_counts_and_keeps_who_wrote_it() -> None:
    book = Book()
    made = book.add()
    book.change(made, Comment(text="bye"), by="admin", audience=Audience.PUBLIC)
    changed = book[made]
    assert (changed.content, changed.audience) == (Comment(text="bye"), Audience.PUBLIC)
    assert (changed.author, changed.version, changed.serial) == ("ada", 2, 2)
    assert changed.created_at < changed.updated_at


def test_it_stays_of_its_kind() -> None:
    book = Book()
    with pytest.raises(InvalidAnnotation) as refusal:
        book.change(book.add(), Tags(tags=("a",)))
    assert refusal.value.pointer == "/content/kind"


@pytest.mark.parametrize(
    ("before", "now", "after"),
    [
        (PUBLIC, PUBLIC, PUBLIC),
        (PUBLIC, 1, 1),
        (1, PUBLIC, 1),
        (1, 1, 1),
        (1, 2, RECORDER),
        (RECORDER, 1, RECORDER),
        (PUBLIC, RECORDER, RECORDER),
    ],
)
def test_new_words_may_tell_what_their_author_knew_then_and_knows_now(
    before: Viewer, now: Viewer, after: Viewer
) -> None:
    assert common_viewer(before, now) == after
    assert all(knows_all_that(after, one) for one in (before, now))
    book = Book()
    made = book.add(eyes=before)
    book.change(made, Comment(text="more"), eyes=now)
    assert book[made].eyes == after


def test_another_audience_changes_no_eyes_and_a_declaration_does() -> None:
    book = Book()
    made = book.add(eyes=1)
    book.change(made, audience=Audience.PUBLIC, eyes=RECORDER)
    assert book[made].eyes == 1
    book.change(made, eyes=PUBLIC, declared=True)
    assert (book[made].eyes, book[made].content) == (PUBLIC, HELLO)


# --- undoing ---


def test_changes_are_undone_one_after_the_other() -> None:
    book = Book()
    first = book.add(Comment(text="one"))
    book.change(first, Comment(text="two"))
    book.add(Comment(text="other"))
    book.delete(first)
    assert book.texts == ["other"]
    book.undo()
    assert book.texts == ["two", "other"]
    book.undo()
    assert book.texts == ["two"]
    book.undo()
    assert book.texts == ["one"]
    book.undo()
    assert book.texts == []
    with pytest.raises(NotPossible):
        book.undo()
    assert book[first].version == 6


def test_after_an_undo_one_goes_on() -> None:
    book = Book()
    made = book.add(Comment(text="one"))
    book.change(made, Comment(text="two"))
    book.undo()
    book.change(made, Comment(text="three"))
    book.undo()
    assert book.texts == ["one"]


def test_everybody_undoes_what_is_their_own() -> None:
    book = Book()
    ada = book.add(Comment(text="ada"))
    book.add(Comment(text="bob"), by="bob")
    book.undo("ada")
    assert book.texts == ["bob"]
    assert book[ada].deleted


def test_what_somebody_else_has_changed_since_stays() -> None:
    book = Book()
    made, other = book.add(Comment(text="one")), book.add(Comment(text="other"))
    book.change(made, Comment(text="corrected"), by="admin")
    book.undo("ada")
    assert book.texts == ["corrected"]
    assert book[other].deleted
    with pytest.raises(NotPossible):
        book.undo("ada")
    book.undo("admin")
    assert book.texts == ["one"]


def test_undoing_brings_back_audience_and_eyes() -> None:
    book = Book()
    made = book.add(audience=Audience.PRIVATE, eyes=RECORDER)
    before = book[made]
    book.change(made, audience=Audience.PUBLIC, eyes=PUBLIC, declared=True)
    book.undo()
    after = book[made]
    assert (after.audience, after.eyes, after.content) == (before.audience, before.eyes, before.content)


def test_so_many_changes_can_be_undone() -> None:
    book = Book()
    made = book.add()
    for n in range(UNDO_DEPTH + 3):
        book.change(made, Comment(text=str(n)))
    for _ in range(UNDO_DEPTH):
        book.undo()
    assert book.texts == ["2"]
    with pytest.raises(NotPossible):
        book.undo()


# --- history ---


def test_the_history_of_one_annotation() -> None:
    book = Book()
    made = book.add(Comment(text="one"))
    book.add(Comment(text="other"))
    book.change(made, Comment(text="two"))
    book.undo()
    book.delete(made)
    book.undo()
    told = [
        (revision.after.version, type(revision.event).__name__, revision.undoes, revision.after.content)
        for revision in history(made, enumerate(book.log, start=1))
    ]
    one, two = Comment(text="one"), Comment(text="two")
    assert told == [
        (1, "AnnotationAdded", None, one),
        (2, "AnnotationChanged", None, two),
        (3, "AnnotationChanged", 2, one),
        (4, "AnnotationDeleted", None, one),
        (5, "AnnotationRestored", 4, one),
    ]
    *_, last = history(made, enumerate(book.log, start=1))
    assert last.after == book[made]


def test_the_history_tells_nobody_what_was_not_meant_for_them() -> None:
    book = Book()
    made = book.add(Comment(text="to myself"), audience=Audience.PRIVATE)
    book.change(made, Comment(text="to all"), audience=Audience.PUBLIC)
    revisions = list(history(made, enumerate(book.log, start=1)))
    assert [revision.is_shown_to(Reader("ada", PUBLIC)) for revision in revisions] == [True, True]
    assert [revision.is_shown_to(Reader("bob", RECORDER)) for revision in revisions] == [False, True]


# --- who is shown what ---


@pytest.mark.parametrize("eyes", [PUBLIC, 0, 1, RECORDER])
@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1, RECORDER])
@pytest.mark.parametrize("token", ["", "bob", "ada"])
def test_who_is_shown_an_annotation_of_ada(eyes: Viewer, audience: Audience, viewer: Viewer, token: str) -> None:
    book = Book()
    made = book.add(audience=audience, eyes=eyes)
    meant = {Audience.PRIVATE: set(), Audience.SHARED: {"bob"}, Audience.PUBLIC: {"bob", ""}}[audience]
    knows = viewer is RECORDER or eyes in {PUBLIC, viewer}
    expected = token == "ada" or (token in meant and knows)
    assert book[made].is_shown_to(Reader(token, viewer)) is expected
    assert (made in [one.id for one in book.now.shown_to(Reader(token, viewer))]) is expected
    book.delete(made)
    assert not book[made].is_shown_to(Reader("ada", RECORDER))


def test_no_token_is_nobodys_author() -> None:
    book = Book()
    made = book.add(by="", audience=Audience.PRIVATE)
    assert not book[made].is_shown_to(Reader("", RECORDER))
