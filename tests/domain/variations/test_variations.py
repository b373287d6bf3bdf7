"""Variations: given what was tried, when somebody tries, cuts or deletes a line, then this is recorded, or refused."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.annotations.audience import Audience, Reader
from domain.annotations.errors import InvalidAnnotation
from domain.kernel.unknowns import HasUnknowns
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.commands import NotPossible, identified, open_match, play, retract
from domain.match.folding import evolve
from domain.match.folding import fold as fold_match
from domain.match.match import Match
from domain.registry import game_of
from domain.variations import commands
from domain.variations.commands import MAX_DEPTH, MAX_MOVES, MAX_MOVES_OF_ALL, MAX_VARIATIONS, MoveRefused
from domain.variations.events import VariationEvent
from domain.variations.promotion import promote
from domain.variations.variation_line import line_of
from domain.variations.variations import Move, Variation, Variations, fold, variations_id

MATCH = UUID(int=77)
AT = datetime(2026, 11, 27, 20, 15, tzinfo=UTC)
BY: dict[str, Any] = {"at": AT, "by": "ada"}
GAME = game_of("klunker")
HANDS = (
    ("shoes", "shoes", "shoes", "tiara", "tiara", "tiara"),
    ("earrings", "earrings", "earrings", "monocle", "monocle", "monocle"),
    ("necklace", "necklace", "necklace", "gold_teeth", "gold_teeth", "gold_teeth"),
)
PLAYED = [
    {"type": "deal", "hands": HANDS},
    {"type": "stock", "seat": 0, "jewels": ["shoes"]},
    {"type": "stock", "seat": 1, "jewels": ["earrings"]},
    {"type": "stock", "seat": 2, "jewels": ["necklace"]},
    {"type": "store", "seat": 0, "jewel": "tiara"},
]
OTHER = [{"type": "stock", "seat": 0, "jewels": ["tiara"]}, {"type": "stock", "seat": 1, "jewels": ["monocle"]}]


def actions(*wire: Any) -> list[Any]:
    return [msgspec.convert(msgspec.to_builtins(one), GAME.action_type) for one in wire]


@pytest.fixture(scope="module")
def match() -> Match:
    """A match at step 5."""
    options = msgspec.convert({"dealing": "open"}, GAME.options_type)
    seats = [UUID(int=n + 1) for n in range(3)]
    match = evolve(None, open_match(GAME, options, seats, played_on=date(2026, 11, 27), **BY))
    for action in actions(*PLAYED):
        match = evolve(match, play(match, action, **BY))
    return match


class Tries:
    """The variations of a match in the middle of a test."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.log: list[VariationEvent] = [commands.begin(MATCH, **BY)]

    @property
    def now(self) -> Variations:
        variations = fold(None, self.log)
        assert variations is not None
        return variations

    def add(self, step: int = 1, *wire: Any, parent: UUID | None = None, by: str = "ada", **wanted: Any) -> UUID:
        made = UUID(int=len(self.log))
        told: dict[str, Any] = {"title": "", "audience": Audience.SHARED} | wanted
        moves = actions(*(wire or OTHER))
        self.log.append(commands.add(self.now, self.match, made, parent, step, moves, **told, at=AT, by=by))
        return made

    def __getitem__(self, which: UUID) -> Variation:
        return self.now.items[which]


def test_variations_are_stored_under_an_id_that_follows_from_that_of_the_match() -> None:
    assert variations_id(MATCH) == variations_id(MATCH) != variations_id(UUID(int=78))


def test_a_variation_is_what_was_tried(match: Match) -> None:
    tries = Tries(match)
    made = tries.add(title="the tiara first")
    assert tries[made] == Variation(
        id=made,
        serial=2,
        author="ada",
        parent=None,
        anchor=2,
        step=1,
        depth=1,
        line=tuple(Move(n + 1, action, AT, "ada") for n, action in enumerate(OTHER)),
        moves_made=2,
        title="the tiara first",
        audience=Audience.SHARED,
        created_at=AT,
        updated_at=AT,
    )


def test_folding_leaves_what_was_before(match: Match) -> None:
    tries = Tries(match)
    made = tries.add()
    before = tries.now
    later = fold(before, [commands.delete(before.items[made], **BY)])
    assert made in before.items
    assert later is not None
    assert made not in later.items


def test_chance_is_told_by_who_tries(match: Match) -> None:
    tries = Tries(match)
    other_deal = {"type": "deal", "hands": HANDS[::-1]}
    made = tries.add(0, other_deal, {"type": "stock", "seat": 0, "jewels": ["necklace"]})
    assert line_of(match, tries.now, made).standing == 2


def test_unknown_cards_are_given_by_what_is_played() -> None:
    options = msgspec.convert({"dealing": "secret"}, GAME.options_type)
    seats = [UUID(int=n + 1) for n in range(3)]
    secret = evolve(None, open_match(GAME, options, seats, played_on=date(2026, 11, 27), **BY))
    tries = Tries(secret)
    for jewel in ("tiara", "shoes", "necklace"):
        made = tries.add(0, {"type": "stock", "seat": 0, "jewels": [jewel] * 2})
        assert line_of(secret, tries.now, made).standing == 1
    with pytest.raises(MoveRefused):
        tries.add(0, {"type": "stock", "seat": 0, "jewels": ["tiara"] * 7})


def test_what_was_identified_later_is_known_along_a_line() -> None:
    """A card that nobody knew may be played as any; once it was told, only as what it is."""
    options = msgspec.convert({"dealing": "secret"}, GAME.options_type)
    seats = [UUID(int=n + 1) for n in range(3)]
    secret = evolve(None, open_match(GAME, options, seats, played_on=date(2026, 11, 27), **BY))
    tries = Tries(secret)
    shoes = tries.add(0, {"type": "stock", "seat": 0, "jewels": ["shoes", "shoes"]})
    tiaras = tries.add(0, {"type": "stock", "seat": 0, "jewels": ["tiara", "tiara"]})
    assert isinstance(GAME, HasUnknowns)
    told = msgspec.convert({"seat": 0, "jewels": ["tiara"] * 3 + ["monocle"] * 3}, GAME.identification_type)
    known = evolve(secret, identified(secret, 0, told, "seen", **BY))
    assert [line_of(known, tries.now, made).standing for made in (shoes, tiaras)] == [0, 1]
    line = line_of(known, tries.now, tiaras)
    promoted = fold_match(None, promote(MATCH, known, tries.now, tries[tiaras], line, **BY))
    assert promoted is not None
    assert (promoted.known, promoted.step) == (line.positions[-1].match.known, 1)
    assert promoted.state_for(PUBLIC) != promoted.state


# --- refused ---


@pytest.mark.parametrize("step", [6, 1000])
def test_a_step_that_the_match_has_not_got_to(match: Match, step: int) -> None:
    with pytest.raises(InvalidAnnotation) as refusal:
        Tries(match).add(step)
    assert refusal.value.pointer == "/step"


@pytest.mark.parametrize("step", [0, 3])
def test_a_step_that_the_variation_has_not_got_to(match: Match, step: int) -> None:
    tries = Tries(match)
    parent = tries.add()
    with pytest.raises(InvalidAnnotation) as refusal:
        tries.add(step, parent=parent)
    assert refusal.value.pointer == "/step"


def test_nothing_tried_is_no_variation(match: Match) -> None:
    with pytest.raises(InvalidAnnotation) as refusal:
        commands.add(Tries(match).now, match, UUID(int=1), None, 1, [], title="", audience=Audience.PRIVATE, **BY)
    assert refusal.value.pointer == "/actions"


def test_the_rules_name_the_clause(match: Match) -> None:
    with pytest.raises(MoveRefused) as refusal:
        Tries(match).add(1, OTHER[0], {"type": "stock", "seat": 1, "jewels": ["shoes"]})
    assert (refusal.value.index, refusal.value.before.step) == (1, 2)
    assert refusal.value.violation.clause.startswith("K")


def test_limits(match: Match) -> None:
    tries = Tries(match)
    made = tries.add()
    one = tries[made]
    full = Variations(MATCH, 2, {UUID(int=n): one for n in range(MAX_VARIATIONS)})
    wanted: dict[str, Any] = {"title": "", "audience": Audience.PUBLIC, **BY}
    with pytest.raises(InvalidAnnotation, match=f"{MAX_VARIATIONS} variations"):
        commands.add(full, match, UUID(int=9999), None, 1, actions(*OTHER), **wanted)
    with pytest.raises(InvalidAnnotation, match=f"at most {MAX_MOVES} actions"):
        commands.add(tries.now, match, UUID(int=9999), None, 1, actions(OTHER[0]) * (MAX_MOVES + 1), **wanted)
    long = msgspec.structs.replace(one, line=one.line * (MAX_MOVES_OF_ALL // 2))
    with pytest.raises(InvalidAnnotation, match=f"{MAX_MOVES_OF_ALL} actions together"):
        commands.add(Variations(MATCH, 2, {made: long}), match, UUID(int=9999), None, 1, actions(*OTHER), **wanted)
    deep = msgspec.structs.replace(one, depth=MAX_DEPTH)
    with pytest.raises(InvalidAnnotation) as refusal:
        commands.add(Variations(MATCH, 2, {made: deep}), match, UUID(int=9999), made, 1, actions(*OTHER), **wanted)
    assert refusal.value.pointer == "/parent"


# --- changed ---


def test_what_leaves_a_cut_line_has_no_place(match: Match) -> None:
    tries = Tries(match)
    parent = tries.add()
    child = tries.add(2, {"type": "stock", "seat": 2, "jewels": ["necklace"]}, parent=parent)
    grandchild = tries.add(1, {"type": "store", "seat": 0, "jewel": "shoes"}, parent=child)
    tries.log.append(commands.cut(tries[parent], 1, **BY))
    assert line_of(match, tries.now, parent).standing == 1
    for detached in (child, grandchild):
        assert line_of(match, tries.now, detached).detached
    moves = actions({"type": "stock", "seat": 1, "jewels": ["earrings"]})
    tries.log.append(commands.extend(tries.now, match, tries[parent], moves, **BY))
    assert line_of(match, tries.now, parent).standing == 2
    assert line_of(match, tries.now, child).detached, "it left another move"


def test_a_line_can_be_cut_within_itself_only(match: Match) -> None:
    tries = Tries(match)
    made = tries.add()
    for keep in (0, 3):
        with pytest.raises(InvalidAnnotation) as refusal:
            commands.cut(tries[made], keep, **BY)
        assert refusal.value.pointer == "/keep"


def test_a_line_that_no_longer_stands_is_not_gone_on_with(match: Match) -> None:
    tries = Tries(match)
    made = tries.add(4, {"type": "store", "seat": 0, "jewel": "shoes"}, {"type": "pass", "seat": 1})
    back = evolve(match, retract(match, 3, "", **BY))
    line = line_of(back, tries.now, made)
    assert line.detached
    with pytest.raises(InvalidAnnotation, match="no longer stands"):
        commands.extend(tries.now, back, tries[made], actions({"type": "pass", "seat": 2}), **BY)
    with pytest.raises(NotPossible):
        promote(MATCH, back, tries.now, tries[made], line, **BY)


def test_a_deleted_line_takes_along_what_leaves_it(match: Match) -> None:
    tries = Tries(match)
    parent, other = tries.add(), tries.add(2, {"type": "stock", "seat": 1, "jewels": ["monocle"]})
    child = tries.add(2, {"type": "stock", "seat": 2, "jewels": ["necklace"]}, parent=parent)
    tries.add(1, {"type": "store", "seat": 0, "jewel": "shoes"}, parent=child)
    tries.log.append(commands.delete(tries[parent], **BY))
    assert list(tries.now.items) == [other]


def test_what_leaves_a_line(match: Match) -> None:
    tries = Tries(match)
    parent, other = tries.add(), tries.add()
    child = tries.add(2, {"type": "stock", "seat": 2, "jewels": ["necklace"]}, parent=parent, by="bob")
    grandchild = tries.add(1, {"type": "store", "seat": 0, "jewel": "shoes"}, parent=child)
    assert [one.id for one in tries.now.leaving(tries[parent])] == [child, grandchild]
    assert tries.now.leaving(tries[other]) == []


def test_title_and_audience_are_corrected(match: Match) -> None:
    tries = Tries(match)
    made = tries.add(title="one")
    tries.log.append(commands.describe(tries[made], audience=Audience.PUBLIC, at=AT, by="admin"))
    tries.log.append(commands.describe(tries[made], title="two", at=AT, by="admin"))
    after = tries[made]
    assert (after.title, after.audience, after.author, after.version) == ("two", Audience.PUBLIC, "ada", 3)


# --- who is shown what ---


@pytest.mark.parametrize("audience", Audience)
@pytest.mark.parametrize("viewer", [PUBLIC, 0, RECORDER])
@pytest.mark.parametrize("token", ["", "bob", "ada"])
def test_who_is_shown_a_variation_of_ada(match: Match, audience: Audience, viewer: Any, token: str) -> None:
    tries = Tries(match)
    made = tries.add(audience=audience)
    meant = {Audience.PRIVATE: {"ada"}, Audience.SHARED: {"ada", "bob"}, Audience.PUBLIC: {"ada", "bob", ""}}[audience]
    shown = [one.id for one in tries.now.shown_to(Reader(token, viewer))]
    assert shown == ([made] if viewer is RECORDER and token in meant else [])


def test_what_leaves_a_private_line_is_as_private(match: Match) -> None:
    tries = Tries(match)
    parent = tries.add(audience=Audience.PRIVATE)
    tries.add(2, {"type": "stock", "seat": 2, "jewels": ["necklace"]}, parent=parent, audience=Audience.PUBLIC)
    assert tries.now.shown_to(Reader("bob", RECORDER)) == []
    assert len(tries.now.shown_to(Reader("ada", RECORDER))) == 2
