"""The words of exports, from the files in ``locales``."""

from typing import Final

from domain.kernel.words import KERNEL, Texts

WORDS: Final = Texts("replays.exports", KERNEL)
