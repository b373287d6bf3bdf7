"""PINs that are hashed without much work, to be imported for its effect: nobody guesses those of tests."""

from typing import Final

from service.auth import pins

SCRYPT: Final = dict(pins.SCRYPT)
"""As people have them."""

pins.SCRYPT["n"] = 2
