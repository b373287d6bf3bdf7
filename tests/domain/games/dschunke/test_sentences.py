"""What happened, told to people."""

import pytest

from domain.games.dschunke import GAME
from domain.games.dschunke.events import DschunkePhase
from domain.kernel.viewer import PUBLIC, Viewer
from tests.domain.games.dschunke.support import (
    board,
    done,
    given,
    market,
    offer,
    passes,
    place,
    play,
    player,
    show,
    show_specials,
    sides,
    supply,
    swap,
    take,
    take_yen,
    track,
    use,
)
from tests.domain.games.support import Table

ACT = DschunkePhase.ACT
NAMES = ("Ada", "Bea", "Cid")


def told(table: Table, action: object, viewer: Viewer = PUBLIC) -> tuple[str, str]:
    """`action` played and told in both languages."""
    redacted = GAME.redact(action, table.plays(action).facts, viewer)  # type: ignore[arg-type]
    return GAME.sentence(*redacted, NAMES, "en"), GAME.sentence(*redacted, NAMES, "it")


@pytest.mark.parametrize(
    ("worker", "junk", "english", "italian"),
    [
        (
            "green",
            "violet",
            "Ada uses the green merchant on the violet junk and loads 2 bars.",
            "Ada usa il mercante verde sulla giunca viola e carica 2 barre.",
        ),
        (
            "yellow",
            "grey",
            "Ada uses the yellow merchant on the grey junk and earns 3 yen.",
            "Ada usa il mercante giallo sulla giunca grigia e incassa 3 yen.",
        ),
        (
            "violet",
            "brown",
            "Ada uses the violet merchant on the brown junk and draws 3×\u00a0fish.",
            "Ada usa il mercante viola sulla giunca marrone e pesca 3×\u00a0pesce.",
        ),
    ],
)
def test_the_own_action(worker: str, junk: str, english: str, italian: str) -> None:
    assert told(given(*sides(3), phase=ACT), use(0, worker, junk)) == (english, italian)


def test_a_merchant_wanders_and_mixed_cards_are_drawn() -> None:
    table = given(*sides(2), phase=ACT, mixed="8 rice", merchants=("white", "orange", "grey"))
    english, italian = told(table, use(0, "violet", "grey", "fish, 2 mixed", to="brown"))
    assert english == (
        "Ada uses the violet merchant on the grey junk and draws 1×\u00a0fish and 2 from the mixed pile. "
        "The violet merchant goes to the brown junk."
    )
    assert italian.endswith("e pesca 1×\u00a0pesce e 2 dal mazzo misto. Il mercante viola passa sulla giunca marrone.")


@pytest.mark.parametrize(
    ("card", "action", "english"),
    [
        (
            "load",
            play(0, "load", "white"),
            "Ada plays the extra action “load a bar” on the white junk and loads a bar.",
        ),
        ("sell-grey", play(0, "sell-grey"), "Ada plays the extra action “sell on the grey junk” and earns 3 yen."),
        (
            "move",
            play(0, "move", move=("brown", "grey")),
            "Ada plays the extra action “move a bar” and moves a bar from the brown junk to the grey junk.",
        ),
    ],
)
def test_extra_actions(card: str, action: object, english: str) -> None:
    assert told(given(player("", card), *sides(2), phase=ACT, cargo={"brown": (0,)}), action)[0] == english


def test_no_extra_action() -> None:
    table = given(player("", "move"), *sides(2), phase=ACT).plays(use(0, "green", "violet"))
    assert told(table, done(0)) == ("Ada plays no extra action.", "Ada non gioca azioni aggiuntive.")


def test_nothing_to_draw() -> None:
    table = given(*sides(3, "18 spices, 18 vegetables", "18 fish", "18 rice"), phase=ACT)
    assert told(table, use(0, "violet", "brown"))[0].endswith("on the brown junk and gets nothing.")


def test_an_offer_is_told_to_its_player_only() -> None:
    table = given(*sides(3, "2 rice", "fish"), phase=DschunkePhase.OFFER)
    assert told(table, offer(0, "2 rice"))[0] == "Ada has an offer ready."
    assert told(table, offer(1, "fish"), 1)[0] == "Bea has an offer ready: fish."


def test_a_reveal_and_what_is_sold() -> None:
    table = given(*sides(3, "2 rice", "fish", "fish"), phase=DschunkePhase.OFFER, card="1 S 3 4")
    table.plays(offer(0, "2 rice"), offer(1, "fish"))
    assert told(table, offer(2, "fish"))[0] == (
        "Cid has an offer ready. The offers: Ada: 2×\u00a0rice; Bea: fish; Cid: fish. "
        "Bea and Cid share the sale of fish: 1 yen each. Ada sells rice for 4 yen."
    )


def test_a_tie_for_the_special_card() -> None:
    table = given(*sides(3, "rice", "rice"), phase=DschunkePhase.OFFER, card="1 2 3 S")
    table.plays(offer(0, "rice"), offer(1, "rice"))
    assert told(table, offer(2))[0].endswith("A tie for rice: Ada and Bea get no special card.")


def test_a_prize() -> None:
    table = given(*sides(3, "rice"), phase=DschunkePhase.OFFER, card="1 2 3 S", round_=10)
    table.plays(offer(0, "rice"), offer(1))
    assert told(table, offer(2))[0].endswith("Ada sells rice for a special card.")
    prize = table.state
    assert told(Table(GAME, prize), take_yen(0))[0] == "Ada takes 3 yen instead of a special card."
    assert told(Table(GAME, prize), take(0, "star", "load"))[0] == ("Ada takes from the star pile: a special card.")
    assert told(Table(GAME, prize), take(0, "star", "bonus12-grey-orange"), 0)[1] == (
        "Ada prende dal mazzo della stella: 12 yen per le giunche grigia e arancione."
    )


def test_the_market_and_events() -> None:
    on = board(track("load 2 Y"), track("load 2 S"))
    table = given(player(yen=4), *sides(3), phase=DschunkePhase.MARKET, card="", on=on)
    names = (*NAMES, "Dov")
    action = market("S 1 2 4")
    assert GAME.sentence(action, table.plays(action).facts, names, "en") == (
        "The market card: a special card for spices, 1 yen for vegetables, 2 yen for fish and 4 yen for rice. "
        "Event: yen are shown. Ada has 4 yen, Bea has 0 yen, Cid has 0 yen and Dov has 0 yen. "
        "Event: everybody takes a special card."
    )


def test_supply_and_swaps() -> None:
    table = given(player("rice", "two_goods"), *sides(2), phase=DschunkePhase.SWAP)
    assert told(Table(GAME, table.state), swap(0, "rice", "fish"))[0] == "Ada puts back rice and draws fish."
    assert told(table, passes(0))[0] == "Ada swaps no goods."
    table = given(*sides(3), phase=DschunkePhase.SUPPLY)
    assert told(table, supply(0, "2 rice"))[0] == "Ada takes supplies: 2×\u00a0rice."
    assert told(table, supply(1))[0] == "Bea takes no supplies."


def test_the_set_up() -> None:
    table = Table.opened("dschunke", 3, dealing="secret", setup="left_neighbour")
    assert told(table, place(0, "grey", 2))[0] == "Ada places a bar of Cid on the grey junk."
    for step in range(1, 9):
        table.plays(place(step % 3, ("grey", "white", "brown")[step // 3], (step + 2) % 3))
    assert told(table, show("grey", "white", "orange"))[0] == (
        "The merchants are shown: the green merchant on the grey junk, the yellow merchant on the white junk "
        "and the violet merchant on the orange junk."
    )


def test_a_forfeited_action() -> None:
    table = given(*sides(3), phase=ACT, turn=1, used=("yellow",), cargo={"grey": [2] * 20})
    assert "Cid can’t use anybody and forfeits the action." in told(table, use(1, "violet", "brown"))[0]


def test_the_end_of_a_round() -> None:
    table = given(*sides(3), phase=DschunkePhase.OFFER, round_=9)
    table.plays(offer(0), offer(1))
    assert told(table, offer(2))[0].endswith(" The round ends; Bea is the next first player.")


def test_an_assistant_is_told_by_its_track() -> None:
    table = given(*sides(3), phase=ACT, on=board(track("load 2")))
    assert told(table, use(0, "assistant-3/4", "orange")) == (
        "Ada uses the assistant of track 3/4 on the orange junk and loads 2 bars.",
        "Ada usa l’assistente della riga 3/4 sulla giunca arancione e carica 2 barre.",
    )


def test_the_end() -> None:
    players = (player(unknown_specials=1), *sides(2))
    table = given(*players, phase=DschunkePhase.OFFER, round_=10, cargo={"grey": (0, 0)}, on=board())
    table.plays(offer(0), offer(1))
    english, italian = told(table, offer(2))
    assert (
        english == "Cid has an offer ready. The offers: Ada: nothing; Bea: nothing; Cid: nothing. The last round ends."
    )
    assert italian.endswith(" L’ultimo turno finisce.")
    assert told(table, show_specials(0, "bonus8-grey"))[0] == (
        "Ada shows the last special cards: 8 yen for the grey junk. "
        "The match is over. Bonuses: Ada: 8 yen for special cards and 4 for junks; "
        "Bea: 0 yen for special cards and 0 for junks; Cid: 0 yen for special cards and 0 for junks."
    )
