"""The file of BG Stats: an object with lists of plays, and of the games, people, places and tags that they refer to.

:mod:`service.readers.bgstats` reads it again. It is written as plays come; what they refer to follows behind them.
"""

import json
import re
from collections.abc import Hashable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, Final
from uuid import UUID, uuid5

import msgspec

from service.readers.play import Play, SourcePlayer, SourceRow, Winning
from service.readers.text import BEHIND, ordinal_of

SETTINGS: Final[Mapping[Winning, int]] = {Winning.HIGHEST: 1, Winning.LOWEST: 2, Winning.NAMED: 3}
"""By who wins, the `scoringSetting` of a play that isn't cooperative."""

_COOPERATIVE: Final = (6, 4)
"""The same of a cooperative one, without points and with some."""

_ANONYMOUS: Final = "anonymous"
_NAMESPACE: Final = UUID("0c0f7b55-0f0e-4a55-9b8b-2f1c5b6d7a10")
_CLOCK: Final = re.compile(r"(?:^|\n)((?:[01]\d|2[0-3]):[0-5]\d)\Z", re.ASCII)


class BgStatsWriter:
    """Writes plays in the order in which they were played, and holds nothing back but what they refer to."""

    def __init__(self) -> None:
        self._games: dict[Hashable, dict[str, Any]] = {}
        self._players: dict[Hashable, dict[str, Any]] = {}
        self._places: dict[Hashable, dict[str, Any]] = {}
        self._tags: dict[Hashable, dict[str, Any]] = {}
        self._plays = 0
        self._day = date.min
        self._behind = 0

    def begin(self) -> bytes:
        """The beginning of the list of plays."""
        return b'{"plays":['

    def rows(self, plays: Sequence[Play]) -> bytes:
        """Some more plays."""
        written = b"".join(b",\n"[not self._plays + place :] + self._encoded(play) for place, play in enumerate(plays))
        self._plays += len(plays)
        return written

    def end(self) -> bytes:
        """All that the plays refer to."""
        lists = {
            "games": self._games,
            "players": self._players,
            "locations": self._places,
            "tags": self._tags,
            "groups": {},
            "challenges": {},
        }
        return (
            b"]"
            + b"".join(
                b",\n" + msgspec.json.encode(name) + b":" + msgspec.json.encode(list(entries.values()))
                for name, entries in lists.items()
            )
            + b"}\n"
        )

    def _encoded(self, play: Play) -> bytes:
        note, _ = parted(play.note)
        keys = [player.id or f"{_ANONYMOUS} {seat}" for seat, player in enumerate(play.players)]
        return msgspec.json.encode(
            {
                "uuid": play.id,
                "playDate": play_date(play),
                "entryDate": self._entry_date(play),
                "gameRefId": self._game(play.title, play.bgg_id, play),
                "locationRefId": self._named(self._places, "location", play.place) if play.place else 0,
                "durationMin": play.minutes or 0,
                "ignored": not play.counted,
                "comments": note,
                "board": play.variant,
                "scoringSetting": setting_of(play),
                "usesTeams": any(player.team for player in play.players),
                "rounds": 0,
                "playerScores": [self._score(player, keys[seat], seat) for seat, player in enumerate(play.players)],
                "expansionPlays": [{"gameRefId": self._game(name, None)} for name in play.expansions],
                "tags": [{"tagRefId": self._named(self._tags, "tag", tag)} for tag in play.tags],
                "scoresheet": _scoresheet(play.rows, keys) if play.rows else "",
                "playImages": "[]",
                "metaData": "{}",
            }
        )

    def _entry_date(self, play: Play) -> str:
        """When the play was entered, as it were: by that, plays of the same date and time follow one another."""
        if self._day != play.played_on:
            self._day, self._behind = play.played_on, 0
        own = play.ordinal - ordinal_of(play_date(play), "")
        self._behind = own if 0 <= own < BEHIND else self._behind + 1
        return str(datetime.combine(play.played_on, time()) + timedelta(seconds=self._behind))

    def _score(self, player: SourcePlayer, key: str, seat: int) -> dict[str, Any]:
        return {
            "playerRefId": self._player(player),
            "score": player.score,
            "winner": player.won,
            "newPlayer": player.new,
            "startPlayer": player.start,
            "role": player.role,
            "team": player.team or None,
            "rank": player.rank or 0,
            "seatOrder": seat + 1,
            "metaData": json.dumps({"scoreUuid": key}),
        }

    # --- what plays refer to ---

    def _game(self, title: str, bgg_id: int | None, play: Play | None = None) -> int:
        winning = Winning.HIGHEST if play is None else play.winning
        return self._entry(
            self._games,
            (title, bgg_id),
            {
                "uuid": _uuid("game", title, str(bgg_id)),
                "name": title,
                "bggId": bgg_id or 0,
                "isBaseGame": play is not None,
                "isExpansion": play is None,
                "cooperative": winning is Winning.COOPERATIVE,
                "highestWins": winning is not Winning.LOWEST,
                "noPoints": winning is Winning.NAMED,
                "usesTeams": play is not None and any(player.team for player in play.players),
            },
        )

    def _player(self, player: SourcePlayer) -> int:
        """One entry for each person, and one for all who are anonymous."""
        return self._entry(
            self._players,
            player.id,
            {
                "uuid": player.id or _uuid(_ANONYMOUS),
                "name": player.name or "Anonymous player",
                "isAnonymous": player.anonymous,
            },
        )

    def _named(self, entries: dict[Hashable, dict[str, Any]], kind: str, name: str) -> int:
        return self._entry(entries, name, {"uuid": _uuid(kind, name), "name": name})

    @staticmethod
    def _entry(entries: dict[Hashable, dict[str, Any]], key: Hashable, entry: dict[str, Any]) -> int:
        number: int = entries.setdefault(key, {"id": len(entries) + 1, **entry})["id"]
        return number


def parted(note: str) -> tuple[str, str]:
    """A note without the time of day in its last line, and that time; empty where it has none."""
    found = _CLOCK.search(note)
    return (note, "") if found is None else (note[: found.start()], found[1])


def play_date(play: Play) -> str:
    """Date and time as BG Stats writes them; midnight stands for no time."""
    return f"{play.played_on} {parted(play.note)[1] or '00:00'}:00"


def setting_of(play: Play) -> int:
    """The `scoringSetting` of a play."""
    if play.winning is Winning.COOPERATIVE:
        return _COOPERATIVE[any(player.score for player in play.players)]
    return SETTINGS[play.winning]


def _scoresheet(rows: Sequence[SourceRow], keys: Sequence[str]) -> str:
    written = [
        {
            "label": row.label,
            "type": "number",
            "negative": row.minus,
            "isExtra": row.extra,
            "scores": {key: cell for key, cell in zip(keys, row.cells, strict=True) if cell},
        }
        for row in rows
    ]
    return json.dumps({"groups": [{"rows": written}]}, ensure_ascii=False)


def _uuid(*parts: str) -> str:
    return str(uuid5(_NAMESPACE, "\n".join(parts)))
