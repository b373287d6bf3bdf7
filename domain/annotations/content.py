"""What an annotation can be: a comment, glyphs, marks on the board, or tags."""

from enum import StrEnum
from typing import Annotated, Final, TypeAlias, assert_never

from msgspec import Meta, Struct, field

from domain.annotations.errors import InvalidAnnotation
from domain.annotations.glyphs import ASSESSMENTS, GLYPHS

MAX_GLYPHS: Final = 4
MAX_MARKS: Final = 64
MAX_TAGS: Final = 16

Place = Annotated[
    str,
    Meta(
        pattern=r"^[a-z0-9][a-z0-9_.:-]{0,63}$(?!\n)",
        description="A spot on the board, by the name that the game's picture has for it, such as `seat:1`.",
    ),
]


class Colour(StrEnum):
    """The colour of a mark; what it means is up to who draws it."""

    GREEN = "green"
    RED = "red"
    BLUE = "blue"
    YELLOW = "yellow"


class Highlight(Struct, frozen=True, kw_only=True, tag="highlight", tag_field="type", forbid_unknown_fields=True):
    """A place that is made to stand out.

    Attributes:
        colour: what it means is up to who draws it.
    """

    place: Place
    colour: Colour = Colour.GREEN


class Arrow(Struct, frozen=True, kw_only=True, tag="arrow", tag_field="type", forbid_unknown_fields=True):
    """An arrow between two places.

    Attributes:
        colour: what it means is up to who draws it.
    """

    from_: Place = field(name="from")
    to: Place
    colour: Colour = Colour.GREEN


Mark: TypeAlias = Highlight | Arrow


class Comment(Struct, frozen=True, kw_only=True, tag="comment", tag_field="kind", forbid_unknown_fields=True):
    """Words, in Markdown (CommonMark without HTML and images), as they were written."""

    text: str


class Glyphs(Struct, frozen=True, kw_only=True, tag="glyphs", tag_field="kind", forbid_unknown_fields=True):
    """Signs such as `!?`, by their numbers in the PGN standard."""

    glyphs: tuple[int, ...]


class Marks(Struct, frozen=True, kw_only=True, tag="marks", tag_field="kind", forbid_unknown_fields=True):
    """Places and arrows on the board."""

    marks: tuple[Mark, ...]


class Tags(Struct, frozen=True, kw_only=True, tag="tags", tag_field="kind", forbid_unknown_fields=True):
    """Words to find the step by."""

    tags: tuple[str, ...]


Content: TypeAlias = Comment | Glyphs | Marks | Tags


def kind_of(content: Content) -> str:
    """The kind of `content`, as on the wire."""
    return str(content.__struct_config__.tag)


def verify_content(content: Content) -> None:
    """Refuse what says nothing, says it twice, or is too much. Texts have been cleaned before.

    Raises:
        InvalidAnnotation: with a pointer to it below `/content`.
    """
    match content:
        case Comment():
            if not content.text:
                raise InvalidAnnotation("/content/text", "It is empty.")
        case Glyphs():
            _verify_list(content.glyphs, MAX_GLYPHS, "/content/glyphs")
            for index, number in enumerate(content.glyphs):
                if number not in GLYPHS:
                    raise InvalidAnnotation(
                        f"/content/glyphs/{index}", f"There is no glyph {number} here; the documentation lists them."
                    )
            if len(ASSESSMENTS.intersection(content.glyphs)) > 1:
                raise InvalidAnnotation(
                    "/content/glyphs", "A move can't be so and otherwise at once: only one of $1 to $6 and $9."
                )
        case Marks():
            _verify_list(content.marks, MAX_MARKS, "/content/marks")
        case Tags():
            _verify_list(content.tags, MAX_TAGS, "/content/tags")
        case _:
            assert_never(content)


def _verify_list(items: tuple[object, ...], most: int, pointer: str) -> None:
    if not 1 <= len(items) <= most:
        raise InvalidAnnotation(pointer, f"It has from 1 to {most}, not {len(items)}.")
    if len(set(items)) != len(items):
        raise InvalidAnnotation(pointer, "One of them stands there twice.")
