"""Modules that are loaded in a thread while something else is waited for."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from threading import Event, Thread

from service.process.gc_tuning import gc_held_off


class Loading:
    """Modules on their way; what keeps one from being loaded is told to who imports it."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._modules = modules
        self._given_up = False
        self._done = Event()
        self._thread = Thread(target=self._load, name="loading", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def wait(self) -> None:
        """Wait until they are loaded."""
        self._done.wait()  # unlike a join, it is fit for a signal that raises meanwhile

    def give_up(self) -> None:
        """End after the module that is being loaded: no thread may be in the midst of one when the interpreter ends."""
        self._given_up = True
        self.wait()

    def _load(self) -> None:
        try:
            with gc_held_off():
                for module in self._modules:
                    if self._given_up:
                        break
                    import_module(module)
        except Exception:  # noqa: BLE001, S110  # whatever it is, it comes again for who imports the module
            pass
        finally:
            self._done.set()


@contextmanager
def loading(*modules: str) -> Iterator[Loading]:
    """Load `modules` one after the other, from now on."""
    begun = Loading(modules)
    begun.start()
    try:
        yield begun
    finally:
        begun.give_up()
