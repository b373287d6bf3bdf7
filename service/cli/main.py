"""The command ``partita``."""

import os
from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Final

import click
from typing_extensions import override

_COMMANDS: Final = {
    "audit": "service.cli.audit:audit_command",
    "backup": "service.cli.backups.command:backup_command",
    "demo": "service.cli.demo:demo_command",
    "doctor": "service.cli.doctor.command:doctor_command",
    "export": "service.cli.records:export_command",
    "head": "service.cli.verify:head_command",
    "import": "service.cli.imports:import_command",
    "imports": "service.cli.imports:imports_command",
    "migrate": "service.cli.schema:migrate_command",
    "new-game": "service.cli.new_game:new_game_command",
    "openapi": "service.cli.openapi:openapi_command",
    "rebuild": "service.cli.read_models:rebuild_command",
    "remove": "service.cli.records:remove_command",
    "restore": "service.cli.backups.command:restore_command",
    "retry": "service.cli.read_models:retry_command",
    "serve": "service.cli.serve:serve",
    "token": "service.cli.tokens:token",
    "upgrade-database": "service.cli.upgrade:upgrade_command",
    "verify": "service.cli.verify:verify_command",
}
"""Where each command is."""

_WITHOUT_GAMES: Final = ("doctor", "new-game")
"""What tells of games that can't be loaded, or needs none."""


class _Commands(MutableMapping[str, click.Command]):
    """The commands, each of which is loaded when it is asked for: most need much that the others don't."""

    def __init__(self) -> None:
        self._places = dict(_COMMANDS)
        self._loaded: dict[str, click.Command] = {}

    @override
    def __getitem__(self, name: str) -> click.Command:
        if name not in self._loaded:
            from service.process.gc_tuning import gc_held_off  # noqa: PLC0415  # it brings the log of a process with it

            module, _, attribute = self._places[name].partition(":")
            with gc_held_off():
                self._loaded[name] = getattr(import_module(module), attribute)
        return self._loaded[name]

    @override
    def __setitem__(self, name: str, command: click.Command) -> None:
        self._places[name] = ""
        self._loaded[name] = command

    @override
    def __delitem__(self, name: str) -> None:
        del self._places[name]
        self._loaded.pop(name, None)

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    @override
    def __len__(self) -> int:
        return len(self._places)


@click.group(commands=_Commands(), context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="partita")
@click.pass_context
def main(context: click.Context) -> None:
    """Record tabletop games and replay them."""
    if os.environ.get("PARTITA_GAMES") and context.invoked_subcommand not in _WITHOUT_GAMES:
        from service.cli.installed import verify_games  # noqa: PLC0415  # only where games of others are allowed

        verify_games()
