"""A position of Klunker in sentences."""

from collections import Counter
from collections.abc import Iterator

from domain.games.klunker.sentences import jewels_listed
from domain.games.klunker.view import KlunkerView
from domain.kernel.pending import AwaitChance, Finished
from replays.pictures.games.klunker.words import WORDS
from replays.pictures.scene import Scene
from replays.pictures.text import isolated


class KlunkerNarrator:
    """Puts a position into words."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: KlunkerView = scene.view
        self.words = WORDS[scene.language]

    def say(self, phrase: str, **words: object) -> str:
        """A phrase of this game, filled in."""
        return self.words(phrase, **words)

    def situation(self) -> str:
        """Round and phase."""
        ended = isinstance(self.scene.pending, Finished)  # it may have been left before its end
        phase = self.words["now_finished" if ended else f"now_{self.view.phase}"]
        return (
            self.say("situation", n=self.view.round, phase=phase)
            if self.view.round
            else self.say("set_up", phase=phase)
        )

    def tells_awaited(self) -> bool:
        """Whether that says what is awaited: what chance has to tell."""
        return isinstance(self.scene.pending, AwaitChance)

    def position(self) -> Iterator[str]:
        """All of it."""
        view, language = self.view, self.scene.language
        for seat, player in enumerate(view.seats):
            name = isolated(self.scene.names[seat])
            notes = self.say("notes", n=player.banknotes)
            places = {
                "hand": jewels_listed(player.hand, language),
                "showcase": jewels_listed(player.showcase, language),
                "safe": jewels_listed(Counter(player.safe).elements(), language),
            }
            description = {place: jewels or self.words["nothing"] for place, jewels in places.items()}
            yield self.say("seat_told", name=name, notes=notes, **description)
            if player.buying_card is not None:
                yield self.say("buys_told", name=name, n=player.buying_card)
        yield self.say("start_told", name=isolated(self.scene.names[view.start_seat]))
        yield self.say("deck_told", n=view.deck)
        if view.out_of_game:
            yield self.say("gone_told", jewels=jewels_listed(Counter(view.out_of_game).elements(), language))
