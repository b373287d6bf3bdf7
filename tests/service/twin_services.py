"""Two services that hold the same matches with other secrets: what is written in both, and asking them at once."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from hashlib import sha256
from itertools import takewhile
from typing import Any, Final
from uuid import UUID, uuid5

from domain.annotations import commands as note_commands
from domain.annotations.audience import Audience
from domain.annotations.content import Comment, Content, Glyphs, Highlight, Marks
from domain.kernel.viewer import PUBLIC, RECORDER, Viewer
from domain.match.events import Visibility
from domain.match.match import Match
from domain.series.series import add_match, evolve, open_series
from domain.variations import commands as variation_commands
from tests.service.eventstore.blocking import BlockingStore
from tests.service.http_client import Answer, PlainClient

LEFT_OUT: Final = {
    "getLiveness": "tells of the process",
    "getReadiness": "tells of the process and the database",
    "listGames": "tells of the rules",
    "getGame": "tells of the rules",
    "getRules": "tells of the rules",
    "listBoards": "tells of boxes, not of matches",
    "getBoard": "tells of a box, not of matches",
    "listTokens": "is for who may give every right",
    "listAudit": "is for who may give every right",
    "getLogHead": "hashes all that was recorded: see the tests of hashes in test_non_interference.py",
    "getLogConsistency": "hashes all that was recorded: see the tests of hashes in test_non_interference.py",
    "exportRemovals": "tells of matches that are gone, to who may read all",
}
"""Reads that tell nothing of a match, or not to who sees less than all, each with the reason."""


def write_series(store: BlockingStore, match_id: UUID, game: str, players: Sequence[UUID], at: datetime) -> int:
    """A series with the match in it; the position of its last event."""
    opened = open_series(game, players, 2, visibility=Visibility.PUBLIC, at=at, by="a test")
    added = add_match(evolve(None, opened), match_id, game, players, at=at, by="a test")
    position: int = store.series.commit(uuid5(match_id, "series"), None, [opened, added]).position
    return position


def write_beside(notes: Any, match_id: UUID, match: Match, actions: Sequence[Any], at: datetime) -> None:
    """What the recorder writes for everybody: words that tell the secrets, words that don't, and a line that does."""
    now: dict[str, Any] = {"at": at, "by": "a test"}
    here: dict[str, Any] = {"anchor": 0, "step": 0, "variation": None, "audience": Audience.PUBLIC, **now}
    secret = f"s{sha256(str(actions).encode()).hexdigest()[:20]}"
    contents: tuple[tuple[str, Content, Viewer], ...] = (
        ("annotation", Comment(text=f"{actions}"[:8000]), RECORDER),
        ("open annotation", Comment(text="Well!"), PUBLIC),
        ("mark", Marks(marks=(Highlight(place=secret),)), RECORDER),
        ("open mark", Marks(marks=(Highlight(place="seat:0"),)), PUBLIC),
        ("glyph", Glyphs(glyphs=(5,)), PUBLIC),
    )
    for name, content, eyes in contents:
        words = partial(note_commands.add, annotation_id=uuid5(match_id, name), content=content, eyes=eyes, **here)
        notes.annotate(note_commands.begin(match_id, **now), lambda before, words=words: [words(before)])
    left = len(actions) - 2
    made = uuid5(match_id, "variation")
    wanted: dict[str, Any] = {"title": f"{actions[0]}"[:100], "audience": Audience.PUBLIC, **now}
    notes.vary(
        variation_commands.begin(match_id, **now),
        lambda before: [variation_commands.add(before, match, made, None, left, actions[left:], **wanted)],
    )


def _parting(one: Answer, other: Answer) -> list[str]:
    """What both are around the place from which on they aren't the same."""
    texts = [str(one), str(other)]
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False)))
    return [text[max(0, same - 200) : same + 200] for text in texts]


class Both:
    """The two services, asked at once."""

    def __init__(self, urls: Sequence[str]) -> None:
        self._clients = [PlainClient(url) for url in urls]

    def reach(self, match_id: UUID, positions: Sequence[int]) -> None:
        """Wait until the read models of each service have got to its position."""
        for client, position in zip(self._clients, positions, strict=True):
            of_match = (f"/matches/{match_id}/history", f"/matches/{match_id}/scoreboard")
            for path in (*of_match, "/series", "/games/klunker/leaderboard", "/games/klunker/statistics"):
                assert client.send("GET", f"/api/v1{path}", query={"after_position": position}).status == 200

    def each(self, method: str, path: str, **sent: Any) -> list[Answer]:
        """What each answers."""
        return [client.send(method, path, **sent) for client in self._clients]

    def same(self, method: str, path: str, **sent: Any) -> Answer:
        """What both answer, which is the same."""
        one, other = self.each(method, path, **sent)
        assert one.status < 500, (method, path, sent, one)
        assert one == other, (method, path, sent, _parting(one, other))
        return one

    def differ(self, path: str, token: str) -> bool:
        one, other = self.each("GET", path, token=token)
        assert one.status == other.status == 200
        return one != other

    def close(self) -> None:
        for client in self._clients:
            client.close()
