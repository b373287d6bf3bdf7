"""D1: who keeps an entity tag gets no 304 for an old name or another language; nothing with a name is immutable."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct

from domain.subjects.subject import subject_of_game
from tests.service.api.importing import sent
from tests.service.conftest import running_service
from tests.service.every_read import READS, parameters
from tests.service.http_client import Answer, PlainClient
from tests.service.scenes import BASE, DEAL, MATCHES, PLAYERS, ROUND, known, make_player, open_match, played

pytestmark = pytest.mark.slow

NAMES: Final = ("Ada of D1", "Bruno of D1", "Chiara of D1")
PAGES: Final = ("/", "/matches/{match_id}", "/players/{player_id}", "/matches/{match_id}/variations/{variation_id}")
ENDLESS: Final = ("streamEvents", "streamImport")


class Kept(Struct, frozen=True):
    """A good answer that somebody keeps, and how it was asked for."""

    address: str
    token: str | None
    query: dict[str, Any]
    headers: dict[str, str]
    answer: Answer

    @property
    def told(self) -> dict[str, str]:
        return dict(self.answer.headers)

    def tells(self, name: str) -> bool:
        return name.encode() in self.answer.body


class World:
    """A finished match with all that can be beside it, and its people, in a service where nobody else writes."""

    def __init__(self, api: httpx.Client, client: PlainClient) -> None:
        self.api = api
        self.client = client
        self.token = api.headers["authorization"].removeprefix("Bearer ")
        self.players = [make_player(api, name) for name in NAMES]
        match = open_match(api, seats=known(*self.players))
        played(api, match, DEAL, *ROUND)
        path = f"{MATCHES}/{match['id']}"
        self.version = self._made(f"{path}/conclusion", {})["version"]
        comment = {"step": 2, "content": {"kind": "comment", "text": "Why?"}, "audience": "public"}
        note = self._made(f"{path}/annotations", comment)
        self._made(f"{path}/annotations", {**comment, "step": 3}, match["seats"][0]["token"])
        line = {"step": 2, "actions": ROUND[1:2], "audience": "public"}
        people = [player["id"] for player in self.players]
        series = self._made(f"{BASE}/series", {"game": "klunker", "players": people, "matches": [match["id"]]})
        self.follow(series["position"])
        self.ids = {
            "match_id": match["id"],
            "player_id": people[0],
            "other": people[1],
            "game": "klunker",
            "subject_id": str(subject_of_game("klunker").id),
            "annotation_id": note["id"],
            "variation_id": self._made(f"{path}/variations", line)["id"],
            "series_id": series["id"],
            "board_id": self._made(f"{BASE}/games/dschunke/boards", {"name": "A box", "board": {}})["id"],
            "invitation_id": self._made(f"{BASE}/invitations", {"role": "reader"})["id"],
            "import_id": sent(self.api, "date,title,players\n2020-01-02,Go,Ada\n").json()["id"],
            "step": "3",
            "name": "not-found",
        }

    def _made(self, path: str, body: dict[str, Any], token: str | None = None) -> dict[str, Any]:
        answer = self.client.send("POST", path, body=body, token=token or self.token)
        assert answer.status == 201, answer.body
        made: dict[str, Any] = answer.json
        return made

    def follow(self, position: int) -> None:
        """Wait until all read models have got to a write."""
        for path in (
            MATCHES,
            f"{BASE}/series",
            f"{BASE}/games/klunker/leaderboard",
            f"{BASE}/games/klunker/statistics",
        ):
            assert self.api.get(path, params={"after_position": position}).status_code == 200

    def change(self, what: str) -> None:
        """Let the first player's name be another one, or none."""
        player = f"{PLAYERS}/{self.players[0]['id']}"
        if what == "rename":
            assert self.api.patch(player, json={"name": "Zoe of D1"}).status_code == 200
        elif what == "erase":
            assert self.api.delete(player).status_code == 204
        else:
            merged = self.api.post(f"{player}/merge", json={"into": make_player(self.api, "Dora of D1")["id"]})
            assert merged.status_code == 200
            self.follow(merged.json()["position"])

    def everything(self) -> Iterator[Kept]:
        """Every read of the document and every page, in each language and form, for the owner and without a token."""
        for name, (path, operation) in READS.items():
            if name in ENDLESS:
                continue
            ids = self.ids | ({"game": "dschunke"} if "/boards" in path else {})
            forms = next(iter(operation["responses"].values()))["content"]
            yield from self._asked(path.format(**ids), {}, *forms)
            if "version" in (known_here := parameters(name)):
                settled = {"version": self.version, "annotations": "false"}
                query = {key: value for key, value in settled.items() if key in known_here}
                yield from self._asked(path.format(**ids), query, *forms)
        for path in PAGES:
            yield from self._asked(path.format(**self.ids), {}, "text/html")

    def _asked(self, address: str, query: dict[str, Any], *forms: str) -> Iterator[Kept]:
        for form in forms:
            for language in ("en", "it"):
                for token in (self.token, None):
                    headers = {"Accept": form, "Accept-Language": language}
                    answer = self.client.send("GET", address, token=token, query=query, headers=headers)
                    if answer.status == 200:
                        yield Kept(address, token, query, headers, answer)

    def again(self, kept: Kept) -> Answer:
        """What who has kept an answer gets now."""
        tag: Mapping[str, str] = {"If-None-Match": kept.told["etag"]} if "etag" in kept.told else {}
        return self.client.send(
            "GET", kept.address, token=kept.token, query=kept.query, headers={**kept.headers, **tag}
        )


@pytest.fixture(scope="module")
def club(new_database: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with running_service(new_database(), tmp_path_factory.mktemp("data")) as client:
        yield client


@pytest.fixture
def world(club: httpx.Client) -> Iterator[World]:
    client = PlainClient(str(club.base_url))
    yield World(club, client)
    client.close()


@pytest.mark.parametrize("what", ["rename", "erase", "merge"])
def test_D1_no_304_hides_that_a_name_has_changed(world: World, what: str) -> None:
    kept = list(world.everything())
    assert len({one.address for one in kept}) > 35
    assert len({one.address for one in kept if one.tells(NAMES[0])}) > 15
    world.change(what)
    for one in kept:
        answer = world.again(one)
        if answer.status == 304:
            assert not one.tells(NAMES[0]), one.address
        else:
            assert answer.status == 200, one.address
            assert NAMES[0].encode() not in answer.body, one.address


def test_D1_a_tag_is_of_one_answer_in_one_language_and_form_and_nothing_is_immutable(world: World) -> None:
    found: dict[tuple[str, str], dict[str, bytes]] = {}
    for one in world.everything():
        assert "immutable" not in one.told.get("cache-control", ""), one.address
        if tag := one.told.get("etag"):
            answers = found.setdefault((one.address, str(one.query)), {})
            assert answers.setdefault(tag, one.answer.body) == one.answer.body, (one.address, one.headers)
            assert {"Authorization", "Cookie", "Accept", "Accept-Language"} <= set(one.told["vary"].split(", "))
