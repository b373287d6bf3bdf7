"""Patroni with a shorter ttl than the 20 s that it takes by itself. It is run in its place, with the same arguments.

Whoever shortens it gives up patience: a primary that etcd doesn't hear from for some seconds is replaced, also if it
was merely busy. With a synchronous standby that costs a pause, and no data.
"""

from patroni.__main__ import main
from patroni.config import Config

Config._validate_and_adjust_timeouts = lambda *_: None  # noqa: SLF001 - there is no setting

if __name__ == "__main__":
    main()
