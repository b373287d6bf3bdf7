"""A position of Halunken und Spelunken in sentences."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from domain.games.halunken.events import HalunkenPhase
from domain.games.halunken.meta import BLACK_JACK, ROUNDS, TAVERNS, Piece, Rogue
from domain.games.halunken.sentences import card_name, colour_names, rogue_name
from domain.games.halunken.view import HalunkenBlackJackView, HalunkenView
from domain.kernel.cards import HIDDEN
from domain.kernel.pending import AwaitChance, Finished
from domain.kernel.words import listed
from replays.pictures.games.halunken.words import WORDS
from replays.pictures.scene import Scene
from replays.pictures.text import isolated
from replays.pictures.words import say


def pieces_at(view: HalunkenView, tavern: int) -> tuple[Piece, ...]:
    """Who stands before `tavern`: more than one while they meet, captains first."""
    captains: list[Piece] = [seat for seat, player in enumerate(view.seats) if player.captain == tavern]
    stands = view.black_jack is not None and view.black_jack.tavern == tavern
    return (*captains, BLACK_JACK) if stands else tuple(captains)


_TURNING_UP: Final = frozenset({HalunkenPhase.DRAW, HalunkenPhase.OPEN})
"""Phases whose words say already that rogues are turned up."""


class HalunkenNarrator:
    """Puts a position into words."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.view: HalunkenView = scene.view
        self.language = scene.language
        self.words = WORDS[scene.language]

    def say(self, phrase: str, **words: object) -> str:
        """A phrase of this game, filled in."""
        return self.words(phrase, **words)

    def name(self, piece: Piece) -> str:
        """A player's name, or Black Jack's."""
        return isolated(self.scene.names[piece]) if isinstance(piece, int) else self.words["black_jack"]

    def rogues(self, rogues: Iterable[Rogue]) -> str:
        """Rogues as a list."""
        return listed((rogue_name(rogue, self.language) for rogue in rogues), self.language) or self.words["nothing"]

    def situation(self) -> str:
        """Round and phase."""
        pending = self.scene.pending
        ended = isinstance(pending, Finished)  # it may have been left before its end
        phase = self.words["now_finished" if ended else f"now_{self.view.phase}"]
        if self.view.phase not in _TURNING_UP and isinstance(pending, AwaitChance) and "taverns" in pending.awaits:
            taverns = [*map(str, pending.awaits["taverns"])]
            phase = self.say("now_turn_up", n=len(taverns), taverns=listed(taverns, self.language))
        if not self.view.round:
            return self.say("set_up", phase=phase)
        return self.say("round", n=self.view.round, rounds=ROUNDS, phase=phase)

    def tells_awaited(self) -> bool:
        """Whether that says what is awaited: what chance has to tell."""
        return isinstance(self.scene.pending, AwaitChance)

    def position(self) -> Iterator[str]:
        """All of it."""
        view = self.view
        for seat in range(len(view.seats)):
            yield from self.seat(seat)
        if view.to_move:
            moves = [self.say("spaces", name=self.name(move.piece), n=move.steps) for move in view.to_move]
            yield self.say("to_move_told", moves=listed(moves, self.language))
        if view.rum is not None:
            yield self.say("rum_told", n=view.rum)
        if view.black_jack:
            turned = self._card_descriptions(view.black_jack.turned)
            where = self.where(view.black_jack.tavern)
            yield self.say("bj_told", where=where, cards=self._card_descriptions(view.black_jack.cards), turned=turned)
            yield self.black_jack_line(view.black_jack)
            yield self.say("harbour_told", rogues=self.rogues(view.harbour))
        yield from map(self.tavern, range(TAVERNS))

    def seat(self, seat: int) -> Iterator[str]:
        """What a player has."""
        player, name = self.view.seats[seat], self.name(seat)
        yield self.say(
            "seat_told",
            name=name,
            score=self.points(seat),
            where=self.where(player.captain),
            crew=self.rogues(player.crew),
            cards=self._card_descriptions(player.cards),
            played=self._card_descriptions(player.played),
        )
        if player.doubled:
            yield self.say("doubled_told", name=name, colour=colour_names(self.language)[player.doubled])
        if player.chosen == HIDDEN:
            yield self.say("picked_told", name=name)
        elif player.chosen is not None:
            yield self.say("picked_card_told", name=name, card=card_name(player.chosen, self.language))

    def points(self, seat: int) -> str:
        """A player's score."""
        score = self.scene.standings[seat].score
        return say(self.language, "points", n=score)

    def _card_descriptions(self, cards: Sequence[Any]) -> str:
        return ", ".join(card_name(card, self.language) for card in cards) or self.words["none"]

    def where(self, tavern: int | None) -> str:
        """Where a piece stands."""
        return self.words["off_board"] if tavern is None else self.say("tavern", n=tavern)

    def tavern(self, tavern: int) -> str:
        """A tavern, and who stands before it."""
        there = self.view.taverns[tavern]
        pieces = pieces_at(self.view, tavern)
        shown = self.words["open_none"] if there.open is None else rogue_name(there.open, self.language)
        below = self.say("face_down", n=there.face_down)
        if not pieces:
            return self.say("tavern_told", n=tavern, open=shown, below=below)
        names = listed(map(self.name, pieces), self.language)
        return self.say("tavern_met", n=tavern, open=shown, below=below, name=names, pieces=len(pieces))

    def black_jack_line(self, jack: HalunkenBlackJackView) -> str:
        """The same in sentences."""
        return " ".join(f"{fact[:1].upper()}{fact[1:]}." for fact in self.black_jack_facts(jack))

    def black_jack_facts(self, jack: HalunkenBlackJackView) -> Iterator[str]:
        """Who bids for Black Jack or controls him."""
        if self.view.phase in {HalunkenPhase.AUCTION, HalunkenPhase.BIDDING}:
            if jack.bid:
                yield self.say("bids", name=self.name(jack.bid.seat), rogue=rogue_name(jack.bid.rogue, self.language))
            elif jack.opener is not None:
                yield self.say("opened", name=self.name(jack.opener))
            if jack.passed:
                yield self.say("passed", names=listed(map(self.name, jack.passed), self.language))
        elif jack.controller is not None:
            yield self.say("controlled", name=self.name(jack.controller))
        else:
            yield self.words["uncontrolled"]
        if jack.chosen is not None:
            yield self.words["bj_picked"]
