"""F5: generators make clients from the OpenAPI document, and these record and replay a match of each game."""

import os
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.domain.games.support import SAMPLES
from tests.service.document import DOCUMENT

ROOT = Path(__file__).parents[2]
CLIENTS = ROOT / ".clients"
PLAYED = [
    ROOT / "tests" / "samples" / f"{name}.json"
    for name in (
        "chess-opera-1858",
        "dschunke-left-neighbour-3-secret",
        "halunken-two-2",
        "klunker-5-secret",
        "sheet-catan-3",
    )
]
SCHEMAS: Mapping[str, Any] = DOCUMENT["components"]["schemas"]
UNIONS = ("anyOf", "oneOf")


def parts(schema: Any, place: str) -> Iterator[tuple[str, Any]]:
    """A schema and all those in it, with their places."""
    yield place, schema
    if not isinstance(schema, dict):
        return
    for keyword in (*UNIONS, "allOf", "prefixItems"):
        for index, part in enumerate(schema.get(keyword, ())):
            yield from parts(part, f"{place}/{keyword}/{index}")
    for name, part in schema.get("properties", {}).items():
        yield from parts(part, f"{place}/properties/{name}")
    for keyword in ("items", "additionalProperties", "not"):
        if keyword in schema and not (keyword == "additionalProperties" and isinstance(schema[keyword], bool)):
            yield from parts(schema[keyword], f"{place}/{keyword}")


ALL_PARTS = [found for name, schema in SCHEMAS.items() for found in parts(schema, name)]


def test_F5_every_game_is_played() -> None:
    played, there = ([sample.name.partition("-")[0] for sample in samples] for samples in (PLAYED, SAMPLES))
    assert sorted(played) == sorted(set(there))


# --- what generators can't read isn't in the document ---


def test_F5_no_schema_is_a_boolean() -> None:
    assert [place for place, part in ALL_PARTS if not isinstance(part, dict)] == []


def test_F5_no_union_stands_in_a_union() -> None:
    arms = [(place, arm) for place, part in ALL_PARTS for union in UNIONS for arm in part.get(union, ())]
    assert len(arms) > 300
    followed = [(place, SCHEMAS[arm["$ref"].rpartition("/")[2]] if "$ref" in arm else arm) for place, arm in arms]
    assert [place for place, arm in followed if any(union in arm for union in UNIONS)] == []


def test_F5_an_object_with_fields_has_no_conditions() -> None:
    """Generators read either its fields or its forms."""
    both = [
        place for place, part in ALL_PARTS if "properties" in part and any(word in part for word in (*UNIONS, "allOf"))
    ]
    assert both == []


def test_F5_a_reference_stands_for_a_whole_schema() -> None:
    beside = [place for place, part in ALL_PARTS if "$ref" in part and part.keys() - {"$ref", "description"}]
    assert beside == []


def test_F5_a_default_is_no_promise() -> None:
    """A generator takes a default for a promise that the field is there: they are told in words."""
    assert [place for place, part in ALL_PARTS if "default" in part] == []
    fields = SCHEMAS["KlunkerMatchRequest"]
    assert fields["required"] == ["game", "seats"]
    assert fields["properties"]["undo"]["description"].endswith('Default: `"guarded"`.')
    assert SCHEMAS["KlunkerOptions"]["required"] == []


def test_F5_answers_say_what_is_always_there() -> None:
    """What isn't left out when it has its default; but what is sent as well is one component and stays optional."""
    assert "forked_from" in SCHEMAS["KlunkerMatchAnswer"]["required"]
    assert "optional" in SCHEMAS["AwaitSeats"]["required"]
    assert "position" not in SCHEMAS["KlunkerMatchAnswer"]["required"]
    assert "yen" not in SCHEMAS["ShownDschunkeSold"]["required"], "facts leave defaults out"


def test_F5_a_request_of_several_forms_is_their_union() -> None:
    forms = {
        name: [arm["$ref"].rpartition("/")[2] for arm in SCHEMAS[name]["oneOf"]]
        for name in ("SeatRequest", "TokenRequest")
    }
    assert {name: [SCHEMAS[form]["required"] for form in of] for name, of in forms.items()} == {
        "SeatRequest": [["player"], ["name"]],
        "TokenRequest": [["label", "role"], ["label", "role", "match", "seat"], ["label", "scopes"]],
    }
    assert SCHEMAS["SeatTokenRequest"]["properties"]["role"]["enum"] == ["seat"]
    assert "match" not in SCHEMAS["RoleTokenRequest"]["properties"]
    assert all(SCHEMAS[form]["additionalProperties"] is False for of in forms.values() for form in of)


def test_F5_an_object_says_what_is_in_it() -> None:
    """Where neither fields nor others are named, a type of nothing at all is made of it."""
    words = {"properties", "additionalProperties"}
    assert [place for place, part in ALL_PARTS if part.get("type") == "object" and not part.keys() & words] == []


def test_F5_a_value_or_a_hidden_one_are_two_enumerations() -> None:
    """A constant in a union with numbers is taken for the only text there is."""
    arms = [(place, arm) for place, part in ALL_PARTS for union in UNIONS for arm in part.get(union, ())]
    assert [place for place, arm in arms if "const" in arm] == []
    assert {"$ref": "#/components/schemas/HiddenCard"} in [arm for _, arm in arms]


# --- clients ---


@pytest.fixture(scope="module")
def clients() -> Path:
    """What ``make clients`` makes."""
    made = subprocess.run(["sh", ".ci/clients"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    return CLIENTS


def run(command: list[str | Path], place: Path, **environment: str) -> str:
    done = subprocess.run(command, cwd=place, env=os.environ | environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


def token_of(api: httpx.Client) -> str:
    return api.headers["Authorization"].removeprefix("Bearer ")


def assert_all_were_played(said: str, samples: list[Path]) -> None:
    assert [line.partition(":")[0] for line in said.splitlines()] == [
        sample.name.partition("-")[0] for sample in samples
    ]


@pytest.mark.slow
def test_F5_a_python_client_records_and_replays_every_game(clients: Path, api: httpx.Client) -> None:
    program = ROOT / "tests" / "clients" / "python" / "play.py"
    command: list[str | Path] = [
        clients / "python" / "bin" / "python",
        program,
        str(api.base_url),
        token_of(api),
        *PLAYED,
    ]
    said = run(command, clients, PYTHONPATH=str(clients / "partita-client"))
    assert_all_were_played(said, PLAYED)


@pytest.mark.slow
def test_F5_a_typescript_client_records_and_replays_every_game(clients: Path, api: httpx.Client) -> None:
    """What is answered is compiled afterwards, so that the compiler finds what the types don't promise."""
    if shutil.which("node") is None and not os.environ.get("CI"):
        pytest.skip("Node is missing: as root, `make clients` installs it on Debian and Ubuntu")
    place = clients / "typescript"
    said = run(["node", "play.js", str(api.base_url), token_of(api), "answers.ts", *PLAYED], place)
    assert_all_were_played(said, PLAYED)
    assert (place / "answers.ts").read_text().count("FramePage") == 3 * len(PLAYED)
    run(["npx", "tsc", "--noEmit", "--project", "tsconfig.answers.json"], place)
