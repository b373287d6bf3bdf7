"""Which modules are mutated, and which tests concern them."""

from typing import Final

MODULES: Final = (
    "domain/**/*.py",
    "service/eventstore/**/*.py",
    "service/auth/**/*.py",
    "service/api/match_access*.py",
    "service/api/match_access/**/*.py",
)

_DOMAIN: Final = ("tests/domain", "tests/property")
_ROUTES: Final = "tests/service/api"

_TESTS: Final[dict[str, tuple[str, ...]]] = {
    "domain/": _DOMAIN,
    "domain/kernel/": ("tests/domain/kernel", "tests/domain/games", *_DOMAIN, "tests/cases/test_c1_seeds.py"),
    "domain/installed.py": ("tests/domain/test_installed.py",),
    "domain/interface/": ("tests/plugins",),
    "domain/match/": (
        "tests/domain/match",
        *_DOMAIN,
        f"{_ROUTES}/test_actions.py",
        f"{_ROUTES}/test_corrections.py",
        f"{_ROUTES}/test_results.py",
    ),
    "domain/annotations/": ("tests/domain/annotations", f"{_ROUTES}/test_annotations.py"),
    "domain/variations/": (
        "tests/domain/variations",
        "tests/property/test_variations.py",
        f"{_ROUTES}/test_variations.py",
    ),
    "domain/series/": ("tests/domain/series", f"{_ROUTES}/test_series.py"),
    "domain/people/": (f"{_ROUTES}/test_players.py", "tests/service/commands", "tests/cases/test_e2_wrong_merges.py"),
    "domain/merging.py": (f"{_ROUTES}/test_subjects.py", "tests/cases/test_e2_wrong_merges.py"),
    "domain/subjects/": ("tests/domain/subjects", f"{_ROUTES}/test_subjects.py"),
    "service/eventstore/": (
        "tests/service/eventstore",
        f"{_ROUTES}/test_log.py",
        f"{_ROUTES}/test_retries.py",
        f"{_ROUTES}/test_damaged_log.py",
    ),
    "service/auth/": (
        "tests/service/auth",
        f"{_ROUTES}/test_tokens.py",
        f"{_ROUTES}/test_invitations.py",
        f"{_ROUTES}/test_pages.py",
        f"{_ROUTES}/test_access.py",
        "tests/cases/test_c5_rights_first.py",
        "tests/service/test_matrix.py",
    ),
    "service/api/match_access": (
        f"{_ROUTES}/test_access.py",
        f"{_ROUTES}/test_matches.py",
        f"{_ROUTES}/test_secrets.py",
        f"{_ROUTES}/test_seat_play.py",
        f"{_ROUTES}/test_replay.py",
        f"{_ROUTES}/test_damaged_log.py",
        "tests/cases/test_c3_private_people.py",
        "tests/service/test_matrix.py",
    ),
}


def tests_for(module: str) -> tuple[tuple[str, ...], str]:
    """Paths of tests, those that find a fault soonest first, and what they are narrowed to (as pytest's ``-k``)."""
    if module.startswith("domain/games/"):
        key = module.split("/")[2].removesuffix(".py")
        folder = f"tests/domain/games/{key}"
        return (folder, "tests/domain/games", "tests/domain/playthroughs", "tests/property"), key
    prefix = max((prefix for prefix in _TESTS if module.startswith(prefix)), key=len)
    return _TESTS[prefix], ""
