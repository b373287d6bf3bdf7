"""What matches of chess look like as PGN, beside the same answers in JSON."""

from replays.exports.pgn import MEDIA_TYPE
from tests.service.pgn.games import again
from tests.service.scenario import Scenario

_GAME = """[Event "Club evening"]
[Site "Bologna"]
[Date "2026.11.27"]
[Round "3"]
[White "Ada"]
[Black "Bruno"]
[Result "1-0"]

1. e4 e5 2. Bc4 Nc6 (2... Nf6 {is better}) 3. Qh5 $2 Nf6 $4 {[%cal Rh5f7]} 4. Qxf7# 1-0
"""


def show(scenario: Scenario) -> None:
    """The form of one match, and of a list of them."""
    for operation in ("getMatch", "listMatches"):
        scenario.examples[operation]["forms"] = {MEDIA_TYPE: again(_GAME)}
