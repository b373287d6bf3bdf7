"""One token can't fill a match, or a disk, with comments."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.conftest import running_service
from tests.service.http_client import client_of
from tests.service.scenes import BASE, MATCHES, dealt, problem

ALLOWED = 5


@pytest.mark.slow
def test_a_token_writes_so_many_notes_and_others_go_on(new_database: Callable[[], str], tmp_path: Path) -> None:
    note = {"content": {"kind": "comment", "text": "hm"}, "step": 1}
    with running_service(new_database(), tmp_path, notes_per_minute=ALLOWED) as api:
        address = f"{MATCHES}/{dealt(api, visibility='public')['id']}/annotations"
        tokens = [api.post(f"{BASE}/tokens", json={"role": "annotator", "label": "x"}).json() for _ in range(2)]
        first, second = (client_of(api.base_url, token["token"]) for token in tokens)
        with first, second:
            assert [first.post(address, json=note).status_code for _ in range(ALLOWED)] == [201] * ALLOWED
            refused = first.post(address, json=note)
            problem(refused, 429, "too-many-notes")
            assert 1 <= int(refused.headers["retry-after"]) <= 60 / ALLOWED
            assert first.get(address.removesuffix("/annotations")).status_code == 200
            assert second.post(address, json=note).status_code == 201
            assert [api.post(address, json=note).status_code for _ in range(2 * ALLOWED)] == [201] * 2 * ALLOWED
