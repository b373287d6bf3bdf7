"""Heads of the log: how long it is and the root of its tree, signed.

Their form is that of checkpoints, which are signed notes (C2SP ``tlog-checkpoint`` and ``signed-note``): the name of
the log, its size, its root in Base64, an empty line, then a line for each signature. Keys have the forms that tools for
such logs read: ``name+hash+key`` to verify, ``PRIVATE+KEY+name+hash+key`` to sign.
"""

import binascii
import os
import re
from base64 import b64decode, b64encode
from hashlib import sha256
from pathlib import Path
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Struct

LOG_KEY_FILE: Final = "log-key"
"""The file of the data folder that has the key, unless the settings name another one."""

_ED25519: Final = b"\x01"
_NAME: Final = "[^\\s+]{1,100}"
_BASE64: Final = "[A-Za-z0-9+/]+={0,2}"
_SIGNING: Final = re.compile(f"PRIVATE\\+KEY\\+({_NAME})\\+([0-9a-f]{{8}})\\+({_BASE64})")
_VERIFYING: Final = re.compile(f"({_NAME})\\+([0-9a-f]{{8}})\\+({_BASE64})")
_SIGNATURE: Final = re.compile(f"\u2014 ({_NAME}) ({_BASE64})")
_SIZE: Final = re.compile("0|[1-9][0-9]{0,18}")


class BadHead(ValueError):  # noqa: N818  # what it is
    """Something isn't a signed head, or isn't signed by who should have; `str()` says why, for people."""


class DamagedKey(Exception):  # noqa: N818  # what it is
    """The file of the key holds something else; `str()` tells what to do, for people."""

    def __init__(self, file: Path) -> None:
        super().__init__(f"{file} doesn't hold a key of a log. Bring it back from a backup, or name another --log-key.")


class VerifyingKey(Struct, frozen=True):
    """What signatures of a log are verified with; `str()` is its published form."""

    name: str
    key: bytes

    def __str__(self) -> str:
        return f"{self.name}+{self.id.hex()}+{b64encode(_ED25519 + self.key).decode()}"

    @property
    def id(self) -> bytes:
        """What tells it from other keys in a signature."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.key).digest()[:4]

    @staticmethod
    def read(text: str) -> "VerifyingKey":
        """The key of its published form.

        Raises:
            BadHead: it isn't one.
        """
        form = _VERIFYING.fullmatch(text.strip())
        key = _base64(form[3]) if form else None
        if form is None or key is None or len(key) != 33 or key[:1] != _ED25519:
            raise BadHead("That isn't the key of a log: name+hash+key, with an Ed25519 key.")
        read = VerifyingKey(form[1], key[1:])
        if read.id.hex() != form[2]:
            raise BadHead("The key of the log has a mistake in it: its hash is that of another one.")
        return read


class SigningKey(Struct, frozen=True):
    """What heads of a log are signed with."""

    name: str
    secret: bytes

    def __repr__(self) -> str:
        return f"SigningKey({self.name!r})"  # a secret mustn't come into a log

    @property
    def verifying(self) -> VerifyingKey:
        """What its signatures are verified with."""
        return VerifyingKey(self.name, self._key().public_key().public_bytes_raw())

    def signed(self, size: int, root: bytes) -> str:
        """A head, as a signed note."""
        text = f"{self.name}\n{size}\n{b64encode(root).decode()}\n"
        signature = self.verifying.id + self._key().sign(text.encode())
        return f"{text}\n\u2014 {self.name} {b64encode(signature).decode()}\n"

    def _key(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self.secret)

    def __str__(self) -> str:
        written = b64encode(_ED25519 + self.secret).decode()
        return f"PRIVATE+KEY+{self.name}+{self.verifying.id.hex()}+{written}"


class Head(Struct, frozen=True):
    """A head that somebody signed.

    Attributes:
        name: that of the log.
        size: the number of its positions.
        root: of the tree over them.
        signatures: the names of who signed it with the ids of their keys, and their signatures.
        text: what they signed.
    """

    name: str
    size: int
    root: bytes
    signatures: tuple[tuple[str, bytes, bytes], ...]
    text: str

    @staticmethod
    def read(note: str) -> "Head":
        """The head of a signed note, whose signatures aren't verified yet.

        Raises:
            BadHead: it isn't one.
        """
        text, parted, rest = note.replace("\r\n", "\n").partition("\n\n")
        name, size, root, *_ = [*text.split("\n"), "", "", ""]
        hash_ = _base64(root)
        if (
            not parted
            or not re.fullmatch(_NAME, name)
            or not _SIZE.fullmatch(size)
            or hash_ is None
            or len(hash_) != 32
        ):
            raise BadHead("That isn't a signed head of a log.")
        signatures = []
        for line in rest.splitlines():
            form = _SIGNATURE.fullmatch(line)
            signature = _base64(form[2]) if form else None
            if form is None or signature is None or len(signature) < 5:
                raise BadHead("The head has a line that isn't a signature.")
            signatures.append((form[1], signature[:4], signature[4:]))
        if not signatures:
            raise BadHead("The head isn't signed.")
        return Head(name, int(size), hash_, tuple(signatures), f"{text}\n")

    def is_of(self, key: VerifyingKey) -> bool:
        """Whether it is of the log of `key`, and says to be signed with that."""
        return self.name == key.name and any(one[:2] == (key.name, key.id) for one in self.signatures)

    def verify(self, key: VerifyingKey) -> None:
        """Verify that `key` signed it.

        Raises:
            BadHead: it didn't.
        """
        if not self.is_of(key):
            raise BadHead(f"The head is of the log {self.name}, signed with another key than that of {key.name}.")
        public = Ed25519PublicKey.from_public_bytes(key.key)
        for name, key_id, signature in self.signatures:
            if (name, key_id) == (key.name, key.id):
                try:
                    public.verify(signature, self.text.encode())
                except InvalidSignature:
                    raise BadHead(
                        "The signature of the head is wrong: it was altered, or somebody made it up."
                    ) from None


def read_key(file: Path) -> SigningKey:
    """The key in a file.

    Raises:
        DamagedKey: it holds something else.
        OSError: it can't be read.
    """
    form = _SIGNING.fullmatch(file.read_text(encoding="ascii", errors="replace").strip())
    secret = _base64(form[3]) if form else None
    if form is None or secret is None or len(secret) != 33 or secret[:1] != _ED25519:
        raise DamagedKey(file)
    key = SigningKey(form[1], secret[1:])
    if key.verifying.id.hex() != form[2]:
        raise DamagedKey(file)
    return key


def ensure_key(file: Path) -> SigningKey:
    """The key in a file, which is made if it isn't there; several processes may do so at once.

    Raises:
        DamagedKey: it holds something else.
        OSError: it can't be read or made.
    """
    if not file.exists():
        key = SigningKey(f"partita/{os.urandom(8).hex()}", Ed25519PrivateKey.generate().private_bytes_raw())
        unfinished = file.with_name(f"{file.name}.{os.getpid()}.new")
        unfinished.touch(mode=0o600)
        try:
            with unfinished.open("w", encoding="ascii") as written:
                written.write(f"{key}\n")
                written.flush()
                os.fsync(written.fileno())
            file.hardlink_to(unfinished)
        except FileExistsError:
            pass  # another process was faster
        finally:
            unfinished.unlink()
    return read_key(file)


def _base64(text: str) -> bytes | None:
    try:
        return b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
