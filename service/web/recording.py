"""What the page for recording shows: the table, what may be done, and the action that is being put together."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from msgspec import Struct

from domain.kernel.actions import ChanceAction
from domain.kernel.choices import Choice, Choices, HasWording, Option
from domain.kernel.languages import Language
from domain.kernel.pending import AwaitSeats, Finished
from domain.kernel.points import points_written
from domain.kernel.standing import Standing
from domain.kernel.words import Words, listed
from domain.match.match import Match
from replays.frames import played_view
from replays.pictures.scene import Layout
from service.api.choices import after_name, choices_answer
from service.api.replay_view import ReplayView
from service.api.schemas.choices import ChoicesAnswer
from service.auth.access import viewer_name
from service.web.assets import build
from service.web.boards import BoardPair, boards_of
from service.web.draft import BadDraft, Draft, drafted, left_of, read_picks, with_item
from service.web.remembering import with_recalled

encode: Final = msgspec.json.Encoder().encode

NOTHING: Final = "[]"
"""A list without items, as an address has it."""


class RecordedStep(Struct, frozen=True):
    """A line of the log."""

    step: int
    sentence: str


class OptionLine(Struct, frozen=True):
    """Something to choose, and the address to which it leads; none where it can't be chosen any more.

    Attributes:
        headings: what stands before it: whose choice it is, where there are several, and what it belongs to.
    """

    label: str
    glyph: str | None
    href: str | None
    left: int | None = None
    anchor: str | None = None
    headings: tuple[str, ...] = ()


class Writing(Struct, frozen=True):
    """A form for a text: its most characters, and what else it sends."""

    most: int
    fields: tuple[tuple[str, str], ...]


class DraftPage(Struct, frozen=True):
    """The verb that was chosen, and its slot that is open; without one the action is complete.

    Attributes:
        label: what it is called, and what was chosen for the slots before.
        items: what was put into the list so far.
        done: where to go on with that list, if it fits; `skip`: where to go on without.
        writing: the form, where the slot is for a text.
    """

    label: str
    question: str | None
    options: tuple[OptionLine, ...]
    items: tuple[str, ...]
    done: str | None
    skip: str | None
    action: str | None
    writing: Writing | None = None


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


def prompts_shown(choices: ChoicesAnswer) -> list[str]:
    """What is asked of the only one who chooses; of several, each is named where the own choices stand."""
    return [one.text for one in choices.prompts] if len(choices.prompts) == 1 else []


def verbs_of(
    choices: ChoicesAnswer | Choices, query: Mapping[str, str] = {}, names: Sequence[str] = ()
) -> list[OptionLine]:
    """Every verb, as a link to its first slot; `query` is what else stands in the address of the page.

    With the `names` of the seats, each of several that choose is named before its verbs. What is in a group then comes
    last, once for all of them, with the name of whose it is if there are several.
    """
    lines = []
    several = _several(choices)
    numbered = list(enumerate(choices.choices))
    shared: list[tuple[int, Choice]] = []
    if names and several:
        shared = sorted((one for one in numbered if one[1].group), key=lambda one: one[1].group or "")
        numbered = [one for one in numbered if not one[1].group]
    seat: int | None = None
    group: str | None = None
    for number, choice in numbered:
        headings = []
        if names and several and choice.seat is not None and choice.seat != seat:
            headings.append(names[choice.seat])
            group = None
        if choice.group and choice.group != group:
            headings.append(choice.group)
        seat, group = choice.seat, choice.group
        href = _address(number, [], query=query)
        lines.append(OptionLine(choice.label, choice.glyph, href, headings=tuple(headings)))
    for number, choice in shared:
        first = choice.group != group
        group = choice.group
        own = len({other.seat for _, other in shared if other.group == group}) == 1
        label = choice.label if own else _label(choice, choices, names)
        headings = [group] if first and group else []
        lines.append(OptionLine(label, choice.glyph, _address(number, [], query=query), headings=tuple(headings)))
    return lines


def _several(choices: ChoicesAnswer | Choices) -> bool:
    """Whether there are several who choose."""
    return len({choice.seat for choice in choices.choices}) > 1


def _label(choice: Choice, choices: ChoicesAnswer | Choices, names: Sequence[str]) -> str:
    """What a verb is called, and whose it is where several choose."""
    if names and choice.seat is not None and _several(choices):
        return f"{names[choice.seat]}: {after_name(choice.label)}"
    return choice.label


def draft_page(
    choices: ChoicesAnswer | Choices,
    number: int,
    picks: str,
    items: str,
    query: Mapping[str, str] = {},
    names: Sequence[str] = (),
) -> DraftPage:
    """The verb at the place `number`, with `picks`, and for a list the `items` in it so far; all as JSON.

    Where the slot is for a text, `items` is what was written.

    `query` is what else stands in the address of the page. With the `names` of the seats, it is told whose verb it is,
    where several choose.

    Raises:
        BadDraft: that doesn't belong to what may be chosen now.
    """
    offered = Choices(choices.choices, choices.slots)
    draft = drafted(offered, number, read_picks(picks))
    if draft.slot is not None and draft.slot.kind == "text" and items != NOTHING:
        draft, items = drafted(offered, number, [*draft.picks, items]), NOTHING
    label = _label(draft.choice, choices, names)
    if draft.picked:
        label = f"{label}: {', '.join(draft.picked)}"
    if draft.slot is None:
        return DraftPage(label, None, (), (), None, None, encode(draft.action).decode())
    slot, taken = draft.slot, [*draft.picks]
    skip = _address(number, [*taken, None], query=query) if slot.optional else None
    if slot.kind == "text":
        fields = {**query, "choice": str(number), "picks": encode(taken).decode()}
        writing = Writing(slot.most or 0, tuple(fields.items()))
        return DraftPage(label, slot.label, (), (), None, skip, None, writing)
    if slot.kind != "multiset":
        options = tuple(
            OptionLine(
                option.label,
                option.glyph,
                _address(number, [*taken, option.value], query=query),
                anchor=option.anchor,
            )
            for option in draft.options
        )
        return DraftPage(label, slot.label, options, (), None, skip, None)
    return _list_page(draft, label, number, taken, read_picks(items), skip, query)


def _list_page(
    draft: Draft,
    label: str,
    number: int,
    taken: list[Any],
    items: list[Any],
    skip: str | None,
    query: Mapping[str, str],
) -> DraftPage:
    slot = draft.slot
    assert slot is not None  # noqa: S101  # the caller looked
    names = {option.value: option.label for option in slot.options}
    if not all(isinstance(item, str | int) and item in names for item in items):
        raise BadDraft(str(items))
    possible = with_item(items, draft)
    counted = any(option.left is not None and option.left > 1 for option in slot.options)

    def line(option: Option) -> OptionLine:
        more = _address(number, taken, [*items, option.value], query) if possible[str(option.value)] else None
        left = left_of(option, (*draft.gone, *items)) if counted else None
        return OptionLine(option.label, option.glyph, more, left, option.anchor)

    return DraftPage(
        label=label,
        question=slot.label,
        options=tuple(map(line, slot.options)),
        items=tuple(names[item] for item in items),
        done=_address(number, [*taken, items], query=query) if draft.fits(items) else None,
        skip=skip,
        action=None,
    )


def _address(number: int, picks: Sequence[Any], items: Sequence[Any] = (), query: Mapping[str, str] = {}) -> str:
    parameters = {**query, "choice": str(number), "picks": encode(picks).decode()}
    if items:
        parameters["items"] = encode(items).decode()
    return f"?{urlencode(parameters)}"


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
    if isinstance(pending, Finished):
        return words["record_ended"]
    if isinstance(pending, AwaitSeats):
        return words("record_waits", names=listed((names[seat] for seat in pending.seats), language))
    return words["record_server"]


def outcome(match: Match, standings: Sequence[Standing], names: Sequence[str], words: Words, language: Language) -> str:
    """Who has won, and by what, if somebody had the same score; empty while nobody has."""
    winners = [one for one in standings if one.winner]
    if not winners:
        return ""
    phrase, score = "record_won" if len(winners) == 1 else "record_won_together", winners[0].score
    won_by = listed((names[one.seat] for one in winners), language)
    if score is None:
        sentence = words(f"{phrase}_unscored", names=won_by)
    else:
        sentence = words(phrase, names=won_by, score=points_written(score, language), n=score)
    tied = [one for one in standings if one.score == score and not one.winner]
    broken = (
        [match.game.texts[language][key] for key in match.game.tie_breaks] if isinstance(match.game, HasWording) else []
    )
    if not tied or not broken:
        return sentence
    by = "; ".join(
        f"{what} ({', '.join(f'{names[one.seat]} {one.tie_breaks[place]}' for one in (*winners, *tied))})"
        for place, what in enumerate(broken)
    )
    return f"{sentence} {words('record_tie_break', sentence=by)}"
