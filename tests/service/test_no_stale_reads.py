"""Two processes answer readers while somebody writes: no answer is older than a write that was acknowledged before."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from tests.domain.games.covering import EVERYTHING
from tests.service.programs import serving
from tests.service.recording import any_of
from tests.service.scenes import MATCHES, open_match, played

READS = 100_000 if EVERYTHING else 4_000
READERS = 64 if EVERYTHING else 16

Measure = Callable[[Any], int]
"""How far what is told in an answer has got, as a number that only grows."""


class Reader:
    """Sends the same questions over and over, on a connection of its own."""

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.token = token

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def get(self, path: str) -> Any:
        """What is answered, as JSON."""
        head = f"GET {path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        self.writer.write(head.encode())
        lines = (await self.reader.readuntil(b"\r\n\r\n")).lower()
        assert lines.startswith(b"http/1.1 200 "), lines
        length = re.search(rb"\r\ncontent-length: (\d+)\r\n", lines)
        assert length is not None
        return msgspec.json.decode(await self.reader.readexactly(int(length[1])))


class Writer:
    """Plays a match, renames who plays and comments on it; knows how far each of these has got."""

    def __init__(self, api: httpx.Client) -> None:
        self.api = api
        self.random = Random(1)
        seats = [{"name": name, "new": True} for name in ("Ada", "Bruno", "Cleo")]
        self.match = open_match(api, seats=seats, options={"dealing": "server"})
        self.ada = self.match["seats"][0]["player"]["id"]
        self.step = 0
        while self.step == 0:
            self.play()
            steps = self.api.get(f"{MATCHES}/{self.match['id']}/replay").json()["items"]
            self.step = next((one["step"] for one in steps[1:] if "Ada" in one["played"]["sentence"]), 0)
        base = f"{MATCHES}/{self.match['id']}"
        self.measures: dict[str, Measure] = {
            f"{base}/state": lambda state: int(state["version"]),
            f"{base}/replay/steps/{self.step}": lambda frame: int(
                "0" + re.findall(r"Ada ?(\d*)", frame["played"]["sentence"])[0]
            ),
            f"{base}/replay/steps/0?annotations=true": lambda frame: len(frame["annotations"]),
        }
        self.acknowledged = dict.fromkeys(self.measures, 0)

    def write(self) -> None:
        """One of the three."""
        state, name, notes = self.measures
        match self.random.randrange(3):
            case 0:
                version = self.play()
                self.acknowledged[state] = version or self.acknowledged[state]
            case 1:
                number = self.acknowledged[name] + 1
                answer = self.api.patch(f"/api/v1/players/{self.ada}", json={"name": f"Ada {number}"})
                assert answer.status_code == 200, answer.text
                self.acknowledged[name] = number
            case _:
                comment = {"step": 0, "content": {"kind": "comment", "text": "Well."}}
                answer = self.api.post(f"{MATCHES}/{self.match['id']}/annotations", json=comment)
                assert answer.status_code == 201, answer.text
                self.acknowledged[notes] += 1

    def play(self) -> int:
        """The version after an action; 0 when there is nothing to do any more."""
        legal = self.api.get(f"{MATCHES}/{self.match['id']}/legal-actions").json()
        if legal["pending"]["type"] != "seats":
            return 0
        return int(played(self.api, self.match, any_of(legal, self.random))["version"])


@pytest.mark.slow
def test_no_read_is_older_than_what_was_acknowledged_before_it(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--workers", "2") as service, service.client() as api:
        writer, port = Writer(api), service.port
        writes, reads, ended = 0, 0, asyncio.Event()

        async def write() -> None:
            nonlocal writes
            while not ended.is_set():
                await asyncio.to_thread(writer.write)
                writes += 1

        async def read(number: int) -> None:
            nonlocal reads
            reader, random = Reader(port, service.token), Random(number)
            await reader.connect()
            try:
                while reads < READS or writes < 50:
                    path = random.choice([*writer.measures])
                    least = writer.acknowledged[path]
                    found = writer.measures[path](await reader.get(path))
                    assert found >= least, path
                    reads += 1
            finally:
                await reader.close()

        async def both() -> None:
            writing = asyncio.create_task(write())
            try:
                async with asyncio.TaskGroup() as readers:
                    for number in range(READERS):
                        readers.create_task(read(number))
            finally:
                ended.set()
                await writing

        asyncio.run(both())
    print(f"{reads} reads beside {writes} writes, none older than what was acknowledged.")
