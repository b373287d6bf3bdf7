"""What docs/access.md says is true: its walk-through runs as it stands, and its tables name what there is."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.match.events import Visibility
from service.auth import rate_limit as failures
from service.auth.access import ROLES, SEAT_ROLE
from tests.service.conftest import running_service

PAGE = (Path(__file__).parents[3] / "docs" / "access.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```bash\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
WALK = "\n".join(block for block in BLOCKS if "partita token" not in block)  # these need the service's data


def answers(printed: str) -> Iterator[Any]:
    """What curl printed, one answer behind the other."""
    decoder = json.JSONDecoder()
    while printed:
        answer, end = decoder.raw_decode(printed)
        yield answer
        printed = printed[end:].lstrip()


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is missing")
def test_the_walk_through_does_what_it_says(new_database: Callable[[], str], tmp_path: Path) -> None:
    with running_service(new_database(), tmp_path) as api:
        script = WALK.replace("http://localhost:8000", str(api.base_url).rstrip("/"))
        script = script.replace(".data/owner-token", str(tmp_path / "owner-token"))
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, "")
    told = list(answers(done.stdout))
    assert [one.get("viewer") for one in told[:3]] == ["seat:0", None, "seat:1"]
    assert told[1]["events"][0]["action"]["seat"] == 0
    assert [told[2]["step"], told[0]["step"]] == [told[1]["step"], told[1]["step"] - 1]
    invitation, invitations = told[3:]
    assert (invitation["role"], invitation["seat"], invitation["uses"]) == ("seat", 2, 3)
    assert invitations["items"] == [{key: invitation[key] for key in invitations["items"][0]}]


def test_every_role_and_visibility_is_told() -> None:
    found = re.findall(r"^\| `(\w+)` \| ([^|]+) \|", PAGE, flags=re.MULTILINE)
    rows = dict(reversed(found))  # the first table that has it
    assert {role: set(re.findall(r"`(\w+)`", rows[role])) for role in ROLES} == {
        role: set(scopes) for role, scopes in ROLES.items()
    }
    assert rows[SEAT_ROLE] == "none"
    assert set(Visibility) <= set(rows)


def test_the_limits_are_those_of_the_code() -> None:
    assert f"{failures.ALLOWED} requests with invalid tokens" in PAGE
    assert f"After {failures.ALLOWED} wrong codes" in PAGE
    assert failures.WINDOW_SECONDS / failures.ALLOWED == 3  # "one every three seconds"
