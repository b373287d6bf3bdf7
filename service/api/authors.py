"""Whose tokens wrote what, by names that people know."""

from typing import Final

from service.api.note_access import reader_of
from service.api.replay_view import Reel
from service.auth.access import SEAT_ROLE
from service.process.container import Services
from service.web.notes import Names, author_names
from service.web.words import WORDS

_SEAT_TOKENS: Final = 1000


async def names_of_authors(services: Services, reel: Reel) -> Names:
    """The name of the author with a token, for who asks: the own is told as such, a seat's by its player."""
    tokens = await services.tokens.page(SEAT_ROLE, reel.match_id, None, _SEAT_TOKENS)
    seats = {token.id: reel.telling.names[token.seat] for token in tokens if token.seat is not None}
    words = WORDS[reel.telling.language]
    return author_names(reader_of(reel.seen), words["you"], seats, words["token"])
