"""Whose tokens wrote what, by names that people know."""

from collections.abc import Callable, Mapping
from typing import Final

from domain.annotations.audience import Reader
from domain.kernel.languages import Language
from service.api.replay_view import ReplayView
from service.api.words import WORDS
from service.auth.access import SEAT_ROLE
from service.process.container import Services

AuthorName = Callable[[str], str]
"""The name to show for the author with the token of this id."""

_SEAT_TOKENS: Final = 1000


async def names_of_authors(services: Services, replay_view: ReplayView) -> AuthorName:
    """The name of the author with a token, for who asks: the own is named as such, a seat's by its player."""
    tokens = await services.tokens.page(SEAT_ROLE, replay_view.match_id, None, _SEAT_TOKENS)
    seats = {token.id: replay_view.narrator.names[token.seat] for token in tokens if token.seat is not None}
    return author_names(replay_view.access.reader, seats, replay_view.narrator.language)


def author_names(reader: Reader, seats: Mapping[str, str], language: Language) -> AuthorName:
    """Names for tokens: the reader's own is "you", a seat's its player, any other one a commentator."""

    def name(token: str) -> str:
        if reader.token and token == reader.token:
            return WORDS[language]["you"]
        return seats.get(token) or WORDS[language]["somebody"]

    return name
