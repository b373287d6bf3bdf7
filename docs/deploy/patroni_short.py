"""Patroni with a shorter ttl and retry_timeout than the 20 s and 3 s that it takes. It is run in its place.

Whoever shortens them gives up patience: a primary that etcd doesn't hear from for some seconds is replaced, also if it
was merely busy. With a synchronous standby that costs a pause, and no data. The rule that `loop_wait` and twice
`retry_timeout` aren't more than `ttl` has to be kept by whoever sets them. Patroni 4.1 was tried.
"""

import sys

from patroni.__main__ import main
from patroni.config import Config

_BOUNDS = "_validate_and_adjust_timeouts"  # there is no setting

if __name__ == "__main__":
    if not hasattr(Config, _BOUNDS):
        sys.exit("This Patroni bounds ttl in another way: patroni_short.py doesn't fit it.")
    setattr(Config, _BOUNDS, lambda *_: None)
    main()
