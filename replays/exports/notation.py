"""The text notation: a match to be read by people, as a game of chess is in PGN.

Tags in brackets, then numbered moves in words under the heads of rounds and phases; ``≠`` stands before what was played
against the rules, and the tag ``Irregular`` lists those steps. Glyphs stand behind their move; how long it took with
``@``, comments in braces, tags with ``#``, marks with ``%`` and variations in parentheses are indented below it.

Nothing that people wrote is lost or taken for something else. A backslash makes the character behind it a plain one: a
brace, a parenthesis without a counterpart, a quotation mark between quotation marks (``n`` is a line break there), in a
tag ``_``, which else is a space, and a comma in one of the match's tags.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, assert_never

from domain.annotations.content import Arrow, Comment, Glyphs, Marks, Tags
from domain.annotations.glyphs import GLYPHS
from domain.kernel.standing import Standing
from domain.kernel.viewer import RECORDER, Viewer
from domain.match.match import Match
from domain.match.parts import Status
from replays.clock import clock
from replays.exports.visitor import Export, ExportContext, Quiet, Stride
from replays.exports.words import WORDS
from replays.frames import ChapterTitle
from replays.notebook import PlacedAnnotation, PlacedVariation

_INDENT: Final = "    "

_IRREGULAR: Final = "≠"
"""Before a move by which something was put otherwise than the rules would have it."""


class Notation(Quiet):
    """Writes the lines of the notation."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._depth = 0
        self._move: int | None = None
        """The line of the last move; None where a variation begins."""
        self._heads: list[ChapterTitle | None] = [None]
        """The phase whose head stands last: in the match, and in each variation that is open."""
        self._names: tuple[str, ...] = ()
        self._words: Mapping[str, str] = {}
        self._context: ExportContext | None = None

    def name(self, name: str) -> str:
        """With a backslash before what would be taken for a brace or a parenthesis of the notation."""
        return _escaped(name)

    def begin(self, context: ExportContext) -> None:
        """The tags."""
        match, narrator = context.match, context.narrator
        self._context, self._names, self._words = context, narrator.names, WORDS[narrator.language]
        tags: dict[str, Any] = {
            "Game": match.game.meta.title,
            "Edition": match.game.meta.edition,
            "Date": match.played_on.isoformat(),
            "Place": match.place,
            **{f"Seat {seat}": name for seat, name in enumerate(narrator.names)},
            "Irregular": ", ".join(map(str, match.line.irregular_steps)),
            "Result": self._result(match, match.standings(context.viewer), narrator.names),
            **self._said(match, context.viewer),
            "Tags": ", ".join(tag.replace("\\", "\\\\").replace(",", "\\,") for tag in match.tags),
            "Note": match.note,
            "Match": str(context.match_id),
        }
        self._lines += [f"[{name} {_quoted(value)}]" for name, value in tags.items() if value]

    def step(self, stride: Stride) -> None:
        """A numbered move, under the head of its phase where that is a new one."""
        if stride.played is None:
            self._write(f"0. {self._words['setup']}", before=True)
        else:
            self._head(stride.chapter)
            irregular = f"{_IRREGULAR} " if stride.played.irregular else ""
            self._write(f"{stride.number}. {irregular}{stride.played.sentence}")
        self._move = len(self._lines) - 1
        if stride.seconds is not None:
            self._write(f"@ {clock(stride.seconds)}", more=1)

    def annotation(self, placed: PlacedAnnotation) -> None:
        """What was written, behind the move or below it."""
        content = placed.annotation.content
        match content:
            case Comment():
                self._comment(content.text)
            case Glyphs():
                self._behind(" ".join(GLYPHS[number].symbol for number in content.glyphs))
            case Marks():
                self._write(f"% {'; '.join(_mark(mark) for mark in content.marks)}", more=1)
            case Tags():
                self._write(" ".join(f"#{_without_spaces(tag)}" for tag in content.tags), more=1)
            case _:
                assert_never(content)

    def begin_variation(self, placed: PlacedVariation) -> bool:
        """An opening parenthesis, with its title."""
        self._write(f"( {_escaped(placed.variation.title)}".rstrip(), more=1)
        self._move = None
        self._depth += 2
        self._heads.append(None)
        return True

    def end_variation(self, placed: PlacedVariation) -> None:
        """The closing one; a line that the rules no longer allow to its end says so."""
        if placed.line.obstacle is not None:
            self._write(f"… {self._words['refused']} ({placed.line.obstacle.violation.clause})")
        self._heads.pop()
        self._depth -= 2
        self._write(")", more=1)

    def lost(self, annotations: tuple[PlacedAnnotation, ...], variations: tuple[PlacedVariation, ...]) -> None:
        """What has no step any more, at the end, with the one that it had."""
        if not annotations and not variations:
            return
        self._write(f"{self._words['without_step']}:", before=not self._depth)
        self._without_step(annotations)
        for variation in variations:
            opening = f"{self._words['was']} {variation.last_step}: ( {_escaped(variation.variation.title)} …"
            if not variation.annotations:
                self._write(f"{opening} )")
                continue
            self._write(opening)
            self._depth += 1
            self._without_step(variation.annotations)
            self._depth -= 1
            self._write(")")

    def end(self) -> bytes:
        """The result below all, and the whole in UTF-8."""
        if self._context is not None:
            match = self._context.match
            result = self._result(match, match.standings(self._context.viewer), list(map(_escaped, self._names)))
            self._lines += ["", f"{self._words['result']}: {result}"]
        return ("\n".join(self._lines) + "\n").encode()

    def _head(self, phase: ChapterTitle) -> None:
        last, self._heads[-1] = self._heads[-1], phase
        if phase == last or (
            last is None and self._depth
        ):  # a variation begins in the phase of the move that it replaces
            return
        title = f"{self._words['round']} {phase.round}, {phase.title}" if phase.round else phase.title
        self._write(f"-- {title} --", before=not self._depth)

    def _comment(self, text: str) -> None:
        first, *others = _escaped(text, parentheses=False).split("\n")
        lines = [f"{{ {first}", *(f"  {line}" for line in others)]
        lines[-1] += " }"
        for line in lines:
            self._write(line, more=1)

    def _without_step(self, annotations: Iterable[PlacedAnnotation]) -> None:
        for placed in annotations:
            self._write(f"{self._words['was']} {placed.last_step}:")
            self._move = len(self._lines) - 1
            self.annotation(placed)

    def _behind(self, text: str) -> None:
        if self._move is None:  # behind the title it would be a part of it
            self._write(text)
        else:
            self._lines[self._move] += f" {text}"

    def _write(self, line: str, *, more: int = 0, before: bool = False) -> None:
        if before:
            self._lines.append("")
        self._lines.append(f"{_INDENT * (self._depth + more)}{line}")

    def _said(self, match: Match, viewer: Viewer) -> dict[str, str]:
        """What those who took part say to the result, for `viewer`; nothing of a match that goes on."""
        if not match.finished:
            return {}
        sealing, names = match.sealing, self._names
        disputes = (
            f"{names[one.seat]}, {self._words['at_step']} {one.step}"
            + (f": {one.comment}" if viewer in {RECORDER, one.seat} else "")
            for one in sealing.disputes
        )
        seal = sealing.seal
        return {
            "Confirmed": ", ".join(
                f"{names[one.seat]} ({self._words['imported']})" if one.imported else names[one.seat]
                for one in sealing.confirmations
            ),
            "Disputed": "; ".join(disputes),
            "Sealed": "" if seal is None else f"{seal.at:%Y-%m-%d}, {self._words[f'sealed_by_{seal.how.value}']}",
        }

    def _result(self, match: Match, standings: Iterable[Standing], names: Sequence[str]) -> str:
        scores = ", ".join(
            f"{names[one.seat]} {'?' if one.score is None else one.score}"
            + (f" ({self._words['wins']})" if one.winner else "")
            for one in standings
        )
        return (
            scores if match.status is Status.FINISHED else f"{scores} – {self._words[f'status_{match.status.value}']}"
        )


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _escaped(text: str, *, parentheses: bool = True) -> str:
    """`text` with a backslash before each backslash and brace, and before parentheses that don't go in pairs."""
    special = "\\{}()" if parentheses and not _balanced(text) else "\\{}"
    return "".join(f"\\{character}" if character in special else character for character in text)


def _balanced(text: str) -> bool:
    """Whether each parenthesis in `text` has a counterpart."""
    depth = 0
    for character in text:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            return False
    return not depth


def _without_spaces(tag: str) -> str:
    """`tag` as one word."""
    return _escaped(tag).replace("_", "\\_").replace(" ", "_")


def _mark(mark: Any) -> str:
    where = f"{mark.from_} → {mark.to}" if isinstance(mark, Arrow) else mark.place
    return f"{where} ({mark.colour})"


EXPORT: Final = Export("text/plain", "A text for people, with moves in words", Notation)
