"""Proxies that docs/deploy has files for."""

import os
import shutil
import subprocess

import pytest

from tests.setup.checkout import ROOT


def proxy(name: str) -> str:
    """Where a proxy is, if need be one that is unpacked for the tests; only on Debian."""
    fetched = subprocess.run(["sh", ".ci/proxies"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert fetched.returncode == 0, fetched.stderr
    folder = fetched.stdout.strip()
    found = shutil.which(name, path=f"{folder}/usr/sbin:{folder}/usr/bin:/usr/sbin:{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"there is no {name} here, and no Debian to take it from")
    return found
