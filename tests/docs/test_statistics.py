"""docs/statistics.md tells of every figure, record and filter that there is."""

from pathlib import Path

import pytest

from domain.kernel.languages import LANGUAGES
from domain.registry import GAMES
from service.api.words import WORDS
from service.queries.statistics.games import BOUNDS

PAGE = (Path(__file__).parents[2] / "docs" / "statistics.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", GAMES)
def test_every_figure_of_a_game_is_explained(key: str) -> None:
    if f"| {GAMES[key].meta.title.split()[0]} |" not in PAGE:
        pytest.skip("a game that isn't on the page; the service tells its figures")
    for figure in GAMES[key].figures:
        assert f"| `{figure.key}` | {figure.clause} |" in PAGE
        ratio = f"per {GAMES_PER[figure.per]}" if figure.per else None
        assert ratio is None or ratio in PAGE.partition(f"| `{figure.key}` |")[2].partition("\n")[0]


GAMES_PER = {
    "moves": "move",
    "sets_sold": "set sold",
    "showcases_taken": "showcase taken",
    "auctions_won": "auction won",
    "kinds_offered": "kind offered",
}


def test_every_record_is_named_and_has_a_title() -> None:
    for key in BOUNDS:
        assert f"`{key}`" in PAGE
        assert all(WORDS[language][f"record_{key}"] for language in LANGUAGES)
