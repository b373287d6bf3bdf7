"""The address by which BG Stats takes in one play, as other programs hand it over.

https://www.bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites/
"""

from typing import Any, Final
from urllib.parse import quote

import msgspec

from service.queries.interchange.bgstats import parted, play_date
from service.queries.interchange.forms import PROGRAM_FORMS
from service.queries.interchange.plays import distinct_names
from service.readers.play import Play, Winning

PUSH_ADDRESS: Final = "https://app.bgstatsapp.com/createPlay.html"
SOURCE_NAME: Final = "Partita"

LINK_LOSSES: Final = (*PROGRAM_FORMS["bgstats"].losses, "rows", "tags", "expansions", "uncounted", "newcomers")
"""What a match has and the play hasn't."""


def push_link(play: Play) -> str:
    """The address with the play in it; nothing is sent before somebody follows it."""
    return f"{PUSH_ADDRESS}?data={quote(msgspec.json.encode(_pushed(play)), safe='')}"


def _pushed(play: Play) -> dict[str, Any]:
    note, _ = parted(play.note)
    optional = {
        "location": play.place,
        "durationMin": play.minutes,
        "comments": note,
        "board": play.variant,
    }
    return {
        "sourceName": SOURCE_NAME,
        "sourcePlayId": play.id,
        "playDate": play_date(play),
        "game": {
            "sourceGameId": str(play.bgg_id) if play.bgg_id else play.title,
            "name": play.title,
            **({"bggId": play.bgg_id} if play.bgg_id else {}),
            "highestWins": play.winning is not Winning.LOWEST,
            "noPoints": play.winning is Winning.NAMED,
        },
        "players": _players(play),
        **{name: value for name, value in optional.items() if value},
    }


def _players(play: Play) -> list[dict[str, Any]]:
    """Everybody, with `startPlayer` and `winner` also where they are false, since BG Stats asks for both."""
    names = distinct_names(play)
    return [
        {
            "sourcePlayerId": player.id or f"{play.id} {seat}",
            "name": name or f"Anonymous player {seat + 1}",
            "startPlayer": player.start,
            "winner": player.won,
            **{
                key: value
                for key, value in (
                    ("score", player.score),
                    ("rank", player.rank),
                    ("role", player.role),
                    ("team", player.team),
                )
                if value
            },
        }
        for seat, (player, name) in enumerate(zip(play.players, names, strict=True))
    ]
