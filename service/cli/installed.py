"""The games of other distributions, as the command line tells of them."""

from collections.abc import Iterator

import click

from domain.installed import VARIABLE, all_installed
from domain.kernel.interface import INTERFACE
from domain.registry import EDITIONS, GAMES, INSTALLED
from service.cli.doctor.finding import Finding, failure, ok, warning


def verify_games() -> None:
    """Refuse to go on without a game that is allowed.

    Raises:
        click.ClickException: one can't be loaded; says which, and why.
    """
    if INSTALLED.refused:
        reasons = "\n".join(f"{game.key} ({game.distribution}): {game.reason}" for game in INSTALLED.refused)
        advice = f"Repair or uninstall it, or take it out of {VARIABLE}."
        raise click.ClickException(f"A game that {VARIABLE} allows can't be loaded.\n{reasons}\n{advice}")


def of_games() -> Iterator[Finding]:
    """Which games there are, and what is wrong with those of other distributions."""
    loaded = {game.key: game for game in INSTALLED.loaded}
    yield ok("games", f"of Partita: {', '.join(key for key in GAMES if key not in loaded)}")
    for key, game in loaded.items():
        editions = ", ".join(EDITIONS[key])
        yield ok(f"game {key}", f"of {game.distribution}, interface {INTERFACE}, editions: {editions}")
    for refused in INSTALLED.refused:
        advice = f"Repair or uninstall it, or take it out of {VARIABLE}; until then nothing starts."
        yield failure(f"game {refused.key}", f"of {refused.distribution}: {refused.reason}", advice)
    for key in INSTALLED.absent:
        advice = f"Install the distribution that has it, or take it out of {VARIABLE}."
        yield warning(f"game {key}", f"{VARIABLE} names it, but it isn't installed", advice)
    known = {*loaded, *(game.key for game in INSTALLED.refused)}
    if others := sorted({entry.name for entry in all_installed()} - known):
        yield ok("other games", f"installed, but not allowed by {VARIABLE}: {', '.join(others)}")
