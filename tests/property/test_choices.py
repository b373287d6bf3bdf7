"""Choices in words: all that is legal can be put together from them, and what is put together is legal."""

import gzip
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import msgspec
import pytest

from domain.kernel.actions import ChanceAction
from domain.kernel.choices import Choices, HasWording
from domain.kernel.errors import RuleViolation
from domain.kernel.languages import Language
from domain.match.choosing import asked_seats, choices_at, reports_at
from domain.registry import clauses_of
from tests.domain.games.choosing import can_be_filled_in, filled_in
from tests.domain.games.play import RandomChoices, Step, on_wire, play
from tests.domain.games.support import listed_form
from tests.names import NAMES
from tests.property.test_random_play import RAW, SOME_QUICKLY, Match

LANGUAGES: tuple[Language, ...] = get_args(Language)

MOST_BYTES = 20_000
"""An answer isn't larger than that, compressed."""


def choices_before(match: Match, step: Step, language: Language) -> Choices:
    """What is offered where `step` was played: to who acts, or to who reports what chance did."""
    names = NAMES[: match.setup.seats]
    if isinstance(step.action, ChanceAction):
        return reports_at(match.game, step.before, names, language)
    return choices_at(match.game, step.before, (step.action.seat,), names, language)


def steps_of(match: Match, seed: int) -> Iterator[Step]:
    """A match as it is played at random."""
    return play(match.game, match.setup, RandomChoices(Random(seed)), match.support.MOST_STEPS)


def is_reported(match: Match, step: Step) -> bool:
    """Whether a person tells of it: not where the server draws, or a game has no words for what chance did."""
    if not isinstance(step.action, ChanceAction):
        return True
    return isinstance(match.game, HasWording) and not match.setup.options.server_deals


@SOME_QUICKLY
def test_whatever_is_played_can_be_put_together(match: Match) -> None:
    for step in steps_of(match, 1):
        if is_reported(match, step):
            wire = msgspec.json.decode(msgspec.json.encode(listed_form(match.key, step.before, step.action)))
            wire = {name: value for name, value in wire.items() if value is not None}
            choices = choices_before(match, step, "en")
            assert can_be_filled_in(choices, wire), (wire, choices)


@SOME_QUICKLY
def test_what_is_put_together_is_accepted_or_refused_by_a_clause(match: Match) -> None:
    chooser = RandomChoices(Random(2))
    clauses = {clause.number for clause in clauses_of(match.key)}
    for step in steps_of(match, 2):
        if not is_reported(match, step):
            continue
        choices = choices_before(match, step, "en")
        for _ in range(3):
            action = on_wire(match.game, filled_in(choices, chooser))
            refused = clause_against(match, step, action)
            if refused is not None:
                assert isinstance(action, ChanceAction), f"offered to a seat, and refused by {refused}: {action}"
                assert refused in clauses


def clause_against(match: Match, step: Step, action: Any) -> str | None:
    """The clause by which `action` is refused; None if it isn't."""
    try:
        match.game.decide(step.before, action)
    except RuleViolation as refusal:
        return refusal.clause
    return None


@SOME_QUICKLY
def test_choices_have_words_in_every_language(match: Match) -> None:
    if not isinstance(match.game, HasWording):
        pytest.skip("a game that leaves its choices in the words of the wire format")
    for step in steps_of(match, 3):
        told = [choices_before(match, step, language) for language in LANGUAGES]
        for choices in told:
            for words in words_of(choices):
                assert words.strip() == words != ""
                assert not RAW.search(words), words
        if told[0].choices:
            labels = [[choice.label for choice in choices.choices] for choices in told]
            assert labels[0] != labels[1], "called the same in two languages"


def words_of(choices: Choices) -> Iterator[str]:
    """All the words of an answer."""
    for choice in choices.choices:
        yield choice.label
    for slot in choices.slots:
        yield slot.label
        yield from (option.label for option in slot.options)


@SOME_QUICKLY
def test_an_answer_is_small(match: Match) -> None:
    for step in steps_of(match, 4):
        names = NAMES[: match.setup.seats]
        pending = match.game.pending(step.before)
        choices = choices_at(match.game, step.before, asked_seats(pending), names, "it")
        content = msgspec.json.encode(choices)
        if len(content) > MOST_BYTES:
            assert len(gzip.compress(content)) < MOST_BYTES
