"""The handlers of a package of routes, found by themselves: a new endpoint edits no list."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from litestar.handlers import HTTPRouteHandler


def handlers_in(package: ModuleType, *, but: frozenset[str] = frozenset()) -> list[HTTPRouteHandler]:
    """The handlers that the modules of `package` have, in the order of their names; `but` leaves modules out.

    One that several have is there a single time.
    """
    names = sorted(module.name for module in iter_modules(package.__path__) if module.name not in but)
    modules = [import_module(f"{package.__name__}.{name}") for name in names]
    return list(dict.fromkeys(handler for module in modules for handler in handlers_of(module)))


def handlers_of(module: ModuleType) -> list[HTTPRouteHandler]:
    """The handlers that stand in `module`, in their order there."""
    return [value for value in vars(module).values() if isinstance(value, HTTPRouteHandler)]
