"""The first use of the domain's types may come from several threads at once."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.plays import play
from domain.registry import GAMES

pytestmark = pytest.mark.slow

# Decodes and folds matches in threads that start at the same moment and are switched between all the time.
AT_ONCE = """
import sys, threading
from uuid import UUID
import domain.codec, domain.match.folding
sys.setswitchinterval(1e-6)
logs = [[bytes.fromhex(part) for part in line.split()] for line in sys.stdin]
together = threading.Barrier(6)
done = []

def work(number):
    together.wait()
    for place in range(len(logs)):
        log = logs[(place + number) % len(logs)]
        events = [domain.codec.decode(topic.decode(), state) for topic, state in zip(log[::2], log[1::2])]
        domain.match.folding.fold(None, events)
    done.append(number)

threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(done) == 6
"""


def test_what_is_decoded_first_may_be_decoded_in_several_threads() -> None:
    """Two that make msgspec look into a type at once crash it: most times, before all types were made ready."""
    logs = [play(game, game.demos[0], key).stored[:6] for key, game in GAMES.items()]
    lines = [" ".join(f"{topic.encode().hex()} {state.hex()}" for topic, state in log) for log in logs]
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", AT_ONCE],
            cwd=Path(__file__).parents[2],
            input="\n".join(lines),
            text=True,
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, "")
