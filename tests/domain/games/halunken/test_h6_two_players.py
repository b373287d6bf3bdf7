"""H6 Two players."""

import pytest

from domain.games.halunken.events import (
    HalunkenChosen,
    HalunkenEnded,
    HalunkenMove,
    HalunkenMoved,
    HalunkenOrdered,
    HalunkenPaid,
    HalunkenPhase,
    HalunkenPushed,
    HalunkenRevealed,
    HalunkenRoundBegan,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenStolen,
    HalunkenSurrendered,
    HalunkenTook,
    HalunkenUnbribed,
)
from domain.games.halunken.meta import BLACK_JACK, MovementCard, Rogue
from domain.kernel.pending import AwaitChance
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from tests.domain.games.halunken.support import (
    auction,
    bid,
    captains,
    cards,
    choices,
    choose,
    crew,
    displace,
    given,
    name_rum,
    passes,
    player,
    reveal,
    rogue,
    rogues,
    steal,
    surrender,
    turn,
)
from tests.domain.games.support import Table, TopCards


def two(
    one: str = "",
    other: str = "",
    *,
    spaces: tuple[int, int] = (0, 4),
    black_jack: int = 8,
    controller: int | None = 0,
    harbour: str = "",
    tops: dict[int, str] | None = None,
    below: dict[int, int] | None = None,
    opener: int = 0,
) -> Table:
    """Both pick a card next."""
    players = player(spaces[0], one), player(spaces[1], other)
    return given(
        *players,
        black_jack=black_jack,
        controller=controller,
        harbour=harbour,
        tops=tops,
        below=below,
        opener=opener,
    )


def ordered(table: Table) -> HalunkenOrdered:
    (fact,) = table.told(HalunkenOrdered)
    return fact


# --- H6.1 to H6.3: auction and choice --------------------------------------------------------------------------------


def test_H6_1_black_jack_has_the_eight_cards_of_a_colour_that_does_not_play() -> None:
    table = Table.opened("halunken", 2, mode="two_players", dealing="table")
    assert table.view(PUBLIC).black_jack.cards == cards("1 2 3 4 5 6 7 rum")


def test_H6_1_all_eight_are_used() -> None:
    seven = "1 2 3 4 5 6 7"
    table = given(
        *(player(3 * seat, played=seven) for seat in range(2)), black_jack=12, controller=0, turned=cards(seven)
    )
    table.plays(choose(0, "rum", "rum"), choose(1, "rum"))
    assert table.view(PUBLIC).black_jack.cards == ()
    assert table.told(HalunkenEnded) == [HalunkenEnded()]


def test_H6_2_an_openers_pass_still_lets_the_other_bid() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5")).plays(passes(0))
    assert table.asked == (1,)
    table.plays(bid(1, "red 5"))
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=1, rogue=Rogue.RED_5)]


def test_H6_2_both_may_pass() -> None:
    table = auction(player(0, "red 4"), player(4, "red 5")).plays(passes(0), passes(1))
    assert table.told(HalunkenUnbribed) == [HalunkenUnbribed()]
    assert table.asked == (0, 1)


def test_H6_2_a_player_may_bid_again_and_again_but_higher() -> None:
    table = auction(player(0, "red 4 6, green 8"), player(4, "red 5 7"))
    table.plays(bid(0, "red 4"), bid(1, "red 5"))
    table.refuses(bid(0, "red 4"), "H5.3")
    table.plays(bid(0, "red 6"), bid(1, "red 7"), bid(0, "green 8"), passes(1))
    assert table.told(HalunkenPaid) == [HalunkenPaid(seat=0, rogue=Rogue.GREEN_8)]
    assert crew(table, 0) == set(rogues("red 4 6"))


def test_H6_3_the_controller_picks_a_card_for_black_jack_too() -> None:
    table = two()
    table.refuses(choose(0, "1"), "H6.3")
    table.refuses(choose(1, "1", "2"), "H6.3")
    assert len(list(table.legal(0))) == 64
    assert all("black_jack" in action for action in table.legal(0))
    assert not any("black_jack" in action for action in table.legal(1))
    table.plays(choose(0, "1", "2"))
    assert table.asked == (1,)
    table.plays(choose(1, "3"))
    assert table.told(HalunkenShown) == [HalunkenShown(cards=cards("1 3"), black_jack=MovementCard.TWO)]


def test_H6_3_only_one_of_his_remaining_cards() -> None:
    table = given(player(0, played="1"), player(4, played="1"), black_jack=8, controller=1, turned=(MovementCard.SIX,))
    table.refuses(choose(1, "2", "6"), "H6.3")
    table.plays(choose(1, "6", "2"))


def test_H6_3_without_a_controller_nobody_picks_for_him() -> None:
    table = two(controller=None)
    table.refuses(choose(0, "1", "2"), "H6.3")
    table.refuses(choose(1, "1", "2"), "H6.3")


@pytest.mark.parametrize(("viewer", "card"), [(0, "2"), (RECORDER, "2"), (1, "hidden"), (PUBLIC, "hidden")])
def test_H6_3_his_card_is_secret_until_all_are_revealed(viewer: Viewer, card: str) -> None:
    table = two()
    assert table.view(viewer).black_jack.chosen is None
    table.plays(choose(0, "1", "2"))
    assert table.view(viewer).black_jack.chosen == card
    assert table.view(viewer).black_jack.cards == cards("1 2 3 4 5 6 7 rum")
    action, facts = table.game.redact(choose(0, "1", "2"), table.facts, viewer)
    assert action.black_jack == card
    assert [fact.black_jack for fact in facts if isinstance(fact, HalunkenChosen)] == [card]
    table.plays(choose(1, "3"))
    assert table.view(viewer).black_jack.turned == cards("2")


# --- H6.4, H6.5: his card counts, and he collects --------------------------------------------------------------------


def test_H6_4_his_card_takes_part_in_the_order() -> None:
    table = two().plays(*choices("5 3", black_jack="4"))
    assert ordered(table).moves == (HalunkenMove(1, 3), HalunkenMove(BLACK_JACK, 4), HalunkenMove(0, 5))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [1, BLACK_JACK, 0]
    assert table.state.black_jack == 12


def test_H6_4_it_cancels_the_opponents_card_and_both_collect() -> None:
    table = two(tops={4: "red 4", 8: "red 5"}, below={8: 1}).plays(*choices("5 3", black_jack="3"))
    assert ordered(table) == HalunkenOrdered(stay=(1, BLACK_JACK), moves=(HalunkenMove(0, 5),))
    assert table.told(HalunkenTook) == [
        HalunkenTook(piece=1, tavern=4, rogue=Rogue.RED_4, to=1),
        HalunkenTook(piece=BLACK_JACK, tavern=8, rogue=Rogue.RED_5, to=0),
    ]
    assert table.pending == AwaitChance({"type": "reveal", "taverns": [8]})
    table.plays(reveal({8: "red 6"}))
    assert [fact.piece for fact in table.told(HalunkenMoved)] == [0]


def test_H6_4_it_cancels_the_controllers_own_card() -> None:
    table = two(tops={0: "red 4", 8: "red 5"}).plays(*choices("3 6", black_jack="3"))
    assert ordered(table).stay == (0, BLACK_JACK)
    assert crew(table, 0) == set(rogues("red 4 5"))


def test_H6_4_three_equal_cards_cancel() -> None:
    table = two(tops={0: "red 4", 4: "red 5", 8: "red 6"}).plays(*choices("3 3", black_jack="3"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 1, BLACK_JACK), moves=())
    assert (crew(table, 0), crew(table, 1)) == (set(rogues("red 4 6")), set(rogues("red 5")))


def test_H6_4_the_captains_cards_cancel_and_he_moves() -> None:
    table = two().plays(*choices("3 3", black_jack="4"))
    assert ordered(table) == HalunkenOrdered(stay=(0, 1), moves=(HalunkenMove(BLACK_JACK, 4),))


@pytest.mark.parametrize("controller", [0, 1])
def test_H6_4_his_controller_names_his_rum(controller: int) -> None:
    table = two(controller=controller, opener=1 - controller)
    table.plays(*choices("5 3", black_jack="rum", controller=controller))
    assert table.asked == (controller,)
    table.refuses(name_rum(controller, 3), "H3.3")
    table.refuses(name_rum(1 - controller, 4), "H3.3")
    table.plays(name_rum(controller, 4))
    assert table.told(HalunkenRumNamed) == [HalunkenRumNamed(seat=controller, piece=BLACK_JACK, value=4)]
    assert ordered(table).moves[1] == HalunkenMove(BLACK_JACK, 4)


def test_H6_4_his_rum_and_a_captains_cancel() -> None:
    table = two().plays(*choices("rum 3", black_jack="rum"))
    assert ordered(table).stay == (0, BLACK_JACK)


def test_H6_4_a_rum_names_no_value_that_he_shows() -> None:
    table = two().plays(*choices("rum 3", black_jack="3"))
    table.refuses(name_rum(0, 3), "H3.3")
    table.plays(name_rum(0, 4))
    assert ordered(table) == HalunkenOrdered(stay=(1, BLACK_JACK), moves=(HalunkenMove(0, 4),))


def test_H6_4_his_cards_left_are_open_to_both() -> None:
    table = two().plays(*choices("5 3", black_jack="4"))
    for viewer in (0, 1, PUBLIC):
        assert table.view(viewer).black_jack.cards == cards("1 2 3 5 6 7 rum")


def test_H6_5_he_collects_for_his_controller() -> None:
    table = two(tops={12: "red 4"}, below={12: 1}).plays(*choices("5 3", black_jack="4"))
    assert table.told(HalunkenTook) == [HalunkenTook(piece=BLACK_JACK, tavern=12, rogue=Rogue.RED_4, to=0)]
    assert crew(table, 0) == set(rogues("red 4"))
    table.plays(reveal({12: "red 5"}))
    assert table.told(HalunkenRevealed) == [HalunkenRevealed(tavern=12, rogue=Rogue.RED_5)]


def test_H6_5_uncontrolled_he_collects_for_the_harbour() -> None:
    table = two(controller=None, tops={12: "red 4"}).plays(*choices("5 3"), turn("4"))
    assert table.view(PUBLIC).harbour == rogues("red 4")
    assert (crew(table, 0), crew(table, 1)) == (set(), set())


def test_H6_5_uncontrolled_and_cancelled_too() -> None:
    table = two(controller=None, tops={4: "red 5", 8: "red 4"}).plays(*choices("5 3"), turn("3"))
    assert table.view(PUBLIC).harbour == rogues("red 4")
    assert crew(table, 1) == set(rogues("red 5"))


# --- H6.6: he meets a captain ----------------------------------------------------------------------------------------


def he_meets(captain: int, one: str, other: str, controller: int | None = 0, top: str | None = None) -> Table:
    """Black Jack goes two spaces to the captain, who stands before tavern 10; the other one is far off."""
    spaces = (10, 1) if captain == 0 else (1, 10)
    tops = {} if top is None else {10: top}
    table = two(one, other, spaces=spaces, black_jack=8, controller=controller, tops=tops)
    return table.plays(*choices("6 5", black_jack="2", controller=-1 if controller is None else controller))


def test_H6_6_his_controller_robs_the_opponent_with_as_many_cards() -> None:
    table = he_meets(1, "red 4", "green 5")
    assert table.asked == (0,)
    table.refuses(steal(0, "green 5", "harbour"), "H6.6")
    table.refuses(steal(1, "red 4", 0), "H6.6")
    table.plays(steal(0, "green 5", 1))
    assert table.told(HalunkenStolen) == [HalunkenStolen(seat=0, rogue=Rogue.GREEN_5, from_=1)]
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]
    assert table.state.black_jack == 10


def test_H6_6_and_one_with_more() -> None:
    assert len(list(he_meets(1, "red 4", "green 5 6").legal(0))) == 2


def test_H6_6_but_only_pushes_one_with_fewer() -> None:
    table = he_meets(1, "red 4 5", "green 5")
    assert table.told(HalunkenStolen) == []
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]


def test_H6_6_or_with_none() -> None:
    table = he_meets(1, "", "")
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]


def test_H6_6_the_card_of_the_tavern_comes_first_and_counts() -> None:
    table = he_meets(1, "red 4", "green 5", top="red 5")
    assert crew(table, 0) == set(rogues("red 4 5"))
    assert table.told(HalunkenStolen) == []
    assert he_meets(1, "red 4", "green 5 6", top="red 5").asked == (0,)


def test_H6_6_the_other_controller_likewise() -> None:
    table = he_meets(0, "red 4", "green 5", controller=1)
    table.plays(steal(1, "red 4", 0))
    assert crew(table, 1) == set(rogues("red 4, green 5"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=0, to=11)]


def test_H6_6_his_controllers_captain_is_only_pushed() -> None:
    table = he_meets(0, "red 4", "green 5", top="red 5")
    assert crew(table, 0) == set(rogues("red 4 5"))
    assert crew(table, 1) == set(rogues("green 5"))
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=0, to=11)]


@pytest.mark.parametrize("controller", [0, None])
def test_H6_6_he_robs_nobody_whom_he_passes_over(controller: int | None) -> None:
    table = two("red 4", "green 5 6", spaces=(9, 10), controller=controller)
    if controller is None:
        table.plays(*choices("1 1"), turn("7"))
    else:
        table.plays(*choices("1 1", black_jack="7"))
    assert table.state.black_jack == 1
    assert table.view(PUBLIC).round == 2
    assert table.told(HalunkenStolen) == []
    assert table.told(HalunkenSurrendered) == []


# --- H6.7: a captain meets him ---------------------------------------------------------------------------------------


def he_is_met(
    by: int, one: str, other: str, *, controller: int | None = 0, harbour: str = "", top: str | None = None
) -> Table:
    """The captain goes two spaces to tavern 8, where Black Jack stands; all others move later."""
    spaces = (6, 1) if by == 0 else (1, 6)
    tops = {} if top is None else {8: top}
    table = two(one, other, spaces=spaces, black_jack=8, controller=controller, harbour=harbour, tops=tops)
    picked = "2 5" if by == 0 else "5 2"
    if controller is None:
        return table.plays(*choices(picked), turn("6"))
    return table.plays(*choices(picked, black_jack="6", controller=controller))


def sources(table: Table, seat: int) -> set[object]:
    return {action.get("from") for action in table.legal(seat)}


def test_H6_7_the_opponent_takes_from_the_harbour_or_from_the_controller() -> None:
    table = he_is_met(1, "red 4 5", "green 5", harbour="yellow 1 2")
    assert table.asked == (1,)
    assert [(action["rogue"], action["from"]) for action in table.legal(1)] == [
        ("yellow-1", "harbour"),
        ("yellow-2", "harbour"),
        ("red-4", 0),
        ("red-5", 0),
    ]
    table.refuses(steal(1, "red 4", "harbour"), "H6.7")
    table.refuses(steal(1, "green 5", 1), "H6.7")
    table.refuses(displace(1), "H5.6")
    table.plays(steal(1, "red 5", 0))
    assert table.state.phase is HalunkenPhase.DISPLACE
    assert table.asked == (1,)


def test_H6_7_one_of_the_two_and_not_both() -> None:
    table = he_is_met(1, "red 4 5", "green 5", harbour="yellow 1 2").plays(steal(1, "yellow 1", "harbour"))
    table.refuses(steal(1, "red 4", 0), "H3.7")
    table.plays(displace(1, "counterclockwise"))
    moved = [fact for fact in table.told(HalunkenMoved) if fact.piece == BLACK_JACK]
    assert moved == [HalunkenMoved(piece=BLACK_JACK, to=7 + 6)]


def test_H6_7_with_an_empty_harbour_only_from_the_controller() -> None:
    assert sources(he_is_met(1, "red 4", "green 5"), 1) == {0}


def test_H6_7_from_a_smaller_crew_nothing_is_taken() -> None:
    table = he_is_met(1, "red 4", "green 5 6", harbour="yellow 1")
    assert sources(table, 1) == {"harbour"}
    table.refuses(steal(1, "red 4", 0), "H6.7")


def test_H6_7_the_card_of_the_tavern_comes_first_and_counts() -> None:
    assert sources(he_is_met(1, "red 4", "green 5", harbour="yellow 1", top="green 6"), 1) == {"harbour"}
    assert sources(he_is_met(1, "red 4 5", "green 5", harbour="yellow 1", top="green 6"), 1) == {"harbour", 0}


@pytest.mark.parametrize(("one", "other"), [("red 4", "green 5 6"), ("", "green 5"), ("", "")])
def test_H6_7_where_both_fail_he_is_only_moved_aside(one: str, other: str) -> None:
    table = he_is_met(1, one, other)
    assert table.state.phase is HalunkenPhase.DISPLACE
    assert table.asked == (1,)


def test_H6_7_the_controllers_own_captain_takes_from_the_harbour() -> None:
    table = he_is_met(0, "red 4", "green 5 6", harbour="yellow 1")
    assert sources(table, 0) == {"harbour"}
    table.refuses(steal(0, "green 5", 1), "H5.6")
    assert he_is_met(0, "red 4", "green 5 6").state.phase is HalunkenPhase.DISPLACE


@pytest.mark.parametrize("by", [0, 1])
def test_H6_7_uncontrolled_only_the_harbour_is_robbed(by: int) -> None:
    table = he_is_met(by, "red 4", "green 5", controller=None, harbour="yellow 1")
    assert table.asked == (by,)
    assert sources(table, by) == {"harbour"}
    table.refuses(steal(by, "red 4", 0), "H5.6")


# --- H6.8: nobody bid ------------------------------------------------------------------------------------------------


def test_H6_8_his_card_is_turned_up_after_both_have_chosen() -> None:
    table = two(controller=None)
    table.refuses(turn("4"), "H6.8")
    table.plays(choose(1, "3"))
    table.refuses(turn("4"), "H6.8")
    table.plays(choose(0, "5"))
    assert table.told(HalunkenShown) == [HalunkenShown(cards=cards("5 3"))]
    assert table.pending == AwaitChance({"type": "turn_black_jack", "cards": list(cards("1 2 3 4 5 6 7 rum"))})
    assert table.game.draw(table.state, TopCards()) == turn("1")
    table.refuses(turn(4), "H6.1")
    table.plays(turn("4"))
    assert ordered(table).moves == (HalunkenMove(1, 3), HalunkenMove(BLACK_JACK, 4), HalunkenMove(0, 5))


def test_H6_8_it_is_one_of_his_cards_left() -> None:
    table = given(player(0, played="1"), player(4, played="1"), black_jack=8, turned=(MovementCard.SIX,))
    table.plays(*choices("5 3"))
    table.refuses(turn("6"), "H6.1")
    table.plays(turn("7"))


def test_H6_8_it_cancels_as_usual() -> None:
    table = two(controller=None).plays(*choices("5 3"), turn("5"))
    assert ordered(table) == HalunkenOrdered(stay=(0, BLACK_JACK), moves=(HalunkenMove(1, 3),))


def test_H6_8_a_captains_rum_is_named_after_his_card_is_seen() -> None:
    table = two(controller=None).plays(*choices("5 rum"))
    assert isinstance(table.pending, AwaitChance)
    table.plays(turn("3"))
    assert table.asked == (1,)
    table.refuses(name_rum(1, 3), "H3.3")
    table.plays(name_rum(1, 4))


@pytest.mark.parametrize("opener", [0, 1])
def test_H6_8_the_opener_of_the_auction_names_his_rum(opener: int) -> None:
    table = two(controller=None, opener=opener).plays(*choices("5 3"), turn("rum"))
    assert table.asked == (opener,)
    table.plays(name_rum(opener, 4))
    assert table.told(HalunkenRumNamed) == [HalunkenRumNamed(seat=opener, piece=BLACK_JACK, value=4)]
    assert table.state.black_jack == 12


def harbour_meets(other: str, harbour: str = "", top: str | None = None) -> Table:
    """Uncontrolled, he goes two spaces to seat 1's captain before tavern 10."""
    tops = {} if top is None else {10: top}
    table = two("red 4", other, spaces=(1, 10), controller=None, harbour=harbour, tops=tops)
    return table.plays(*choices("6 5"), turn("2"))


@pytest.mark.parametrize(("other", "harbour"), [("green 5", ""), ("green 5 6", "yellow 1 2"), ("green 5", "yellow 1")])
def test_H6_8_he_takes_a_card_of_the_players_choice(other: str, harbour: str) -> None:
    table = harbour_meets(other, harbour)
    assert table.asked == (1,)
    table.refuses(surrender(0, "red 4"), "H6.8")
    table.refuses(surrender(1, "red 4"), "H6.8")
    table.refuses(steal(0, "green 5", 1), "H3.7")
    table.plays(surrender(1, "green 5"))
    assert set(table.view(PUBLIC).harbour) == {rogue("green 5"), *rogues(harbour)}
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]


def test_H6_8_but_not_with_more_cards_in_the_harbour() -> None:
    table = harbour_meets("green 5", "yellow 1 2")
    assert table.told(HalunkenSurrendered) == []
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]


def test_H6_8_what_he_has_collected_counts() -> None:
    table = harbour_meets("green 5", "yellow 1", top="yellow 2")
    assert table.told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]
    assert harbour_meets("green 5 6", "yellow 1", top="yellow 2").asked == (1,)


def test_H6_8_an_empty_crew_is_only_pushed() -> None:
    assert harbour_meets("").told(HalunkenPushed) == [HalunkenPushed(seat=1, to=11)]


def test_H6_8_the_next_auction_is_opened_by_the_same_player() -> None:
    table = two("red 4", "red 5", controller=None, opener=1).plays(*choices("5 3"), turn("4"))
    assert table.told(HalunkenRoundBegan) == [HalunkenRoundBegan(round=2, opener=1)]
    assert captains(table) == [5, 7]
