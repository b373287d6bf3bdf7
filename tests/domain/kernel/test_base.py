"""What a game may leave out, and what it may not."""

from typing import Any

import pytest
from msgspec import Struct

from domain.kernel.actions import ChanceAction, SeatAction
from domain.kernel.base import HiddenInformationGame, PerfectInformationGame
from domain.kernel.cards import HIDDEN, hands_known_to
from domain.kernel.chapter import END, PLAY, Chapter
from domain.kernel.decision_builder import Decided
from domain.kernel.game import SERVER, ChanceOptions, Dealing, Meta, Options
from domain.kernel.pending import AwaitSeats, Finished
from domain.kernel.plain import plain_sentence
from domain.kernel.viewer import PUBLIC, RECORDER


class Pick(SeatAction, frozen=True, kw_only=True, tag="pick_up"):
    stones: tuple[int, ...] = ()
    card: str | None = None
    again: bool = False


class Roll(ChanceAction, frozen=True, kw_only=True, tag="roll"):
    eyes: int


class PebblesDealing(Dealing):
    SERVER = "server"
    TABLE = "table"


class PebblesOptions(ChanceOptions, frozen=True, kw_only=True):
    dealing: PebblesDealing = PebblesDealing.TABLE


class State(Struct, frozen=True, tag="pebbles", tag_field="game"):
    left: int


def parts(kind: Any, options: type[Options] = Options) -> dict[str, Any]:
    """The body of a game whose actions are of this kind, with everything that has no default."""

    def nothing(*_: Any) -> tuple[()]:
        return ()

    return {
        "meta": Meta("pebbles", "Pebbles", (2, 3), "first", "nobody"),
        "options_type": options,
        "action_type": kind,
        "pending": lambda self, state: AwaitSeats((0,)) if state.left else Finished("P1.1"),
        **dict.fromkeys(("initial", "decide", "evolve", "legal_actions", "standings"), nothing),
    }


def test_a_game_of_perfect_information_shows_everything_to_everybody() -> None:
    game: Any = type("Pebbles", (PerfectInformationGame,), parts(Pick))()
    state, action = State(3), Pick(seat=0)
    for viewer in (PUBLIC, RECORDER, 1):
        assert game.view(state, viewer) is state
        assert game.redact(action, [1], viewer) == (action, (1,))
    assert not game.reveals(())
    assert (game.chapter(state), game.chapter(State(0))) == (Chapter(0, PLAY), Chapter(0, END))
    assert (game.figures, game.starting_seat(Options()), game.chance) == ((), None, False)
    assert (game.sides(Options(), 3), game.lowest_wins(Options()), game.broken_off(State(0))) == (
        (0, 1, 2),
        False,
        False,
    )
    assert [(demo.seats, demo.options) for demo in game.demos] == [(2, Options()), (3, Options())]
    assert game.demo_play == ()
    assert (game.traits, game.trait_groups, game.traits_of(State(0))) == ((), {}, {})


@pytest.mark.parametrize("missing", ["view", "redact", "reveals"])
def test_a_game_with_secrets_cant_forget_one(missing: str) -> None:
    body = parts(Pick) | dict.fromkeys({"view", "redact", "reveals"} - {missing}, lambda *_: None)
    with pytest.raises(TypeError, match=f"abstract method '?{missing}"):
        type("Pebbles", (HiddenInformationGame,), body)()


def test_a_game_with_chance_says_who_draws_and_how() -> None:
    body = parts(Pick | Roll, PebblesOptions)
    with pytest.raises(TypeError, match="has to define draw"):
        type("Pebbles", (PerfectInformationGame,), body)
    with pytest.raises(TypeError, match="have to be ChanceOptions"):
        type("Pebbles", (PerfectInformationGame,), body | {"options_type": Options, "draw": lambda *_: Roll(eyes=1)})


def test_what_chance_brings_counts_as_revealed_unless_the_game_says_otherwise() -> None:
    game: Any = type(
        "Pebbles", (PerfectInformationGame,), parts(Pick | Roll, PebblesOptions) | {"draw": lambda *_: Roll(eyes=1)}
    )()
    assert game.chance
    assert game.reveals(())
    assert {demo.options.dealing for demo in game.demos} == {SERVER}
    assert [PebblesOptions(dealing=way).server_deals for way in PebblesDealing] == [True, False]


def test_a_plain_sentence_has_the_action_in_words() -> None:
    names = ("Ada", "Bruno")
    assert plain_sentence(Pick(seat=1, stones=(1, 2)), names, "en") == "Bruno plays pick up: stones 1 2, again no."
    assert plain_sentence(Pick(seat=0, card=HIDDEN, again=True), names, "it") == (
        "Ada gioca pick up: stones niente, card hidden, again sì."
    )
    assert plain_sentence(Roll(eyes=6), names, "en") == "Chance brings roll: eyes 6."


def test_hands_of_others_are_hidden() -> None:
    hands = (("a", "b"), ("c",))
    assert hands_known_to(1, hands) == ((HIDDEN, HIDDEN), ("c",))
    assert hands_known_to(PUBLIC, hands) == ((HIDDEN, HIDDEN), (HIDDEN,))
    assert hands_known_to(RECORDER, hands) == hands


def test_what_a_game_decides_goes_with_the_state_that_it_leads_to() -> None:
    counting = {"decide": lambda self, state, action: (1, 2), "evolve": lambda self, state, fact: (*state, fact)}
    game: Any = type("Pebbles", (PerfectInformationGame,), parts(Pick) | counting)
    assert game().decided((), Pick(seat=0)) == Decided((1, 2), (1, 2))

    quick: Any = type("QuickPebbles", (game,), {"decided": lambda self, state, action: Decided((1,), "quick")})
    assert quick().decided((), Pick(seat=0)).state == "quick"
    otherwise: Any = type("OtherPebbles", (quick,), {"decide": lambda self, state, action: (3,)})
    assert otherwise().decided((), Pick(seat=0)) == Decided((3,), (3,))
