"""What a picture is drawn from: what one viewer may know of one step."""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.kernel.game import Language
from domain.kernel.pending import AwaitSeats, Pending
from domain.kernel.standing import Standing
from domain.kernel.viewer import Viewer
from replays.pictures.text import clean
from replays.stepper import Position, played_view

TOLD_NAME = 24
"""Characters of a name in the sentence that tells what happened; in a picture there isn't room for more."""


class Scene(Struct, frozen=True):
    """What one viewer may know of one step, and nothing else.

    Attributes:
        game: the key of the game.
        title: of the game, as printed on the box.
        view: the table, as the game's ``view`` gives it.
        before: the same of the step before, for the same viewer; at step 0 there is none but this one.
        names: of the seats, each a line that XML can hold.
        told: what led here, in words; None at step 0.
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
    told: str | None
    language: Language

    @property
    def asked(self) -> tuple[int, ...]:
        """The seats that the match waits for."""
        return self.pending.seats if isinstance(self.pending, AwaitSeats) else ()


def scene(
    position: Position, before: Position | None, viewer: Viewer, names: Sequence[str], language: Language
) -> Scene:
    """`position` as `viewer` may know it; `before` is the step before, if there is one."""
    match, game = position.match, position.match.game
    lines = tuple(clean(name) or "?" for name in names)
    told = None
    if position.played is not None:
        short = [line if len(line) <= TOLD_NAME else f"{line[: TOLD_NAME - 1]}…" for line in lines]
        told = played_view(match, position.played, viewer, short, language).sentence
    view = game.view(match.state, viewer)
    return Scene(
        game=game.meta.key,
        title=game.meta.title,
        step=match.step,
        view=view,
        before=view if before is None else game.view(before.match.state, viewer),
        standings=match.standings(viewer),
        pending=match.pending,
        names=lines,
        viewer=viewer,
        told=told,
        language=language,
    )
