"""Databases of tests lie in memory: what a killed run leaves there would take all of it, day by day."""

import signal
import subprocess
import sys
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import pytest

from tests import places
from tests.places import MEMORY, place_of_databases

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not MEMORY.is_dir(), reason="no files in memory here")]

RUN = """
import sys
from pathlib import Path
from service.database import EmbeddedPostgres
from tests.places import place_of_databases
with place_of_databases(None, Path(sys.argv[1])) as folder, EmbeddedPostgres(folder / "data"):
    print(folder, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def memory(tmp_path: Path) -> Path:
    """Stands for memory that all runs share."""
    tmp_path.chmod(0o711)
    return tmp_path


def servers_in(folder: Path) -> list[psutil.Process]:
    return [
        process
        for process in psutil.process_iter(["cwd"])
        if process.info["cwd"] and Path(process.info["cwd"]).is_relative_to(folder)
    ]


def test_what_a_killed_run_left_goes_with_the_next(tmp_path_factory: pytest.TempPathFactory, memory: Path) -> None:
    command = [sys.executable, "-c", RUN, str(memory)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdout
        left = Path(run.stdout.readline().strip())
        with place_of_databases(tmp_path_factory, memory) as another:
            assert left.is_dir(), "a run that goes on keeps its own"
        assert not another.exists()
        run.send_signal(signal.SIGKILL)
    servers = servers_in(left)
    assert servers, "a server outlives who started it"
    with place_of_databases(tmp_path_factory, memory) as mine:
        assert psutil.wait_procs(servers, timeout=20)[1] == []
        assert [folder for folder in memory.iterdir() if folder.is_dir()] == [mine]


def test_without_room_databases_lie_on_the_disk(
    tmp_path_factory: pytest.TempPathFactory, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "ROOM", 1 << 60)
    with place_of_databases(tmp_path_factory, memory) as folder:
        assert folder.is_dir()
        assert not folder.is_relative_to(memory)
