"""Draws that follow from a secret seed: the same each time, foreseen by nobody, and checked by anybody afterwards.

The derivation is part of what the service promises (docs/fairness.md): changing it would break every commitment.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from hmac import digest
from typing import Final, TypeVar
from uuid import UUID

from domain.kernel.chance import Pile

T = TypeVar("T")

SEED_BYTES: Final = 32
"""The length of a seed."""

_WORD_BYTES: Final = 4
_WORDS: Final = 1 << 8 * _WORD_BYTES


def commitment_to(seed: bytes, match_id: UUID) -> str:
    """The commitment to a seed: SHA-256 of the seed and the id of the match, in hexadecimal."""
    return sha256(seed + match_id.bytes).hexdigest()


class SeededChance:
    """Chance that follows from `seed`."""

    def __init__(self, seed: bytes, since: int) -> None:
        self._seed = seed
        self._since = since

    @property
    def since(self) -> int | None:
        """See :class:`~domain.kernel.chance.Chance`."""
        return self._since

    def draw(self, pile: Pile[T], places: Sequence[int]) -> list[T]:
        """What lies at `places`; see :class:`~domain.kernel.chance.Chance`."""
        lying = self._laid(pile)
        return [pile.pieces[lying[place]] for place in places]

    def _laid(self, pile: Pile[T]) -> dict[int, int]:
        """Which of the pieces, by their numbers, lies at each place that nobody has seen.

        It is the one that was shuffled there. Where that has come elsewhere in another way, as by the choice of a
        player, another takes its place: one that would have lain where somebody has looked, by an order of the place's
        own. Of equal pieces the first ones are those that are left, so that none is more likely to be displaced.
        """
        number = len(pile.pieces)
        order = permutation(self._seed, pile.name, number)
        left, unseen = Counter(pile.left), set(pile.unseen)
        lying: dict[int, int] = {}
        spare: set[int] = set()
        for piece, place in sorted((order[place], place) for place in unseen):
            if left[pile.pieces[piece]]:
                left[pile.pieces[piece]] -= 1
                lying[place] = piece
        for piece in sorted(order[place] for place in range(number) if place not in unseen):
            if left[pile.pieces[piece]]:
                left[pile.pieces[piece]] -= 1
                spare.add(piece)
        for place in sorted(unseen - lying.keys()):
            preferred = permutation(self._seed, f"{pile.name}/{place}", number)
            lying[place] = next(piece for piece in preferred if piece in spare)
            spare.remove(lying[place])
        return lying


@lru_cache(maxsize=1024)
def permutation(seed: bytes, pile: str, number: int) -> tuple[int, ...]:
    """The numbers below `number`, shuffled from the last place on (Fisher, Yates): all orders are equally likely."""
    order = list(range(number))
    words = _words(seed, pile)
    for last in range(number - 1, 0, -1):
        other = _below(last + 1, words)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _below(bound: int, words: Iterator[int]) -> int:
    """One of the numbers below `bound`, without bias: words of the last, incomplete span are passed over."""
    spans = _WORDS - _WORDS % bound
    return next(word for word in words if word < spans) % bound


def _words(seed: bytes, pile: str) -> Iterator[int]:
    """Numbers of 32 bits without end: HMAC-SHA256 of the name of the pile, a zero byte, and a counter of 32 bits."""
    prefix = pile.encode() + b"\0"
    for counter in range(_WORDS):
        block = digest(seed, prefix + counter.to_bytes(_WORD_BYTES, "big"), "sha256")
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
