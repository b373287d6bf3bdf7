"""Samples as Prometheus reads them: its text format, version 0.0.4.

What writes it is loaded with this module, so with the first request for metrics.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from service.observability.families import Family, Labels, Samples

MEDIA_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4.partition("; charset")[0]


class _Collected(Collector):
    def __init__(self, families: Iterable[Family], samples: Samples) -> None:
        self._families = families
        self._by_name: dict[str, list[tuple[Labels, float]]] = {}
        for (name, labels), value in samples.items():
            self._by_name.setdefault(name, []).append((labels, value))

    def collect(self) -> Iterator[Metric]:
        for family in self._families:
            metric = Metric(family.name.removesuffix("_total"), family.help, family.kind)
            for name in family.names():
                for labels, value in self._by_name.get(name, ()):
                    metric.add_sample(name, dict(labels), value)
            yield metric


def rendered(families: Iterable[Family], samples: Samples) -> str:
    """The samples of `families`, in that order; of one, as they come."""
    return generate_latest(_Collected(families, samples)).decode()
