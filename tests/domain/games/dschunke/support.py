"""Dschunke for tests: positions and actions in few words, and what the tests of all games ask of it."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct, to_builtins

from domain.games.dschunke import GAME
from domain.games.dschunke.actions import (
    DschunkeDeal,
    DschunkeDealing,
    DschunkeDone,
    DschunkeOffer,
    DschunkeOpening,
    DschunkeOptions,
    DschunkePass,
    DschunkePlaceBar,
    DschunkePlaySpecial,
    DschunkePool,
    DschunkeSetup,
    DschunkeShowMerchants,
    DschunkeShowSpecials,
    DschunkeSupply,
    DschunkeSwap,
    DschunkeTakeSpecial,
    DschunkeTakeYen,
    DschunkeTurnMarket,
    DschunkeUse,
)
from domain.games.dschunke.adjustments import DschunkeAdjust
from domain.games.dschunke.board import (
    DEFAULT_MARKET_DECK,
    DschunkeAmounts,
    DschunkeBoard,
    DschunkeSpace,
    DschunkeTracks,
    amounts_on,
)
from domain.games.dschunke.cargo import layers, visible
from domain.games.dschunke.events import (
    DschunkeBarReturned,
    DschunkeEnded,
    DschunkeIdentified,
    DschunkeMixedTold,
    DschunkeMoneyShown,
    DschunkePhase,
    DschunkeRevealed,
    DschunkeTurnGiven,
)
from domain.games.dschunke.meta import (
    ALL_GOODS,
    ALWAYS,
    BARS,
    GOODS,
    JUNKS,
    PILE_SIZES,
    DschunkeGood,
    DschunkeJunk,
    DschunkePile,
    DschunkeSource,
    DschunkeTask,
    DschunkeTrackEvent,
    DschunkeWorker,
    special_cards,
)
from domain.games.dschunke.put_events import (
    DschunkeBarsPut,
    DschunkeGoodsPut,
    DschunkeMerchantPut,
    DschunkeSettled,
    DschunkeSpecialPut,
    DschunkeWorkerMarked,
    DschunkeYenPut,
)
from domain.games.dschunke.state import DschunkeSeat, DschunkeState
from domain.games.dschunke.stock import bounded
from domain.kernel.counts import Counts, Hand, changed, minus, plus
from domain.kernel.game import Setup
from domain.kernel.viewer import RECORDER
from tests.domain.games.dschunke.examples import EXAMPLES
from tests.domain.games.dschunke.hiding import disguised, scrambled
from tests.domain.games.dschunke.retelling import identification, missing, possible, retold
from tests.domain.games.support import Table

__all__ = ["EXAMPLES", "disguised", "identification", "missing", "possible", "retold", "scrambled"]

# --- cards and actions in few words ----------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    """``words("2 fish, rice")`` is fish twice and rice."""
    parts = [part.strip().rpartition(" ") for part in text.split(",") if part.strip()]
    return [name for number, _, name in parts for _ in range(int(number or 1))]


def goods(text: str) -> tuple[DschunkeGood, ...]:
    return tuple(map(DschunkeGood, words(text)))


def sources(text: str) -> tuple[DschunkeSource, ...]:
    return tuple(map(DschunkeSource, words(text)))


def counts(text: str) -> Counts:
    return GOODS.count(goods(text))


def amounts(text: str) -> DschunkeAmounts:
    """Amounts for spices, vegetables, fish and rice: ``amounts("S 1 2 4")``."""
    return amounts_on(tuple(0 if amount == "S" else int(amount) for amount in text.split()))


def deal(*hands: str) -> DschunkeDeal:
    return DschunkeDeal(hands=tuple(map(goods, hands)))


def place(seat: int, junk: str, bar: int) -> DschunkePlaceBar:
    return DschunkePlaceBar(seat=seat, junk=DschunkeJunk(junk), bar=bar)


def show(green: str, yellow: str, violet: str) -> DschunkeShowMerchants:
    return DschunkeShowMerchants(green=DschunkeJunk(green), yellow=DschunkeJunk(yellow), violet=DschunkeJunk(violet))


def market(text: str) -> DschunkeTurnMarket:
    return DschunkeTurnMarket(amounts=amounts(text))


def swap(seat: int, give: str, take: str) -> DschunkeSwap:
    return DschunkeSwap(seat=seat, give=goods(give), take=goods(take))


def passes(seat: int) -> DschunkePass:
    return DschunkePass(seat=seat)


def take(seat: int, pile: str, card: str | None = None) -> DschunkeTakeSpecial:
    return DschunkeTakeSpecial(seat=seat, pile=DschunkePile(pile), card=card)


def use(seat: int, worker: str, junk: str, drawn: str | None = None, to: str | None = None) -> DschunkeUse:
    return DschunkeUse(
        seat=seat,
        worker=DschunkeWorker(worker),
        junk=DschunkeJunk(junk),
        goods=None if drawn is None else sources(drawn),
        to=None if to is None else DschunkeJunk(to),
    )


def play(
    seat: int, card: str, junk: str | None = None, drawn: str | None = None, move: tuple[str, str] | None = None
) -> DschunkePlaySpecial:
    origin, to = map(DschunkeJunk, move) if move else (None, None)
    return DschunkePlaySpecial(
        seat=seat,
        card=card,
        junk=None if junk is None else DschunkeJunk(junk),
        goods=None if drawn is None else sources(drawn),
        from_=origin,
        to=to,
    )


def done(seat: int) -> DschunkeDone:
    return DschunkeDone(seat=seat)


def supply(seat: int, drawn: str = "") -> DschunkeSupply:
    return DschunkeSupply(seat=seat, goods=sources(drawn))


def offer(seat: int, offered: str = "") -> DschunkeOffer:
    return DschunkeOffer(seat=seat, goods=goods(offered))


def offers(*offered: str) -> list[DschunkeOffer]:
    """One offer a seat."""
    return [offer(seat, text) for seat, text in enumerate(offered)]


def take_yen(seat: int) -> DschunkeTakeYen:
    return DschunkeTakeYen(seat=seat)


def show_specials(seat: int, *cards: str) -> DschunkeShowSpecials:
    return DschunkeShowSpecials(seat=seat, cards=cards)


# --- positions -------------------------------------------------------------------------------------------------------


class Player(Struct, frozen=True):
    """One player of a position; the bars follow from the cargo."""

    hand: str = ""
    specials: tuple[str, ...] = ()
    yen: int = 0
    unknown: int = 0
    unknown_specials: int = 0


def player(hand: str = "", *specials: str, yen: int = 0, unknown: int = 0, unknown_specials: int = 0) -> Player:
    return Player(hand, specials, yen, unknown, unknown_specials)


def track(*spaces: str) -> tuple[DschunkeSpace, ...]:
    """Ten spaces, each as ``"load 2 S"`` or ``"sell 3"``; those not given are ``load 2``."""
    made = [(*space.split(), None)[:3] for space in (*spaces, *["load 2"] * (10 - len(spaces)))]
    return tuple(
        DschunkeSpace(
            action=DschunkeTask(str(task)), amount=int(amount or 0), event=DschunkeTrackEvent(event) if event else None
        )
        for task, amount, event in made
    )


def board(three_four: tuple[DschunkeSpace, ...] | None = None, four: tuple[DschunkeSpace, ...] | None = None) -> Any:
    """A board with these tracks; without events where none is given."""
    return DschunkeBoard(tracks=DschunkeTracks(three_four=three_four or track(), four=four or track()))


def given(
    *players: Player,
    phase: DschunkePhase,
    turn: int = 0,
    start: int = 0,
    round_: int = 1,
    cargo: Mapping[str, Sequence[int]] | None = None,
    merchants: tuple[str, str, str] = ("violet", "grey", "brown"),
    used: Iterable[str] = (),
    wandering: bool | None = None,
    card: str = "S 1 2 4",
    sold: str = "",
    piles: Counts | None = None,
    played: Iterable[str] = (),
    mixed: str = "",
    dealing: DschunkeDealing = DschunkeDealing.OPEN,
    on: DschunkeBoard | None = None,
    **more: Any,
) -> Table:
    """A position in which nothing is lost: goods that no hand holds lie in the piles.

    Unknown hand cards are any that are left; `mixed` is what the mixed pile holds. Special cards that nobody has lie
    in the piles, so many that the sizes add up.
    """
    on = on or board()
    known = [counts(each.hand) for each in players]
    unplaced = ALL_GOODS
    for hand in known:
        unplaced = minus(unplaced, hand)
    in_mixed = counts(mixed)
    unknown = sum(each.unknown for each in players)
    most = plus(in_mixed, tuple(min(unknown, n) for n in minus(unplaced, in_mixed)))
    unseen = list(special_cards(on.bonus_pairs))
    for special in (*played, *(special for each in players for special in each.specials)):
        unseen.remove(special)
    in_piles = len(unseen) - sum(each.unknown_specials for each in players)
    holds = tuple(tuple((cargo or {}).get(junk, ())) for junk in JUNKS)
    state = DschunkeState(
        dealing=dealing,
        setup=DschunkeSetup.FIXED if len(players) == 2 else DschunkeSetup.STANDARD,
        opening=DschunkeOpening.CHOSEN,
        board=on,
        wandering=len(players) == 2 if wandering is None else wandering,
        pool=None,
        phase=phase,
        start_seat=start,
        turn=turn,
        seats=tuple(
            DschunkeSeat(
                Hand(hand, each.unknown),
                bars=BARS - sum(hold.count(seat) for hold in holds),
                received=(0,) * len(players),
                yen=each.yen,
                specials=each.specials,
                unknown_specials=each.unknown_specials,
            )
            for seat, (each, hand) in enumerate(zip(players, known, strict=True))
        ),
        unseen_specials=tuple(unseen),
        cargo=holds,
        merchants=tuple(map(DschunkeJunk, merchants)),
        deck=None,
        round=round_,
        stock=bounded(unplaced, unknown + sum(in_mixed), in_mixed, most),
        mixed=sum(in_mixed),
        market=tuple(0 if amount == "S" else int(amount) for amount in card.split()),
        sold=goods(sold),
        used=tuple(map(DschunkeWorker, used)),
        piles=piles if piles is not None else _spread_over_piles(in_piles),
        played=tuple(played),
        **more,
    )
    check_conservation(state)
    return Table(GAME, state)


def _spread_over_piles(cards: int) -> Counts:
    sizes = PILE_SIZES
    while sum(sizes) > cards:
        sizes = changed(sizes, sizes.index(max(sizes)), -1)
    return sizes


ALL_SPECIALS = special_cards(DschunkeBoard().bonus_pairs)


def sides(seats: int, *hands: str) -> list[Player]:
    """Players with these hands; further ones have none."""
    return [player(hand) for hand in (*hands, *[""] * (seats - len(hands)))]


# --- what the tests of all games ask ---------------------------------------------------------------------------------

POOL = DschunkePool(spices=4, vegetables=12, fish=0, rice=16)


def _setup(seats: int, kind: DschunkeSetup, dealing: DschunkeDealing, **options: Any) -> Setup[DschunkeOptions]:
    return Setup(seats, DschunkeOptions(start_seat=seats - 1, setup=kind, dealing=dealing, **options))


S_EVERYWHERE = board(track(*["load 2 S"] * 10), track(*["load 9 S"] * 10))
"""So that piles run out, and bars."""

SETUPS = {
    "2-fixed-server": _setup(2, DschunkeSetup.FIXED, DschunkeDealing.SERVER, board=S_EVERYWHERE),
    "2-free-open": _setup(2, DschunkeSetup.FREE, DschunkeDealing.OPEN),
    "2-fixed-secret": _setup(2, DschunkeSetup.FIXED, DschunkeDealing.SECRET),
    "3-left_neighbour-secret": _setup(3, DschunkeSetup.LEFT_NEIGHBOUR, DschunkeDealing.SECRET),
    "3-free-server": _setup(3, DschunkeSetup.FREE, DschunkeDealing.SERVER),
    "3-wandering-secret": _setup(
        3,
        DschunkeSetup.STANDARD,
        DschunkeDealing.SECRET,
        opening_hands=DschunkeOpening.BY_KIND,
        wandering_merchants=True,
    ),
    "4-standard-server": _setup(4, DschunkeSetup.STANDARD, DschunkeDealing.SERVER),
    "4-left_neighbour-open": _setup(
        4,
        DschunkeSetup.LEFT_NEIGHBOUR,
        DschunkeDealing.OPEN,
        board=DschunkeBoard(market_deck=tuple(map(amounts_on, DEFAULT_MARKET_DECK))),
    ),
    "4-free-secret": _setup(4, DschunkeSetup.FREE, DschunkeDealing.SECRET, opening_pool=POOL),
    "4-by_kind-open": _setup(
        4, DschunkeSetup.STANDARD, DschunkeDealing.OPEN, opening_hands=DschunkeOpening.BY_KIND, board=S_EVERYWHERE
    ),
    "4-wandering-server": _setup(4, DschunkeSetup.STANDARD, DschunkeDealing.SERVER, wandering_merchants=True),
}
PLAYTHROUGHS = ("2-fixed-server", "3-left_neighbour-secret", "4-by_kind-open")
MOST_STEPS = 900
REVEALING = (DschunkeRevealed, DschunkeMoneyShown, DschunkeMixedTold, DschunkeEnded)
RARE = (
    DschunkeBarReturned,
    DschunkeIdentified,
    DschunkeAdjust,
    DschunkeYenPut,
    DschunkeGoodsPut,
    DschunkeBarsPut,
    DschunkeWorkerMarked,
    DschunkeMerchantPut,
    DschunkeSpecialPut,
    DschunkeTurnGiven,
    DschunkeSettled,
)
GAPS: dict[str, str] = {}


def check_conservation(state: DschunkeState) -> None:
    """D11.1, what is visible on every junk, and that no number is impossible."""
    check_goods(state)
    check_specials(state)
    for seat, each in enumerate(state.seats):
        received = sum(other.received[seat] for other in state.seats)
        assert each.bars + received + sum(hold.count(seat) for hold in state.cargo) == BARS
        assert min(each.bars, each.yen, each.unknown_specials, *each.received) >= 0
        assert all(visible(hold, seat) == picture(hold).count(seat) for hold in state.cargo)
    assert len(set(state.merchants)) == len(state.merchants)
    assert len(set(state.used)) == len(state.used)
    assert len(set(state.sold)) == len(state.sold)


def check_goods(state: DschunkeState) -> None:
    stock, hands = state.stock, [each.hand for each in state.seats]
    known = tuple(map(sum, zip(*(hand.known for hand in hands), strict=True)))
    assert plus(known, stock.unplaced) == ALL_GOODS
    assert stock.hidden == state.mixed + sum(hand.unknown for hand in hands)
    assert sum(known) + stock.hidden + stock.in_piles == sum(ALL_GOODS)
    assert all(0 <= low <= high <= n for low, high, n in zip(stock.least, stock.most, stock.unplaced, strict=True))
    assert sum(stock.least) <= stock.hidden <= sum(stock.most)
    assert min(state.mixed, stock.in_piles, *(hand.unknown for hand in hands), *map(min, (h.known for h in hands))) >= 0
    assert all(0 <= low <= high for low, high in zip(stock.pile_least, stock.pile_most, strict=True))
    assert sum(stock.pile_least) <= stock.in_piles <= sum(stock.pile_most)
    if state.dealing is DschunkeDealing.SERVER:
        assert sum(hand.unknown for hand in hands) == state.mixed_due
    for each in state.seats:
        assert each.hand.may_hold(each.offer, stock.most)


def check_specials(state: DschunkeState) -> None:
    known = Counter(card for each in state.seats for card in each.specials)
    all_cards = Counter(special_cards(state.board.bonus_pairs))
    assert known + Counter(state.played) + Counter(state.unseen_specials) == all_cards
    unknown = sum(each.unknown_specials for each in state.seats)
    assert sum(state.piles) == len(state.unseen_specials) - unknown
    assert sum(card not in ALWAYS for card in state.unseen_specials) >= unknown
    if state.pile_cards:
        assert tuple(map(len, state.pile_cards)) == state.piles
        assert Counter(card for pile in state.pile_cards for card in pile) == Counter(state.unseen_specials)


@lru_cache(maxsize=10_000)
def picture(hold: tuple[int, ...]) -> tuple[int, ...]:
    """The stack crate by crate: who owns the uppermost one at each of the nine places, as far as there is one."""
    uppermost: dict[tuple[int, int], int] = {}
    for number, owner in enumerate(hold):
        layer, lane = divmod(number, 3)
        for crate in range(3):
            uppermost[(lane, crate) if layer % 2 else (crate, lane)] = owner
    return tuple(uppermost.values())


def check_end(state: DschunkeState, end: dict[str, Any]) -> None:
    """The end of a sample match, key by key; how bars lie side by side in a layer makes no difference."""
    table = Table(GAME, state)
    seen = to_builtins(table.view(RECORDER))
    seats = seen["seats"]
    found = {
        "yen": [each["yen"] for each in seats],
        "bonus": [each["bonus"] for each in seats],
        "score": [standing.score for standing in table.standings],
        "goods_in_hand": [len(each["hand"]) for each in seats],
        "winners": table.winners,
        "visible": {junk: list(crates) for junk, crates in seen["visible"].items()},
        "cargo": {junk: list(map(sorted, layers(hold))) for junk, hold in zip(JUNKS, state.cargo, strict=True)},
        "merchants": seen["merchants"],
        "bars_left": [each["bars_left"] for each in seats],
        "special_cards": [sorted(each["special_cards"]) for each in seats],
        "special_cards_played": list(seen["special_cards_played"]),
        "special_piles": seen["special_piles"],
        "piles": seen["piles"],
        "mixed_pile": seen["mixed_pile"],
    }
    told = {**end, "cargo": {junk: list(map(sorted, hold)) for junk, hold in end["cargo"].items()}}
    assert {key: found[key] for key in told} == told
