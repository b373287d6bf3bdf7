"""The command ``partita openapi``."""

from pathlib import Path

import click

from service.app import build
from service.cli.common import explained, written_to
from service.openapi import rendered


@click.command("openapi")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; standard output if not given.")
@explained
def openapi_command(output: Path | None) -> None:
    """Print the OpenAPI document."""
    text = rendered(build(None))
    if output is not None:
        output.parent.mkdir(parents=True, exist_ok=True)
    with written_to(output) as file:
        file.write(text)
