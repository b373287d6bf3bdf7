"""D5: a template prints what it names, or fails; no page holds a memory address, which differs between processes."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from jinja2 import TemplateError, UndefinedError, nodes

from service.web.rendering import StrictEnvironment, page_environment
from service.web.words import WORDS
from tests.service.http_client import client_of
from tests.service.programs import serving
from tests.service.scenes import DEAL, FIRST, MATCHES, NOBODY, make_player, open_match, played

TEMPLATES = sorted(page_environment().list_templates(extensions=["html"]))
ADDRESS = re.compile(r"0x[0-9a-f]{6,}|object at|<(built-in|bound) ")
HTML = {"Accept": "text/html"}


def rendered(template: str, **context: Any) -> str:
    return page_environment().from_string(template).render(**context)


@pytest.mark.parametrize("name", ["keys", "items", "get", "values", "copy", "nothing"])
def test_D5_a_name_behind_a_mapping_is_a_key_and_never_a_method(name: str) -> None:
    for expression in (f"w.{name}", f"w['{name}']"):
        assert rendered(f"{{{{ {expression} }}}}", w={name: "said"}) == "said"
        with pytest.raises(UndefinedError):
            rendered(f"{{{{ {expression} }}}}", w={"other": "said"})


@pytest.mark.parametrize(
    "expression", ["x", "thing", "text.upper", "nothing", "w", "items", "items.append", "thing.name.upper", "w.a.b"]
)
def test_D5_what_has_no_form_for_people_is_not_printed(expression: str) -> None:
    with pytest.raises((TypeError, TemplateError)):
        rendered(f"{{{{ {expression} }}}}", thing=object(), text="", nothing=None, items=[], w={"a": {}})


@pytest.mark.parametrize("template", TEMPLATES)
def test_D5_every_word_that_a_template_names_is_there(template: str) -> None:
    environment = page_environment()
    assert isinstance(environment, StrictEnvironment)
    assert environment.loader is not None
    tree = environment.parse(environment.loader.get_source(environment, template)[0])
    named = [
        node.attr
        for node in tree.find_all(nodes.Getattr)
        if isinstance(node.node, nodes.Name) and node.node.name == "w"
    ]
    assert [name for name in named if name not in WORDS["en"]] == []
    assert named or template == "fault.html"


def pages(api: httpx.Client) -> dict[str, str]:
    """Every page by its address, for the owner's browser."""
    ada = make_player(api, "Ada of D5")
    match = open_match(api, seats=[{"player": ada["id"]}, {"name": "B"}, {"name": "C"}])
    played(api, match, DEAL, FIRST)
    note = {"step": 1, "content": {"kind": "comment", "text": "Why?"}}
    assert api.post(f"{MATCHES}/{match['id']}/annotations", json=note).status_code == 201
    line = {"step": 1, "actions": [FIRST], "title": "Other"}
    made = api.post(f"{MATCHES}/{match['id']}/variations", json=line)
    assert made.status_code == 201, made.text
    paths = [
        "/",
        f"/players/{ada['id']}",
        f"/matches/{match['id']}",
        f"/matches/{match['id']}/variations/{made.json()['id']}",
        "/sign-in",
        f"/matches/{NOBODY}",
    ]
    return {path: api.get(path, headers=HTML).text for path in paths}


@pytest.mark.slow
def test_D5_no_page_holds_a_memory_address(api: httpx.Client) -> None:
    for path, text in pages(api).items():
        assert text.startswith("<!doctype html>"), path
        assert ADDRESS.findall(text) == [], path


def test_D5_the_keys_are_on_the_page_of_a_match(api: httpx.Client) -> None:
    match = open_match(api)
    for language in ("en", "it"):
        text = api.get(f"/matches/{match['id']}", headers=HTML | {"Accept-Language": language}).text
        keys = [unescape(words) for words in re.findall(r"<kbd>(.*)</kbd></dt><dd>(.*)</dd>", text)[0]]
        assert keys == [WORDS[language]["key_names"].split("|")[0], WORDS[language]["key_step"]]


@pytest.mark.slow
def test_D5_two_processes_give_a_page_the_same_entity_tag(api: httpx.Client, database: str, tmp_path: Path) -> None:
    match = open_match(api)
    sent = {"Authorization": api.headers["authorization"], "Host": "partita.example"}  # of one site
    with serving(tmp_path / "data", "--database-url", database) as other, client_of(other.url) as client:
        other.wait_ready()
        for path in ("/sign-in", f"/matches/{match['id']}"):
            answers = [one.get(path, headers=HTML | sent) for one in (api, client)]
            assert answers[0].headers["etag"] == answers[1].headers["etag"]
            assert answers[0].text == answers[1].text
