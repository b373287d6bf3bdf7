"""What a start of ``partita serve`` leaves to those who need it."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.programs import ROOT, environment, serving

pytestmark = pytest.mark.slow

LATER = ("markdown_it", "prometheus_client", "segno", "svg", "openskill", "defusedxml", "ijson", "rich")
"""Libraries that are loaded with the first comment, metrics, QR code, picture, rating, import or progress bar."""

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version": "13",
}


def test_what_many_never_use_is_not_loaded() -> None:
    program = (
        "import sys; from service.cli.main import main; main(['serve', '--help'], standalone_mode=False)\n"
        "import service.cli.serve, service.cli.answering\n"
        f"assert (loaded := {set(LATER)} & set(sys.modules)) == set(), loaded\n"
        "assert 'jinja2' in sys.modules and 'service.api.matches' in sys.modules  # all routes are there"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_nothing_speaks_websocket_whatever_is_installed(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as service:
        with service.client() as client:
            answer = client.get("/api/v1/matches", headers=UPGRADE)
            assert answer.status_code == 200  # as if nothing else had been asked for (RFC 9110, 7.8)
            assert answer.json()["items"] == []
        assert service.stop() == 0
