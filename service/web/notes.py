"""What people wrote beside a match, as the replay page shows it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import assert_never
from uuid import UUID

from msgspec import Struct, field
from msgspec.structs import replace

from domain.annotations.audience import Audience
from domain.annotations.content import Arrow, Comment, Glyphs, Mark, Marks, Tags
from domain.annotations.glyphs import GLYPHS
from domain.kernel.game import AnyGame
from domain.kernel.languages import Language
from domain.kernel.refusals import refusal_sentence
from domain.kernel.viewer import Viewer
from replays.frames import Narrator, played_view
from replays.notebook import PlacedAnnotation, PlacedVariation
from service.api.authors import AuthorName
from service.http.markdown import html_of
from service.web.words import WORDS


class NoteForm(Struct, frozen=True):
    """What the forms need that change a note; only who may change it gets them.

    Attributes:
        text: of a comment, as it was written.
        words: what it is, in words, for what isn't a comment.
        marks: whether it is marks on the board.
    """

    id: UUID
    version: int
    text: str = ""
    words: str = ""
    marks: bool = False


class CommentView(Struct, frozen=True):
    """A comment; `html` is clean."""

    author: str
    html: str
    at: datetime
    audience: Audience
    form: NoteForm | None


class GlyphView(Struct, frozen=True):
    """A sign, what it means, and who gave it."""

    symbol: str
    meaning: str
    author: str


class StepNotes(Struct):
    """All that was written to one step."""

    comments: list[CommentView] = field(default_factory=list)
    glyphs: list[GlyphView] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    own: list[NoteForm] = field(default_factory=list)

    @property
    def any(self) -> bool:
        """Whether there is anything."""
        return bool(self.comments or self.glyphs or self.tags or self.own)


class VariationMove(Struct, frozen=True):
    """A move of a variation in words; `notes` is what was written to it."""

    step: int
    sentence: str
    notes: StepNotes


class VariationView(Struct, frozen=True):
    """A variation.

    Attributes:
        step: the step that it leaves, or left once.
        begins: whether it can begin on the match as it is now.
        moves: those that stand.
        obstacle: why it doesn't go on, if it doesn't.
    """

    id: UUID
    title: str
    author: str
    parent: UUID | None
    step: int
    begins: bool
    notes: StepNotes
    moves: tuple[VariationMove, ...]
    obstacle: str | None


class NoteReader(Struct, frozen=True):
    """Who looks at what was written.

    Attributes:
        names: of the authors.
        may_change: tells of an author whether who looks may change what that token wrote.
        places: the titles of the places of the board that is shown, by their names.
    """

    names: AuthorName
    language: Language
    may_change: Callable[[str], bool]
    places: Mapping[str, str]

    def place(self, name: str) -> str:
        """What is there, in words; of a place that this board lacks, that around it which it has."""
        parts = name.split(":")
        around = (":".join(parts[:length]) for length in range(len(parts), 0, -1))
        return next((self.places[one] for one in around if one in self.places), WORDS[self.language]["board"])

    def mark(self, mark: Mark) -> str:
        """Its colour, and the place that is marked, or both ends of an arrow."""
        where = (
            f"{self.place(mark.from_)} → {self.place(mark.to)}" if isinstance(mark, Arrow) else self.place(mark.place)
        )
        return f"{WORDS[self.language][f'colour_{mark.colour}']}: {where}"


def notes_by_step(placed: Iterable[PlacedAnnotation], reader: NoteReader) -> dict[int | None, StepNotes]:
    """What was written, by its step; None has what belongs to an action that is gone."""
    language = reader.language
    found: dict[int | None, StepNotes] = {}
    for one in placed:
        notes, annotation = found.setdefault(one.step, StepNotes()), one.annotation
        author = reader.names(annotation.author)
        form = NoteForm(annotation.id, annotation.version) if reader.may_change(annotation.author) else None
        match annotation.content:
            case Comment(text=text):
                form = form and replace(form, text=text)
                shown = CommentView(author, html_of(text), annotation.created_at, annotation.audience, form)
                notes.comments.append(shown)
                continue
            case Glyphs(glyphs=numbers):
                signs = [GLYPHS[number] for number in numbers if number in GLYPHS]
                notes.glyphs.extend(GlyphView(sign.symbol, sign.meaning(language), author) for sign in signs)
                words = ", ".join(f"{sign.symbol} {sign.meaning(language)}" for sign in signs)
            case Tags(tags=tags):
                notes.tags.extend(tags)
                words = ", ".join(tags)
            case Marks(marks=marks):  # they are drawn on the board
                words = "; ".join(map(reader.mark, marks))
                form = form and replace(form, marks=True)
            case content:
                assert_never(content)
        if form:
            notes.own.append(replace(form, words=words))
    return found


def variation_view(
    game: AnyGame, placed: PlacedVariation, viewer: Viewer, narrator: Narrator, reader: NoteReader
) -> VariationView:
    """A variation told as `viewer` may know it."""
    variation, line = placed.variation, placed.line
    notes = notes_by_step(placed.annotations, reader)
    return VariationView(
        id=variation.id,
        title=variation.title,
        author=reader.names(variation.author),
        parent=variation.parent,
        step=placed.last_step,
        begins=bool(line.positions),
        notes=notes.get(0, StepNotes()),
        moves=tuple(
            VariationMove(
                step,
                played_view(position.match, position.played, viewer, narrator.names, narrator.language).sentence,
                notes.get(step, StepNotes()),
            )
            for step, position in enumerate(line.positions)
            if position.played is not None and step
        ),
        obstacle=None
        if line.obstacle is None
        else refusal_sentence(game, line.obstacle.violation, narrator.names, narrator.language),
    )


def variations_by_step(views: Sequence[VariationView]) -> dict[int, list[VariationView]]:
    """Those that leave the match itself and still can, by the step that they leave."""
    found: dict[int, list[VariationView]] = {}
    for view in views:
        if view.parent is None and view.begins:
            found.setdefault(view.step, []).append(view)
    return found
