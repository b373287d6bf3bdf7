"""The OpenAPI document is current, complete and true."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
import schemathesis

from domain.registry import GAMES
from service.app import build
from service.openapi import rendered
from tests.service import make_examples
from tests.service.document import COMMITTED, DOCUMENT

ROOT = Path(__file__).parents[2]
SCHEMAS: dict[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS: dict[str, dict[str, Any]] = {
    operation["operationId"]: operation for methods in DOCUMENT["paths"].values() for operation in methods.values()
}
SAMPLES = sorted((ROOT / "tests" / "samples").glob("*.json"))
FAULTS = {
    "internal-error",
    "damaged-log",
    "game-missing",
    "database-unavailable",
    "read-model-behind",
    "evidence-behind",
    "set-aside",
    "busy",
    "too-many-failures",
    "too-many-imports",
    "too-many-notes",
}
"""What no request provokes by itself."""

pytestmark = pytest.mark.slow

EVERY_OPERATION = pytest.mark.parametrize("name", OPERATIONS)


def nodes(node: Any, path: str = "#") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every object of a document but those in examples, with its place."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            if key not in {"example", "examples"}:
                yield from nodes(value, f"{path}/{key}")
    elif isinstance(node, list):
        for index, item in enumerate(node):
            yield from nodes(item, f"{path}/{index}")


def validator(schema: dict[str, Any], document: dict[str, Any] = DOCUMENT) -> Any:
    """A validator of `schema`, which refers to the components of `document`."""
    whole = {**schema, "components": document["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)


@lru_cache(maxsize=16)  # each takes some megabytes
def of_component(name: str) -> Any:
    return validator({"$ref": f"#/components/schemas/{name}"})


def problems_of(operation: dict[str, Any]) -> set[str]:
    """The kinds of problems that an operation is said to have."""
    texts = [answer["description"] for status, answer in operation["responses"].items() if status >= "400"]
    return {name for text in texts for name in re.findall(r"`([a-z-]+)`:", text)}


def examples_of(content: dict[str, Any]) -> list[Any]:
    shown = [example["value"] for example in content.get("examples", {}).values()]
    return [*shown, *([content["example"]] if "example" in content else [])]


# --- current ---


def test_the_committed_document_is_what_the_code_says() -> None:
    assert COMMITTED.read_text() == rendered(build(None)).decode(), "`make openapi` writes it anew"


def test_the_service_serves_it(public: httpx.Client) -> None:
    answer = public.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == DOCUMENT


def test_the_examples_are_what_the_service_answers(new_database: Callable[[], str], tmp_path: Path) -> None:
    made = make_examples.examples_of(new_database(), tmp_path)
    assert json.loads(made) == json.loads(make_examples.FILE.read_text()), (
        "`python -m tests.service.make_examples && make openapi` writes them anew"
    )


# --- well formed ---


def test_it_is_openapi_31_that_other_tools_can_read() -> None:
    assert DOCUMENT["openapi"] == "3.1.0"
    assert set(DOCUMENT) == {"openapi", "info", "tags", "paths", "components"}
    read = schemathesis.openapi.from_dict(DOCUMENT)
    operations: Any = read.get_all_operations()
    assert {found.ok().definition.raw["operationId"] for found in operations} == set(OPERATIONS)


def test_every_schema_is_a_json_schema() -> None:
    for name, schema in SCHEMAS.items():
        jsonschema_rs.meta.validate({"$schema": "https://json-schema.org/draft/2020-12/schema", **schema})
        of_component(name)


def test_every_reference_leads_somewhere_and_every_component_is_used() -> None:
    targets = {node["$ref"] for _, node in nodes(DOCUMENT) if isinstance(node.get("$ref"), str)}
    in_words = set(re.findall(r"JSON of the form `(\w+)`", json.dumps(DOCUMENT)))
    assert targets | {f"#/components/schemas/{name}" for name in in_words} == {
        f"#/components/schemas/{name}" for name in SCHEMAS
    }


def test_a_text_that_is_empty_where_nothing_is_said_may_be_sent_as_that() -> None:
    texts = [(path, node) for path, node in nodes(DOCUMENT) if 'Default: `""`' in str(node.get("description"))]
    assert len(texts) > 5
    assert [path for path, node in texts if node.get("minLength")] == []


def test_operations_are_named_once() -> None:
    names = [operation["operationId"] for methods in DOCUMENT["paths"].values() for operation in methods.values()]
    assert [name for name, times in Counter(names).items() if times > 1] == []


def test_tagged_unions_map_every_tag_to_the_schema_that_has_it() -> None:
    unions = [(path, node) for path, node in nodes(DOCUMENT) if "discriminator" in node]
    assert len(unions) > 5
    for path, union in unions:
        tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
        assert sorted(mapping.values()) == sorted(arm["$ref"] for arm in union["oneOf"]), path
        for value, target in mapping.items():
            arm = SCHEMAS[target.rpartition("/")[2]]
            assert arm["properties"][tag]["enum"] == [value], path
            assert tag in arm["required"], path


def test_requests_refuse_unknown_fields() -> None:
    for name, operation in OPERATIONS.items():
        for content in operation.get("requestBody", {}).get("content", {}).values():
            if "$ref" not in content["schema"]:  # a file
                continue
            schema = SCHEMAS[content["schema"]["$ref"].rpartition("/")[2]]
            arms = [SCHEMAS[arm["$ref"].rpartition("/")[2]] for arm in schema.get("oneOf", [])] or [schema]
            assert all(arm["additionalProperties"] is False for arm in arms), name


# --- complete ---


@EVERY_OPERATION
def test_an_operation_is_described(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"]
    assert set(operation["tags"]) <= {tag["name"] for tag in DOCUMENT["tags"]}
    assert "security" in operation
    for parameter in operation.get("parameters", []):
        assert len(parameter["description"]) > 10, parameter
        assert "oneOf" not in parameter["schema"], "a parameter can't be null"


@EVERY_OPERATION
def test_an_operation_has_examples_that_fit_its_schemas(name: str) -> None:
    operation = OPERATIONS[name]
    for parameter in operation.get("parameters", []):
        if parameter["in"] == "path":
            assert "example" in parameter, parameter["name"]
        if "example" in parameter:
            validator(parameter["schema"]).validate(parameter["example"])
    contents = [operation["requestBody"]["content"]] if "requestBody" in operation else []
    contents += [answer["content"] for answer in operation["responses"].values() if "content" in answer]
    for content in (form for forms in contents for form in forms.values()):
        assert examples_of(content), content["schema"]
        fits = validator(content["schema"])
        for example in examples_of(content):
            fits.validate(example)


@EVERY_OPERATION
def test_an_operation_tells_exactly_the_problems_it_has(name: str) -> None:
    """Those of its examples were provoked; the faults can't be."""
    provoked = json.loads(make_examples.FILE.read_text()).get(name, {}).get("problems", {})
    assert problems_of(OPERATIONS[name]) - FAULTS == set(provoked)


def test_every_field_of_the_services_own_is_described() -> None:
    own = {name for name in SCHEMAS if not any(game.meta.name in name for game in GAMES.values())}
    bare = [
        f"{name}.{field}"
        for name in own
        for field, form in SCHEMAS[name].get("properties", {}).items()
        if not form.get("description")
    ]
    assert bare == []


def test_docstrings_are_taken_apart() -> None:
    assert "Attributes" not in json.dumps(SCHEMAS)
    assert (
        SCHEMAS["Standing"]["description"]
        == "How one seat stands. During a match it is the score as it would count now."
    )
    assert SCHEMAS["Standing"]["properties"]["tie_breaks"]["description"] == (
        "The numbers that break a tie, most important first."
    )
    assert SCHEMAS["EventAnswer"]["properties"]["outcome"]["description"] == "Of a played action."


def test_times_and_dates_are_marked() -> None:
    assert SCHEMAS["EventAnswer"]["properties"]["at"]["format"] == "date-time"
    assert SCHEMAS["HistoryItem"]["properties"]["played_at"]["format"] == "date-time"


def test_conditional_requests_and_their_answers() -> None:
    for name in ("getMatch", "getState", "getLegalActions", "listEvents", "getFrame", "getReplay"):
        assert "If-None-Match" in [parameter["name"] for parameter in OPERATIONS[name]["parameters"]]
        assert "ETag" in OPERATIONS[name]["responses"]["304"]["headers"]
    for name in ("playActions", "correctMatch"):
        assert "If-Match" in [parameter["name"] for parameter in OPERATIONS[name]["parameters"]]
        assert "ETag" in OPERATIONS[name]["responses"]["412"]["headers"]


# --- true ---


WRITTEN = (
    {"kind": "comment", "text": "Well!"},
    {"kind": "glyphs", "glyphs": [1]},
    {"kind": "marks", "marks": [{"type": "arrow", "from": "seat:0", "to": "seat:1"}]},
    {"kind": "tags", "tags": ["opening"]},
)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_is_told_of_a_whole_match_fits(api: httpx.Client, public: httpx.Client, path: Path) -> None:
    """To everybody, to a seat and to the recorder, of a match that keeps its secrets."""
    sample = json.loads(path.read_text())
    opening = {
        "game": sample["game"],
        "options": {**sample["options"], "keep_secrets": True},
        "seats": [{"name": f"Player {seat}"} for seat in range(sample["seats"])],
    }
    of_component("MatchRequest").validate(opening)
    of_component("ActionsRequest").validate({"actions": sample["actions"]})
    match = api.post("/api/v1/matches", json=opening).json()
    here = f"/api/v1/matches/{match['id']}"
    played = api.post(f"{here}/actions", json={"actions": sample["actions"]}).json()
    of_component("MatchAnswer").validate(match)
    of_component("PlayedAnswer").validate(played)
    for content in WRITTEN:
        wanted = {"step": 1, "content": content, "audience": "public", "viewer": "public"}
        assert api.post(f"{here}/annotations", json=wanted).status_code == 201
    pages = {"history": "HistoryPage", "scoreboard": "ScoreboardPage", "state": "StateAnswer"}
    lines = {"events": "EventAnswer", "replay": "FrameAnswer"}
    for viewer, reader in (("public", public), ("seat:1", api), ("recorder", api)):
        for part, component in pages.items():
            asked = {"viewer": viewer} | ({} if part == "state" else {"after_position": played["position"]})
            of_component(component).validate(reader.get(f"{here}/{part}", params=asked).json())
        for part, component in lines.items():
            answer = reader.get(f"{here}/{part}", params={"viewer": viewer}, headers={"Accept": "application/x-ndjson"})
            told = answer.text.splitlines()
            assert len(told) == (played["version"] if part == "events" else played["step"] + 1)
            valid = of_component(component)
            for line in told:
                valid.validate(json.loads(line))
            assert part == "events" or len(json.loads(told[1])["annotations"]) == len(WRITTEN)


SECOND_GAME = '''
"""A game whose structs are called as those of other games."""

from enum import StrEnum

from msgspec import Struct

from domain.kernel.actions import ChanceAction, Fact, SeatAction
from domain.kernel.game import Meta, Options


class Jewel(StrEnum):
    """Another sort of jewels."""

    PEBBLE = "pebble"


class PebblesOptions(Options, frozen=True, kw_only=True):
    """What can be chosen."""

    dealing: str = "server"
    beach: str = ""


class PebblesPass(SeatAction, frozen=True, kw_only=True, tag="pass"):
    """Throw nothing."""


class PebblesThrow(SeatAction, frozen=True, kw_only=True, tag="throw"):
    """Throw one."""

    jewel: Jewel


class PebblesThrown(Fact, frozen=True, kw_only=True, tag="thrown"):
    """It was thrown."""

    seat: int
    jewel: Jewel


class Player(Struct, frozen=True):
    """Called as one of the service's own."""

    thirst: int


class PebblesView(Struct, frozen=True, tag="pebbles", tag_field="game"):
    """The beach.

    Attributes:
        left: what
            is left.
    """

    left: dict[Jewel, int]
    players: tuple[Player, ...] = ()


class Pebbles:
    meta = Meta(key="pebbles", title="Pebbles", seats=(2,), edition="of-the-beach", credits="nobody")
    options_type = PebblesOptions
    action_type = PebblesPass | PebblesThrow
    fact_type = PebblesThrown
    view_type = PebblesView
    demos = ()
    figures = ()


GAME = Pebbles()
'''

WITH_SECOND_GAME = """
import sys
import domain.games
domain.games.__path__.append(sys.argv[1])
from service.app import build
from service.openapi import rendered
sys.stdout.buffer.write(rendered(build(None)))
"""


def test_two_games_stand_side_by_side(tmp_path: Path) -> None:
    (tmp_path / "pebbles").mkdir()
    (tmp_path / "pebbles" / "__init__.py").write_text(SECOND_GAME)
    (tmp_path / "pebbles" / "RULES.md").write_text("- P1.1 Two pebbles.\n")
    made = subprocess.run(
        [sys.executable, "-c", WITH_SECOND_GAME, tmp_path], cwd=ROOT, check=True, capture_output=True
    ).stdout
    document = json.loads(made)
    schemas = document["components"]["schemas"]

    def fits(name: str, value: Any) -> bool:
        return bool(validator({"$ref": f"#/components/schemas/{name}"}, document).is_valid(value))

    assert fits("Action", {"type": "throw", "seat": 0, "jewel": "pebble"})
    assert fits("Action", {"type": "pass", "seat": 0})
    assert fits("Action", {"type": "store", "seat": 0, "jewel": "tiara"})
    assert not fits("Action", {"type": "store", "seat": 0, "jewel": "pebble"})
    assert fits("PlayedAction", {"type": "throw", "seat": 0, "jewel": "hidden"})
    assert not fits("Action", {"type": "throw", "seat": 0, "jewel": "hidden"})
    assert fits("Fact", {"type": "thrown", "seat": 0, "jewel": "hidden"})
    assert fits("View", {"game": "pebbles", "left": {"pebble": 3}, "players": [{"thirst": 1}]})
    seats = [{"name": "Ada"}, {"name": "Bruno"}]
    assert fits("MatchRequest", {"game": "pebbles", "seats": seats, "options": {"beach": "Rimini"}})
    assert not fits("MatchRequest", {"game": "klunker", "seats": seats, "options": {"beach": "Rimini"}})
    assert schemas["View"]["discriminator"]["mapping"]["pebbles"] == "#/components/schemas/PebblesView"
    assert schemas["PebblesView"]["properties"]["left"]["description"] == "What is left."
    played = document["paths"]["/api/v1/matches/{match_id}/actions"]["post"]
    player = document["paths"]["/api/v1/players/{player_id}"]["get"]
    answers = (played["responses"]["201"], player["responses"]["200"])
    for content in (played["requestBody"]["content"], *(answer["content"] for answer in answers)):
        form = content["application/json"]
        validator(form["schema"], document).validate(form["example"])


def test_the_code_names_no_game() -> None:
    for file in (ROOT / "service" / "openapi").glob("*.py"):
        text = file.read_text()
        assert [
            key for key, game in GAMES.items() if re.search(rf"[\"'.]{key}\b|\b{game.meta.name}[A-Z]?", text)
        ] == [], file
