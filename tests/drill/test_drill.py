"""The drill itself, in short: a primary is killed, another frozen, and nothing that was acknowledged is lost."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.drill.__main__ import ROOT, TOOLS

NO_GAP = 60.0
"""Seconds without writes: on a busy machine all takes longer, so only the drill itself holds them to its aim."""


@pytest.mark.slow
def test_killed_and_frozen_primaries_cost_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    if os.geteuid() != 0 or not (TOOLS / "installed").exists():
        pytest.skip("the drill takes root, and what .ci/drill installs")
    options = [
        "--faults",
        "3",
        "--clients",
        "4",
        "--least",
        "200",
        "--longest-gap",
        str(NO_GAP),
        "--logs",
        str(tmp_path),
    ]
    command = [sys.executable, "-m", "tests.drill", *options]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=540, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "primary killed (db" in done.stdout
    assert "primary frozen (db" in done.stdout
    assert "\nlost: 0\n" in done.stdout
