"""What a match says that other programs might want to know, and what is left of that behind each loss."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.viewer import RECORDER
from domain.match.match import Match
from domain.match.parts import Status

Facts = dict[str, Any]

WITH_TEAMS = {"Teams", "Mates"}
"""The titles of what is played in teams."""


def facts_of(match: Match, names: list[str]) -> Facts:
    sheet = match.game.meta.key == "sheet"
    options: Any = match.options
    state: Any = match.state
    standings = match.standings(RECORDER)
    start = match.game.starting_seat(match.options)
    unfinished = match.status is Status.ABANDONED or (sheet and state.closed is not None and state.closed.unfinished)
    return {
        "title": options.title if sheet else match.game.meta.title,
        "played_on": match.played_on,
        "place": match.place,
        "note": match.note,
        "tags": match.tags,
        "counted": match.counted,
        "unfinished": unfinished,
        "bgg_id": options.bgg_id if sheet else None,
        "winning": str(options.winning) if sheet else "highest",
        "variant": options.variant if sheet else "",
        "expansions": options.expansions if sheet else (),
        "minutes": options.minutes if sheet else None,
        "rows": _rows(match) if sheet else [["", False, True, tuple(str(one.score) for one in standings)]],
        "row_keys": [row.key for row in options.rows] if sheet else None,
        "rounds": options.rounds if sheet else None,
        "steps": match.step,
        "players": [
            {
                "name": names[seat],
                "score": standing.score,
                "rank": standing.rank,
                "won": bool(standing.winner),
                "team": options.teams[seat] if sheet and options.teams else "",
                "role": options.roles[seat] if sheet and options.roles else "",
                "new": sheet and seat in options.new,
                "start": seat == start,
            }
            for seat, standing in enumerate(standings)
        ],
    }


def _rows(match: Match) -> list[Any]:
    options: Any = match.options
    state: Any = match.state
    return [
        [row.label if options.rounds is None else f"{row.label} {number}".strip(), row.minus, row.counts, cells]
        for number, rows in enumerate(state.cells, start=1)
        for row, cells in zip(options.rows, rows, strict=True)
        if any(cells)
    ]


def without(*fields: str) -> Callable[[Facts], None]:
    def lose(facts: Facts) -> None:
        for field in fields:
            facts[field] = None

    return lose


def without_of_players(*fields: str) -> Callable[[Facts], None]:
    def lose(facts: Facts) -> None:
        for player in facts["players"]:
            for field in fields:
                player[field] = None

    return lose


def _lose_winning(facts: Facts) -> None:
    """Without it, the others have the places that the most points give them."""
    facts["winning"] = None
    for player in facts["players"]:
        player["rank"] = None


def _lose_team_shares(facts: Facts) -> None:
    if facts["title"] in WITH_TEAMS:
        facts["rows"] = None


def _lose_teams(facts: Facts) -> None:
    """Who is in no team has what is written for that one alone."""
    for player in facts["players"]:
        player["team"] = None
        if facts["title"] in WITH_TEAMS:
            player["score"] = player["rank"] = None


def _lose_unfinished(facts: Facts) -> None:
    if facts["unfinished"]:
        facts["unfinished"] = False
        if facts["winning"] in {"highest", "lowest"}:
            facts["winning"] = "told"


def _lose_many_rows(facts: Facts) -> None:
    """The only sheet of the tests that has so many."""
    if facts["title"] == "Many":
        assert len(facts["rows"]) in {1, 60}
        facts["rows"] = None


def _lose_winning_of_nobody(facts: Facts) -> None:
    if any(player["won"] for player in facts["players"]):
        return
    if facts["winning"] in {"highest", "lowest"}:
        facts["winning"] = "told"
    for player in facts["players"]:
        player["rank"] = None


def _lose_namesakes(facts: Facts) -> None:
    for player in facts["players"]:
        player["name"] = re.sub(r" \(\d+\)$", "", player["name"]).casefold()


def _lose_guards(facts: Facts) -> None:
    def plain(value: Any) -> Any:
        return value.removeprefix("'") if isinstance(value, str) else value

    for field in ("title", "note", "place"):
        facts[field] = plain(facts[field])
    for player in facts["players"]:
        player |= {field: plain(player[field]) for field in ("name", "role", "team")}


def _nothing(facts: Facts) -> None:
    """What isn't among the facts at all, or can't be here."""


LOSSES: Mapping[str, Callable[[Facts], None]] = {
    "steps": without("steps"),
    "corrections": _nothing,
    "annotations": _nothing,
    "variations": _nothing,
    "options": _nothing,
    "visibility": _nothing,
    "seals": _nothing,
    "matches-still-played": _nothing,
    "second-seats": _nothing,
    "nobody-won": _lose_winning_of_nobody,
    "team-shares": _lose_team_shares,
    "rounds": without("rounds"),
    "row-keys": without("row_keys"),
    "many-rows": _lose_many_rows,
    "rows": without("rows", "row_keys", "rounds"),
    "unfinished": _lose_unfinished,
    "uncounted": without("counted"),
    "winning": _lose_winning,
    "ranks": without_of_players("rank"),
    "teams": _lose_teams,
    "tags": without("tags"),
    "variant": without("variant"),
    "expansions": without("expansions"),
    "namesakes": _lose_namesakes,
    "newcomers": without_of_players("new"),
    "start-seat": without_of_players("start"),
    "bgg-id": without("bgg_id"),
    "formula-guards": _lose_guards,
}
"""What is left behind a loss: each takes it out of the facts. Every name that a form tells is here."""
