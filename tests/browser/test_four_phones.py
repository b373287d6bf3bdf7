"""A phone at each seat of a match that the server deals: none is sent anything of another hand.

Every match is played twice, by taps on all phones: the second time in a world in which the cards that one of the seats
can't see are others, wherever the server deals them and whatever follows from them. Everything that this seat's phone
is sent - pages, answers, the live stream - and every page as its browser has it is the same in both worlds.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import pytest
from msgspec import Struct, to_builtins
from selenium import webdriver

from domain.kernel.game import AnyGame, Setup
from domain.registry import GAMES
from tests.browser.recorder import Recorder, phone_of
from tests.browser.test_pages import Browser, driver  # noqa: F401  # a fixture
from tests.browser.wiretap import Wiretap
from tests.domain.games.play import folded
from tests.domain.games.support import has_secrets, support_of
from tests.service.conftest import running_service
from tests.service.scenes import BASE, MATCHES, guests, open_match
from tests.service.twins import disguised_line, line_of

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]

STEPS: Final = 14
PHONES: Final = 4

UUID_FORM: Final = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME_FORM: Final = re.compile(r"20\d\d-\d\d-\d\dT[\d:.]+Z")
COMMITMENT_FORM: Final = re.compile(r'(?<=")[0-9a-f]{64}(?=")')
SESSION_FORM: Final = re.compile(r'(?<=data-cache=")[^"]*|(?<="by":")[0-9a-f]{20}')


class TwoWorlds(Struct):
    """A set-up, what is done in it, and the same where one seat's view of it hides something else."""

    key: str
    setup: Setup[Any]
    one: Sequence[Any]
    other: Sequence[Any]

    @property
    def game(self) -> AnyGame:
        return GAMES[self.key]


def two_worlds(key: str, viewer: int) -> TwoWorlds:
    game, support = GAMES[key], support_of(key)
    setups = [setup for setup in support.SETUPS.values() if setup.options.server_deals]
    for setup in sorted(setups, key=lambda one: abs(one.seats - PHONES)):
        for seed in range(60):
            line = line_of(game, setup, Random(seed))[: STEPS + 4]
            other, longest = disguised_line(key, game, setup, viewer, line, 0, Random(seed))
            if longest >= STEPS:
                return TwoWorlds(key, setup, line[:longest], other[:longest])
    raise AssertionError(f"no two worlds of {key} for seat {viewer}")


class Seen(Struct):
    """What came to the phone of each seat: all answers, and the page after each step; without ids and times."""

    answers: list[set[str]]
    pages: list[list[str]]


class World:
    """A service in which `line` is what happens, and a phone at each seat."""

    def __init__(self, driver: webdriver.Chrome, api: httpx.Client, tap: Wiretap, worlds: TwoWorlds) -> None:  # noqa: F811
        self.driver = driver
        self.api = api
        self.tap = tap
        options = {name: value for name, value in to_builtins(worlds.setup.options).items() if value is not None}
        seats = guests(worlds.setup.seats)
        self.match = open_match(api, game=worlds.key, seats=seats, options=options, visibility="private")
        self.windows: list[str] = []
        self.phones: list[Recorder] = []
        self.pages: list[list[str]] = [[] for _ in range(worlds.setup.seats)]
        for seat in range(worlds.setup.seats):
            self._join(seat)

    def _join(self, seat: int) -> None:
        """A phone of its own for a seat, by the code that its QR code holds."""
        person = self.driver.browser.create_user_context()
        self.windows.append(self.driver.browsing_context.create(type="window", user_context=person))
        self.driver.switch_to.window(self.windows[-1])
        phone = phone_of(self.driver, str(self.api.base_url))
        invitation = {"role": "seat", "match": self.match["id"], "seat": seat}
        phone.open(f"/join/{self.api.post(f'{BASE}/invitations', json=invitation).json()['code']}")
        phone.click("main button")
        phone.went_to(f"/matches/{self.match['id']}")
        self.phones.append(Recorder(phone, self.match))

    def play(self, line: Sequence[Any]) -> Seen:
        self._look()
        for action in line:
            if action.seat is None:  # the server does it
                continue
            self.driver.switch_to.window(self.windows[action.seat])
            wire = {name: value for name, value in to_builtins(action).items() if value is not None}
            self.phones[action.seat].record(wire)
            self._look()
        return Seen(self._answers(), self.pages)

    def _look(self) -> None:
        """All phones have come to the newest table; take down what they show."""
        version = self.api.get(f"{MATCHES}/{self.match['id']}").json()["version"]
        for seat, window in enumerate(self.windows):
            self.driver.switch_to.window(window)
            self._wait(self.phones[seat], version)
            self.pages[seat].append(plain(str(self.driver.execute_script("return document.documentElement.outerHTML"))))

    @staticmethod
    def _wait(phone: Recorder, version: int) -> None:
        phone.browser.until(lambda: phone.version == version, f"version {version}")
        phone.browser.until(lambda: phone.message != "Sending …", "the answer")

    def _answers(self) -> list[set[str]]:
        found = []
        for window in self.windows:
            self.driver.switch_to.window(window)
            session = self.driver.get_cookie("partita_session")
            assert session is not None
            found.append({part for answer in self.tap.answers[session["value"]] for part in parts(answer)})
        return found

    def close(self) -> None:
        for window in self.windows:
            self.driver.switch_to.window(window)
            self.driver.get("about:blank")
            self.driver.close()


def parts(answer: Any) -> Iterator[str]:
    """An answer as it is compared; each event of a stream by itself, since one may come a little later."""
    text = answer.body.decode()
    pieces = [text] if "/stream" not in answer.path else [one for one in text.split("\n\n") if "data:" in one]
    path = answer.path.partition("?")[0] if "/stream" in answer.path else answer.path
    for piece in pieces:
        yield plain(f"{answer.method} {path}\n{piece}")


def plain(text: str) -> str:
    """`text` without ids, times and commitments to seeds, which are others in each world."""
    forms = (UUID_FORM, "ID"), (TIME_FORM, "TIME"), (COMMITMENT_FORM, "COMMITMENT"), (SESSION_FORM, "SESSION")
    for form, instead in forms:
        text = form.sub(instead, text)
    return text


def scripted(monkeypatch: pytest.MonkeyPatch, worlds: TwoWorlds, line: Sequence[Any]) -> None:
    """The server draws what `line` has at the same table."""
    states, state = [], worlds.game.initial(worlds.setup)
    for action in line:
        states.append((state, action))
        state = folded(worlds.game, state, worlds.game.decide(state, action))
    drawn = type(worlds.game).draw

    def draw(game: AnyGame, asked: Any, chance: Any) -> Any:
        known = next((action for state, action in states if state == asked and action.seat is None), None)
        return drawn(game, asked, chance) if known is None else known

    monkeypatch.setattr(type(worlds.game), "draw", draw)


def seen(
    driver: webdriver.Chrome,  # noqa: F811
    database: str,
    data: Path,
    worlds: TwoWorlds,
    line: Sequence[Any],
    monkeypatch: pytest.MonkeyPatch,
) -> Seen:
    """What comes to the phones where `line` happens."""
    data.mkdir()
    tap = Wiretap()
    first = driver.current_window_handle
    with monkeypatch.context() as patched, running_service(database, data, around=tap.around) as api:
        scripted(patched, worlds, line)
        world = World(driver, api, tap, worlds)
        try:
            return world.play(line)
        finally:
            world.close()
            driver.switch_to.window(first)


SEATS: Final = [
    pytest.param(key, seat, marks=() if seat == 0 else pytest.mark.long)
    for key in GAMES
    if has_secrets(key)
    for seat in range(PHONES)
]


@pytest.mark.parametrize(("key", "seat"), SEATS)
def test_a_phone_is_sent_nothing_of_another_hand(
    driver: webdriver.Chrome,  # noqa: F811
    new_database: Callable[[], str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    key: str,
    seat: int,
) -> None:
    worlds = two_worlds(key, seat)
    one, other = (
        seen(driver, new_database(), tmp_path / name, worlds, line, monkeypatch)
        for name, line in (("one", worlds.one), ("other", worlds.other))
    )
    assert len(one.answers[seat]) > len(worlds.one) / 2
    assert one.answers[seat] == other.answers[seat]
    assert one.pages[seat] == other.pages[seat]
    others = [another for another in range(worlds.setup.seats) if another != seat]
    assert any(one.answers[another] != other.answers[another] for another in others), "the worlds don't differ"
    assert any(one.pages[another] != other.pages[another] for another in others), "the worlds don't differ"
