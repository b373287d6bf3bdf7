"""The files in docs/deploy fit the program, each other, and what a service that strangers reach needs."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import click
import jsonschema_rs
import pytest
import yaml

import locked
from service.cli.main import main
from service.observability.metrics import FAMILIES
from service.process.signals import END_SECONDS
from tests.docs.shell import unknown_options
from tests.service.conftest import running_service
from tests.service.scenes import BASE, dealt
from tests.setup.checkout import ROOT
from tests.setup.proxies import proxy

DEPLOY = ROOT / "docs" / "deploy"

METRIC = re.compile(r"\bpartita_[a-z_]+")


def program(name: str) -> str:
    """Where a program is that only some machines have.

    The set-up doesn't install it, and the deployment files don't need it; where it is there, it knows best.
    """
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"there is no {name} here")
    return found


# --- the board ---


@pytest.fixture(scope="module")
def board() -> Any:
    return json.loads((DEPLOY / "grafana-dashboard.json").read_text())


def queries(board: Any) -> Iterable[str]:
    for panel in board["panels"]:
        for target in panel["targets"]:
            yield target["expr"]
    for variable in board["templating"]["list"]:
        yield variable["query"]


@pytest.mark.slow
def test_board_shows_metrics_that_the_service_has(board: Any, new_database: Callable[[], str], tmp_path: Path) -> None:
    with running_service(new_database(), tmp_path) as client:
        dealt(client)
        client.get(f"{BASE}/matches/nothing")
        served = set(METRIC.findall(client.get("/metrics").text))
    shown = {name for query in queries(board) for name in METRIC.findall(query)}
    assert shown <= served
    assert {family.name for family in FAMILIES} <= {re.sub("_(bucket|sum|count)$", "", name) for name in shown}


def test_board_has_panels_side_by_side_that_ask_the_chosen_source(board: Any) -> None:
    taken = set[tuple[int, int]]()
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    for panel in board["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        assert max(x for x, _ in cells) < 24
        taken |= cells
        assert all(target["datasource"]["uid"] == "${datasource}" for target in panel["targets"])
        assert all('job=~"$job"' in target["expr"] for target in panel["targets"])


# --- the container ---


def serve_variables() -> set[str]:
    command = main.commands["serve"]
    names = set[str]()
    for option in command.params:
        assert isinstance(option, click.Option)
        names |= {option.envvar} if isinstance(option.envvar, str) else set(option.envvar or ())
    return names


@pytest.fixture(scope="module")
def compose() -> Any:
    return yaml.safe_load((DEPLOY / "compose.yaml").read_text())


def test_compose_file_is_one_by_the_specification(compose: Any) -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec" / "schema.json").read_text())
    jsonschema_rs.validator_for(schema).validate(compose)


def test_compose_publishes_caddy_alone(compose: Any) -> None:
    assert [name for name, one in compose["services"].items() if "ports" in one] == ["caddy"]


def test_compose_runs_the_service_without_rights(compose: Any) -> None:
    service = compose["services"]["partita"]
    assert service["user"].split(":")[0] not in {"", "0", "root"}
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert compose["networks"]["inside"] == {"internal": True}
    for one in compose["services"].values():
        assert "no-new-privileges:true" in one["security_opt"]
        assert one["read_only"] is True
        assert "privileged" not in one


def test_compose_waits_for_health_and_for_a_stop_in_order(compose: Any) -> None:
    service = compose["services"]["partita"]
    assert "/health/ready" in service["healthcheck"]["test"][-1]
    kind, *command = service["healthcheck"]["test"]
    compile(command[-1], "health check", "exec")
    assert dict(containerfile())["HEALTHCHECK"].endswith(f"{kind} {json.dumps(command)}")
    assert int(service["stop_grace_period"].removesuffix("s")) > END_SECONDS
    assert service["init"] is True  # as the first process it would miss a SIGTERM that comes early
    assert service["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert compose["services"]["caddy"]["depends_on"] == {"partita": {"condition": "service_healthy"}}


def test_compose_names_what_there_is(compose: Any) -> None:
    service = compose["services"]["partita"]
    assert {name for name in service["environment"] if name != "PGPASSWORD"} <= serve_variables()
    assert (DEPLOY / service["build"]["context"]).resolve() == ROOT
    assert (ROOT / service["build"]["dockerfile"]).is_file()
    for one in compose["services"].values():
        for volume in one["volumes"]:
            source = volume.split(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file()
        assert set(one["networks"]) <= set(compose["networks"])
    caddyfile = (DEPLOY / "Caddyfile").read_text()
    told = set(re.findall(r"\{\$([A-Z_]+)", caddyfile))
    assert told == set(compose["services"]["caddy"]["environment"])
    assert compose["services"]["caddy"]["environment"]["PARTITA_UPSTREAM"] == "partita:8000"


def test_no_secret_is_in_the_files(compose: Any) -> None:
    for one in compose["services"].values():
        for name, value in one.get("environment", {}).items():
            assert "PASSWORD" not in name or value.startswith("${POSTGRES_PASSWORD:?")


def containerfile() -> list[tuple[str, str]]:
    """Its instructions with their arguments."""
    text = re.sub(r"\\\n\s*", " ", (DEPLOY / "Containerfile").read_text())
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(instruction, rest) for instruction, _, rest in (line.partition(" ") for line in lines)]


def test_image_is_made_of_locked_packages_and_runs_as_nobody_special() -> None:
    instructions = containerfile()
    last = max(place for place, (name, _) in enumerate(instructions) if name == "FROM")
    final = dict(instructions[last:])
    assert final["USER"] == "10001"
    assert final["STOPSIGNAL"] == "SIGTERM"
    assert "/health/ready" in final["HEALTHCHECK"]
    assert json.loads(final["ENTRYPOINT"]) == ["partita"]
    assert json.loads(final["CMD"]) == ["serve"]
    variables = set(re.findall(r"(PARTITA_[A-Z_]+)=", final["ENV"]))
    assert variables <= serve_variables()
    installs = [
        step for name, rest in instructions if name == "RUN" for step in rest.split("&&") if " install " in step
    ]
    pip = [step for step in installs if "pip" in step]
    assert pip
    assert all("--require-hashes" in step or "--no-index" in step for step in pip)


def test_image_gets_files_that_there_are_and_nothing_of_who_builds_it() -> None:
    copied = [
        word for name, rest in containerfile() if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]
    ]
    assert {"domain", "projections", "replays", "service", "pyproject.toml", "requirements.lock"} <= set(copied)
    for name in copied:
        assert (ROOT / name).exists(), name
    assert not {".", ".data", "*"} & set(copied)


def test_nothing_but_what_the_image_gets_is_sent_to_who_makes_it() -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text().splitlines() if not line.startswith("#")]
    copied = {
        word for name, rest in containerfile() if name == "COPY" and "--from" not in rest for word in rest.split()[:-1]
    }
    assert lines[0] == "*"
    assert {line.removeprefix("!") for line in lines if line.startswith("!")} == copied


@pytest.mark.slow
def test_steps_of_the_image_make_a_program_that_answers(tmp_path: Path) -> None:
    """What the image is made by, without an engine: its commands, in a folder in the place of the root."""
    source = tmp_path / "src"
    for name, rest in containerfile():
        if name == "COPY" and "--from" not in rest:
            *names, to = rest.split()
            for one in names:
                if (ROOT / one).is_dir():
                    shutil.copytree(ROOT / one, source / to, ignore=shutil.ignore_patterns("__pycache__"))
                else:
                    place = source / to / Path(one).name
                    place.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy2(ROOT / one, place)
    places = {"/opt/partita": str(tmp_path / "opt"), "/tmp/": f"{tmp_path}/", "python3 ": f"{sys.executable} "}
    hidden = ("PYTHON", "VIRTUAL_ENV", "PARTITA_", "DATABASE_URL")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(hidden)}
    build = [
        re.sub("/opt/partita|/tmp/|python3 ", lambda found: places[found[0]], rest)
        for name, rest in containerfile()
        if name == "RUN" and "/opt/partita/bin/pip" in rest
    ]
    assert len(build) == 2
    for step in build:
        subprocess.run(["sh", "-ec", step], cwd=source, env=environment, check=True, capture_output=True)
    partita = tmp_path / "opt" / "bin" / "partita"
    told = subprocess.run([partita, "--version"], cwd="/", env=environment, check=True, capture_output=True, text=True)
    assert "partita, version" in told.stdout
    assert not (tmp_path / "opt" / "bin" / "pip").exists()
    listed = "import importlib.metadata as m; print(*sorted(d.name for d in m.distributions()))"
    python = tmp_path / "opt" / "bin" / "python"
    printed = subprocess.run(
        [python, "-c", listed], cwd="/", env=environment, check=True, capture_output=True, text=True
    )
    held = {locked.normal(name) for name in printed.stdout.split()}
    assert held == {"partita", *locked.of_release()}


# --- systemd and proxies ---


def unit() -> list[tuple[str, str]]:
    lines = (DEPLOY / "partita.service").read_text().splitlines()
    return [(name, value) for name, found, value in (line.partition("=") for line in lines) if found and name[0] != "#"]


def test_unit_gives_the_service_time_to_stop_and_few_rights() -> None:
    settings = dict(unit())
    assert int(settings["TimeoutStopSec"]) > END_SECONDS
    assert (settings["KillMode"], settings["User"]) == ("mixed", "partita")
    for name in ("NoNewPrivileges", "ProtectHome", "PrivateDevices", "RestrictNamespaces", "LockPersonality"):
        assert settings[name] == "yes"
    assert settings["ProtectSystem"] == "strict"
    assert settings["CapabilityBoundingSet"] == ""
    assert settings["Environment"].split("=")[0] in serve_variables()
    assert settings["ExecStart"].split()[1:] == ["serve"]


def test_unit_is_what_systemd_takes(tmp_path: Path) -> None:
    analyze = program("systemd-analyze")
    copy = tmp_path / "partita.service"
    copy.write_text(
        re.sub("^ExecStart=.*$", "ExecStart=/bin/true", (DEPLOY / "partita.service").read_text(), flags=re.MULTILINE)
    )
    done = subprocess.run([analyze, "verify", copy], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    rated = subprocess.run([analyze, "security", "--offline=true", copy], capture_output=True, text=True, check=False)
    exposure = re.search(r"Overall exposure level for partita.service: ([\d.]+)", rated.stdout)
    assert exposure
    assert float(exposure[1]) <= 2.0


def test_the_units_of_backups_are_what_systemd_takes_and_their_command_is_one(tmp_path: Path) -> None:
    written = (DEPLOY / "partita-backup.service").read_text()
    (command,) = re.findall("^ExecStart=.*/(partita .*)$", written, flags=re.MULTILINE)
    assert unknown_options(command, main) == []
    assert set(re.findall("^Environment=(\\w+)=", written, flags=re.MULTILINE)) <= serve_variables()
    analyze = program("systemd-analyze")
    for name in ("partita-backup.service", "partita-backup.timer"):
        text = (DEPLOY / name).read_text()
        (tmp_path / name).write_text(re.sub("^ExecStart=.*$", "ExecStart=/bin/true", text, flags=re.MULTILINE))
        done = subprocess.run([analyze, "verify", tmp_path / name], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_nginx_takes_its_file(tmp_path: Path) -> None:
    nginx = proxy("nginx")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example", "-days", "1"]
    subprocess.run([*make, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    text = (DEPLOY / "nginx.conf").read_text()
    text = text.replace("/etc/ssl/games.example.crt", str(certificate)).replace("/etc/ssl/games.example.key", str(key))
    whole = tmp_path / "nginx.conf"
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {tmp_path}/{kind};\n" for kind in kinds)
    whole.write_text(f"events {{}}\nhttp {{\naccess_log off;\n{places}{text}\n}}\npid {tmp_path}/nginx.pid;\n")
    done = subprocess.run([nginx, "-t", "-e", "stderr", "-c", whole], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_caddy_takes_its_file(tmp_path: Path) -> None:
    caddy = proxy("caddy")
    environment = {**os.environ, "PARTITA_DOMAIN": "games.example", "HOME": str(tmp_path)}
    command: list[str | Path] = [caddy, "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_keep_metrics_and_health_to_themselves_and_bound_what_comes_in(name: str) -> None:
    text = (DEPLOY / name).read_text()
    assert "metrics" in text
    assert "health" in text
    assert re.search(r"client_max_body_size 20m;|max_size 20MB", text)
    assert re.search(r"client_header_timeout \d+s;|read_header \d+s", text)
    assert "Strict-Transport-Security" in text


def test_docs_name_every_file() -> None:
    page = (ROOT / "docs" / "deploying.md").read_text()
    for file in DEPLOY.iterdir():
        assert f"deploy/{file.name}" in page, file.name
