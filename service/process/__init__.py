"""One process: its parts, its settings, its signals.

structlog loads rich where it is installed, for tracebacks that tell the values of variables, tokens among them. Nobody
wants those here, and to load it takes a twentieth of a start; so structlog is loaded as if it weren't there.
"""

import sys

if "rich" not in sys.modules:
    sys.modules["rich"] = None  # type: ignore[assignment]  # how an import is told that there is none
    import structlog  # noqa: F401

    del sys.modules["rich"]
