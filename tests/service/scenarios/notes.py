"""What is written beside the matches of the scenario: annotations and variations."""

from typing import Any, Final

from domain.variations.commands import MAX_MOVES
from tests.service.scenario import NOBODY, Scenario

WRONG: Final[dict[str, Any]] = {
    "addAnnotation": {"step": 1, "content": {"kind": "glyphs", "glyphs": "!?"}},
    "changeAnnotation": {"audience": "friends"},
    "addVariation": {"step": 1, "actions": [{"type": "stock", "seat": "0", "jewels": ["tiara"]}]},
    "changeVariation": {"keep": 0},
    "extendVariation": {"actions": []},
}
"""Bodies that aren't of the right form."""

HERE: Final[dict[str, Any]] = {"annotation_id": NOBODY, "variation_id": NOBODY}
"""Ids for addresses, where whatever is asked is refused before it is looked for."""

REUSED: Final = {"Idempotency-Key": "ada-arrives"}
STALE: Final = {"If-Match": '"9"'}


def annotate(scenario: Scenario, match: dict[str, Any]) -> dict[str, str]:
    """Annotations of a match at step 2; tells the id of the one that stays."""
    at = {"match_id": match["id"]}
    comment = {"kind": "comment", "text": "Why *not* the tiara? See the [rules](https://example.org/klunker)."}
    body = {"step": 2, "content": comment, "audience": "shared"}
    made = scenario.call("addAnnotation", body, **at, **{"Idempotency-Key": "evening-1-comment"})
    marks = [{"type": "arrow", "from": "seat:0", "to": "seat:1", "colour": "green"}]
    for content in ({"kind": "glyphs", "glyphs": [5]}, {"kind": "marks", "marks": marks}):
        assert scenario.send("addAnnotation", {"step": 2, "content": content}, at).is_success
    here = {**at, "annotation_id": made["id"]}
    change = {"content": {"kind": "comment", "text": "Why *not* the tiara?"}, "audience": "public"}
    scenario.call("changeAnnotation", change, **here, **{"If-Match": '"1"'})
    scenario.call("getAnnotation", **here)
    scenario.call("listAnnotations", **at, step=2, kind="comment", viewer="recorder", limit=10)
    scenario.call("getAnnotationHistory", **here)
    scenario.call("undoAnnotation", **at, **{"Idempotency-Key": "evening-1-undo"})
    tags = scenario.send("addAnnotation", {"step": 0, "content": {"kind": "tags", "tags": ["opening"]}}, at).json()
    scenario.call("deleteAnnotation", **at, annotation_id=tags["id"], **{"If-Match": '"1"'})
    return here


def vary(scenario: Scenario, match: dict[str, Any]) -> dict[str, str]:
    """A variation of a match that ended; tells its id."""
    at = {"match_id": match["id"]}
    actions = [
        {"type": "stock", "seat": 0, "jewels": ["earrings"]},
        {"type": "stock", "seat": 1, "jewels": ["gold_teeth"]},
    ]
    body = {"step": 1, "actions": actions[:1], "title": "The earrings first"}
    made = scenario.call("addVariation", body, **at, **{"Idempotency-Key": "practice-what-if"})
    here = {**at, "variation_id": made["id"]}
    scenario.call("extendVariation", {"actions": actions[1:]}, **here, **{"If-Match": '"1"'})
    scenario.call("changeVariation", {"title": "Earrings first"}, **here, **{"If-Match": '"2"'})
    scenario.call("getVariation", **here)
    scenario.call("listVariations", **at, step=1, limit=10)
    scenario.call("getVariationFrames", **here, viewer="public", limit=2, **{"Accept-Language": "en"})
    scenario.call("promoteVariation", **here, **{"Idempotency-Key": "practice-goes-on"})
    other = scenario.send("addVariation", {"step": 1, "actions": actions[:1]}, at).json()
    scenario.call("deleteVariation", **at, variation_id=other["id"], **{"If-Match": '"1"'})
    return here


def refuse_notes(scenario: Scenario, annotation: dict[str, str], variation: dict[str, str]) -> None:
    """The problems of annotations and variations that only they have."""
    at, other = {"match_id": annotation["match_id"]}, {"match_id": variation["match_id"]}
    comment, bell = {"kind": "comment", "text": "Well"}, {"kind": "comment", "text": "a bell \u0007"}
    scenario.refused("addAnnotation", "unfit-annotation", {"step": 9, "content": comment}, **at)
    scenario.refused("addAnnotation", "unfit-text", {"step": 2, "content": bell}, **at)
    scenario.refused("addAnnotation", "idempotency-key-reused", {"step": 2, "content": comment}, **at, **REUSED)
    glyphs = {"content": {"kind": "glyphs", "glyphs": [5]}}
    scenario.refused("changeAnnotation", "unfit-annotation", glyphs, **annotation)
    scenario.refused("changeAnnotation", "unfit-text", {"content": bell}, **annotation)
    scenario.refused("changeAnnotation", "version-conflict", {"audience": "private"}, **annotation, **STALE)
    scenario.refused("deleteAnnotation", "version-conflict", **annotation, **STALE)
    scenario.refused("undoAnnotation", "not-possible", **other)
    scenario.refused("undoAnnotation", "idempotency-key-reused", **at, **REUSED)

    good = scenario.examples["addVariation"]["request"]
    more = scenario.examples["extendVariation"]["request"]
    illegal = {"actions": [{"type": "pass", "seat": 0}]}
    scenario.refused("addVariation", "rule-violation", {**good, **illegal}, **other)
    scenario.refused("addVariation", "unfit-annotation", {**good, "step": 99}, **other)
    scenario.refused("addVariation", "unfit-text", {**good, "title": "a bell \u0007"}, **other)
    scenario.refused("addVariation", "idempotency-key-reused", good, **other, **REUSED)
    scenario.refused("extendVariation", "rule-violation", illegal, **variation)
    too_many = {"actions": more["actions"] * MAX_MOVES}
    scenario.refused("extendVariation", "unfit-annotation", too_many, **variation)
    scenario.refused("extendVariation", "version-conflict", more, **variation, **STALE)
    scenario.refused("extendVariation", "idempotency-key-reused", more, **variation, **REUSED)
    scenario.refused("changeVariation", "unfit-annotation", {"keep": 3}, **variation)
    scenario.refused("changeVariation", "unfit-text", {"title": "a bell \u0007"}, **variation)
    scenario.refused("changeVariation", "version-conflict", {"title": "Later"}, **variation, **STALE)
    scenario.refused("deleteVariation", "version-conflict", **variation, **STALE)
    running = scenario.send("addVariation", {**good, "step": 1}, at).json()
    scenario.refused("promoteVariation", "not-possible", **at, variation_id=running["id"])
    scenario.refused("promoteVariation", "idempotency-key-reused", **variation, **REUSED)
