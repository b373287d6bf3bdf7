"""What the printed rules leave to the box on the table, as data of the set-up (D1.9), with a default for each.

The defaults are made up for this software; they are not the published board.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field

from domain.games.dschunke.meta import GOODS, JUNKS, ROUNDS, DschunkeJunk, DschunkeTask, DschunkeTrackEvent
from domain.kernel.counts import Counts
from domain.kernel.errors import InvalidSetup

SPECIAL: Final = "S"
"""On a market card, instead of an amount: a special card (D1.4)."""

DschunkeAmount: TypeAlias = int | Literal["S"]


class DschunkeAmounts(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A market card: for each good an amount of yen, for one of them "S" (D1.4)."""

    spices: DschunkeAmount
    vegetables: DschunkeAmount
    fish: DschunkeAmount
    rice: DschunkeAmount

    def __iter__(self) -> Iterator[DschunkeAmount]:
        """The amounts in the order of the goods."""
        return iter((self.spices, self.vegetables, self.fish, self.rice))


HIGHEST_AMOUNT: Final = 9
"""The highest amount on a market card or a space of a track."""


class DschunkeSpace(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """A space of an assistant's track (D1.9)."""

    action: DschunkeTask
    amount: Annotated[int, Meta(description="Bars loaded (usually 2), or the least drawn or earned (usually 3).")]
    event: Annotated[DschunkeTrackEvent | None, Meta(description="`S`: special cards; `Y`: money is shown (D4.3).")] = (
        None
    )


def _track(*spaces: tuple[DschunkeTask, int, Literal["S", "Y"] | None]) -> tuple[DschunkeSpace, ...]:
    return tuple(
        DschunkeSpace(action=action, amount=amount, event=None if event is None else DschunkeTrackEvent(event))
        for action, amount, event in spaces
    )


DEFAULT_TRACK_3_4: Final = _track(
    (DschunkeTask.LOAD, 2, None),
    (DschunkeTask.DRAW, 3, "S"),
    (DschunkeTask.SELL, 3, None),
    (DschunkeTask.LOAD, 3, "Y"),
    (DschunkeTask.DRAW, 3, None),
    (DschunkeTask.SELL, 4, "S"),
    (DschunkeTask.LOAD, 1, None),
    (DschunkeTask.DRAW, 3, "Y"),
    (DschunkeTask.SELL, 3, None),
    (DschunkeTask.LOAD, 2, "S"),
)

DEFAULT_TRACK_4: Final = _track(
    (DschunkeTask.SELL, 3, None),
    (DschunkeTask.LOAD, 2, None),
    (DschunkeTask.DRAW, 3, "S"),
    (DschunkeTask.SELL, 3, None),
    (DschunkeTask.LOAD, 2, "Y"),
    (DschunkeTask.DRAW, 4, "S"),
    (DschunkeTask.SELL, 3, None),
    (DschunkeTask.LOAD, 1, None),
    (DschunkeTask.DRAW, 3, "S"),
    (DschunkeTask.SELL, 4, "Y"),
)

DEFAULT_MARKET_DECK: Final[tuple[Counts, ...]] = (
    (0, 1, 2, 4),
    (0, 4, 1, 2),
    (0, 2, 4, 1),
    (4, 0, 1, 2),
    (1, 0, 2, 4),
    (2, 0, 4, 1),
    (1, 2, 0, 4),
    (4, 1, 0, 2),
    (2, 4, 1, 0),
    (4, 2, 1, 0),
)
"""Ten arrangements of S (as 0), 1, 2 and 4 over the four goods, each good with S two or three times."""

DEFAULT_BONUS_PAIRS: Final = tuple(zip(JUNKS.kinds, (*JUNKS.kinds[1:], JUNKS.kinds[0]), strict=True))
"""Each junk first once and second once (D9.9)."""


class DschunkeTracks(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The two assistants' tracks, ten spaces each; the one marked 4 is used by four players only (D2.2)."""

    three_four: tuple[DschunkeSpace, ...] = field(name="3/4", default=DEFAULT_TRACK_3_4)
    four: tuple[DschunkeSpace, ...] = field(name="4", default=DEFAULT_TRACK_4)


class DschunkeBoard(Struct, frozen=True, gc=False, kw_only=True, forbid_unknown_fields=True):
    """The board and cards of one box (D1.9)."""

    junk_order: Annotated[tuple[DschunkeJunk, ...], Meta(description="The five junks, clockwise.")] = JUNKS.kinds
    tracks: DschunkeTracks = DschunkeTracks()
    market_deck: Annotated[
        tuple[DschunkeAmounts, ...] | None,
        Meta(description="The ten market cards. Without them any market card may be turned up at the table."),
    ] = None
    bonus_pairs: Annotated[
        tuple[tuple[DschunkeJunk, DschunkeJunk], ...],
        Meta(description="The junks of the five 12 yen bonuses: five crates on the first, two on the second."),
    ] = DEFAULT_BONUS_PAIRS


def market_card(amounts: DschunkeAmounts) -> Counts:
    """A market card as counts, with 0 for the special card."""
    return tuple(0 if amount == SPECIAL else int(amount) for amount in amounts)


def amounts_on(card: Counts) -> DschunkeAmounts:
    """A market card as on the wire: the inverse of :func:`market_card`."""
    amounts: list[DschunkeAmount] = [amount or SPECIAL for amount in card]
    spices, vegetables, fish, rice = amounts
    return DschunkeAmounts(spices=spices, vegetables=vegetables, fish=fish, rice=rice)


class Flaw(NamedTuple):
    """Where something is wrong, a pointer into it, and what: a sentence with its values, as a refusal has them."""

    pointer: str
    template: str
    values: dict[str, Any]


def flaw_of(amounts: DschunkeAmounts) -> Flaw | None:
    """Where and why `amounts` can't be a market card (D1.4); None if it can."""
    for good, amount in zip(GOODS, amounts, strict=True):
        if amount != SPECIAL and not 1 <= int(amount) <= HIGHEST_AMOUNT:
            return Flaw(f"/{good}", "An amount is from 1 to {most}, not {n}.", {"most": HIGHEST_AMOUNT, "n": amount})
    specials = sum(amount == SPECIAL for amount in amounts)
    return None if specials == 1 else Flaw("", "A market card has exactly one S, not {n}.", {"n": specials})


def verify_board(board: DschunkeBoard, pointer: str) -> None:
    """Refuse what can't be a board; `pointer` says where in the request it stands.

    Raises:
        InvalidSetup: with the exact place.
    """
    if sorted(board.junk_order) != sorted(JUNKS):
        raise InvalidSetup(f"{pointer}/junk_order", "The order names each of the five junks once.", "D1.9")
    _verify_track(board.tracks.three_four, f"{pointer}/tracks/3~14")
    _verify_track(board.tracks.four, f"{pointer}/tracks/4")
    if board.market_deck is not None:
        _verify_deck(board.market_deck, f"{pointer}/market_deck")
    _verify_pairs(board.bonus_pairs, f"{pointer}/bonus_pairs")


def _verify_track(track: tuple[DschunkeSpace, ...], pointer: str) -> None:
    if len(track) != ROUNDS:
        raise InvalidSetup(pointer, "A track has {wanted} spaces, not {n}.", "D1.9", wanted=ROUNDS, n=len(track))
    for at, space in enumerate(track):
        if not 1 <= space.amount <= HIGHEST_AMOUNT:
            message = "The amount of a space is from 1 to {most}, not {n}."
            raise InvalidSetup(f"{pointer}/{at}/amount", message, "D1.9", most=HIGHEST_AMOUNT, n=space.amount)


def _verify_deck(deck: tuple[DschunkeAmounts, ...], pointer: str) -> None:
    if len(deck) != ROUNDS:
        raise InvalidSetup(pointer, "There are {wanted} market cards, not {n}.", "D1.4", wanted=ROUNDS, n=len(deck))
    for at, amounts in enumerate(deck):
        if flaw := flaw_of(amounts):
            raise InvalidSetup(f"{pointer}/{at}{flaw.pointer}", flaw.template, "D1.4", **flaw.values)


def _verify_pairs(pairs: tuple[tuple[DschunkeJunk, DschunkeJunk], ...], pointer: str) -> None:
    if len(pairs) != len(JUNKS.kinds):
        raise InvalidSetup(pointer, "There are five cards with a pair of junks, not {n}.", "D9.9", n=len(pairs))
    for at, (first, second) in enumerate(pairs):
        if first is second:
            raise InvalidSetup(f"{pointer}/{at}/1", "The two junks of a pair are different.", "D9.9")
        if (first, second) in pairs[:at]:
            raise InvalidSetup(f"{pointer}/{at}", "The five pairs are different.", "D9.9")
