"""How PINs are stored: at a cost that makes guessing slow, and so that those of yesterday are still good."""

import pytest

from service.auth import pins
from tests.service import cheap_pins


def test_a_pin_is_hashed_as_it_always_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "SCRYPT", cheap_pins.SCRYPT)
    assert (
        pins._hashed("0417", bytes(range(16))).hex()
        == "af7ca8b57ff45fd064b1ed5d3d82f83c81d57cad23f998d8e93c056bd0ef8cef"
    )


def test_every_guess_takes_16_mebibytes() -> None:
    """RFC 7914, section 2: 128 bytes for each of N * r."""
    assert 128 * cheap_pins.SCRYPT["n"] * cheap_pins.SCRYPT["r"] == 16 << 20
