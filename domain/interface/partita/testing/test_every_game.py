"""What has to be true of every game: these tests run for those that ``--partita-game`` names."""

import re
from datetime import UTC, date, datetime
from importlib import resources
from random import Random
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree as ET

import msgspec
import pytest

from domain.codec import decode, encode, topic_of
from domain.kernel.actions import kinds_of
from domain.kernel.errors import Refusal, RuleViolation
from domain.kernel.figures import all_counted, counted
from domain.kernel.game import Setup
from domain.kernel.languages import LANGUAGES
from domain.kernel.packages import package_of
from domain.kernel.pending import AwaitSeats, Finished
from domain.kernel.refusals import refusal_sentence
from domain.kernel.setup_words import HasSetupWords
from domain.kernel.titles import game_title, title_of
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.choosing import choices_at, reports_at
from domain.match.events import ActionPlayed, MatchOpened
from domain.match.folding import fold
from domain.registry import clauses_of, figures_of
from partita.testing.support import NAMES, TestedGame, TestedStep, neighbours
from replays.pictures.games import picture
from replays.pictures.scene import Layout, Scene

_AT = datetime(2026, 1, 1, tzinfo=UTC)
_MOST_TRIES = 3000
"""Actions that aren't listed and are tried."""


def test_a_random_match_ends_with_a_result(tested: TestedGame) -> None:
    for setup, steps in tested.matches:
        assert steps, "it has ended before it began"
        end = steps[-1].after
        standings = tested.game.standings(end, RECORDER)
        assert isinstance(tested.game.pending(end), Finished)
        assert [standing.seat for standing in standings] == list(range(setup.seats))
        assert all(standing.rank is not None and standing.winner is not None for standing in standings)
        won = any(standing.winner for standing in standings)
        assert won or tested.own("MAY_HAVE_NO_WINNER", default=False) or tested.game.broken_off(end)


def test_nothing_gets_lost(tested: TestedGame) -> None:
    check = tested.own("check_conservation")
    if check is None:
        pytest.skip("the module testing of its package has no check_conservation")
    for setup, steps in tested.matches:
        check(tested.game.initial(setup))
        for step in steps:
            check(step.after)


def test_facts_lead_to_the_state_that_was_decided(tested: TestedGame) -> None:
    game = tested.game
    for step in tested.steps():
        assert game.decide(step.before, step.action) == step.facts
        state = step.before
        for fact in step.facts:
            state = game.evolve(state, fact)
        assert state == step.after, f"after {step.action}"


def test_a_match_that_was_stored_is_replayed_as_it_was_played(tested: TestedGame) -> None:
    key = tested.game.meta.key
    for setup, steps in tested.matches:
        opened = MatchOpened(
            at=_AT,
            by="a test",
            game=key,
            edition=tested.game.meta.edition,
            options=msgspec.json.decode(msgspec.json.encode(setup.options)),
            seats=tuple(uuid4() for _ in range(setup.seats)),
            played_on=date(2026, 1, 1),
        )
        log: list[Any] = [opened]
        log += [
            ActionPlayed(at=_AT, by="a test", step=step.number, action=step.action, outcome=step.facts)
            for step in steps
        ]
        stored = [(topic_of(event, key), encode(event, number.to_bytes(8, "big"))) for number, event in enumerate(log)]
        read = [decode(topic, state) for topic, state in stored]
        assert read == log
        match = fold(None, read)  # type: ignore[arg-type]  # they are all of the match
        assert match is not None
        assert match.finished
        assert match.state == steps[-1].after
        for then, step in zip(match.steps(1), steps, strict=True):
            assert then.state == step.after, f"at step {step.number}"


def test_json_tells_all_there_is(tested: TestedGame) -> None:
    """Actions, facts, options and views come back as they were."""
    game = tested.game
    for setup, steps in tested.matches:
        assert _round_trip(setup.options, game.options_type) == setup.options
        for step in steps[:200]:
            assert _round_trip(step.action, game.action_type) == step.action
            assert all(_round_trip(fact, game.fact_type) == fact for fact in step.facts)
            shown = game.view(step.after, PUBLIC)
            assert msgspec.json.decode(msgspec.json.encode(shown))["game"] == game.meta.key
            assert _round_trip(shown, game.view_type) == shown


def _round_trip(value: Any, kind: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value), type=kind)


def test_what_is_listed_is_accepted_and_all_else_is_refused(tested: TestedGame) -> None:
    """What is tried beside are actions that are legal at other times, and others that are nearly the one played."""
    game, tries = tested.game, 0
    canonical = tested.own("canonical", lambda _, action: action)
    others = list({msgspec.json.encode(step.action): step.action for step in tested.steps()}.values())
    random = Random(0)  # noqa: S311  # nothing is secret here
    for step in tested.steps():
        pending = game.pending(step.before)
        if not isinstance(pending, AwaitSeats):
            continue
        for seat in (*pending.seats, *pending.optional):
            legal = game.legal_actions(step.before, seat)
            assert legal.actions or legal.templates, f"seat {seat} is asked, and can do nothing"
            for action in legal.actions:
                game.decide(step.before, action)
        near = list(neighbours(game, step.action))
        for action in (*random.sample(others, min(10, len(others))), *random.sample(near, min(10, len(near)))):
            if tries < _MOST_TRIES and getattr(action, "seat", None) is not None:
                tries += 1
                _check_unlisted(tested, step, canonical(step.before, action))


def _check_unlisted(tested: TestedGame, step: TestedStep, action: Any) -> None:
    """An action is decided on as it is listed."""
    game = tested.game
    if game.legal_actions(step.before, action.seat).admits(action):
        game.decide(step.before, action)
        return
    with pytest.raises(RuleViolation) as refused:  # what isn't listed may not be accepted
        game.decide(step.before, action)
    _check_refusal(tested, refused.value)


def _check_refusal(tested: TestedGame, violation: RuleViolation) -> None:
    """It cites a clause that there is, and can be said in every language."""
    assert violation.clause in {clause.number for clause in clauses_of(tested.game.meta.key)}
    for language in LANGUAGES:
        sentence = refusal_sentence(tested.game, violation, NAMES, language)
        assert sentence
        assert "{" not in sentence, sentence


def test_nothing_happens_after_the_end(tested: TestedGame) -> None:
    game = tested.game
    for setup, steps in tested.matches:
        end = steps[-1].after
        for seat in range(setup.seats):
            assert not any(game.legal_actions(end, seat))
        with pytest.raises(RuleViolation):
            game.decide(end, steps[-1].action)


def test_no_viewer_learns_a_secret(tested: TestedGame) -> None:
    """Whatever somebody can't see may be anything else: all that they are told stays the same."""
    if not tested.has_secrets:
        pytest.skip("everybody sees everything")
    scrambled, disguised = tested.own("scrambled"), tested.own("disguised")
    if scrambled is None or disguised is None:
        pytest.fail("a game with secrets needs scrambled and disguised in the module testing of its package")
    random, game, differed = Random(0), tested.game, 0  # noqa: S311  # nothing is secret here
    for setup, steps in tested.matches:
        for step in steps[:-1]:
            for viewer in tested.viewers(setup):
                other = scrambled(step.after, viewer, random)
                differed += other != step.after
                assert game.view(other, viewer) == game.view(step.after, viewer)
                assert game.standings(other, viewer) == game.standings(step.after, viewer)
                assert game.pending(other) == game.pending(step.after)
                assert game.chapter(other) == game.chapter(step.after)
                if isinstance(viewer, int):
                    legal = game.legal_actions(step.after, viewer)
                    assert list(game.legal_actions(other, viewer)) == list(legal)
                _check_disguised(tested, step, viewer, disguised(step.before, step.action, viewer, random))
    assert differed, "scrambled never gives another state"


def test_standings_that_are_said_to_be_open_are(tested: TestedGame) -> None:
    if not tested.game.open_standings:
        pytest.skip("each viewer is told standings of its own")
    for setup, steps in tested.matches:
        for step in steps:
            full = tested.game.standings(step.after, RECORDER)
            assert all(tested.game.standings(step.after, viewer) == full for viewer in tested.viewers(setup))


def _check_disguised(tested: TestedGame, step: TestedStep, viewer: Any, action: Any) -> None:
    game = tested.game
    try:
        facts = game.decide(step.before, action)
    except RuleViolation:
        return
    revealing = tested.own("REVEALING", ())
    if not any(isinstance(fact, revealing) for fact in (*facts, *step.facts)):
        assert game.redact(action, facts, viewer) == game.redact(step.action, step.facts, viewer)


def test_everything_that_happens_has_a_sentence_in_every_language(tested: TestedGame) -> None:
    game = tested.game
    for setup, steps in tested.matches[:: len(tested.matches) // 4 or 1]:
        names = NAMES[: setup.seats]
        for step in steps[:100]:
            for viewer in (RECORDER, *tested.viewers(setup)):
                shown = game.redact(step.action, step.facts, viewer)
                for language in LANGUAGES:
                    sentence = game.sentence(*shown, names, language)
                    assert sentence.strip()
                    assert "{" not in sentence, sentence


def test_phases_figures_and_options_have_titles(tested: TestedGame) -> None:
    game = tested.game
    keys = [("figure", figure.key) for figure in figures_of(game.meta.key)]
    keys += [("phase", str(game.chapter(step.after).phase)) for _, steps in tested.matches for step in steps[:20]]
    assert all(title_of(game, kind, key, language) for kind, key in keys for language in LANGUAGES)


def test_its_words_are_in_every_language_that_it_speaks(tested: TestedGame) -> None:
    """A file of words in another language has the keys of the English one, and no others."""
    folder = resources.files(package_of(tested.game.meta.key)) / "locales"
    files = {language: folder / f"{language}.ftl" for language in LANGUAGES}
    if not files["en"].is_file():
        pytest.skip("it has no words of its own")
    keys = {
        language: set(re.findall(r"^([a-z]\w*) *=", file.read_text("utf-8"), flags=re.MULTILINE))
        for language, file in files.items()
        if file.is_file()
    }
    assert {language: sorted(keys["en"] - own) for language, own in keys.items() if keys["en"] - own} == {}


def test_all_that_can_be_chosen_has_words(tested: TestedGame) -> None:
    """What the page asks and offers, at positions of a match."""
    game = tested.game
    for number, (setup, steps) in enumerate(tested.matches):
        language, names = LANGUAGES[number % len(LANGUAGES)], NAMES[: setup.seats]
        for step in steps[:: max(1, len(steps) // 8)]:
            pending = game.pending(step.before)
            if isinstance(pending, AwaitSeats):
                offered = choices_at(game, step.before, (*pending.seats, *pending.optional), names, language)
                assert offered.choices
                assert all(choice.label.strip() for choice in offered.choices)
            reports_at(game, step.before, names, language)


def test_the_form_that_opens_a_match_offers_what_there_is(tested: TestedGame) -> None:
    game = tested.game
    for words in game.setup_words if isinstance(game, HasSetupWords) else ():
        for choice in words.choices:
            chosen = msgspec.convert({words.name: msgspec.to_builtins(choice.value)}, game.options_type)
            assert getattr(chosen, words.name) == choice.value
            assert set(choice.seats) <= set(game.meta.seats)
            for language in LANGUAGES:
                assert f"option_{words.name}" in game.texts[language]
                assert f"option_{words.name}_{choice.key}" in game.texts[language]


def test_every_position_can_be_drawn(tested: TestedGame) -> None:
    game = tested.game
    for number, (setup, steps) in enumerate(tested.matches):
        for step in steps[:: max(1, len(steps) // 8)]:
            for layout in Layout:
                language = LANGUAGES[(number + step.number) % len(LANGUAGES)]
                viewer = tested.viewers(setup)[step.number % (setup.seats + 1)]
                scene = Scene(
                    game=game.meta.key,
                    title=game_title(game, language),
                    step=step.number,
                    view=game.view(step.after, viewer),
                    before=game.view(step.before, viewer),
                    standings=game.standings(step.after, viewer),
                    pending=game.pending(step.after),
                    names=NAMES[: setup.seats],
                    viewer=viewer,
                    sentence=None,
                    language=language,
                    layout=layout,
                    pointing=True,
                )
                drawn = ET.fromstring(picture(scene))  # noqa: S314  # we have made it
                assert drawn.tag.endswith("svg")


def test_figures_are_numbers_of_open_facts(tested: TestedGame) -> None:
    game = tested.game
    numbers = {clause.number for clause in clauses_of(game.meta.key)}
    assert [figure.key for figure in game.figures if figure.clause not in numbers] == []
    for setup, steps in tested.matches:
        line = [step.facts for step in steps]
        alone = {figure.key: counted(figure, line, setup.seats) for figure in game.figures}
        assert all(type(amount) is int for amounts in alone.values() for amount in amounts)
        assert all_counted(game.figures, line, setup.seats) == alone, "a figure counts what hasn't what it needs"
    keys = {figure.key for figure in game.figures}
    assert [figure.key for figure in game.figures if figure.per is not None and figure.per not in keys] == []


def test_a_set_up_for_too_many_is_refused(tested: TestedGame) -> None:
    seats = max(tested.game.meta.seats) + 1
    options = next(iter(tested.setups.values())).options
    with pytest.raises(Refusal):
        tested.game.initial(Setup(seats, options))


def test_its_structs_bear_its_name(tested: TestedGame) -> None:
    """The OpenAPI document names components by the bare class."""
    game = tested.game
    structs = (*kinds_of(game.action_type), *kinds_of(game.fact_type), game.options_type, game.view_type)
    assert [kind.__name__ for kind in structs if not kind.__name__.startswith(game.meta.name)] == []
