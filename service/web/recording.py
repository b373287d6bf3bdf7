"""What the page for recording shows: the table, what may be done, and the action that is being put together."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct

from domain.kernel.actions import ChanceAction
from domain.kernel.languages import Language
from domain.kernel.pending import AwaitSeats, Finished
from domain.kernel.points import points_written
from domain.kernel.standing import Standing
from domain.kernel.words import Words, listed
from domain.match.match import Match
from replays.frames import played_view
from replays.pictures.scene import Layout
from service.api.choices import choices_answer
from service.api.replay_view import ReplayView
from service.api.schemas.choices import ChoicesAnswer
from service.auth.access import viewer_name
from service.web.assets import build
from service.web.boards import BoardPair, boards_of
from service.web.remembering import with_recalled

encode: Final = msgspec.json.Encoder().encode


class RecordedStep(Struct, frozen=True):
    """A line of the log."""

    step: int
    sentence: str


class RecordingTable(Struct, frozen=True):
    """All that the page shows of a match."""

    choices: ChoicesAnswer
    boards: BoardPair
    log: tuple[RecordedStep, ...]
    standings: tuple[Standing, ...]


def table_of(replay_view: ReplayView, earlier: Sequence[Match] = ()) -> RecordingTable:
    """The table at the newest step, as who asks may see it.

    What chance brought in `earlier` matches is offered first, where it may come again.
    """
    match, step = replay_view.match, replay_view.match.step
    choices = choices_answer(replay_view.access, replay_view.access.principal.seat, step, replay_view.narrator)
    return RecordingTable(
        choices=with_recalled(choices, replay_view, earlier),
        boards=recording_boards(replay_view, step),
        log=tuple(_log(replay_view)),
        standings=match.standings(replay_view.access.viewer),
    )


def recording_boards(replay_view: ReplayView, step: int) -> BoardPair:
    """The pictures of a step, whose places can be pointed at: in one column, and for a phone."""
    return boards_of(replay_view.scene(step, pointing=True), Layout.PORTRAIT)


def _log(replay_view: ReplayView) -> list[RecordedStep]:
    return [RecordedStep(step, sentence_of(replay_view, step)) for step in range(1, replay_view.match.step + 1)]


def sentence_of(replay_view: ReplayView, step: int) -> str:
    """What led to a step, as who asks may know it."""
    match, narrator = replay_view.match, replay_view.narrator
    played = match.line[step - 1].played
    return played_view(match, played, replay_view.viewer_at(step), narrator.names, narrator.language).sentence


def data_of(replay_view: ReplayView, choices: ChoicesAnswer, *, changeable: bool = True) -> str:
    """What the script of the page goes by, as JSON that can stand in HTML.

    `changeable` says whether who looks may change what was recorded, as nobody but an arbiter may once it is sealed.
    """
    match = replay_view.match
    data = {
        "match": replay_view.match_id,
        "game": match.game.meta.key,
        "played_on": match.played_on,
        "names": replay_view.narrator.names,
        "recorder": replay_view.access.principal.sees_all,
        "viewer": viewer_name(replay_view.access.viewer),
        "build": build(),
        "status": match.status,
        "fixes": replay_view.access.principal.sees_all and changeable,
        "undo": undo_to(match) if changeable else None,
        "choices": choices,
    }
    return encode(data).decode().replace("<", "\\u003c")


def undo_to(match: Match) -> int | None:
    """The step that stands when the last action of a person is taken back; None where there is none.

    What the server drew after it goes with it, and comes again.
    """
    step = match.step
    while match.server_deals and step and isinstance(match.line[step - 1].played.action, ChanceAction):
        step -= 1
    return step - 1 if step else None


def waits_for(match: Match, names: Sequence[str], words: Words, language: Language) -> str:
    """Whom the table waits for, in words, for who isn't told the choices."""
    pending = match.pending
    if match.early_end is not None:
        return ended_by_hand(match, words)
    if isinstance(pending, Finished):
        return words["record_ended"]
    if isinstance(pending, AwaitSeats):
        return words("record_waits", names=listed((names[seat] for seat in pending.seats), language))
    return words["record_server"]


def ended_by_hand(match: Match, words: Words, *, reason: bool = False) -> str:
    """How and when people ended the match before its rules did, on demand with their reason; empty if they didn't."""
    if match.early_end is None:
        return ""
    sentence = words("record_broken_off" if match.early_end.abandoned else "record_concluded", step=match.step)
    return (
        f"{sentence} {words['record_reason']}: {match.early_end.reason}"
        if reason and match.early_end.reason
        else sentence
    )


def outcome(standings: Sequence[Standing], names: Sequence[str], words: Words, language: Language) -> str:
    """Who has won; empty while nobody has. What broke a tie stands below the standings."""
    winners = [one for one in standings if one.winner]
    if not winners:
        return ""
    phrase, score = "record_won" if len(winners) == 1 else "record_won_together", winners[0].score
    won_by = listed((names[one.seat] for one in winners), language)
    if score is None:
        return words(f"{phrase}_unscored", names=won_by)
    return words(phrase, names=won_by, score=points_written(score, language), n=score)
