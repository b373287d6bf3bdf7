"""Processes that others started end with those: whoever is killed can't end them."""

import os
import signal
from multiprocessing import parent_process
from threading import Thread


def end_with_parent() -> None:
    """End this process, as by SIGTERM, when the one that started it is gone; without such a one, do nothing."""
    parent = parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    Thread(target=watch, name="parent-watch", daemon=True).start()
