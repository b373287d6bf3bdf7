"""Records matches and replays them, with nothing but the client that was generated for Python.

``python play.py ADDRESS TOKEN SAMPLE…``. Everything that is answered is read into the client's own classes and written
again, which has to give what was answered. Prints a line a match.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
from partita_client import AuthenticatedClient
from partita_client.api.games import get_game
from partita_client.api.matches import get_match, open_match
from partita_client.api.play import get_history, get_legal_actions, get_state, list_events, play_actions
from partita_client.api.players import list_players
from partita_client.api.replay import get_chapters, get_frame, get_replay
from partita_client.models import (
    ActionsRequest,
    ChessMatchRequest,
    DschunkeMatchRequest,
    HalunkenMatchRequest,
    KlunkerMatchRequest,
    Problem,
    SheetMatchRequest,
)

OPENING = {
    "chess": ChessMatchRequest,
    "dschunke": DschunkeMatchRequest,
    "halunken": HalunkenMatchRequest,
    "klunker": KlunkerMatchRequest,
    "sheet": SheetMatchRequest,
}
OPEN = {"chess", "sheet"}
"""Games without secrets."""
VIEWERS = ("seat:1", "public", "recorder")
FEW = 20
"""Of what was read as one viewer, so many are read as another."""


def read(operation: Any, client: AuthenticatedClient, *parts: Any, **named: Any) -> Any:
    """What an operation answered, as the client's classes; they must hold all of it and add nothing."""
    answer = operation.sync_detailed(*parts, client=client, **named)
    if answer.parsed is None or isinstance(answer.parsed, Problem):
        raise SystemExit(f"{operation.__name__}: {answer.status_code} {answer.content.decode()}")
    sent, again = json.loads(answer.content), answer.parsed.to_dict()
    for place, one, other in differences(sent, again, ""):
        raise SystemExit(f"{operation.__name__}: {place} was {json.dumps(one)} and is {json.dumps(other)}")
    return answer.parsed


def differences(one: Any, other: Any, place: str) -> Iterator[tuple[str, Any, Any]]:
    """Where two answers differ. Times may be written in two ways."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key, value in one.items():
            yield from differences(value, other[key], f"{place}/{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{place}/{index}")
    elif one != other and not (place.endswith("at") and time(one) == time(other)):
        yield place, one, other


def time(text: str) -> str:
    return text.replace("+00:00", "Z").rstrip("Z").rstrip("0").rstrip(".")


def play(client: AuthenticatedClient, sample: dict[str, Any]) -> str:
    """Open a match, play a sample in it, and read all that is told of it; says how much that was."""
    key = sample["game"]
    opening = OPENING[key].from_dict(
        {
            "game": key,
            "options": sample["options"] | {"keep_secrets": True},
            "seats": [{"name": f"Player {seat}"} for seat in range(sample["seats"])],
        }
    )
    match = read(open_match, client, body=opening)
    actions = sample["actions"]
    half = len(actions) // 2
    read(play_actions, client, match.id, body=ActionsRequest.from_dict({"actions": actions[:half]}))
    read(get_legal_actions, client, match.id)
    rest = ActionsRequest.from_dict({"actions": actions[half:]})
    played = read(play_actions, client, match.id, body=rest, if_match=f'"{half + match.version}"')
    whole = read(get_match, client, match.id)
    if whole.status != "finished":
        raise SystemExit(f"{key}: the match is {whole.status}")
    read(get_chapters, client, match.id)
    hidden = 0
    for viewer in VIEWERS:
        for step in (0, half, whole.step):
            read(get_state, client, match.id, step=step, viewer=viewer)
        read(get_frame, client, match.id, half, viewer=viewer)
        for operation, number in (
            (list_events, whole.version),
            (get_history, whole.step),
            (get_replay, whole.step + 1),
        ):
            waits = {"after_position": played.position} if operation is get_history else {}
            if viewer == VIEWERS[0]:
                items = [*paged(operation, client, match.id, viewer, waits)]
            else:
                items = read(operation, client, match.id, viewer=viewer, limit=FEW, **waits).items
            if len(items) != (number if viewer == VIEWERS[0] else min(number, FEW)):
                raise SystemExit(f"{key}: {len(items)} of {number} by {operation.__name__}")
            hidden += sum(json.dumps(item.to_dict()).count('"hidden"') for item in items)
    if not hidden and key not in OPEN:
        raise SystemExit(f"{key}: nothing was hidden")
    return f"{key}: {whole.step} steps, {hidden} hidden"


def paged(
    operation: Any, client: AuthenticatedClient, match: UUID, viewer: str, named: dict[str, Any]
) -> Iterator[Any]:
    """The items of all pages."""
    page = read(operation, client, match, viewer=viewer, **named)
    yield from page.items
    while page.next_cursor is not None:
        page = read(operation, client, match, viewer=viewer, cursor=page.next_cursor)
        yield from page.items


def main() -> None:
    address, token, *samples = sys.argv[1:]
    with AuthenticatedClient(base_url=address, token=token, timeout=httpx.Timeout(60)) as client:
        for sample in samples:
            print(play(client, json.loads(Path(sample).read_text(encoding="utf-8"))), flush=True)
        for key in OPENING:
            read(get_game, client, key)
        read(list_players, client)


if __name__ == "__main__":
    main()
