"""What a picture is drawn from: what one viewer may know of one step."""

from enum import StrEnum
from typing import Any

from msgspec import Struct

from domain.kernel.base import PerfectInformationGame
from domain.kernel.languages import Language
from domain.kernel.pending import AwaitSeats, Pending
from domain.kernel.standing import Standing
from domain.kernel.titles import game_title
from domain.kernel.viewer import Viewer
from replays.frames import Narrator, played_view
from replays.pictures.remarks import Remark
from replays.pictures.text import clean, isolated
from replays.stepper import Position


class Layout(StrEnum):
    """How a picture uses its room.

    Attributes:
        PORTRAIT: one column below a head, as long as it gets: for a page that scrolls, and for paper.
        LANDSCAPE: two columns below a head, for a wide screen.
        COMPACT: the essentials without a head, so that a phone shows them at once, beside what a page says in words.
    """

    PORTRAIT = "portrait"
    LANDSCAPE = "landscape"
    COMPACT = "compact"


class Scene(Struct, frozen=True):
    """What one viewer may know of one step, and nothing else.

    Attributes:
        game: the key of the game.
        title: of the game, as printed on the box.
        view: the table, as the game's ``view`` gives it.
        before: the same of the step before, for the same viewer; at step 0 there is none but this one.
        names: of the seats, each a line that XML can hold.
        sentence: what led here, in words; None at step 0.
        remarks: glyphs and marks that people gave the step, as far as who looks may see them.
        irregular: whether something was put otherwise than the rules would have it.
        pointing: whether the places of the picture can be pointed at.
        layout: how the picture uses its room.
        all_open: whether the game hides nothing from anybody.
        continued: whether it is known what followed, so that nothing is awaited any more.
    """

    game: str
    title: str
    step: int
    view: Any
    before: Any
    standings: tuple[Standing, ...]
    pending: Pending
    names: tuple[str, ...]
    viewer: Viewer
    sentence: str | None
    language: Language
    remarks: tuple[Remark, ...] = ()
    pointing: bool = False
    irregular: bool = False
    layout: Layout = Layout.PORTRAIT
    all_open: bool = False
    continued: bool = False

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        return self.pending.seats if isinstance(self.pending, AwaitSeats) else ()


def scene(
    position: Position, before: Position | None, viewer: Viewer, narrator: Narrator, remarks: tuple[Remark, ...] = ()
) -> Scene:
    """`position` as `viewer` may know it; `before` is the step before, if there is one."""
    match, played = position.match, position.played
    names = tuple(clean(name) or "?" for name in narrator.names)
    sentence, irregular = None, False
    if played is not None:
        shown = played_view(match, played, viewer, [*map(isolated, names)], narrator.language)
        sentence, irregular = shown.sentence, shown.irregular
    return Scene(
        game=match.game.meta.key,
        title=game_title(match.game, narrator.language),
        step=position.step,
        view=position.view(viewer),
        before=(before or position).view(viewer),
        standings=position.standings(viewer),
        pending=position.pending,
        names=names,
        viewer=viewer,
        sentence=sentence,
        language=narrator.language,
        remarks=remarks,
        irregular=irregular,
        all_open=isinstance(match.game, PerfectInformationGame),
        continued=not position.is_last,
    )
