"""The set-up (D1, D2, D10.1-D10.4)."""

from typing import Final

from msgspec.structs import replace

from domain.games.dschunke.actions import (
    DschunkeCargo,
    DschunkeDeal,
    DschunkeDealing,
    DschunkeOpening,
    DschunkeOptions,
    DschunkePlaceBar,
    DschunkeSetup,
    DschunkeShowMerchants,
    DschunkeShuffleSpecials,
)
from domain.games.dschunke.board import DEFAULT_MARKET_DECK, market_card, verify_board
from domain.games.dschunke.cargo import LAYER
from domain.games.dschunke.events import (
    DschunkeBarPlaced,
    DschunkeBarReturned,
    DschunkeDealt,
    DschunkeMerchantsShown,
    DschunkePhase,
    DschunkeSpecialsShuffled,
)
from domain.games.dschunke.meta import (
    ALL_GOODS,
    BARS,
    EACH_GOOD,
    GOODS,
    JUNKS,
    MERCHANTS,
    META,
    PILE_SIZES,
    DschunkeGood,
    DschunkeJunk,
    DschunkeMerchants,
    special_cards,
)
from domain.games.dschunke.state import DschunkeSeat, DschunkeState
from domain.games.dschunke.stock import bounded
from domain.games.dschunke.turns import DschunkeDecision, verify_phase, verify_turn
from domain.kernel.counts import Counts, Hand, minus
from domain.kernel.errors import InvalidSetup, RuleViolation
from domain.kernel.game import Setup
from domain.kernel.legal import Legal

DEFAULT_MERCHANTS: Final = DschunkeMerchants(
    green=DschunkeJunk.VIOLET, yellow=DschunkeJunk.GREY, violet=DschunkeJunk.BROWN
)
"""Where the merchants stand with the fixed set-up (D10.1). The standard one borrows that if its places aren't named: a
default, not what the published illustration shows (D1.9)."""

FIXED_CARGO: Final = DschunkeCargo(grey=(0, 1, 1), orange=(0,), violet=(0, 1), brown=(0, 0, 1), white=(1,))
"""The bars of players 1 and 2 in the fixed set-up (D10.1)."""

MIXED_PILE: Final = 8
"""Cards of the first mixed pile (D10.3)."""


# --- the options -----------------------------------------------------------------------------------------------------


def initial_state(setup: Setup[DschunkeOptions]) -> DschunkeState:
    """The table before anything is dealt; with secret hands, after it."""
    options, seats = setup.options, setup.seats
    kind = verify_setup(setup)
    cargo = tuple(FIXED_CARGO if kind is DschunkeSetup.FIXED else options.cargo or DschunkeCargo())
    received = received_bars(seats, kind)
    given = [sum(player[seat] for player in received) for seat in range(seats)]
    loaded = [sum(hold.count(seat) for hold in cargo) for seat in range(seats)]
    shown = kind in {DschunkeSetup.STANDARD, DschunkeSetup.FIXED}
    merchants = options.merchants or DEFAULT_MERCHANTS
    deck = options.board.market_deck
    fixed_deck = tuple(map(market_card, deck)) if deck is not None else None
    if fixed_deck is None and options.dealing is DschunkeDealing.SERVER:
        fixed_deck = DEFAULT_MARKET_DECK
    state = DschunkeState(
        dealing=options.dealing,
        setup=kind,
        opening=options.opening_hands,
        board=options.board,
        wandering=options.wandering_merchants or seats == 2,
        pool=opening_pool(setup),
        phase=DschunkePhase.SHUFFLE if options.dealing is DschunkeDealing.SERVER else DschunkePhase.DEAL,
        start_seat=options.start_seat,
        turn=options.start_seat,
        seats=tuple(
            DschunkeSeat(Hand(GOODS.none), bars=BARS - given[seat] - loaded[seat], received=received[seat])
            for seat in range(seats)
        ),
        unseen_specials=special_cards(options.board.bonus_pairs),
        cargo=cargo,
        merchants=tuple(merchants) if shown else (),
        deck=fixed_deck,
    )
    return deal_secretly(state) if options.dealing is DschunkeDealing.SECRET else state


def verify_setup(setup: Setup[DschunkeOptions]) -> DschunkeSetup:
    """Refuse options that can't be played; give the kind of set-up."""
    options, seats = setup.options, setup.seats
    if seats not in META.seats:
        raise InvalidSetup("/seats", "Dschunke is for 2 to 4 players, not {n}.", "D2.1", n=seats)
    if options.start_seat >= seats:
        raise InvalidSetup("/options/start_seat", "There is no seat {n}.", "D2.5", n=options.start_seat)
    standard = DschunkeSetup.FIXED if seats == 2 else DschunkeSetup.STANDARD
    kind = options.setup or standard
    if seats == 2 and kind not in {DschunkeSetup.FIXED, DschunkeSetup.FREE}:
        raise InvalidSetup("/options/setup", "Two players play `fixed` or `free`, not `{setup}`.", "D10.1", setup=kind)
    if seats > 2 and kind is DschunkeSetup.FIXED:
        raise InvalidSetup("/options/setup", "The set-up `fixed` is for two players.", "D10.1")
    verify_board(options.board, "/options/board")
    _verify_merchants(options, kind)
    _verify_cargo(options, kind, seats)
    _verify_pool(setup)
    return kind


def _verify_merchants(options: DschunkeOptions, kind: DschunkeSetup) -> None:
    merchants = options.merchants
    if merchants is None:
        return
    pointer = "/options/merchants"
    if kind is not DschunkeSetup.STANDARD:
        raise InvalidSetup(
            pointer, "In the set-up `{setup}` the merchants' places aren't an option.", "D2.2", setup=kind
        )
    junks = tuple(merchants)
    for at, merchant in enumerate(MERCHANTS):
        if junks[at] in junks[:at]:
            raise InvalidSetup(f"{pointer}/{merchant}", "Each merchant stands on a different junk.", "D2.2")


def _verify_cargo(options: DschunkeOptions, kind: DschunkeSetup, seats: int) -> None:
    if options.cargo is None:
        return
    pointer = "/options/cargo"
    if kind is not DschunkeSetup.STANDARD:
        raise InvalidSetup(pointer, "In the set-up `{setup}` the cargo isn't an option.", "D2.6", setup=kind)
    loaded = [0] * seats
    for junk, hold in zip(JUNKS, options.cargo, strict=True):
        for at, seat in enumerate(hold):
            if seat >= seats:
                raise InvalidSetup(f"{pointer}/{junk}/{at}", "There is no seat {n}.", "D2.6", n=seat)
            loaded[seat] += 1
            if loaded[seat] > BARS:
                raise InvalidSetup(f"{pointer}/{junk}/{at}", "{seat} has only {n} bars.", "D1.1", seat=seat, n=BARS)


def _verify_pool(setup: Setup[DschunkeOptions]) -> None:
    pool, pointer = setup.options.opening_pool, "/options/opening_pool"
    if pool is None:
        return
    if setup.seats == 2 or setup.options.opening_hands is not DschunkeOpening.CHOSEN:
        raise InvalidSetup(pointer, "A pool is put together for `chosen` opening hands only.", "D2.4")
    if setup.options.dealing is DschunkeDealing.OPEN:
        raise InvalidSetup(pointer, "With `open` dealing the hands tell what was put together.", "D2.4")
    for good, n in zip(GOODS, pool, strict=True):
        if not 0 <= n <= EACH_GOOD:
            raise InvalidSetup(
                f"{pointer}/{good}", "There are {most} cards of each good, not {n}.", "D1.3", most=EACH_GOOD, n=n
            )
    wanted = setup.seats * (6 if setup.seats == 3 else 8)
    if sum(pool) != wanted:
        raise InvalidSetup(
            pointer, "The players put {wanted} cards together, not {n}.", "D2.4", wanted=wanted, n=sum(pool)
        )


# --- D2.4, D10.3: the opening hands ----------------------------------------------------------------------------------


def opening_pool(setup: Setup[DschunkeOptions]) -> Counts | None:
    """The goods that are shuffled for the opening hands, where they are known beforehand."""
    options = setup.options
    if setup.seats == 2:
        return (6,) * len(GOODS.kinds)
    if options.opening_hands is DschunkeOpening.BY_KIND:
        return (6 if setup.seats == 3 else 8,) * len(GOODS.kinds)
    pool = options.opening_pool
    return None if pool is None else tuple(pool)


def opening_cards(state: DschunkeState) -> int:
    """Cards in each opening hand: eight, but six if three players pick them."""
    return 6 if len(state.seats) == 3 and state.opening is DschunkeOpening.CHOSEN else 8


def mixed_pile(state: DschunkeState) -> int:
    """Cards of the first mixed pile: only two players have one (D10.3)."""
    return MIXED_PILE if len(state.seats) == 2 else 0


def deal_secretly(state: DschunkeState) -> DschunkeState:
    """The table with hands that the record doesn't know."""
    cards, mixed = opening_cards(state), mixed_pile(state)
    hidden = cards * len(state.seats) + mixed
    most = state.pool or (min(EACH_GOOD, hidden),) * len(GOODS.kinds)
    return replace(
        state,
        seats=tuple(replace(player, hand=Hand(GOODS.none, cards)) for player in state.seats),
        stock=bounded(ALL_GOODS, hidden, state.pool or GOODS.none, most),
        mixed=mixed,
    )


def verify_deal(state: DschunkeState, action: DschunkeDeal) -> None:
    """Refuse a deal of other numbers of cards, or of goods that weren't shuffled."""
    clause = "D10.3" if len(state.seats) == 2 else "D2.4"
    verify_phase(state, DschunkePhase.DEAL, clause)
    wanted, dealt = (opening_cards(state),) * len(state.seats), tuple(map(len, action.hands))
    if dealt != wanted:
        raise RuleViolation(clause, "The opening hands have {wanted} cards, not {dealt}.", wanted=wanted, dealt=dealt)
    pool = state.pool or (EACH_GOOD,) * len(GOODS.kinds)
    for good, left, n in zip(GOODS, pool, map(sum, zip(*map(GOODS.count, action.hands), strict=True)), strict=True):
        if n > left:
            raise RuleViolation(
                clause, "{n} cards of {good} are dealt, but there are only {left}.", n=n, good=good, left=left
            )


def deal(builder: DschunkeDecision, action: DschunkeDeal) -> None:
    """The hands are dealt; with two players the other cards are the mixed pile."""
    mixed: tuple[DschunkeGood, ...] = ()
    if len(builder.state.seats) == 2 and builder.state.pool is not None:
        dealt = tuple(map(sum, zip(*map(GOODS.count, action.hands), strict=True)))
        mixed = GOODS.spread(minus(builder.state.pool, dealt))
    builder.add(DschunkeDealt(hands=action.hands, mixed=mixed))


# --- D2.3: the special cards, with `server` dealing ------------------------------------------------------------------


def verify_shuffle(state: DschunkeState, action: DschunkeShuffleSpecials) -> None:
    """Refuse piles that aren't all the special cards."""
    verify_phase(state, DschunkePhase.SHUFFLE, "D2.3")
    if tuple(map(len, action.piles)) != PILE_SIZES:
        raise RuleViolation("D2.3", "The piles have {sizes} cards.", sizes=PILE_SIZES)
    if sorted(card for pile in action.piles for card in pile) != sorted(state.unseen_specials):
        raise RuleViolation("D1.8", "The piles together are the 30 special cards.")


def shuffle(builder: DschunkeDecision, action: DschunkeShuffleSpecials) -> None:
    """The piles are laid down."""
    builder.add(DschunkeSpecialsShuffled(piles=action.piles))


# --- D2.7, D2.8, D10.2: received bars --------------------------------------------------------------------------------


def received_bars(seats: int, kind: DschunkeSetup) -> list[Counts]:
    """For each seat the bars that it received from others, by owner."""
    if kind is DschunkeSetup.LEFT_NEIGHBOUR:
        return [tuple(3 if (owner + 1) % seats == seat else 0 for owner in range(seats)) for seat in range(seats)]
    if kind is DschunkeSetup.FREE:
        each = {2: 5, 3: 2, 4: 1}[seats]
        return [tuple(each if owner != seat else 0 for owner in range(seats)) for seat in range(seats)]
    return [(0,) * seats] * seats


def takes_bar(state: DschunkeState, junk: DschunkeJunk, owner: int) -> bool:
    """Whether a received bar of `owner` may be placed on `junk`.

    A junk takes three bars; with the free set-up one of each colour (D2.8), with two players two (D10.2).
    """
    hold = state.hold(junk)
    if state.setup is DschunkeSetup.LEFT_NEIGHBOUR:
        return len(hold) < LAYER
    return len(hold) < LAYER and hold.count(owner) < (2 if len(state.seats) == 2 else 1)


def verify_place(state: DschunkeState, action: DschunkePlaceBar) -> None:
    """Refuse a bar that the seat hasn't received, and a junk that doesn't take it."""
    clause = "D2.7"
    if state.setup is DschunkeSetup.FREE:
        clause = "D10.2" if len(state.seats) == 2 else "D2.8"
    verify_turn(state, DschunkePhase.PLACE, action.seat, clause)
    if action.bar >= len(state.seats) or not state.seats[action.seat].received[action.bar]:
        raise RuleViolation(clause, "{seat} has no bar of {other} to place.", seat=action.seat, other=action.bar)
    if not takes_bar(state, action.junk, action.bar):
        raise RuleViolation(
            clause, "The {junk} junk takes no more bars of {seat} now.", junk=action.junk, seat=action.bar
        )


def place(builder: DschunkeDecision, action: DschunkePlaceBar) -> None:
    """Place the bar."""
    builder.add(DschunkeBarPlaced(seat=action.seat, junk=action.junk, bar=action.bar))
    return_homeless_bars(builder)


def return_homeless_bars(builder: DschunkeDecision) -> None:
    """Received bars that have no legal junk left go back to their owners (D2.8)."""
    state = builder.state
    for owner in range(len(state.seats)):
        if not any(takes_bar(state, junk, owner) for junk in JUNKS):
            for seat, player in enumerate(state.seats):
                for _ in range(player.received[owner]):
                    builder.add(DschunkeBarReturned(seat=seat, bar=owner))


def legal_places(state: DschunkeState, seat: int) -> Legal:
    """Each received bar on each junk that takes it."""
    received = state.seats[seat].received
    bars = (owner for owner, n in enumerate(received) if n)
    return Legal(
        tuple(
            DschunkePlaceBar(seat=seat, junk=junk, bar=owner)
            for owner in bars
            for junk in JUNKS
            if takes_bar(state, junk, owner)
        )
    )


# --- D2.9: the merchants ---------------------------------------------------------------------------------------------


def verify_show(state: DschunkeState, action: DschunkeShowMerchants) -> None:
    """Refuse two merchants on one junk."""
    verify_phase(state, DschunkePhase.SHOW, "D2.9")
    if len(set(action.merchants)) < len(MERCHANTS):
        raise RuleViolation("D2.2", "Each merchant stands on a different junk.")


def show(builder: DschunkeDecision, action: DschunkeShowMerchants) -> None:
    """The merchants are shown."""
    builder.add(DschunkeMerchantsShown(merchants=action.merchants))
