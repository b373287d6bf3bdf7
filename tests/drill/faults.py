"""What is done to machines, one fault at a time, and how long it takes until all is well again, by itself."""

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle
from random import Random
from typing import Final, TypeAlias

from msgspec import Struct

from tests.drill.database import Database
from tests.drill.machines import Machine
from tests.drill.services import Service

_HOLD_SECONDS: Final = (10.0, 16.0)
"""How long a machine stays killed, frozen or cut off."""

_BRIEF_SECONDS: Final = (1.0, 4.0)
_SUPERVISED_SECONDS: Final = 1.0
"""Until systemd starts again what ended."""

_FAILOVER_SECONDS: Final = 40.0
_WHOLE_SECONDS: Final = 300.0
_CALM_SECONDS: Final = 3.0
_LOOK_SECONDS: Final = 0.2

Act: TypeAlias = Callable[[Machine], None]
"""What is done to a machine."""


class Episode(Struct, frozen=True):
    """A fault that was made.

    Attributes:
        what: what was done to whom, such as `primary frozen`.
        began, undone: when it was made, and when the machine was let go on.
        healed: when all was well again; None if it never was.
    """

    what: str
    machine: str
    began: float
    undone: float
    healed: float | None


class Faults:
    """Makes faults, one after another, and waits in between until all is well."""

    def __init__(self, database: Database, services: Sequence[Service], random: Random) -> None:
        self._database = database
        self._services = services
        self._random = random

    def made_until(self, deadline: float, only: str) -> Iterator[Episode]:
        """Fault after fault, or those with `only` in their name.

        None begins after the deadline, and it ends with the first that doesn't heal.
        """
        for what, role, act, undo in self._plan(only):
            time.sleep(_CALM_SECONDS)
            if time.monotonic() > deadline:
                return
            machine = role()
            if machine is None:
                continue
            episode = self._made(what, machine, act, undo)
            yield episode
            if episode.healed is None:
                return

    def wait_until_whole(self) -> float | None:
        """When all machines do their work; None if it takes too long, or if a program that nobody killed has ended."""
        deadline = time.monotonic() + _WHOLE_SECONDS
        while time.monotonic() < deadline:
            if self._database.is_whole() and all(service.is_ready() for service in self._services):
                return None if any(machine.ended() for machine in self._machines()) else time.monotonic()
            time.sleep(_LOOK_SECONDS)
        return None

    def _machines(self) -> list[Machine]:
        return [*self._database.machines, *(service.machine for service in self._services)]

    def _plan(self, only: str) -> Iterator[tuple[str, Callable[[], Machine | None], Act, Act]]:
        """Faults in turns, those of the primary first, others in between; or those named by a part of their name."""
        primary, standby = self._database.primary, self._database.synchronous_standby
        kill, freeze, cut_off = Machine.kill, Machine.freeze, Machine.cut_off
        reboot, thaw, reconnect = self._boot, Machine.thaw, Machine.reconnect
        of_primary = (
            ("primary killed", primary, kill, reboot),
            ("primary frozen", primary, freeze, thaw),
            ("primary cut off", primary, cut_off, reconnect),
        )
        of_others = (
            ("service killed", self._service, kill, reboot),
            ("standby frozen", standby, freeze, thaw),
            ("PostgreSQL of the primary killed", primary, self._database.kill_postgres, _nothing),
            ("service frozen", self._service, freeze, thaw),
            ("standby killed", standby, kill, reboot),
            ("Patroni of the primary killed", primary, _kill_patroni, self._database.start_patroni),
            ("primary frozen for a moment", primary, freeze, thaw),
            ("service cut off", self._service, cut_off, reconnect),
            ("standby cut off", standby, cut_off, reconnect),
        )
        if only:
            return cycle(fault for fault in (*of_primary, *of_others) if only in fault[0])
        return chain.from_iterable(zip(cycle(of_primary), cycle(of_others), strict=False))

    def _made(self, what: str, machine: Machine, act: Act, undo: Act) -> Episode:
        began = time.monotonic()
        act(machine)
        self._hold(what, machine)
        undone = time.monotonic()
        undo(machine)
        return Episode(what, machine.name, began, undone, self.wait_until_whole())

    def _hold(self, what: str, machine: Machine) -> None:
        if what.endswith("for a moment"):
            time.sleep(self._random.uniform(*_BRIEF_SECONDS))
        elif what.startswith("Patroni"):
            time.sleep(_SUPERVISED_SECONDS)
        elif "primary" in what:
            deadline = time.monotonic() + _FAILOVER_SECONDS
            while time.monotonic() < deadline and self._primary_elsewhere(machine) is None:
                time.sleep(_LOOK_SECONDS)
            time.sleep(self._random.uniform(*_HOLD_SECONDS) / 2)
        else:
            time.sleep(self._random.uniform(*_HOLD_SECONDS))

    def _primary_elsewhere(self, machine: Machine) -> Machine | None:
        primary = self._database.primary()
        return None if primary is machine else primary

    def _service(self) -> Machine:
        return self._random.choice(self._services).machine

    def _boot(self, machine: Machine) -> None:
        for service in self._services:
            if service.machine is machine:
                service.boot()
                return
        self._database.boot(machine)


def _kill_patroni(machine: Machine) -> None:
    machine.kill("patroni")


def _nothing(_: Machine) -> None:
    """Whoever is at it does it alone."""
