"""What metrics are made of: samples, and the families that they belong to."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

Labels: TypeAlias = tuple[tuple[str, str], ...]
Samples: TypeAlias = Mapping[tuple[str, Labels], float]
"""Values by the name of a sample, and its labels with their values."""


class Family(Struct, frozen=True):
    """Samples that belong together: those called `name`, or, of a histogram, ``<name>_bucket`` and so on."""

    name: str
    kind: Literal["counter", "gauge", "histogram"]
    help: str

    def names(self) -> tuple[str, ...]:
        """What its samples are called."""
        if self.kind != "histogram":
            return (self.name,)
        return tuple(f"{self.name}_{part}" for part in ("bucket", "sum", "count"))
