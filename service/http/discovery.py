"""The handlers of a package of routes, found by themselves: a new endpoint edits no list."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from litestar.handlers import HTTPRouteHandler


def handlers_in(package: ModuleType, *, but: frozenset[str] = frozenset()) -> list[HTTPRouteHandler]:
    """The handlers that the modules of `package` define, in the order of their names; `but` leaves modules out."""
    names = sorted(module.name for module in iter_modules(package.__path__) if module.name not in but)
    return [handler for name in names for handler in handlers_of(import_module(f"{package.__name__}.{name}"))]


def handlers_of(module: ModuleType) -> list[HTTPRouteHandler]:
    """The handlers that stand in `module`, in their order there."""
    return [value for value in vars(module).values() if isinstance(value, HTTPRouteHandler)]
