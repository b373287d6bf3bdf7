"""The languages of sentences and pages: those that the kernel has a file of words in."""

from importlib import resources
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

ENGLISH: Final = "en"
"""The language of what isn't translated."""


def _found() -> tuple[str, ...]:
    """The names of the files (BCP 47), English first."""
    files = resources.files("domain.kernel").joinpath("locales").iterdir()
    names = (file.name.removesuffix(".ftl") for file in files if file.name.endswith(".ftl"))
    return tuple(sorted(names, key=lambda name: (name != ENGLISH, name)))


LANGUAGES: Final = _found()

if TYPE_CHECKING:
    Language: TypeAlias = str
else:
    Language = Literal[LANGUAGES]
"""One of :data:`LANGUAGES`: requests are checked against it, and the OpenAPI document enumerates it."""
