"""The text format of Prometheus, version 0.0.4."""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

MEDIA_TYPE: Final = "text/plain; version=0.0.4"

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


def rendered(families: Iterable[Family], samples: Samples) -> str:
    """The samples of `families`, in that order; of one, as they come."""
    by_name: dict[str, list[str]] = {}
    for (name, labels), value in samples.items():
        by_name.setdefault(name, []).append(f"{name}{_labels(labels)} {_number(value)}")
    lines: list[str] = []
    for family in families:
        lines += [f"# HELP {family.name} {family.help}", f"# TYPE {family.name} {family.kind}"]
        lines += [line for name in family.names() for line in by_name.get(name, ())]
    return "\n".join(lines) + "\n"


def _labels(labels: Labels) -> str:
    if not labels:
        return ""
    pairs = [f'{name}="{_escaped(value)}"' for name, value in labels]
    return f"{{{','.join(pairs)}}}"


def _escaped(value: str) -> str:
    return value.replace("\\", r"\\").replace("\n", r"\n").replace('"', r"\"")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(float(value))
