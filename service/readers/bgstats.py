"""The export of BG Stats: one JSON object with lists of plays, and of games, people, places and tags they refer to.

It has no published description; the fields are those of its exports of versions 4 to 6. A play is
``{uuid, playDate, gameRefId, locationRefId, durationMin, playerScores: [{playerRefId, score, winner, rank, …}], …}``.
"""

from collections.abc import Iterator, Mapping
from typing import IO, Any, Final, TypeAlias

import msgspec
from msgspec import Struct, field

from domain.pointers import located
from service.readers.bgstats_sheet import rows_of
from service.readers.bounded import MAX_ENTRIES
from service.readers.form import reason_of_form
from service.readers.json_items import items
from service.readers.play import BadPlay, Loss, Play, SourcePlayer, UnreadableFile, UnreadablePlay, Winning
from service.readers.text import day_and_time, ordinal_of, positive, text_of, true, whole, with_time

_REFERRED: Final = ("games", "players", "locations", "tags")
_WANTED: Final = ("uuid", "name", "bggId", "isAnonymous", "cooperative", "highestWins", "noPoints")
"""The fields of these that are looked at."""

_LOST: Final = ("challenges", "groups")
_BY_SETTING: Final = {
    1: Winning.HIGHEST,
    2: Winning.LOWEST,
    3: Winning.NAMED,  # no points
    4: Winning.COOPERATIVE,  # with points
    6: Winning.COOPERATIVE,
}
"""By `scoringSetting` of a play; any other is the game's default."""

_Entries: TypeAlias = Mapping[int, Mapping[str, Any]]


class _Score(Struct, rename="camel"):
    player_ref_id: int
    score: Any = None
    winner: Any = False
    new_player: Any = False
    start_player: Any = False
    role: str | None = None
    team: Any = None
    rank: Any = None
    meta_data: Any = None


class _Expansion(Struct, rename="camel"):
    game_ref_id: int


class _Tag(Struct, rename="camel"):
    tag_ref_id: int


class _Play(Struct, rename="camel"):
    uuid: str
    play_date: str
    game_ref_id: int
    player_scores: list[_Score]
    location_ref_id: int | None = None
    duration_min: Any = None
    ignored: Any = False
    comments: str | None = None
    board: str | None = None
    scoring_setting: Any = None
    expansion_plays: list[_Expansion] | None = None
    tags: list[_Tag] | None = None
    scoresheet: Any = None
    play_images: Any = None
    rating: Any = None
    entry_date: Any = None
    uses_teams: Any = False


class _Export(Struct):
    """What plays refer to, by its numbers."""

    games: dict[int, dict[str, Any]] = field(default_factory=dict)
    players: dict[int, dict[str, Any]] = field(default_factory=dict)
    locations: dict[int, dict[str, Any]] = field(default_factory=dict)
    tags: dict[int, dict[str, Any]] = field(default_factory=dict)


def read_bgstats(file: IO[bytes]) -> Iterator[Play | BadPlay | Loss]:
    """The plays of an export, which is read twice: lists that plays refer to may stand behind them.

    Raises:
        UnreadableFile: as of :func:`service.readers.json_items.items`, or it has no plays.
    """
    export, losses = _referred(file)
    yield from losses
    file.seek(0)
    for name, index, element in items(file, "plays"):
        if name == "plays":
            yield _read(element, f"/plays/{index}", export)


def _referred(file: IO[bytes]) -> tuple[_Export, list[Loss]]:
    export = _Export()
    lost = dict.fromkeys(_LOST, 0)
    plays = 0
    for name, _, element in items(file, *_REFERRED):
        plays += name == "plays"
        if name in lost:
            lost[name] += 1
        if name in _REFERRED and isinstance(element, dict):
            entries: dict[int, dict[str, Any]] = getattr(export, name)
            entries[whole(element.get("id"))] = {key: element[key] for key in _WANTED if key in element}
            if len(entries) > MAX_ENTRIES:
                raise UnreadableFile("too_many_entries", f"/{name}", most=MAX_ENTRIES)
    if not plays:
        raise UnreadableFile("no_plays")
    return export, [Loss(name, number) for name, number in lost.items() if number]


def _read(element: Any, at: str, export: _Export) -> Play | BadPlay:
    try:
        return _play(msgspec.convert(element, _Play, strict=False), at, export)
    except msgspec.ValidationError as error:
        message, place = located(str(error))
        return BadPlay(at + place, reason_of_form(message))
    except UnreadablePlay as error:
        return BadPlay(at, error.reason)


def _play(play: _Play, at: str, export: _Export) -> Play:
    """The play.

    Raises:
        UnreadablePlay: it has no date, or refers to what isn't in the file.
    """
    game = _entry(export.games, play.game_ref_id, "unknown_game")
    played_on, time = day_and_time(play.play_date)
    people = [_entry(export.players, score.player_ref_id, "unknown_player") for score in play.player_scores]
    players = tuple(
        _player(score, person, teams=true(play.uses_teams) or score.team is not None)
        for score, person in zip(play.player_scores, people, strict=True)
    )
    keys = [
        {text_of(person.get("uuid")).lower(), _score_key(score.meta_data)} - {""}
        for score, person in zip(play.player_scores, people, strict=True)
    ]
    rows = rows_of(play.scoresheet, keys)
    return Play(
        id=play.uuid.strip().lower(),
        at=at,
        title=text_of(game.get("name")),
        bgg_id=positive(game.get("bggId")),
        played_on=played_on,
        players=players,
        winning=_winning(play, game),
        place=text_of(export.locations.get(play.location_ref_id or 0, {}).get("name")),
        minutes=positive(play.duration_min),
        note=with_time(play.comments or "", time),
        tags=_names(export.tags, [tag.tag_ref_id for tag in play.tags or ()]),
        variant=text_of(play.board),
        expansions=_names(export.games, [one.game_ref_id for one in play.expansion_plays or ()]),
        rows=rows or (),
        counted=not true(play.ignored),
        losses=_losses(play, rows_lost=rows is None),
        ordinal=ordinal_of(play.play_date, text_of(play.entry_date)),
    )


def _entry(entries: _Entries, number: int, otherwise: str) -> Mapping[str, Any]:
    try:
        return entries[number]
    except KeyError:
        raise UnreadablePlay(otherwise, number=str(number)) from None


def _names(entries: _Entries, numbers: list[int]) -> tuple[str, ...]:
    """The names of those that are there, each once."""
    names = (text_of(entries.get(number, {}).get("name")) for number in numbers)
    return tuple(dict.fromkeys(name for name in names if name))


def _player(score: _Score, person: Mapping[str, Any], *, teams: bool) -> SourcePlayer:
    anonymous = true(person.get("isAnonymous"))
    return SourcePlayer(
        id="" if anonymous else text_of(person.get("uuid")).lower(),
        name=text_of(person.get("name")),
        anonymous=anonymous,
        team=text_of(score.team) if teams else "",
        role=(score.role or "").strip(),
        score=text_of(score.score),
        won=true(score.winner),
        rank=positive(score.rank),
        new=true(score.new_player),
        start=true(score.start_player),
    )


def _score_key(meta_data: Any) -> str:
    """By which a score sheet names the player, where that isn't the player's own id."""
    if isinstance(meta_data, str):
        try:
            meta_data = msgspec.json.decode(meta_data)
        except (msgspec.DecodeError, RecursionError):  # it is broken in some exports
            return ""
    return text_of(meta_data.get("scoreUuid")).lower() if isinstance(meta_data, dict) else ""


def _winning(play: _Play, game: Mapping[str, Any]) -> Winning:
    if (setting := _BY_SETTING.get(whole(play.scoring_setting))) is not None:
        return setting
    if true(game.get("cooperative")):
        return Winning.COOPERATIVE
    if true(game.get("noPoints")):
        return Winning.NAMED
    return Winning.HIGHEST if true(game.get("highestWins", True)) else Winning.LOWEST


def _losses(play: _Play, *, rows_lost: bool) -> tuple[str, ...]:
    found = {
        "pictures": play.play_images not in (None, "", "[]", []),
        "ratings": bool(whole(play.rating)),
        "score_sheets": rows_lost,
    }
    return tuple(what for what, there in found.items() if there)
