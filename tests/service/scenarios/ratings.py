"""Who leads, and how strong somebody is, when an evening's match has ended."""

from tests.service.scenario import Scenario


def ask_who_leads(scenario: Scenario, player: str, position: int) -> None:
    """The match in which `player` took part is in the ratings at `position`."""
    scenario.call("getLeaderboard", game="klunker", sort="rating", seats=3, limit=1, after_position=position)
    scenario.call("getRatings", player_id=player, after_position=position)
    scenario.call("getRatingHistory", player_id=player, game="klunker", limit=10, after_position=position)
