"""Signed heads: their form, and what is refused."""

import stat
from base64 import b64decode
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from service.evidence.head import BadHead, DamagedKey, Head, SigningKey, VerifyingKey, ensure_key, read_key

KEY = SigningKey("partita/0123456789abcdef", sha256(b"a key").digest())
ROOT = sha256(b"a root").digest()
NOTE = KEY.signed(42, ROOT)


def test_a_head_is_read_and_verified() -> None:
    head = Head.read(NOTE)
    assert (head.name, head.size, head.root) == (KEY.name, 42, ROOT)
    head.verify(KEY.verifying)
    assert VerifyingKey.read(str(KEY.verifying)) == KEY.verifying


def test_a_head_is_a_signed_note() -> None:
    """As C2SP has it, verified by nothing of ours."""
    text, line = NOTE.split("\n\n")
    dash, name, encoded = line.rstrip("\n").split(" ")
    signature = b64decode(encoded)
    key = KEY.verifying.key
    assert (dash, name) == ("\u2014", KEY.name)
    assert signature[:4] == sha256(KEY.name.encode() + b"\n\x01" + key).digest()[:4]
    Ed25519PublicKey.from_public_bytes(key).verify(signature[4:], f"{text}\n".encode())


@pytest.mark.parametrize(
    "note",
    [
        "",
        "a letter",
        NOTE.split("\n\n")[0],
        NOTE.replace("\n42\n", "\n042\n"),
        NOTE.replace("\n42\n", "\n-1\n"),
        NOTE.replace("\u2014", "-"),
        NOTE + "more\n",
        NOTE.replace("=\n\n", "\n\n"),
        NOTE.split("\n\n")[0] + "\n\n",
    ],
)
def test_what_isn_t_a_head_is_refused(note: str) -> None:
    with pytest.raises(BadHead):
        Head.read(note)


@pytest.mark.parametrize("place", range(len(NOTE)))
def test_no_character_of_a_head_can_be_changed(place: int) -> None:
    altered = NOTE[:place] + ("A" if NOTE[place] != "A" else "B") + NOTE[place + 1 :]
    with pytest.raises(BadHead):
        Head.read(altered).verify(KEY.verifying)


def test_another_key_s_head_is_refused() -> None:
    other = SigningKey(KEY.name, sha256(b"another key").digest())
    with pytest.raises(BadHead, match="another key"):
        Head.read(other.signed(42, ROOT)).verify(KEY.verifying)


@pytest.mark.parametrize("text", ["", "a+b+c", f"{KEY.verifying}x", str(KEY.verifying).replace("+", "+0", 1), str(KEY)])
def test_what_isn_t_a_key_is_refused(text: str) -> None:
    with pytest.raises(BadHead):
        VerifyingKey.read(text)


def test_a_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    file = tmp_path / "log-key"
    key = ensure_key(file)
    assert ensure_key(file) == key == read_key(file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.iterdir()] == ["log-key"]
    assert key.secret.hex() not in repr(key)


@pytest.mark.parametrize("text", ["", "partita", str(KEY).replace("/0123", "/"), str(KEY)[:-4], str(KEY.verifying)])
def test_a_file_with_something_else_is_no_key(tmp_path: Path, text: str) -> None:
    file = tmp_path / "log-key"
    file.write_text(text)
    with pytest.raises(DamagedKey):
        ensure_key(file)
    assert file.read_text() == text
