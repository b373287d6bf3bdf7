"""The page with the rules of a game."""

import re
from html import unescape

import httpx
import pytest

from domain.registry import GAMES, clauses_of
from service.api.games import rules_address
from service.web.rules import _linked
from tests.service.api.test_pages import Outline, page

EVERY_GAME = pytest.mark.parametrize("key", GAMES)
LANGUAGES = pytest.mark.parametrize("language", ["en", "it", "de"])

STRAIGHT = str.maketrans("“”„‘’", '"""\'\'')


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def straight(text: str) -> str:
    return text.translate(STRAIGHT).replace("`", "")


@EVERY_GAME
@LANGUAGES
def test_every_clause_stands_at_its_anchor_with_its_readings(public: httpx.Client, key: str, language: str) -> None:
    text = page(public, f"/games/{key}/rules", headers={"Accept-Language": language})
    for clause in clauses_of(key, None, language):
        item = re.search(rf'<li id="{re.escape(clause.number)}">.*?<div>(.*?)</div>', text, re.DOTALL)
        assert item, clause.number
        assert straight(words_of(item[1])) == straight(clause.text)
        assert not re.search("['\"]", words_of(re.sub(r"<code>.*?</code>", "", item[1]))), "quotes as people print them"
        marked = [straight(words_of(one)) for one in re.findall(r'<em class="reading">(.*?)</em>', item[1])]
        assert marked == [straight(reading) for reading in clause.readings]


@EVERY_GAME
def test_every_link_on_the_page_leads_to_one_place_of_it(public: httpx.Client, key: str) -> None:
    outline = Outline(page(public, f"/games/{key}/rules"))
    ids = [attributes["id"] for _, attributes in outline.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    anchors = {(link.get("href") or "")[1:] for link in outline.all("a") if (link.get("href") or "").startswith("#")}
    assert anchors <= set(ids)
    assert {clause.number for clause in clauses_of(key)} <= anchors


def test_a_game_or_an_edition_that_there_is_not_is_not_found(public: httpx.Client) -> None:
    page(public, "/games/ludo/rules", 404)
    page(public, "/games/klunker/rules?edition=0", 404)


def test_the_address_of_a_clause_names_an_edition_only_where_it_must() -> None:
    edition = GAMES["klunker"].meta.edition
    assert rules_address("klunker", edition, "K6.4") == "/games/klunker/rules#K6.4"
    assert rules_address("klunker", edition) == "/games/klunker/rules"
    assert rules_address("klunker", "0", "K6.4") == "/games/klunker/rules?edition=0#K6.4"


def test_what_is_cited_is_a_link_and_markup_of_others_is_text() -> None:
    assert _linked("K1.1, `a < b`, K9.9 & <i>", {"K1.1"}) == (
        '<a href="#K1.1">K1.1</a>, <code>a &lt; b</code>, K9.9 &amp; &lt;i&gt;'
    )
