"""A round's movement: cards are picked and compared, pieces collect, go and meet (H3, H6.3 to H6.6)."""

from operator import attrgetter

from domain.games.halunken.actions import (
    HalunkenChoose,
    HalunkenDirection,
    HalunkenDisplace,
    HalunkenMode,
    HalunkenNameRum,
)
from domain.games.halunken.decision import HalunkenDecision, verify_phase, verify_turn
from domain.games.halunken.events import (
    HalunkenChosen,
    HalunkenDisplaced,
    HalunkenMove,
    HalunkenMoved,
    HalunkenOrdered,
    HalunkenPhase,
    HalunkenPushed,
    HalunkenRumNamed,
    HalunkenShown,
    HalunkenTook,
    HalunkenTurn,
)
from domain.games.halunken.meta import BLACK_JACK, HARBOUR, RUM, STEPS, TAVERNS, MovementCard, Piece, Place
from domain.games.halunken.state import HalunkenState
from domain.kernel.errors import RuleViolation

# --- H3.1, H6.3: pick a card -----------------------------------------------------------------------------------------


def picks_for_black_jack(state: HalunkenState, seat: int) -> bool:
    """Whether `seat` has to pick a card for Black Jack, too (H6.3)."""
    return state.controller == seat and state.mode is HalunkenMode.TWO_PLAYERS


def still_choosing(state: HalunkenState) -> tuple[int, ...]:
    """The seats that haven't picked a card yet."""
    return tuple([seat for seat, player in enumerate(state.seats) if player.chosen is None])


def verify_choose(state: HalunkenState, action: HalunkenChoose) -> None:
    """Refuse a second choice, a card already played (H3.1), and a card for Black Jack from who mustn't (H6.3)."""
    verify_phase(state, HalunkenPhase.CHOOSE, "H3.1")
    seat = action.seat
    player = state.seats[seat] if seat < len(state.seats) else None
    if player is None or player.chosen is not None:
        raise RuleViolation("H3.1", "{seat} has no card to choose.", seat=seat)
    if action.card not in player.cards:
        raise RuleViolation("H3.1", "{seat} has already played the card {card}.", seat=seat, card=action.card)
    if not picks_for_black_jack(state, seat):
        if action.black_jack is not None:
            raise RuleViolation("H6.3", "{seat} picks no card for Black Jack.", seat=seat)
    elif action.black_jack is None:
        raise RuleViolation("H6.3", "{seat} controls Black Jack and picks a card for him, too.", seat=seat)
    elif action.black_jack not in state.deck:
        raise RuleViolation("H6.3", "Black Jack's card {card} has already been used.", card=action.black_jack)


def choose(builder: HalunkenDecision, action: HalunkenChoose) -> None:
    """Pick a card; after the last seat all are revealed together."""
    verify_choose(builder.state, action)
    builder.add(HalunkenChosen(seat=action.seat, card=action.card, black_jack=action.black_jack))
    state = builder.state
    cards = tuple([player.chosen for player in state.seats if player.chosen is not None])
    if len(cards) == len(state.seats):
        builder.add(HalunkenShown(cards=cards, black_jack=state.black_jack_chosen))


# --- H3.2, H3.3, H6.4, H6.8: compare the cards -----------------------------------------------------------------------


def cards_shown(state: HalunkenState) -> dict[Piece, MovementCard]:
    """The movement cards of this round, open; for two players Black Jack's is one of them (H6.4)."""
    cards: dict[Piece, MovementCard] = {seat: player.played[-1] for seat, player in enumerate(state.seats)}
    if isinstance(state.shown, MovementCard):
        cards[BLACK_JACK] = state.shown
    return cards


def compare(builder: HalunkenDecision) -> None:
    """Once all cards lie open and a Rum has its value, settle who stays and who moves (H3.2, H3.5)."""
    state = builder.state
    cards = cards_shown(state)
    if state.mode is HalunkenMode.TWO_PLAYERS and BLACK_JACK not in cards:
        builder.add(HalunkenTurn(phase=HalunkenPhase.TURN_BLACK_JACK))
        return
    shown = [*cards.values()]
    if state.named is None and shown.count(RUM) == 1:
        builder.add(HalunkenTurn(phase=HalunkenPhase.NAME_RUM, seat=_who_names(state, cards)))
        return
    stay = tuple([piece for piece, card in cards.items() if shown.count(card) > 1])
    moves = [
        HalunkenMove(piece, STEPS.get(card, state.named or 0)) for piece, card in cards.items() if piece not in stay
    ]
    builder.add(HalunkenOrdered(stay=stay, moves=tuple(sorted(moves, key=attrgetter("steps")))))
    for piece in stay:
        collect(builder, piece, state.space_of(piece))


def whose_rum(cards: dict[Piece, MovementCard]) -> Piece:
    """Whose the single Rum is (H3.3)."""
    return next(piece for piece, card in cards.items() if card is RUM)


def _who_names(state: HalunkenState, cards: dict[Piece, MovementCard]) -> int | None:
    """The owner of the Rum; for Black Jack his controller (H6.4), or the opener of the auction (H6.8)."""
    piece = whose_rum(cards)
    if isinstance(piece, int):
        return piece
    return state.opener if state.controller is None else state.controller


def rum_values(state: HalunkenState) -> tuple[int, ...]:
    """The values that no card of this round shows, cancelled ones included (H3.3)."""
    cards = {*cards_shown(state).values()}
    return tuple([steps for card, steps in STEPS.items() if card not in cards])


def verify_name_rum(state: HalunkenState, action: HalunkenNameRum) -> None:
    """Refuse a value that another card shows."""
    verify_turn(state, HalunkenPhase.NAME_RUM, action.seat, "H3.3")
    if action.value not in rum_values(state):
        raise RuleViolation("H3.3", "A card of this round shows {n}, or no card can.", n=action.value)


def name_rum(builder: HalunkenDecision, action: HalunkenNameRum) -> None:
    """Let the Rum count as that value."""
    verify_name_rum(builder.state, action)
    piece = whose_rum(cards_shown(builder.state))
    builder.add(HalunkenRumNamed(seat=action.seat, piece=piece, value=action.value))


# --- H3.4 to H3.8, H6.4 to H6.6: collect, go and meet ----------------------------------------------------------------


def collect(builder: HalunkenDecision, piece: Piece, tavern: int) -> None:
    """Take the open rogue where `piece` stands, if any (H3.4, H3.6); for Black Jack his controller gets it (H6.5)."""
    state = builder.state
    rogue = state.open[tavern]
    if rogue is not None:
        builder.add(HalunkenTook(piece=piece, tavern=tavern, rogue=rogue, to=crew_of(state, piece)))


def crew_of(state: HalunkenState, piece: Piece) -> Place:
    """Whose crew counts for a piece: uncontrolled, Black Jack has the harbour (H6.5, H6.8)."""
    if isinstance(piece, int):
        return piece
    return HARBOUR if state.controller is None else state.controller


def go(builder: HalunkenDecision) -> None:
    """Move the next piece clockwise (H3.5); it collects where it ends, whoever stands there (H3.6, H3.7)."""
    state = builder.state
    move = state.order[0]
    to = (state.space_of(move.piece) + move.steps) % TAVERNS
    builder.add(HalunkenMoved(piece=move.piece, to=to, met=state.piece_at(to)))
    collect(builder, move.piece, to)


def make_room(builder: HalunkenDecision) -> None:
    """Push the captain who was met to the next free space (H3.7); Black Jack is moved aside instead (H5.6)."""
    state = builder.state
    if isinstance(state.met, int):
        builder.add(HalunkenPushed(seat=state.met, to=state.next_free(state.space_of(state.met))))
    elif isinstance(state.mover, int):
        builder.add(HalunkenTurn(phase=HalunkenPhase.DISPLACE, seat=state.mover))


def verify_displace(state: HalunkenState, action: HalunkenDisplace) -> None:
    """Refuse to move Black Jack aside when nobody has met him."""
    verify_turn(state, HalunkenPhase.DISPLACE, action.seat, "H5.6")


def displace(builder: HalunkenDecision, action: HalunkenDisplace) -> None:
    """Move Black Jack to the nearest free space in that direction (H5.6)."""
    verify_displace(builder.state, action)
    direction = 1 if action.direction is HalunkenDirection.CLOCKWISE else -1
    builder.add(HalunkenDisplaced(to=builder.state.next_free(builder.state.space_of(BLACK_JACK), direction)))
