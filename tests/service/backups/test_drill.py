"""The drill: record, back up, go on, lose everything, restore, verify. Nothing that was acknowledged is lost."""

import shutil
from contextlib import suppress
from pathlib import Path

import httpx
import psutil  # type: ignore[import-untyped]
import pytest

from service.cli.backups.manifest import backups_in
from service.cli.backups.retention import last_backup
from tests.places import place_of_databases
from tests.service.backups.test_archive import archived_all
from tests.service.database.test_embedded import clean_up
from tests.service.programs import called, kill_database, partita, serving, started, wait_until

pytestmark = pytest.mark.slow


def recorded(client: httpx.Client, number: int) -> list[str]:
    """The ids of so many new matches, as the service acknowledged them."""
    ids = []
    for _ in range(number):
        seats = [{"name": name} for name in ("Ada", "Bea", "Cid")]
        answer = client.post("/api/v1/matches", json={"game": "klunker", "seats": seats})
        assert answer.status_code == 201, answer.text
        ids.append(answer.json()["id"])
    return ids


def saved_head(data: Path, name: str) -> Path:
    """A head of the log, where nobody loses it."""
    file = data.parent / name
    file.write_text(called("head", "--data", data).out)
    return file


def all_there(client: httpx.Client, ids: list[str]) -> bool:
    return all(client.get(f"/api/v1/matches/{one}").status_code == 200 for one in ids)


def test_nothing_acknowledged_is_lost_with_the_data_directory(tmp_path_factory: pytest.TempPathFactory) -> None:
    with place_of_databases(tmp_path_factory) as place:
        data, backups = place / "data", tmp_path_factory.mktemp("backups")
        with serving(data) as service, service.client() as client:
            ids = recorded(client, 20)
            first = saved_head(data, "first")
            with started("backup", backups, "--data", data, "--every", "1d", "--archive") as archiving:
                try:
                    wait_until(lambda: backups_in(backups))
                    ids += recorded(client, 20)  # while the archive is written
                    wait_until(lambda: archived_all(data))
                    last = saved_head(data, "last")
                    key = (data / "log-key").read_bytes()
                    service.kill()
                    kill_database(data)
                finally:
                    archiving.kill()
            for orphan in psutil.process_iter(["name", "cmdline"]):
                with suppress(psutil.Error):
                    if orphan.name() == "pg_receivewal" and str(backups) in " ".join(orphan.cmdline()):
                        orphan.kill()
        clean_up(data)
        shutil.rmtree(data)

        said = partita("restore", backups, "--at", "end", "--data", data)
        assert (said.code, said.out.endswith("all as they were recorded.\n")) == (0, True), said
        said = called("verify", "--data", data, "--head", first, "--head", last)
        assert (said.code, said.out.count("nothing up to position")) == (0, 2), said
        assert (data / "log-key").read_bytes() == key
        with serving(data) as service, service.client() as client:
            assert all_there(client, ids)
            assert recorded(client, 1)
            assert service.stop() == 0


def test_the_service_makes_backups_and_what_came_later_is_missed(tmp_path_factory: pytest.TempPathFactory) -> None:
    with place_of_databases(tmp_path_factory) as place:
        data, backups = place / "data", place / "backups"
        with serving(data) as service, service.client() as client:
            ids = recorded(client, 5)
            assert service.stop() == 0
        with serving(data, "--backup", backups, "--backup-every", "6h") as service, service.client() as client:
            wait_until(lambda: last_backup(data))
            (made,) = backups_in(backups)
            assert made.manifest.faults == 0
            recorded(client, 1)
            later = saved_head(data, "later")
            family = psutil.Process(service.process.pid).children(recursive=True)
            assert [one for one in family if "service.cli.backups.alongside" in " ".join(one.cmdline())]
            assert service.stop() == 0
            assert not psutil.wait_procs(family, timeout=5)[1]
            assert "a backup was made" in service.said
        shutil.rmtree(data)

        assert called("restore", backups, "--data", data).code == 0
        said = called("verify", "--data", data, "--head", later)
        assert (said.code, "the log ends at position" in said.out) == (1, True), said
        with serving(data) as service, service.client() as client:
            assert all_there(client, ids)
