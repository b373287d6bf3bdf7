"""The shell commands of the documentation, as a person runs them in a checkout."""

import re
import subprocess
from pathlib import Path
from typing import NamedTuple

from click import Command

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
QUICK_START = "The commands on this page continue the [quick start](../README.md#quick-start)."


class Result(NamedTuple):
    """What the commands of a page printed, and the status codes of the requests that they made."""

    output: str
    statuses: list[int]


def pages() -> list[Path]:
    """README.md, CONTRIBUTING.md and every page below docs/ but the decisions."""
    return [README, ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, kind: str) -> list[str]:
    """The fenced blocks of one kind, in order."""
    return re.findall(rf"^```{kind}\n(.*?)^```$", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


def script(page: Path) -> str:
    """The `bash` blocks of a page, after those of the quick start where the page says that it continues it."""
    before = blocks(README, "bash") if QUICK_START in page.read_text(encoding="utf-8") else []
    return "\n".join([*before, *blocks(page, "bash")])


def checkout(folder: Path, data: Path, environment: Path) -> Path:
    """A directory in which commands find `.venv` and `.data`; `curl` there reports each status code."""
    folder.mkdir()
    (folder / ".venv").symlink_to(environment)
    (folder / ".data").symlink_to(data)
    return folder


def run(page: Path, folder: Path, address: str) -> Result:
    """Runs the commands of a page in a directory, against the service at an address.

    Raises:
        AssertionError: a command failed, or said something on standard error.
    """
    reporting = 'curl() { command curl --write-out "%{stderr}status %{http_code}\\n" "$@"; }\n'
    commands = reporting + script(page).replace("http://localhost:8000", address)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", commands],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    statuses = re.findall(r"^status (\d+)\n", done.stderr, flags=re.MULTILINE)
    said = re.sub(r"^status \d+\n", "", done.stderr, flags=re.MULTILINE)
    assert done.returncode == 0, f"{page.name}: exit {done.returncode}\n{done.stdout[-2000:]}\n{said}"
    return Result(done.stdout + said, [int(status) for status in statuses])


def unknown_options(text: str, command: Command) -> list[str]:
    """What a command line, such as `partita token list --json`, names that the command doesn't have."""
    words = text.split()[1:]
    while words and (commands := getattr(command, "commands", None)):
        if words[0] not in commands:
            return [words[0]] if re.fullmatch(r"[a-z-]+", words[0]) and not words[0].startswith("-") else []
        command = commands[words.pop(0)]
    options = {name for parameter in command.params for name in parameter.opts} | {"--help"}
    return [word for word in words if word.startswith("--") and word.partition("=")[0] not in options]
