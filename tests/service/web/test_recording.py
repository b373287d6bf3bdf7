"""The page for recording, as it is made of a match: by links alone every action can be put together."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from random import Random
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import parse_qs, urlencode, urlsplit
from uuid import UUID

import pytest
from msgspec.structs import replace

from domain.kernel.errors import RuleViolation
from domain.kernel.game import Setup
from domain.kernel.languages import Language
from domain.kernel.pending import Finished
from domain.kernel.points import Points
from domain.kernel.standing import Standing
from domain.match.choosing import choices_at
from domain.match.match import Match
from domain.match.parts import EarlyEnd
from domain.registry import GAMES
from replays.frames import Narrator
from replays.pictures.glyphs import PREFIX, sprite
from replays.stepper import Stepper
from service.api.explaining import explanation_of
from service.api.match_access import MatchAccess
from service.api.replay_view import ReplayView
from service.auth.access import OwnSeat, Principal, sight
from service.web.choosing import DraftPage, OptionLine, draft_page, no_choice, prompts_shown, verbs_of
from service.web.draft import BadDraft
from service.web.recording import data_of, ended_by_hand, outcome, table_of, undo_to, waits_for
from service.web.rendering import page_environment
from service.web.standings_view import standings_view, tie_lines
from service.web.words import WORDS
from tests import names
from tests.domain.games.choosing import WRITTEN
from tests.domain.games.play import on_wire
from tests.domain.games.support import has_secrets, support_of
from tests.domain.games.twin_walk import walk
from tests.replays.matches import folded, recorded

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
EVERY_GAME_WITH_SECRETS = pytest.mark.parametrize("key", [*filter(has_secrets, GAMES)])
NAMES: Final = ("Ada <b>", *names.NAMES[1:])
MATCH: Final = UUID(int=1)
OWNER: Final = Principal("owner", frozenset({"read", "record", "admin"}))


def view_of(match: Match, language: Any = "en", seat: int | None = None) -> ReplayView:
    """What the owner, or who has the token of `seat`, sees of a match that lies in no database."""
    services: Any = SimpleNamespace(stepper=Stepper())
    narrator = Narrator(NAMES[: len(match.seats)], language)
    principal = OWNER if seat is None else Principal("seat", own=OwnSeat(MATCH, seat)).at(MATCH)
    access = MatchAccess(match, principal, sight(principal, match, None))
    return ReplayView(services, MATCH, access, match, None, narrator)


def rendered(match: Match, draft: DraftPage | None = None, language: Any = "en", seat: int | None = None) -> str:
    """The page of a match."""
    replay_view = view_of(match, language, seat)
    table, words = table_of(replay_view), WORDS[language]
    standings = standings_view(match, replay_view.narrator.names, table.standings, language)
    context: dict[str, Any] = {
        "match_id": replay_view.match_id,
        "match": match,
        "title": match.game.meta.title,
        "seats": standings.seats,
        "standings": standings,
        "prompts": prompts_shown(table.choices)
        if table.choices.choices
        else [waits_for(match, replay_view.narrator.names, words, language)],
        "ended_by_hand": ended_by_hand(match, words, reason=True),
        "outcome": outcome(table.standings, replay_view.narrator.names, words, language),
        "verbs": verbs_of(table.choices, names=replay_view.narrator.names),
        "draft": draft,
        "refused": "",
        "explanation": None,
        "unknowns": False,
        "adjustable": seat is None,
        "asked_action": "",
        "boards": table.boards,
        "has_secret_choices": True,
        "log": table.log,
        "sprite": sprite(match.game.meta.key),
        "data": data_of(replay_view, table.choices),
        "events": "played",
        "may_end": seat is None,
        "changeable": True,
        "rules": False,
        "undo": undo_to(match),
        "cache": "a session's",
    }
    template = page_environment().get_template("record.html")
    site = {"signed_in": True, "visitor": None, "theme": None, "theme_rules": "", "languages": ()}
    return template.render(w=words, language=language, **site, **context)


def address(href: str | None) -> tuple[int, str, str]:
    query = parse_qs(urlsplit(href or "").query, keep_blank_values=True)
    return int(query["choice"][0]), query["picks"][0], query.get("items", ["[]"])[0]


def followed(match: Match, random: Random) -> Iterator[DraftPage]:
    """The pages that somebody sees who follows links at random, from a verb to an action."""
    choices = table_of(view_of(match)).choices
    verbs = verbs_of(choices)
    href = random.choice(verbs).href
    while True:
        page = draft_page(choices, *address(href))
        yield page
        if page.action is not None:
            return
        if page.writing is not None:
            fields = {**dict(page.writing.fields), "items": random.choice(WRITTEN)}
            href = f"?{urlencode(fields)}"
            continue
        further = [option.href for option in page.options if option.href]
        ends = [end for end in (page.done, page.skip) if end]
        href = random.choice(ends) if ends and (not further or random.random() < 0.4) else random.choice(further)


@EVERY_GAME
def test_links_lead_to_actions_that_can_be_played(key: str) -> None:
    random = Random(7)
    for length in (1, 5, 20, 45, 80):
        match = folded(recorded(key, random, length))
        if isinstance(match.pending, Finished):
            continue
        for _ in range(4):
            *_, last = followed(match, random)
            action = on_wire(match.game, json.loads(last.action or ""))
            try:
                match.game.decide(match.state, action)
            except RuleViolation:
                assert action.seat is None, action


@EVERY_GAME
@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_shows_table_choices_and_log(key: str, language: str) -> None:
    match = folded(recorded(key, Random(3), 30))
    seen = rendered(match, language=language)
    assert "<b>" not in seen
    assert seen.count('<li value="') == match.step
    data = json.loads(unescape(re.search(r'id="data">(.*?)</script>', seen, re.DOTALL)[1]))  # type: ignore[index]
    assert data["choices"]["version"] == match.version
    for choice in data["choices"]["choices"]:
        assert choice["label"] in unescape(seen)
    for page in followed(match, Random(1)):
        shown = rendered(match, page, language)
        assert ('name="action"' in shown) is (page.action is not None)


def test_where_several_choose_each_is_named_before_what_it_may_choose() -> None:
    game = GAMES["sheet"]
    choices = choices_at(game, game.initial(Setup(2, game.options_type())), (0, 1), NAMES[:2], "en")
    assert [(line.headings, line.label) for line in verbs_of(choices, names=NAMES[:2])] == [
        (("Ada <b>",), "Write points"),
        (("Bea",), "Write points"),
        (("Close the sheet",), "The match is over"),
        ((), "Everybody has lost"),
        ((), "Broken off"),
        ((), "Say everybody’s place"),
    ]


def test_what_several_may_do_of_one_group_is_listed_once_with_their_names() -> None:
    game = GAMES["chess"]
    choices = choices_at(game, game.initial(Setup(2, game.options_type())), (0, 1), NAMES[:2], "en")
    lines = verbs_of(choices, names=NAMES[:2])
    headings = [heading for line in lines for heading in line.headings]
    assert headings.count("End the game") == 1
    first = next(place for place, line in enumerate(lines) if "End the game" in line.headings)
    ends = lines[first:]
    assert [(line.headings, line.whose) for line in ends if line.whose] == [
        (("End the game",), NAMES[0]),
        ((), NAMES[1]),
    ]
    half = len(ends) // 2
    assert half > 1
    assert ends[half].whose == NAMES[1]
    assert [line.label for line in ends[:half]] == [line.label for line in ends[half:]]
    assert [choices.choices[int(line.href[8:].partition("&")[0])].seat for line in ends if line.href] == [0] * half + [
        1
    ] * half


@EVERY_GAME
@pytest.mark.parametrize("abandoned", [False, True])
def test_a_match_that_people_ended_says_so_and_when(key: str, abandoned: bool) -> None:
    match = folded(recorded(key, Random(3), 3))
    assert ended_by_hand(match, WORDS["en"]) == ""
    ended = replace(match, early_end=EarlyEnd("The café closed.", abandoned=abandoned))
    how = "broken off" if abandoned else "ended by agreement"
    told = f"The match was {how} after step {match.step}."
    assert waits_for(ended, NAMES, WORDS["en"], "en") == told
    assert ended_by_hand(ended, WORDS["en"], reason=True) == f"{told} Reason: The café closed."


@pytest.mark.parametrize(
    ("labels", "folded_to"),
    [(["gold teeth", "tongue piercing"], 9), (["4 rosso", "10 rosso"], 8), (["Zungenpiercing", "Ring"], 14), ([], 0)],
)
def test_columns_are_as_wide_as_the_longest_option_needs(labels: list[str], folded_to: int) -> None:
    options = tuple(OptionLine(label, None, None) for label in labels)
    page = DraftPage(verb="Store a card", picked="", is_only=True, options=options)
    assert (page.longest, page.folded) == (max(map(len, labels), default=0), folded_to)


def test_what_is_asked_anyway_is_not_said_again() -> None:
    page = DraftPage(verb="Store a card", picked="tiara", is_only=True)
    assert (page.label, page.unsaid) == ("Store a card: tiara", "tiara")
    assert DraftPage(verb="Store a card", picked="", is_only=False).unsaid == "Store a card"


def test_the_page_of_a_sheet_says_once_who_may_write() -> None:
    match = folded(recorded("sheet", Random(3), 0))
    names = NAMES[: len(match.seats)]
    (asked,) = re.findall(r'<section class="ask".*?</section>', rendered(match), re.DOTALL)
    assert [unescape(asked).count(name) for name in names] == [1] * len(names)
    choices = table_of(view_of(match)).choices
    place = next(place for place, one in enumerate(choices.choices) if one.seat == 1)
    assert draft_page(choices, place, "[]", "[]", names=names).label == "Bea: write points"


def lefts(key: str, setup: Setup[Any], verb: str) -> set[int | None]:
    """How many are said to be left of what `verb` asks for at the beginning."""
    choices = table_of(view_of(folded(recorded(key, Random(1), 1, setup)))).choices
    href = next(line.href for line in verbs_of(choices) if line.label == verb)
    return {option.left for option in draft_page(choices, *address(href)).options}


def test_only_what_there_is_more_of_than_one_is_counted() -> None:
    dealt = next(one for one in support_of("klunker").SETUPS.values() if one.options.dealing == "open")
    assert lefts("klunker", dealt, "Deal the cards") == {10, 14}
    assert lefts("sheet", Setup(3, GAMES["sheet"].options_type()), "The match is over") == {None}


@EVERY_GAME
def test_whatever_has_a_glyph_or_an_anchor_is_drawn(key: str) -> None:
    drawn = sprite(key)
    random = Random(5)
    for length in range(0, 120, 7):
        table = table_of(view_of(folded(recorded(key, random, length))))
        shown: list[Any] = [
            *table.choices.choices,
            *(option for slot in table.choices.slots for option in slot.options),
        ]
        for one in shown:
            assert one.glyph is None or f'id="{PREFIX}{one.glyph}"' in drawn, one.glyph
            for board in (table.boards.wide, table.boards.narrow):
                assert one.anchor is None or f'data-place="{one.anchor}"' in board, one.anchor


def test_nobody_is_told_to_choose_again_where_there_is_but_one_choice() -> None:
    choices = table_of(view_of(folded(recorded("chess", Random(1), 3)))).choices
    assert no_choice(choices, WORDS["en"]) == WORDS["en"]["record_no_choice"]
    one = replace(choices, choices=choices.choices[:1])
    assert no_choice(one, WORDS["en"]) == "This isn’t possible any more."


@EVERY_GAME
def test_picks_that_dont_belong_to_the_choices_are_no_draft(key: str) -> None:
    match = folded(recorded(key, Random(2), 3))
    choices = table_of(view_of(match)).choices
    for number, picks, items in (
        (99, "[]", "[]"),
        (0, "[", "[]"),
        (0, "{}", "[]"),
        (0, '["nothing like that", "nor that"]', "[]"),
        (0, "[null,null,null,null,null,null,null,null,null,null,null,null,null,null,null,null]", "[]"),
        (0, '[{"a":1}]', "[]"),
        (0, "[[1,99]]", "[]"),
        (0, f"[{','.join(['1'] * 300)}]", "[]"),
    ):
        with pytest.raises(BadDraft):
            draft_page(choices, number, picks, items)


@pytest.mark.slow
@EVERY_GAME_WITH_SECRETS
def test_the_page_of_a_seat_tells_nothing_of_the_hands_and_choices_of_others(key: str) -> None:
    random, differed = Random(6), 0
    for setup in support_of(key).SETUPS.values():
        seat = random.randrange(setup.seats)
        for number, pair in enumerate(walk(GAMES[key], setup, seat, random, 40)):
            if number % 4 == 0 and pair.differ:
                one, other = (rendered(match, seat=seat) for match in pair.matches)
                assert one == other, (setup, pair.one.step)
                differed += rendered(pair.one) != rendered(pair.other)
    assert differed  # who records sees what is different


def test_undo_goes_behind_what_the_server_drew() -> None:
    for key in GAMES:
        for setup in support_of(key).SETUPS.values():
            if not setup.options.server_deals:
                continue
            match = folded(recorded(key, Random(4), 40))
            to_step = undo_to(match)
            assert to_step is not None
            assert match.line[to_step].played.action.seat is not None or not match.server_deals
            assert all(ply.played.action.seat is None for ply in match.line[to_step + 1 :]) or not match.server_deals


def test_who_has_won_is_told_and_what_broke_a_tie_once() -> None:
    match, names, words = folded(recorded("klunker", Random(1), 3)), NAMES, WORDS["en"]
    alone = [Standing(0, 7, (6,), 1, winner=True), Standing(1, 5, (2,), 2, winner=False)]
    assert outcome(alone, names, words, "en") == "Ada <b> wins with 7 points."
    tied = [alone[0], Standing(1, 7, (19,), 2, winner=False)]
    assert outcome(tied, names, words, "en") == "Ada <b> wins with 7 points."
    (note,) = tie_lines(match, tied, names, words, "en")
    assert "fewer cards in safe and showcase (Ada <b> 6, Bea 19)" in note
    assert outcome([Standing(0, 7, (6,), 1, None)], names, words, "en") == ""


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "It is the turn of Bea, not of Cid. K4.1: From the start player"),
        ("it", "Tocca a Bea, non a Cid. K4.1: A cominciare dal giocatore iniziale"),
    ],
)
def test_a_refusal_has_names_and_the_text_of_the_clause_with_its_place(language: str, told: str) -> None:
    violation = RuleViolation("K4.1", "It is the turn of {other}, not of {seat}.", other=1, seat=2)
    explanation = explanation_of(GAMES["klunker"], violation, NAMES, language)
    assert explanation.rules == "/games/klunker/rules#K4.1"
    macros: Any = page_environment().get_template("macros.html").module
    shown = macros.refusal(explanation)
    assert '<a href="/games/klunker/rules#K4.1">K4.1</a>' in shown
    assert unescape(re.sub("<[^>]+>", "", shown)).strip().startswith(told)


@pytest.mark.parametrize(
    ("language", "score", "told"),
    [
        ("en", 1, "Ada <b> wins with 1 point."),
        ("de", Decimal("0.5"), "Ada <b> gewinnt mit 0,5 Punkten."),
        ("it", 1, "Vince Ada <b> con 1 punto."),
        ("de", None, "Ada <b> gewinnt."),
    ],
)
def test_points_of_who_has_won_are_in_their_number(language: Language, score: Points | None, told: str) -> None:
    alone = [Standing(0, score, (), 1, winner=True), Standing(1, 0, (), 2, winner=False)]
    assert outcome(alone, NAMES, WORDS[language], language) == told
