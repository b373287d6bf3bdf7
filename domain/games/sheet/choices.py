"""The words for what may be done with a sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from domain.games.sheet.meta import TEXTS
from domain.games.sheet.sentences import row_title
from domain.games.sheet.state import SheetState
from domain.kernel.choices import Choice, Face, SlotList, Wire
from domain.kernel.languages import Language

TIE_BREAKS: Final = ("named_by_the_table",)
"""What goes before points (S4.3)."""


class SheetWording:
    """Words for what may be done with a sheet."""

    heads: Mapping[str, tuple[str, ...]] = {"score": (), "end": ("lost", "unfinished", "ranks")}
    fields: Mapping[str, tuple[str, ...]] = {"score": ("round", "row", "value")}

    def __init__(self, state: SheetState, names: Sequence[str], language: Language) -> None:
        self.state, self.names, self.words = state, names, TEXTS[language]

    def verb(self, action: Wire) -> Face:
        """Writing, or a way to close the sheet."""
        if action["type"] == "score":
            return Face(self.words["verb_score"])
        kind = next((name for name in ("lost", "unfinished", "ranks") if action.get(name)), "end")
        return Face(self.words[f"verb_{kind}"], group=self.words["group_end"])

    def question(self, kind: str, field: str) -> str:
        """What a field asks for; that of a place names the player."""
        del kind
        name, _, place = field.partition("/")
        if place:
            return self.words("question_place", name=self.names[int(place)])
        return self.words[f"question_{name}"]

    def face(self, kind: str, field: str, value: Any) -> Face:
        """A row by its label, a player by name, a number as it is."""
        del kind
        match field:
            case "row":
                return Face(self._label(value))
            case "winners":
                return Face(self.names[value])
            case _:
                return Face(str(value))

    def _label(self, key: str) -> str:
        label = self.state.options.rows[self.state.place_of(key)].label
        return label or row_title(key, self.words)


def wording(state: SheetState, seat: int | None, names: Sequence[str], language: Language) -> SheetWording:
    """The words for what anybody may do."""
    del seat
    return SheetWording(state, names, language)


def reports(state: SheetState, slots: SlotList, words: SheetWording) -> Iterator[Choice]:
    """Chance does nothing."""
    del state, slots, words
    return iter(())
