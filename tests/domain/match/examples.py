"""An example of every event that the log may hold; ``python -m tests.domain.match.examples`` freezes the new ones.

What is frozen in ``wire.json`` never changes: it lies in people's databases.
"""

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from msgspec import Struct

from domain.annotations.audience import Audience
from domain.annotations.content import Arrow, Colour, Comment, Glyphs, Highlight, Marks, Tags
from domain.annotations.events import (
    AnnotationAdded,
    AnnotationChanged,
    AnnotationDeleted,
    AnnotationRestored,
    AnnotationsBegun,
)
from domain.codec import AnyEvent, encode, topic_of
from domain.games.klunker.actions import KlunkerIdentification, KlunkerSell
from domain.games.klunker.events import KlunkerIdentified, KlunkerPhase, KlunkerSold, KlunkerTurn
from domain.games.klunker.meta import Jewel
from domain.kernel.viewer import PUBLIC, RECORDER
from domain.match.events import (
    ActionPlayed,
    ActionsRetracted,
    CardsIdentified,
    ConfirmedBy,
    DisputeDecided,
    DisputeWithdrawn,
    Fork,
    MatchAbandoned,
    MatchConcluded,
    MatchDescribed,
    MatchOpened,
    MatchRemoved,
    MatchReopened,
    Origin,
    ResultConfirmed,
    ResultDisputed,
    ResultSealed,
    SealBroken,
    SealedBy,
    SeatsChanged,
    Undo,
    Visibility,
)
from domain.people.events import MergeUndone, PlayersMerged
from domain.series.events import MatchAdded, MatchTakenOut, SeriesDescribed, SeriesOpened, SeriesRemoved
from domain.subjects.events import SubjectMergeUndone, SubjectsMerged
from domain.variations.events import (
    VariationAdded,
    VariationCut,
    VariationDeleted,
    VariationDescribed,
    VariationExtended,
    VariationsBegun,
)
from tests.golden import replace_all

FILE = Path(__file__).with_name("wire.json")

ADA, BEA, CID = (UUID(f"0000000{n}-0000-4000-8000-000000000000") for n in (1, 2, 3))
AT = datetime(2026, 11, 27, 18, 30, 5, 123456, tzinfo=UTC)
OUTCOME = (
    KlunkerSold(seat=2, jewel=Jewel.TIARA, notes=2),
    KlunkerTurn(phase=KlunkerPhase.BUY, seat=0),
)

EXAMPLES: tuple[AnyEvent, ...] = (
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={"keep_secrets": True, "start_seat": 1, "dealing": "secret"},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        place="Café Österreich",
        note="Zwei\nZeilen \U0001f3b2",
        visibility=Visibility.UNLISTED,
        origin=Origin.SIMULATION,
    ),
    MatchOpened(
        at=AT,
        by="",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(CID, ADA, BEA),
        played_on=date(1999, 1, 1),
    ),
    ActionPlayed(step=17, action=KlunkerSell(seat=2, jewel=Jewel.TIARA), outcome=OUTCOME, at=AT, by="a1b2c3"),
    ActionPlayed(
        step=1000,
        action=KlunkerSell(seat=2, jewel=Jewel.TIARA),
        outcome=(),
        at=AT,
        by="a1b2c3",
        played_at=datetime(2026, 11, 26, 20, 15, tzinfo=UTC),
    ),
    MatchDescribed(at=AT, by="a1b2c3", played_on=date(2026, 2, 28), place="", note="n", visibility=Visibility.PRIVATE),
    SeatsChanged(at=AT, by="a1b2c3", seats=(BEA, ADA, CID)),
    MatchRemoved(at=AT, by="a1b2c3", reason="twice"),
    ActionsRetracted(at=AT, by="a1b2c3", to_step=16, reason="a slip"),
    ActionsRetracted(at=AT, by="a1b2c3", to_step=0, reason="", amended=True),
    MatchConcluded(at=AT, by="a1b2c3", reason="the last train"),
    MatchAbandoned(at=AT, by="a1b2c3", reason="the cat"),
    MatchReopened(at=AT, by="a1b2c3", reason="it is gone"),
    SeriesOpened(at=AT, by="a1b2c3", game="klunker", players=(ADA, BEA, CID), length=3, title="Winter"),
    SeriesOpened(at=AT, by="", game="halunken", players=(ADA, BEA), length=5, title="", visibility=Visibility.PRIVATE),
    MatchAdded(at=AT, by="a1b2c3", match_id=ADA),
    MatchTakenOut(at=AT, by="a1b2c3", match_id=ADA),
    SeriesDescribed(at=AT, by="a1b2c3", length=4, title="Spring", visibility=Visibility.UNLISTED),
    SeriesRemoved(at=AT, by="a1b2c3", reason="a slip"),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        tags=("league", "Winter 2026"),
    ),
    ActionPlayed(step=3, action=KlunkerSell(seat=2, jewel=Jewel.TIARA), outcome=OUTCOME, at=AT, by="a1b2c3", repeats=4),
    MatchDescribed(
        at=AT,
        by="a1b2c3",
        played_on=date(2026, 2, 28),
        place="",
        note="",
        visibility=Visibility.PUBLIC,
        tags=("a trial",),
        counted=False,
    ),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        undo=Undo.FREE,
    ),
    MatchDescribed(
        at=AT,
        by="a1b2c3",
        played_on=date(2026, 2, 28),
        place="",
        note="",
        visibility=Visibility.PUBLIC,
        undo=Undo.FREE,
    ),
    CardsIdentified(
        step=4,
        identification=KlunkerIdentification(seat=1, jewels=(Jewel.TIARA, Jewel.SHOES)),
        outcome=(KlunkerIdentified(seat=1, jewels=(Jewel.TIARA, Jewel.SHOES)),),
        reason="seen when it was stored",
        at=AT,
        by="a1b2c3",
    ),
    PlayersMerged(at=AT, by="a1b2c3", player=ADA, into=BEA),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        origin=Origin.VARIATION,
        forked_from=Fork(ADA, 17),
    ),
    AnnotationsBegun(at=AT, by="a1b2c3", match_id=ADA),
    AnnotationAdded(
        at=AT,
        by="a1b2c3",
        id=BEA,
        anchor=18,
        step=17,
        content=Comment(text="*Warum?*\nDie Tiara ist weg \U0001f451"),
        audience=Audience.SHARED,
        eyes=RECORDER,
    ),
    AnnotationAdded(
        at=AT,
        by="a1b2c3",
        id=CID,
        anchor=0,
        step=0,
        content=Glyphs(glyphs=(5, 140)),
        audience=Audience.PUBLIC,
        eyes=PUBLIC,
        variation=ADA,
    ),
    AnnotationChanged(
        at=AT,
        by="a1b2c3",
        id=BEA,
        content=Marks(
            marks=(
                Highlight(place="seat:1", colour=Colour.BLUE),
                Arrow(from_="seat:1", to="market.3", colour=Colour.RED),
            )
        ),
        audience=Audience.PRIVATE,
        eyes=2,
    ),
    AnnotationChanged(
        at=AT,
        by="a1b2c3",
        id=BEA,
        content=Tags(tags=("endgame", "Tiara")),
        audience=Audience.PRIVATE,
        eyes=0,
        undoes=7,
    ),
    AnnotationDeleted(at=AT, by="a1b2c3", id=BEA),
    AnnotationDeleted(at=AT, by="a1b2c3", id=BEA, undoes=2),
    AnnotationRestored(at=AT, by="a1b2c3", id=BEA, undoes=6),
    VariationsBegun(at=AT, by="a1b2c3", match_id=ADA),
    VariationAdded(
        at=AT,
        by="a1b2c3",
        id=BEA,
        anchor=18,
        step=17,
        actions=({"type": "sell", "seat": 2, "jewel": "tiara"}, {"type": "pass", "seat": 0}),
        audience=Audience.SHARED,
        title="If she had sold",
    ),
    VariationAdded(at=AT, by="a1b2c3", id=CID, anchor=2, step=2, actions=(), audience=Audience.PRIVATE, parent=BEA),
    VariationExtended(at=AT, by="a1b2c3", id=BEA, actions=({"type": "pass", "seat": 1},)),
    VariationCut(at=AT, by="a1b2c3", id=BEA, keep=1),
    VariationDescribed(at=AT, by="a1b2c3", id=BEA, title="", audience=Audience.PUBLIC),
    VariationDeleted(at=AT, by="a1b2c3", id=BEA),
    MergeUndone(at=AT, by="a1b2c3", player=ADA),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        forked_from=Fork(ADA, 17),
        commitment="c1" * 32,
        taken_over=18,
    ),
    ActionsRetracted(at=AT, by="a1b2c3", to_step=16, reason="a slip", commitment="c2" * 32),
    MatchReopened(at=AT, by="a1b2c3", reason="it is gone", commitment="c3" * 32),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        origin=Origin.VARIATION,
        forked_from=Fork(ADA, 17),
        commitment="c1" * 32,
        taken_over=18,
        deviations=(3, 18),
    ),
    ResultConfirmed(at=AT, by="a1b2c3", seat=2, how=ConfirmedBy.PIN),
    ResultDisputed(at=AT, by="a1b2c3", seat=0, how=ConfirmedBy.SEAT, step=17, comment="Die Tiara war\nmeine"),
    DisputeWithdrawn(at=AT, by="a1b2c3", seat=0, how=ConfirmedBy.SEAT),
    DisputeDecided(at=AT, by="a1b2c3", seat=1, reason="seen by all"),
    ResultSealed(at=AT, by="a1b2c3", how=SealedBy.CONFIRMATIONS),
    ResultSealed(at=AT, by="a1b2c3", how=SealedBy.ARBITER, reason="enough"),
    ResultSealed(at=AT, by="clock", how=SealedBy.TIME, series_id=BEA),
    SealBroken(at=AT, by="a1b2c3", reason="a card was counted twice"),
    SeriesOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        players=(ADA, BEA, CID),
        length=3,
        seal_needed=True,
        seals_after=48,
        arbiters=("a1b2c3", "d4e5f6"),
    ),
    SeriesDescribed(
        at=AT,
        by="a1b2c3",
        length=4,
        title="",
        visibility=Visibility.PUBLIC,
        seal_needed=True,
        seals_after=24,
        arbiters=("d4e5f6",),
    ),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        visibility=Visibility.BLIND,
        origin=Origin.SECOND_RECORD,
        second_record_of=ADA,
    ),
    SeriesOpened(at=AT, by="a1b2c3", game="klunker", players=(ADA, BEA, CID), length=3, irregular=False),
    SeriesDescribed(
        at=AT, by="a1b2c3", length=4, title="", visibility=Visibility.PUBLIC, arbiters=("d4e5f6",), irregular=False
    ),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        origin=Origin.PROGRAM,
    ),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        imported=57,
    ),
    MatchOpened(
        at=AT,
        by="a1b2c3",
        game="klunker",
        edition="hans-im-glueck-1999",
        options={},
        seats=(ADA, BEA, CID),
        played_on=date(2026, 11, 26),
        ordinal=(1 << 53) - 1,
    ),
    MatchDescribed(
        at=AT, by="a1b2c3", played_on=date(2026, 11, 26), place="", note="", visibility=Visibility.PUBLIC, ordinal=3
    ),
    SubjectsMerged(at=AT, by="a1b2c3", subject=ADA, into=BEA),
    SubjectMergeUndone(at=AT, by="a1b2c3", subject=ADA),
)


class Frozen(Struct, frozen=True):
    """A stored event: its topic, its bytes, and what they say."""

    topic: str
    stored: str
    says: dict[str, Any]


def frozen_examples() -> list[Frozen]:
    return msgspec.json.decode(FILE.read_bytes(), type=list[Frozen]) if FILE.exists() else []


def said(event: AnyEvent) -> dict[str, Any]:
    """What an event says, as JSON."""
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode({"type": event.__struct_config__.tag, **fields}))
    return told


def frozen(number: int, event: AnyEvent) -> Frozen:
    return Frozen(topic_of(event, "klunker"), encode(event, number.to_bytes(8)).hex(), said(event))


if __name__ == "__main__":
    old = frozen_examples()
    new = [frozen(number, event) for number, event in enumerate(EXAMPLES) if number >= len(old)]
    replace_all({FILE: msgspec.json.format(msgspec.json.encode(old + new), indent=1) + b"\n"})
