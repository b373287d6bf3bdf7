"""Market cards of earlier matches are offered again."""

from typing import Any, Final

from msgspec import convert
from msgspec.structs import replace

from domain.games.dschunke.actions import DschunkeDealing, DschunkeTurnMarket
from domain.games.dschunke.choices import wording
from domain.games.dschunke.events import DschunkePhase
from domain.games.dschunke.remembering import recalled
from domain.games.dschunke.state import DschunkeState
from domain.registry import GAMES
from tests.domain.games.support import support_of

FIRST: Final = {"spices": "S", "vegetables": 1, "fish": 2, "rice": 4}
SECOND: Final = {"spices": 4, "vegetables": "S", "fish": 2, "rice": 1}


def turned(*cards: dict[str, Any]) -> list[DschunkeTurnMarket]:
    return [convert({"type": "turn_market", "amounts": card}, DschunkeTurnMarket) for card in cards]


def at_market(**changed: Any) -> DschunkeState:
    game = GAMES["dschunke"]
    state = game.initial(next(iter(support_of("dschunke").SETUPS.values())))
    values = {"phase": DschunkePhase.MARKET, "deck": None, "dealing": DschunkeDealing.OPEN} | changed
    market: DschunkeState = replace(state, **values)
    return market


def offered(state: DschunkeState, earlier: list[list[DschunkeTurnMarket]], own: list[DschunkeTurnMarket]) -> list[Any]:
    return [
        choice.action["amounts"] for choice in recalled(state, earlier, own, wording(state, None, ("A", "B"), "en"))
    ]


def test_cards_of_earlier_matches_come_once_and_the_newest_first() -> None:
    assert offered(at_market(), [turned(SECOND), turned(FIRST, SECOND)], []) == [SECOND, FIRST]


def test_what_was_turned_up_in_this_match_lies_there_no_more() -> None:
    assert offered(at_market(), [turned(FIRST, SECOND)], turned(FIRST)) == [SECOND]


def test_nothing_is_offered_where_the_deck_is_known_or_the_service_turns_it_up() -> None:
    for changed in ({"deck": ()}, {"dealing": DschunkeDealing.SERVER}, {"phase": DschunkePhase.ACT}):
        assert offered(at_market(**changed), [turned(FIRST)], []) == []


def test_a_card_is_called_by_what_it_brings() -> None:
    (choice,) = recalled(at_market(), [turned(FIRST)], [], wording(at_market(), None, ("A", "B"), "it"))
    assert (choice.label, choice.slot) == ("spezie S, verdure 1, pesce 2, riso 4", None)
