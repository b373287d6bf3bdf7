"""Games that are named on the command line."""

from typing import Final

import click
import psycopg

from domain.registry import GAMES
from projections.dead_letters import MISSING
from projections.scoreboard.projection import Scoreboard
from service.cli.tables import brought_up_to_date


def is_missing(conninfo: str, game: str | None) -> bool:
    """Whether there are matches of a game, but not the game: it isn't installed here, or isn't allowed.

    Raises:
        click.BadParameter: there is neither.
        click.ClickException: the read model that knows can't follow the log.
    """
    if game is None or game in GAMES:
        return False
    brought_up_to_date(conninfo, (Scoreboard.name,))
    with psycopg.connect(conninfo) as connection:
        row = connection.execute(_HAS_MATCHES, {"game": game, "fault": f"{MISSING}{game}"}).fetchone()
    if row == (True,):
        return True
    detail = f"There is no game {game!r} here, and no match of one. There are: {', '.join(GAMES)}."
    raise click.BadParameter(detail, param_hint="--game")


# What waits for a game isn't listed where the read models were made anew without it.
_HAS_MATCHES: Final = """
    SELECT EXISTS (SELECT FROM scoreboard_match WHERE game = %(game)s)
        OR EXISTS (SELECT FROM set_aside WHERE fault = %(fault)s OR starts_with(fault, %(fault)s || ' in the edition '))
"""
