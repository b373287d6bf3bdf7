"""Score sheets of two spellings and of two titles, which turn out to be one game, and then don't."""

from typing import Any, Final

from domain.subjects.subject import subject_of_game, subject_of_title
from tests.service.scenario import NOBODY, Scenario

CATAN: Final = str(subject_of_title("sheet", "Catan").id)
SETTLERS: Final = str(subject_of_title("sheet", "The Settlers of Catan").id)
KLUNKER: Final = str(subject_of_game("klunker").id)

WRONG: Final[dict[str, Any]] = {"renameSubject": {"name": 7}, "mergeSubject": {"into": "Catan"}}


def keep_sheets(scenario: Scenario, player: str) -> None:
    """Sheets that `player` wins alone."""
    for title in ("Catan", "catan ", "The Settlers of Catan"):
        opening = {
            "game": "sheet",
            "options": {"title": title},
            "seats": [{"player": player}, {"name": "Guest"}],
            "played_on": "2026-01-10",
        }
        at = {"match_id": scenario.send("openMatch", opening).json()["id"]}
        written = [{"type": "score", "seat": seat, "row": "points", "value": f"{10 - seat}"} for seat in (0, 1)]
        last = scenario.send("playActions", {"actions": [*written, {"type": "end"}]}, at).json()
    position = {"after_position": last["position"]}
    scenario.call("listSubjects", name="catan", limit=2, **position)
    scenario.call("getSubject", subject_id=CATAN, **position)
    scenario.call("renameSubject", {"name": "Settlers"}, subject_id=SETTLERS)
    together = {"Idempotency-Key": "settlers-are-catan"}
    scenario.call("mergeSubject", {"into": CATAN}, subject_id=SETTLERS, **together)
    scenario.call("undoSubjectMerge", subject_id=SETTLERS, **{"Idempotency-Key": "no-they-are-not"})


def refuse(scenario: Scenario) -> None:
    """What can't be said of subjects."""
    reused = {"Idempotency-Key": "ada-arrives"}
    scenario.refused("renameSubject", "unfit-text", {"name": " "}, subject_id=CATAN)
    scenario.refused("renameSubject", "unknown-subject", {"name": "Jewels"}, subject_id=KLUNKER)
    scenario.refused("mergeSubject", "unknown-subject", {"into": NOBODY}, subject_id=CATAN)
    scenario.refused("mergeSubject", "idempotency-key-reused", {"into": CATAN}, subject_id=SETTLERS, **reused)
    scenario.refused("undoSubjectMerge", "idempotency-key-reused", subject_id=SETTLERS, **reused)
