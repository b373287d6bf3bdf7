"""Hypothesis for all tests, to be imported for its effect: no deadlines; with CI set, the same examples every time.

A machine that is busy makes examples slowly, which says nothing about them. A failing match isn't shrunk, which could
take minutes for each of them; with SHRINK set it is.
"""

import os

os.environ.setdefault("HYPOTHESIS_NO_PLUGINS", "1")  # there is one for trio, which nothing here uses

from hypothesis import HealthCheck, Phase, settings  # after what it reads

SLOW_BY_NATURE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
PHASES = [Phase.explicit, Phase.reuse, Phase.generate, *([Phase.shrink] if os.environ.get("SHRINK") else [])]

settings.register_profile(
    "partita", deadline=None, suppress_health_check=SLOW_BY_NATURE, print_blob=True, phases=PHASES
)
settings.register_profile("partita-ci", settings.get_profile("partita"), derandomize=True, database=None)
settings.load_profile("partita-ci" if os.environ.get("CI") else "partita")
