"""Statistics of the evening: its one finished match in numbers."""

from typing import Any

from tests.service.scenario import Scenario


def ask_for_statistics(scenario: Scenario, match: dict[str, Any], position: int) -> None:
    """Everything that is asked of matches that count, once the read models have got to `position`."""
    first, second = (seat["player"]["id"] for seat in match["seats"][:2])
    waiting: dict[str, Any] = {"after_position": position}
    spoken = {"Accept-Language": "en"}
    game = scenario.call("getGameStatistics", game=match["game"], options="dealing:open", **waiting, **spoken)
    records = scenario.call("getGameRecords", game=match["game"], seats=3, **waiting, **spoken)
    player = scenario.call("getPlayerStatistics", player_id=first, tag="club", **waiting, **spoken)
    scenario.call("getVersus", player_id=first, other=second, place="Bologna", **waiting)
    # Enough for an example:
    del game["figures"][2:], records["records"][2:]
    for each in player["games"]:
        del each["figures"][2:]
