"""Games that other packages have as samples: they come back as they were, as python-chess finds."""

import shutil
import subprocess
import tarfile
from pathlib import Path

import pytest

from tests.service.pgn.games import content_of, described, oracle, plays, taken

FILES = {
    "chess.js@1.4.0": ("benchmarks/benchmark.pgn",),
    "@mliebelt/pgn-parser@1.4.19": ("doc/sampleGame.pgn", "doc/sampleGames.pgn"),
}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("npm") is None, reason="npm fetches the packages"),
]


@pytest.mark.parametrize("package", FILES)
def test_games_of_packages_come_back(package: str, tmp_path: Path) -> None:
    subprocess.run(["npm", "pack", "--silent", package], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    (archive,) = tmp_path.glob("*.tgz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    for name in FILES[package]:
        content = (tmp_path / "package" / name).read_bytes()
        for play, before in zip(plays(content), oracle(content), strict=True):
            assert content_of(play).broken is None
            (after,) = oracle(taken(play).text)
            headers, lines = described(before)
            own_headers, own_lines = described(after)
            assert own_lines == lines
            assert {name: own_headers.get(name) for name in headers} == headers
