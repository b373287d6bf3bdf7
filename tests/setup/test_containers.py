"""The image and the services of docs/deploy/compose.yaml, built and run by Podman as their files say.

The images of PostgreSQL and Caddy come from a registry; in their place are ones that are made here
(`tests/setup/images`), so for these the settings of compose.yaml are tried, not what the official images make of them.
"""

import os
import re
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx
import pytest

from service.process.signals import END_SECONDS
from tests.service.http_client import client_of
from tests.service.scenes import BASE, dealt
from tests.setup.checkout import ROOT
from tests.setup.podman import Podman, is_installed
from tests.setup.proxies import proxy

DEPLOY: Final = ROOT / "docs" / "deploy"
COMPOSE: Final = DEPLOY / "compose.yaml"
IMAGES: Final = ROOT / "tests" / "setup" / "images"
IMAGE: Final = "localhost/partita"
MOST_MEGABYTES: Final = 500
START_SECONDS: Final = 60
HOST: Final = "localhost"  # Caddy signs its certificate by itself

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def podman(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Podman]:
    if os.geteuid() != 0 or not is_installed():
        pytest.skip("containers take root here, and what .ci/containers installs")
    with Podman(tmp_path_factory.mktemp("podman")) as podman:
        yield podman


@pytest.fixture(scope="module")
def image(podman: Podman) -> str:
    began = time.monotonic()
    podman.build(IMAGE, DEPLOY / "Containerfile", ROOT, podman.base(), stages=["build"])
    megabytes = int(podman("image", "inspect", "--format", "{{.Size}}", IMAGE)) / 1e6
    of_base = int(podman("image", "inspect", "--format", "{{.Size}}", podman.base())) / 1e6
    print(f"image: {megabytes:.0f} MB, of which its base {of_base:.0f} MB; {time.monotonic() - began:.0f} s")
    return IMAGE


@contextmanager
def client(podman: Podman, url: str, token: str, **more: object) -> Iterator[httpx.Client]:
    with podman.network(), client_of(url, token, **more) as api:
        yield api


def healthy(podman: Podman, container: str) -> None:
    """Wait until its health check, with the command that it came with, succeeds."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            podman("healthcheck", "run", container)
        except AssertionError:
            if time.monotonic() > deadline:
                raise AssertionError(podman.said(container)) from None
            time.sleep(0.2)
        else:
            return


def stopped(podman: Podman, container: str) -> None:
    """Send SIGTERM, and see that it ends as it should."""
    began = time.monotonic()
    podman("stop", "--time", "30", container)
    assert time.monotonic() - began < END_SECONDS
    assert podman("inspect", "--format", "{{.State.ExitCode}}", container) == "0"


def has_no_rights(podman: Podman, container: str) -> None:
    """Nobody special, who may write the data and what is temporary, and nothing else."""
    assert podman("exec", container, "id", "-u") == "10001"
    (capabilities,) = re.findall(
        r"^CapEff:\s*(\w+)$", podman("exec", container, "cat", "/proc/self/status"), re.MULTILINE
    )
    assert int(capabilities, 16) == 0
    places = ("/opt/partita/x", "/usr/x", "/x")
    said = podman.fails("exec", "--user", "0", container, "touch", *places)
    assert said.count("Read-only file system") == len(places)
    podman("exec", container, "touch", "/tmp/x", "/data/x")


def test_image_runs_read_only_and_keeps_its_matches(podman: Podman, image: str) -> None:
    options = ["--detach", "--init", "--read-only", "--read-only-tmpfs=false", "--tmpfs", "/tmp"]
    started = [*options, "--volume", "kept:/data", "--publish", "127.0.0.1:8000:8000"]
    podman("run", "--name", "first", *started, image)
    healthy(podman, "first")
    has_no_rights(podman, "first")
    token = podman("exec", "first", "cat", "/data/owner-token")
    with client(podman, "http://127.0.0.1:8000", token) as api:
        match = dealt(api)["id"]
        told = api.get(f"{BASE}/matches/{match}").json()
    stopped(podman, "first")
    podman("rm", "first")

    podman("run", "--name", "second", *started, image)
    healthy(podman, "second")
    with client(podman, "http://127.0.0.1:8000", token) as api:
        assert api.get(f"{BASE}/matches/{match}").json() == told
    stopped(podman, "second")


@pytest.mark.parametrize("seconds", [0.0, 0.3, 0.8])
def test_image_ends_while_it_starts(podman: Podman, image: str, seconds: float) -> None:
    """The first process of a container doesn't get signals that it doesn't handle; ``--init`` is another one."""
    podman("run", "--detach", "--init", "--name", "brief", image)
    try:
        time.sleep(seconds)
        began = time.monotonic()
        podman("stop", "--time", "30", "brief")
        assert time.monotonic() - began < END_SECONDS
    finally:
        podman("rm", "--force", "--volumes", "brief")


@pytest.fixture(scope="module")
def compose(podman: Podman, image: str) -> Callable[..., None]:
    podman.build("docker.io/library/postgres:18", IMAGES / "postgres" / "Containerfile", IMAGES / "postgres", image)
    podman.build(
        "docker.io/library/caddy:2", IMAGES / "caddy" / "Containerfile", Path(proxy("caddy")).parent, podman.base()
    )

    def compose(*arguments: str) -> None:
        podman.compose(COMPOSE, *arguments, POSTGRES_PASSWORD="a secret: $%'", PARTITA_DOMAIN=HOST)

    return compose


def up(podman: Podman, compose: Callable[..., None]) -> None:
    """As the file orders it: this Podman is too old for podman-compose to wait for health."""
    for service in ("database", "partita"):
        compose("up", "--detach", "--no-build", service)
        healthy(podman, f"partita_{service}_1")
    compose("up", "--detach", "--no-build")


@contextmanager
def outside(podman: Podman) -> Iterator[httpx.Client]:
    """Who comes by TLS, with the owner's token."""
    authority = podman("exec", "partita_caddy_1", "cat", "/data/caddy/pki/authorities/local/root.crt")
    token = podman("exec", "partita_partita_1", "cat", "/data/owner-token")
    with client(podman, f"https://{HOST}", token, verify=ssl.create_default_context(cadata=authority)) as api:
        deadline = time.monotonic() + START_SECONDS
        while api.get(f"{BASE}/games").status_code != 200:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        try:
            yield api
        except AssertionError as error:
            error.add_note(podman.said("partita_partita_1"))
            raise


def test_compose_runs_all_three_and_keeps_its_matches(podman: Podman, compose: Callable[..., None]) -> None:
    up(podman, compose)
    has_no_rights(podman, "partita_partita_1")
    with outside(podman) as api:
        assert api.get("/health/ready").status_code == 403  # for those inside
        match = dealt(api)["id"]
        told = api.get(f"{BASE}/matches/{match}").json()
    stopped(podman, "partita_partita_1")
    compose("down")

    up(podman, compose)
    with outside(podman) as api:
        assert api.get(f"{BASE}/matches/{match}").json() == told


def test_compose_lets_nobody_but_caddy_be_reached(podman: Podman, compose: Callable[..., None]) -> None:
    up(podman, compose)
    published = podman("ps", "--format", "{{.Names}} {{.Ports}}").splitlines()
    assert [line.split()[0] for line in published if "->" in line] == ["partita_caddy_1"]
    for container in ("partita_database_1", "partita_caddy_1"):
        assert "Read-only file system" in podman.fails("exec", "--user", "0", container, "touch", "/etc/x")
    look = "import socket; print(socket.gethostbyname('database'))"
    podman("exec", "partita_partita_1", "python3", "-c", look)
    podman.fails("exec", "partita_caddy_1", "python3", "-c", look)


def dealt_as_told(api: httpx.Client) -> None:
    """Who is told to come again does so: of the service's connections, some may still wait for the name to be there."""
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            dealt(api)
        except AssertionError as refused:
            if "/problems/database-unavailable" not in str(refused) or time.monotonic() > deadline:
                raise
            time.sleep(1.0)  # as Retry-After has it
        else:
            return


def test_healthcheck_tells_when_the_database_is_gone(podman: Podman, compose: Callable[..., None]) -> None:
    up(podman, compose)
    podman("stop", "--time", "30", "partita_database_1")
    podman.fails("healthcheck", "run", "partita_partita_1")
    podman("start", "partita_database_1")
    healthy(podman, "partita_database_1")
    healthy(podman, "partita_partita_1")
    with outside(podman) as api:
        dealt_as_told(api)
