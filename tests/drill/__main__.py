"""The failover drill: PostgreSQL on three machines, kept by Patroni, and two services, all on this machine.

    make drill                                ten minutes
    make drill MINUTES=2
    make drill ARGS="--only 'primary frozen'"  that fault and no other
    make drill ARGS="--pooler"                with PgBouncer in front of each server
    make drill ARGS="--ttl 20 --longest-gap 30"  with Patroni as it comes

Machines are killed, frozen and cut off by turns while clients write and read. At the end, what was acknowledged and
shown is compared with what the log holds. The exit code is 1 if anything was lost, doubled, reordered or undone, if a
read went back, if there were too few writes or none for too long, or if something didn't go on by itself.

It takes root: all happens in namespaces of its own for networks, processes and mounts, which end with it, whatever
becomes of it.
"""

import os
import sys
from pathlib import Path
from random import Random
from typing import Final

import click

ROOT: Final = Path(__file__).parents[2]
TOOLS: Final = ROOT / ".drill"
_INSIDE: Final = "PARTITA_DRILL"
_WORK: Final = Path("/mnt")

# /mnt, in our own view of it, is the disk of all machines: in memory, so that other programs that wait for the real
# disk don't make etcd wait. Processes are killed here, and no machine loses its power.
_ENTER: Final = f"""
mkdir -p /run/netns && mount -t tmpfs netns /run/netns && mount -t tmpfs -o mode=0755 drill {_WORK} && "$@"
exit $?
"""


@click.command()
@click.option("--minutes", default=10.0, show_default=True, help="How long faults are made.")
@click.option("--faults", type=click.IntRange(1), help="No more faults than these, however much time is left.")
@click.option("--only", default="", help="Only faults whose name has these words, such as 'primary frozen'.")
@click.option("--seed", default=1, show_default=True, help="Which faults, and what is written.")
@click.option("--clients", default=8, show_default=True, type=click.IntRange(2), help="Who write and read.")
@click.option("--pause", default=0.25, show_default=True, help="Seconds between two requests of a client, on average.")
@click.option("--ttl", default=5, show_default=True, help="Patroni's; from 20 on it runs as it comes.")
@click.option("--pooler", is_flag=True, help="Put PgBouncer in front of each server.")
@click.option("--least", type=int, help="Fewer acknowledged actions aren't enough; 10,000 a minute by default.")
@click.option("--longest-gap", default=15.0, show_default=True, help="More seconds without writes are too many.")
@click.option(
    "--logs", default=TOOLS / "logs", type=click.Path(path_type=Path), help="Where logs go; by default .drill/logs."
)
def main(
    minutes: float,
    faults: int | None,
    only: str,
    seed: int,
    clients: int,
    pause: float,
    ttl: int,
    pooler: bool,
    least: int | None,
    longest_gap: float,
    logs: Path,
) -> None:
    """Kill, freeze and cut off machines, and count what was acknowledged against what is there."""
    if _INSIDE not in os.environ:
        _enter()
    from tests.drill.drill import Drill  # noqa: PLC0415 - what it takes is there only now
    from tests.drill.report import Aim  # noqa: PLC0415

    aim = Aim(int(minutes * 10_000) if least is None else least, longest_gap)
    logs.mkdir(parents=True, exist_ok=True)
    for log in logs.glob("*.log"):
        log.unlink()
    drill = Drill(_WORK, TOOLS, logs, ttl=ttl, pooler=pooler, random=Random(seed))
    report = drill.run(minutes * 60, faults, only, aim, clients=clients, pause=pause)
    click.echo("\n" + "\n".join(report.lines()))
    sys.exit(1 if report.shortfalls else 0)


def _enter() -> None:
    """Begin anew, alone in namespaces of its own."""
    if os.geteuid() != 0:
        raise click.ClickException("The drill makes networks and machines of its own; that takes root.")
    if not (TOOLS / "installed").exists():
        raise click.ClickException("What the drill needs isn't installed; .ci/drill does that.")
    command = [
        "unshare",
        "--mount",
        "--net",
        "--pid",
        "--fork",
        "--kill-child",
        "--mount-proc",
        "--propagation",
        "private",
    ]
    again = [sys.executable, "-m", "tests.drill", *sys.argv[1:]]
    os.environ[_INSIDE] = "1"
    os.execvp(command[0], [*command, "sh", "-c", _ENTER, "sh", *again])


if __name__ == "__main__":
    main()
