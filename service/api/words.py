"""The words in answers of the API, from the files in ``locales``."""

from typing import Final

from domain.kernel.words import KERNEL, Texts

WORDS: Final = Texts("service.api", KERNEL)
