"""Exports: each is a visitor of one walk through a match, in a file of its own, found by its name.

A file in this folder that has an ``EXPORT`` is one. The record is none of them: it tells what was recorded, event by
event, what was taken back included, while a walk goes through the steps that stand. See `replays/records`.
"""

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Final

from replays.exports.visitor import Export


def _found() -> Mapping[str, Export]:
    names = sorted(module.name for module in iter_modules(__path__))
    modules = {name: import_module(f"{__name__}.{name}") for name in names}
    return MappingProxyType({name: module.EXPORT for name, module in modules.items() if hasattr(module, "EXPORT")})


EXPORTS: Final[Mapping[str, Export]] = _found()
"""All exports by their names."""
