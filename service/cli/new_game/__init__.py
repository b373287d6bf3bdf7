"""The command ``partita new-game``: a game that passes the tests of all games, to be made into another one."""

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Final

import click

from domain.installed import RESERVED, is_key
from domain.kernel.interface import INTERFACE
from domain.kernel.plain import plain_words
from domain.registry import GAMES

_WORDS: Final = ("en", "de", "it")
_REFUSALS: Final = ("de", "it")
"""Those of a distribution; the tests in the tree want more refusals of a game that has them translated."""

_NEEDED: Final[Mapping[str, tuple[str, ...]]] = {
    "actions": ("Fact", "SeatAction"),
    "base": ("PerfectInformationGame",),
    "errors": ("InvalidSetup", "RuleViolation"),
    "game": ("Game", "Meta", "Options", "Setup"),
    "languages": ("Language",),
    "legal": ("Legal",),
    "pending": ("AwaitSeats", "Finished", "Pending"),
    "places": ("left_of",),
    "standing": ("Standing", "ranked"),
    "viewer": ("Viewer",),
}
"""What the rules import, by module of the kernel."""


@click.command("new-game")
@click.argument("key", metavar="NAME")
@click.option(
    "--into",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="Where the folder is made; the current one if not given.",
)
@click.option("--built-in", is_flag=True, help="Write a folder for domain/games/ of Partita itself.")
def new_game_command(key: str, into: Path, *, built_in: bool) -> None:
    """Write a small game that passes the tests of all games at once, as a distribution of its own.

    NAME is the key of the game: small letters, digits and _. Nothing that is there is written over.
    """
    if not is_key(key):
        raise click.UsageError("The name of a game has small letters, digits and _, and begins with a letter.")
    if key in RESERVED or key in GAMES:
        raise click.UsageError(f"A game can't be called {key}: the name is taken.")
    folder = into / (key if built_in else f"partita-{key.replace('_', '-')}")
    if folder.exists():
        raise click.ClickException(f"{folder} is there already.")
    for name, text in game_files(key, built_in=built_in).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    click.echo(f"{folder} is a game. Next:")
    click.echo("\n".join(f"  {line}" for line in _next_steps(key, folder, built_in=built_in)))


def _next_steps(key: str, folder: Path, *, built_in: bool) -> tuple[str, ...]:
    if built_in:
        return (f'make test ARGS="-k {key}"', "make openapi", "make serve")
    return (
        f"pip install --editable {folder}",
        f"cd {folder} && pytest --partita-game {key}",
        f"PARTITA_GAMES={key} partita serve",
    )


def game_files(key: str, *, built_in: bool) -> dict[str, str]:
    """The texts of the files of a new game, by their paths in its folder."""
    package = f"domain.games.{key}" if built_in else f"partita_{key}"
    values = _values(key, package, built_in=built_in)
    files = dict(_of_package(values))
    if built_in:
        return files
    inside = {f"{package}/{name}": text for name, text in files.items()}
    refusals = {f"{package}/refusals/{language}.ftl": _filled(f"refusals_{language}", values) for language in _REFUSALS}
    return (
        inside
        | refusals
        | {
            "pyproject.toml": _filled("pyproject", values),
            "README.md": _filled("readme", values),
            "tests/test_clauses.py": _filled("tests", values),
        }
    )


def _of_package(values: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield "__init__.py", _filled("game", values)
    yield "RULES.md", _filled("rules", values)
    yield "testing.py", _filled("testing", values)
    for language in _WORDS:
        yield f"locales/{language}.ftl", _filled(language, values)


def _values(key: str, package: str, *, built_in: bool) -> dict[str, str]:
    title = plain_words(key).capitalize()
    return {
        "key": key,
        "package": package,
        "distribution": f"partita-{key.replace('_', '-')}",
        "Title": title,
        "Name": "".join(map(str.capitalize, key.split("_"))),
        "L": key[0].upper(),
        "credits": "traditional",
        "interface": "" if built_in else f", interface={INTERFACE}",
        "imports": _imports(built_in=built_in),
    }


def _imports(*, built_in: bool) -> str:
    """The imports of the rules, in the form that ruff gives them."""
    if built_in:
        return "".join(f"from domain.kernel.{module} import {', '.join(names)}\n" for module, names in _NEEDED.items())
    names = sorted((name for some in _NEEDED.values() for name in some), key=lambda name: (name.islower(), name))
    return "from partita.kernel import (\n" + "".join(f"    {name},\n" for name in names) + ")\n"


def _filled(name: str, values: Mapping[str, str]) -> str:
    text = (resources.files(__name__) / "template" / f"{name}.txt").read_text(encoding="utf-8")
    for place, value in values.items():
        text = text.replace(f"@{place}@", value)
    return text
